#include "app/state/store.hpp"

#include "app/state/watched_files.hpp"
#include "core/base/errors.hpp"
#include "core/files/file_status.hpp"
#include "core/params/filling.hpp"
#include "core/params/json.hpp"
#include "core/views/registry.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace poslab {
namespace {

void set_filled(ViewState& state, FilledValues filled) {
    state.baseline = state.command_line = std::move(filled.baseline);
    state.filled = std::move(filled.places);
}

bool refills(const View& view, const Values& before, const Values& after) {
    const auto parameters = view.parameters();
    for (std::size_t i = 0; i < parameters.size(); ++i)
        if (parameters[i].expand_preset != nullptr && !(before[i] == after[i])) return true;
    return false;
}

/// fill() for a view other than the one in which `filling` was set. A parameter keeps its value if the new
/// one is out of this view's range, and a view without `filling` keeps its length.
Values with_what_fits(const ViewState& state, Values values, const Descriptor& filling,
                      const nlohmann::json& partial) {
    const View& view = *state.view;
    Values next = values;
    nlohmann::json limited = limited_to(view.parameters(), partial);
    if (parameter_index(view, filling.id) < 0) limited.erase("length");
    for (const auto& [id, value] : limited.items()) {
        if (state.unlinked.contains(id)) continue;
        try {
            fill(view.parameters(), nlohmann::json::object({{id, value}}), next);
        } catch (const Error&) {  // out of this view's range: the value stays
        }
    }
    try {
        return view.adjusted(next);
    } catch (const Error&) {
        return values;
    }
}

/// Returns true if the drive or server of a file is late: reading it may stop the window. Throws InputError
/// if it never answered.
bool is_late_file(const Value& value) {
    const auto* const file = std::get_if<FileName>(&value);
    if (file == nullptr || file->path.empty()) return false;
    const FileStatus status = prompt_file_status(prompt_file_name(file->path), Patience::of_action);
    if (status.kind == FileKind::unknown) throw InputError(unanswered_message(file->path));
    return status.is_late;
}

bool is_of(const Descriptor& descriptor, std::initializer_list<Stage> stages) {
    return std::find(stages.begin(), stages.end(), descriptor.stage) != stages.end();
}

/// True if there are more tokens than before: a computation may now take minutes.
bool is_longer(const View& view, const Values& before, const Values& after) {
    const Value *was = value_of(view, before, "length"), *is = value_of(view, after, "length");
    if (was == nullptr || is == nullptr || !std::holds_alternative<std::int64_t>(*is)) return false;
    return std::get<std::int64_t>(*is) > std::get<std::int64_t>(*was);
}

}  // namespace

std::vector<std::size_t> filling_files(const View& view, const Values& values) {
    std::vector<std::size_t> indices;
    const auto parameters = view.parameters();
    for (std::size_t i = 0; i < parameters.size(); ++i)
        if (const auto* const file = std::get_if<FileName>(&values[i]);
            file != nullptr && !file->path.empty() && parameters[i].expand_preset != nullptr)
            indices.push_back(i);
    return indices;
}

FilledValues read_filled(const View& view, const Values& values) {
    const auto parameters = view.parameters();
    const Values defaults = view.defaults();
    FilledValues filled{readable_baseline(parameters, defaults, values).values};
    try {
        filled.baseline = view.adjusted(filled.baseline);
    } catch (const Error&) {  // unadjusted
    }
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        if (parameters[i].expand_preset == nullptr || values[i] == defaults[i]) continue;
        try {
            filled.places[i] = filled_places(parameters, i, values[i]);
        } catch (const Error&) {  // a file that no longer exists
        }
    }
    return filled;
}

Store::Store(std::span<const View* const> views) : shared_(views) {
    for (const View* view : views) {
        const auto figures = offered_figures(*view);
        const Values opening = view->opening();
        FilledValues filled = read_filled(*view, opening);
        views_.push_back({.view = view,
                          .values = opening,
                          .baseline = opening,
                          .command_line = std::move(filled.baseline),
                          .filled = std::move(filled.places),
                          .figure = figures.empty() ? &view->info().figures.front() : figures.front()});
    }
    if (views_.empty()) throw UsageError("this program has no views"_tr);
}

