#include "app/state/history.hpp"

#include "core/base/utf8.hpp"

#include <algorithm>
#include <utility>

namespace poslab {

std::string fitting_pin_name(std::string_view text) {
    constexpr int max_characters = 60;
    std::string name;
    int characters = 0;
    for (std::string_view rest = text; !rest.empty() && characters < max_characters; ++characters) {
        const char32_t c = next_code_point(rest);
        append_utf8(name, c < U' ' || c == 0x7F ? U' ' : c);
    }
    name.erase(0, name.find_first_not_of(' '));
    name.erase(name.find_last_not_of(' ') + 1);
    return name;
}
namespace {

/// Number of newest steps among which a gesture's step is searched; no more gestures run at the same time.
constexpr std::size_t newest = 3;

}  // namespace

std::size_t History::open_step(std::size_t view, Gesture gesture) const {
    const std::size_t from = done_.size() > newest ? done_.size() - newest : 0;
    for (std::size_t i = done_.size(); gesture != 0 && i > from; --i)
        if (done_[i - 1].gesture == gesture && done_[i - 1].change.view == view) return i - 1;
    return done_.size();
}

void History::merge(Change& into, const ViewChange& change) {
    for (std::size_t i = 0; i < change.after.size(); ++i) {
        if (change.before[i] == change.after[i]) continue;
        const auto known =
            std::find_if(into.parameters.begin(), into.parameters.end(),
                         [&](const ParameterChange& p) { return p.view == change.view && p.index == i; });
        if (known == into.parameters.end())
            into.parameters.push_back({change.view, i, change.before[i], change.after[i]});
        else
            known->after = change.after[i];
    }
}

void History::record(std::span<const ViewChange> changes, Gesture gesture) {
    if (std::all_of(changes.begin(), changes.end(),
                    [](const ViewChange& change) { return change.before == change.after; }))
        return;
    undone_.clear();
    const std::size_t view = changes.front().view;
    const std::size_t index = open_step(view, gesture);
    if (index == done_.size()) done_.push_back({{view, {}}, gesture});
    std::vector<ParameterChange>& parameters = done_[index].change.parameters;
    for (const ViewChange& change : changes) merge(done_[index].change, change);
    std::erase_if(parameters, [](const ParameterChange& p) { return p.before == p.after; });
    std::stable_partition(parameters.begin(), parameters.end(),
                          [view](const ParameterChange& p) { return p.view == view; });
    // A gesture that returned to its start has changed nothing.
    if (parameters.empty()) done_.erase(done_.begin() + static_cast<std::ptrdiff_t>(index));
    if (done_.size() > max_steps) done_.pop_front();
}

void History::record(std::size_t view, const Values& before, const Values& after, Gesture gesture) {
    const ViewChange change{view, before, after};
    record({&change, 1}, gesture);
}

void History::record(const ViewChange& change, PinsChange pins) {
    if (pins.before == pins.after && change.before == change.after) return;
    undone_.clear();
    done_.push_back({{change.view, {}, std::move(pins)}, 0});
    merge(done_.back().change, change);
    if (done_.size() > max_steps) done_.pop_front();
}

void History::record(std::size_t view, LinksChange links) {
    if (links.before == links.after) return;
    undone_.clear();
    done_.push_back({{view, {}, {}, std::move(links)}, 0});
    if (done_.size() > max_steps) done_.pop_front();
}

std::optional<Change> History::undo() {
    if (done_.empty()) return std::nullopt;
    undone_.push_back(std::move(done_.back()));
    undone_.back().gesture = 0;
    done_.pop_back();
    return undone_.back().change;
}

std::optional<Change> History::redo() {
    if (undone_.empty()) return std::nullopt;
    done_.push_back(std::move(undone_.back()));
    undone_.pop_back();
    return done_.back().change;
}

void History::restore(std::vector<Change> done, std::vector<Change> undone) {
    done_.clear();
    undone_.clear();
    for (Change& change : done) done_.push_back({std::move(change), 0});
    for (Change& change : undone) undone_.push_back({std::move(change), 0});
}

}  // namespace poslab
