#include "app/state/palette_search.hpp"

#include "app/state/palette_topics.hpp"
#include "core/base/errors.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace poslab {

void PaletteSearch::begin(const PaletteSource& source) {
    asks_.reset();
    all_ = palette_entries(source);
    set_query(source, {});
}

void PaletteSearch::set_query(const PaletteSource& source, std::string query) {
    query_ = std::move(query);
    chosen_ = 0;
    found_.clear();
    if (asks_)
        find_name(source);
    else
        find(source);
}

void PaletteSearch::refresh(const PaletteSource& source) {
    const std::size_t chosen = chosen_;
    set_query(source, query_);
    choose(chosen);
}

void PaletteSearch::find(const PaletteSource& source) {
    const std::u32string typed = folded(query_);
    if (typed.empty()) {
        std::copy_if(all_.begin(), all_.end(), std::back_inserter(found_), [](const PaletteEntry& e) { return !e.only_searched; });
        return;
    }
    found_ = value_entries(source.store, query_);
    const auto refusals = std::stable_partition(
        found_.begin(), found_.end(), [](const PaletteEntry& entry) { return !std::holds_alternative<Refused>(entry.deed); });
    const std::vector<PaletteEntry> refused(refusals, found_.end());  // only after all rows with an action
    found_.erase(refusals, found_.end());
    std::vector<std::pair<int, const PaletteEntry*>> hits;
    for (const PaletteEntry& entry : all_)
        if (const int fits = score(entry, typed); fits > 0) hits.emplace_back(fits, &entry);
    std::vector<std::pair<int, PaletteEntry>> topics;
    if (source.topics != nullptr) topics = source.topics->find(query_, source.store.language);
    for (const auto& [fits, entry] : topics) hits.emplace_back(fits, &entry);
    std::stable_sort(hits.begin(), hits.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    for (const auto& [fits, entry] : hits)
        if (found_.size() < most_found) found_.push_back(*entry);
    found_.insert(found_.end(), refused.begin(), refused.end());
}

/// Adds one row: the action of Enter for the typed name, or the reason why it is invalid.
void PaletteSearch::find_name(const PaletteSource& source) {
    const Words words(source.store.language);
    PaletteEntry entry{.group = PaletteEntry::Group::preset};
    std::string name;
    try {
        name = checked_preset_name(query_);
    } catch (const Error& error) {
        entry.title = words(error.sentence());
        found_.push_back(std::move(entry));
        return;
    }
    const AskName asked = *asks_;
    const bool taken = source.presets.has(name);
    if (asked.purpose == AskName::For::renaming) {
        entry.title = taken && name != asked.of ? words("the preset {} already exists", name) : words("Rename to {}", name);
        if (!taken)
            entry.deed = StateChange([name, from = asked.of](Store& store, Presets& presets) {
                presets.rename(from, name);
                return Toast{Words(store.language)("Renamed: {}", name), true, {}, -1};
            });
    } else {
        entry.title = taken ? words("Replace the preset {}", name) : words("Save as {}", name);
        entry.deed = StateChange([name, all = asked.purpose == AskName::For::all_views](Store& store, Presets& presets) {
            presets.save(store, name, all);
            return Toast{Words(store.language)("Saved: {}. Ctrl K finds it.", name), true, {}, -1};
        });
    }
    found_.push_back(std::move(entry));
}

void PaletteSearch::choose(std::size_t place) {
    if (place < found_.size()) chosen_ = place;
}

void PaletteSearch::move(int rows) {
    const auto count = static_cast<int>(found_.size());
    if (count == 0) return;
    const int wanted = static_cast<int>(chosen_) + rows;
    const bool by_one = rows == 1 || rows == -1;
    chosen_ = static_cast<std::size_t>(by_one ? (wanted + count) % count : std::clamp(wanted, 0, count - 1));
}

PaletteSearch::Taken PaletteSearch::take(const PaletteSource& source) {
    if (chosen_ >= found_.size()) return {};
    const PaletteEntry entry = found_[chosen_];
    if (std::holds_alternative<Refused>(entry.deed)) return {};
    std::optional<std::string> next;
    if (const auto* complete = std::get_if<Complete>(&entry.deed)) next = complete->query;
    if (const auto* ask = std::get_if<AskName>(&entry.deed)) {
        asks_ = *ask;
        next = ask->of;
    }
    if (!next) return {entry, std::nullopt};
    set_query(source, *next);
    return {std::nullopt, next};
}

}  // namespace poslab