void Store::choose(std::string_view view_id) {
    const auto found = std::find_if(views_.begin(), views_.end(),
                                    [&](const ViewState& state) { return state.view->info().id == view_id; });
    if (found == views_.end()) {
        static_cast<void>(find_view(view_id));  // throws, with the ids of the views
        return;
    }
    chosen_ = static_cast<std::size_t>(found - views_.begin());
}

bool Store::set(const Values& values) { return set(values, gesture_); }

bool Store::set(const Values& values, Gesture gesture) {
    try {
        Values adjusted = view().adjusted(values);
        history_.record(chosen_, views_[chosen_].values, adjusted, gesture);
        assign(chosen_, std::move(adjusted));
        return true;
    } catch (const Error&) {
        return false;
    }
}

void Store::assign(std::size_t view, Values values) {
    ViewState& state = views_[view];
    const bool other_baseline = refills(*state.view, state.values, values);
    if (is_longer(*state.view, state.values, values)) state.confirmed = false;
    state.values = std::move(values);
    if (!other_baseline) return;
    const std::vector<std::size_t> files = filling_files(*state.view, state.values);
    state.unread = !files.empty();
    Values without = state.values;
    for (const std::size_t index : files) without[index] = FileName{};
    set_filled(state, read_filled(*state.view, without));
}

std::optional<std::size_t> Store::unread_view() const {
    const auto found =
        std::find_if(views_.begin(), views_.end(), [](const ViewState& state) { return state.unread; });
    if (found == views_.end()) return std::nullopt;
    return static_cast<std::size_t>(found - views_.begin());
}

void Store::take_filled(std::size_t view, const Values& values, FilledValues filled) {
    ViewState& state = views_.at(view);
    if (!state.unread || refills(*state.view, state.values, values)) return;
    state.unread = false;
    set_filled(state, std::move(filled));
}

void Store::leave_unread() {
    for (ViewState& state : views_) state.unread = false;
}

void Store::assign_unconfirmed(std::size_t view, Values values) {
    if (!same_stages(*views_[view].view, views_[view].values, values, {Stage::prepare}))
        views_[view].confirmed = false;
    assign(view, std::move(values));
}

bool Store::edit(const Values& values) { return edit(values, gesture_); }

bool Store::edit(const Values& values, Gesture gesture) {
    const std::vector<std::size_t> filling = this->filling(this->values(), values);
    if (filling.empty()) return set(values, gesture);
    try {
        take(filled(values, filling, false), gesture);
        return true;
    } catch (const Error& error) {
        refusal_ = error.message();
        return false;
    }
}

bool Store::open(const Values& values, bool undoable) {
    try {
        take(filled(values, filling(view().defaults(), values), true),
             undoable ? std::optional<Gesture>(0) : std::nullopt);
        views_[chosen_].confirmed = true;
        return true;
    } catch (const Error& error) {
        refusal_ = error.message();
        return false;
    }
}

void Store::open_all(const std::map<std::string, Values, std::less<>>& values) {
    std::vector<Values> next;
    for (const ViewState& state : views_) {
        const auto found = values.find(state.view->info().id);
        next.push_back(found == values.end() ? state.values : state.view->adjusted(found->second));
    }
    take(std::move(next), Gesture{0});
}

std::optional<Message> Store::take_refusal() { return std::exchange(refusal_, std::nullopt); }

bool Store::is_modified(std::size_t index) const {
    const ViewState& state = current();
    const auto found = state.filled.find(index);
    return found != state.filled.end() &&
           std::any_of(found->second.begin(), found->second.end(),
                       [&](std::size_t at) { return !(state.values[at] == state.baseline[at]); });
}

