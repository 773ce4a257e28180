#include "app/state/palette_search.hpp"

#include "app/state/palette_topics.hpp"
#include "core/base/errors.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace poslab {

void PaletteSearch::begin(const PaletteSource& source) {
    name_prompt_.reset();
    all_ = palette_entries(source);
    set_query(source, {});
}

void PaletteSearch::set_query(const PaletteSource& source, std::string query) {
    query_ = std::move(query);
    chosen_ = 0;
    found_.clear();
    if (name_prompt_)
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
        std::copy_if(all_.begin(), all_.end(), std::back_inserter(found_),
                     [](const PaletteEntry& e) { return !e.only_searched; });
        return;
    }
    found_ = value_entries(source.store, query_);
    const auto refusals = std::stable_partition(found_.begin(), found_.end(), [](const PaletteEntry& entry) {
        return !std::holds_alternative<Refused>(entry.palette_action);
    });
    const std::vector<PaletteEntry> refused(refusals, found_.end());  // only after all rows with an action
    found_.erase(refusals, found_.end());
    if (typed.size() > max_searched) {
        found_.push_back(PaletteEntry{.title = Translator(source.store.language)(
                                          "The text has {} characters; a search has at most {}.",
                                          std::to_string(typed.size()), std::to_string(max_searched))});
        found_.insert(found_.end(), refused.begin(), refused.end());
        return;
    }
    std::vector<std::pair<int, const PaletteEntry*>> hits;
    for (const PaletteEntry& entry : all_)
        if (const int fits = score(entry, typed); fits > 0) hits.emplace_back(fits, &entry);
    std::vector<std::pair<int, PaletteEntry>> topics;
    if (source.topics != nullptr) topics = source.topics->find(query_, source.store.language);
    for (const auto& [fits, entry] : topics) hits.emplace_back(fits, &entry);
    std::stable_sort(hits.begin(), hits.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    for (const auto& [fits, entry] : hits)
        if (found_.size() < max_found) found_.push_back(*entry);
    found_.insert(found_.end(), refused.begin(), refused.end());
}

/// Adds one row: the action of Enter for the typed name, or the reason why it is invalid.
void PaletteSearch::find_name(const PaletteSource& source) {
    const Translator translate(source.store.language);
    PaletteEntry entry{.group = PaletteEntry::Group::preset};
    std::string name;
    try {
        name = checked_preset_name(query_);
    } catch (const Error& error) {
        entry.title = translate(error.message());
        found_.push_back(std::move(entry));
        return;
    }
    const PromptName prompt = *name_prompt_;
    const bool taken = source.presets.has(name);
    if (prompt.purpose == PromptName::For::renaming) {
        entry.title = taken && name != prompt.of ? translate("the preset {} already exists", name)
                                                 : translate("Rename to {}", name);
        if (!taken)
            entry.palette_action = StateChange([name, from = prompt.of](Store& store, Presets& presets) {
                presets.rename(from, name);
                return Toast{Translator(store.language)("Renamed: {}", name), true, {}, -1};
            });
    } else {
        entry.title = taken ? translate("Replace the preset {}", name) : translate("Save as {}", name);
        entry.palette_action = StateChange(
            [name, all = prompt.purpose == PromptName::For::all_views](Store& store, Presets& presets) {
                presets.save(store, name, all);
                return Toast{Translator(store.language)("Saved: {}. Ctrl K finds it.", name), true, {}, -1};
            });
    }
    found_.push_back(std::move(entry));
}

void PaletteSearch::choose(std::size_t index) {
    if (index < found_.size()) chosen_ = index;
}

void PaletteSearch::move(int rows) {
    const auto count = static_cast<int>(found_.size());
    if (count == 0) return;
    const int requested = static_cast<int>(chosen_) + rows;
    const bool by_one = rows == 1 || rows == -1;
    chosen_ =
        static_cast<std::size_t>(by_one ? (requested + count) % count : std::clamp(requested, 0, count - 1));
}

PaletteSearch::Taken PaletteSearch::take(const PaletteSource& source) {
    if (chosen_ >= found_.size()) return {};
    const PaletteEntry entry = found_[chosen_];
    if (std::holds_alternative<Refused>(entry.palette_action)) return {};
    std::optional<std::string> next;
    if (const auto* complete = std::get_if<Complete>(&entry.palette_action)) next = complete->query;
    if (const auto* ask = std::get_if<PromptName>(&entry.palette_action)) {
        name_prompt_ = *ask;
        next = ask->of;
    }
    if (!next) return {entry, std::nullopt};
    set_query(source, *next);
    return {std::nullopt, next};
}

}  // namespace poslab