void Store::refill(std::size_t index) {
    try {
        take(filled(values(), std::array{index}, false), gesture_);
    } catch (const Error& error) {
        refusal_ = error.message();
    }
}

/// Returns the indices of the filling parameters of the chosen view that differ.
std::vector<std::size_t> Store::filling(const Values& before, const Values& after) const {
    const auto parameters = view().parameters();
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < parameters.size(); ++i)
        if (parameters[i].expand_preset != nullptr && !(before[i] == after[i])) places.push_back(i);
    return places;
}

/// Returns the resulting values of all views. `keep`: the chosen view gets exactly `values`.
std::vector<Values> Store::filled(const Values& values, std::span<const std::size_t> filling,
                                  bool keep) const {
    const auto parameters = view().parameters();
    std::vector<Values> next;
    for (const ViewState& state : views_) next.push_back(state.values);
    next[chosen_] = values;
    for (const std::size_t index : filling) {
        const Descriptor& descriptor = parameters[index];
        std::optional<PromptFilling> prompt;
        if (is_late_file(values[index])) prompt.emplace(Patience::of_action);
        nlohmann::json partial = expanded(descriptor, values[index]);
        partial[std::string(descriptor.id)] = to_json({&descriptor, 1}, {values[index]}).front();
        if (!keep) set_and_fill(parameters, index, values[index], next[chosen_]);
        for (std::size_t other = 0; other < views_.size(); ++other)
            if (other != chosen_ && view().info().shares && views_[other].view->info().shares)
                next[other] = with_what_fits(views_[other], std::move(next[other]), descriptor, partial);
    }
    next[chosen_] = view().adjusted(next[chosen_]);
    return next;
}

/// Sets the values of all views; without a step this cannot be undone.
void Store::take(std::vector<Values> next, std::optional<Gesture> step) {
    std::vector<ViewChange> changes{{chosen_, values(), next[chosen_]}};
    for (std::size_t other = 0; other < views_.size(); ++other)
        if (other != chosen_ && !(next[other] == views_[other].values))
            changes.push_back({other, views_[other].values, next[other]});
    if (step) history_.record(changes, *step);
    for (const ViewChange& change : changes) assign_unconfirmed(change.view, std::move(next[change.view]));
}

void Store::link(std::size_t index, bool linked) {
    Unlinked next = current().unlinked;
    const std::string id(view().parameters()[index].id);
    if (linked)
        next.erase(id);
    else
        next.insert(id);
    history_.record(chosen_, {current().unlinked, next});
    views_[chosen_].unlinked = std::move(next);
}

void Store::restore_unlinked(std::string_view view_id, const Unlinked& unlinked) {
    for (ViewState& state : views_) {
        if (state.view->info().id != view_id) continue;
        state.unlinked.clear();
        for (const Descriptor& descriptor : state.view->parameters())
            if (unlinked.contains(descriptor.id) && shared_.contains(*state.view, descriptor.id))
                state.unlinked.emplace(descriptor.id);
    }
}

bool Store::choose_figure(std::string_view view_id, std::string_view figure_id, bool parts) {
    for (ViewState& state : views_) {
        if (state.view->info().id != view_id) continue;
        const FigureInfo* const named = find_figure(*state.view, figure_id);
        if (named == nullptr || !(named->offered || parts)) return false;
        state.figure = named;
        return true;
    }
    return false;
}

bool Store::pin() {
    Pins next = pins();
    const auto found =
        std::find_if(next.begin(), next.end(), [&](const Pin& pin) { return pin.values == values(); });
    if (next.size() >= max_pins || found != next.end()) return false;
    next.push_back({values()});
    change_pins(std::move(next), values());
    return true;
}

bool Store::pin_alongside(const std::vector<Values>& others) {
    Pins next = pins();
    bool all = true;
    for (const Values& other : others) {
        const Values adjusted = view().adjusted(other);
        const auto found =
            std::find_if(next.begin(), next.end(), [&](const Pin& pin) { return pin.values == adjusted; });
        if (found != next.end())
            found->shown = true;
        else if (!(adjusted == values()) && next.size() < max_pins)
            next.push_back({adjusted});
        else if (!(adjusted == values()))
            all = false;
    }
    if (!(next == pins())) change_pins(std::move(next), values());
    return all;
}

void Store::unpin(std::size_t index) {
    Pins next = pins();
    next.erase(next.begin() + static_cast<std::ptrdiff_t>(index));
    change_pins(std::move(next), values());
}

void Store::show_pin(std::size_t index, bool shown) {
    Pins next = pins();
    next.at(index).shown = shown;
    change_pins(std::move(next), values());
}

void Store::name_pin(std::size_t index, std::string_view name) {
    Pins next = pins();
    next.at(index).name = fitting_pin_name(name);
    if (!(next == pins())) change_pins(std::move(next), values());
}

void Store::raise_pin(std::size_t index) {
    if (index == 0) return exchange_pin(index);
    Pins next = pins();
    std::swap(next.at(index - 1), next.at(index));
    change_pins(std::move(next), values());
}

void Store::exchange_pin(std::size_t index) {
    Pins next = pins();
    const Values chosen = std::exchange(next.at(index).values, values());
    next.at(index).shown = true;
    next.at(index).name.clear();
    change_pins(std::move(next), view().adjusted(chosen));
}

void Store::change_pins(Pins next, const Values& values) {
    history_.record({chosen_, this->values(), values}, {pins(), next});
    views_[chosen_].pins = std::move(next);
    assign(chosen_, values);
}

void Store::replace_all(const Values& values, Pins pins) {
    const Values adjusted = view().adjusted(values);
    if (pins.size() > max_pins) pins.resize(max_pins);
    if (adjusted == this->values() && pins == this->pins()) return;
    change_pins(std::move(pins), adjusted);
}

void Store::restore_pins(std::string_view view_id, Pins pins, const Comparison& comparison) {
    if (pins.size() > max_pins) pins.resize(max_pins);
    for (ViewState& state : views_)
        if (state.view->info().id == view_id) {
            state.pins = std::move(pins);
            state.comparison = comparison;
            return;
        }
}

void Store::note_opened(const std::string& path) {
    std::erase(recent, path);
    recent.insert(recent.begin(), path);
    if (recent.size() > max_recent) recent.resize(max_recent);
}

std::vector<const FigureInfo*> offered_figures(const View& view) {
    std::vector<const FigureInfo*> offered;
    for (const FigureInfo& figure : view.info().figures)
        if (figure.offered) offered.push_back(&figure);
    return offered;
}

bool Store::undo() {
    const auto change = history_.undo();
    if (change) apply(*change, false);
    return change.has_value();
}

bool Store::redo() {
    const auto change = history_.redo();
    if (change) apply(*change, true);
    return change.has_value();
}

void Store::apply(const Change& change, bool after) {
    chosen_ = change.view;
    if (change.pins) views_[chosen_].pins = after ? change.pins->after : change.pins->before;
    if (change.links) views_[chosen_].unlinked = after ? change.links->after : change.links->before;
    for (std::size_t view = 0; view < views_.size(); ++view) {
        Values values = views_[view].values;
        for (const ParameterChange& parameter : change.parameters)
            if (parameter.view == view) values[parameter.index] = after ? parameter.after : parameter.before;
        if (!(values == views_[view].values)) assign_unconfirmed(view, views_[view].view->adjusted(values));
    }
}

void Store::restore(std::string_view view_id, const Values& values) {
    for (std::size_t view = 0; view < views_.size(); ++view)
        if (views_[view].view->info().id == view_id)
            assign_unconfirmed(view, views_[view].view->adjusted(values));
}

Values with_stages(const View& view, Values values, const Values& from, std::initializer_list<Stage> stages) {
    const auto parameters = view.parameters();
    for (std::size_t i = 0; i < parameters.size(); ++i)
        if (is_of(parameters[i], stages)) values[i] = from[i];
    return values;
}

}  // namespace poslab
