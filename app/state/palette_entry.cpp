#include "app/state/palette_entry.hpp"

#include "app/state/export_choice.hpp"
#include "app/state/related_choices.hpp"
#include "app/state/watched_files.hpp"
#include "core/base/half_width.hpp"
#include "core/controls/value_text.hpp"
#include "core/files/file_status.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <iterator>
#include <optional>

namespace poslab {
namespace {

using Group = PaletteEntry::Group;
using Entries = std::vector<PaletteEntry>;

StateChange to_view(const View& view, const FigureInfo* figure = nullptr) {
    return [&view, figure](Store& store, Presets&) {
        store.choose(view.info().id);
        if (figure != nullptr) static_cast<void>(store.choose_figure(view.info().id, figure->id));
        return Toast{};
    };
}

void add_views(const Store& store, Entries& entries) {
    for (const ViewState& state : store.views()) {
        const ViewInfo& info = state.view->info();
        PaletteEntry entry{.group = Group::view,
                           .title = std::string(in(store.language, info.title)),
                           .palette_action = to_view(*state.view)};
        entry.find_by(info.title, PaletteEntry::fully);
        entry.find_by(info.short_title, PaletteEntry::fully);
        entry.find_by(info.id, PaletteEntry::mostly);
        entry.find_by(name_of(Group::view), PaletteEntry::hardly);
        entries.push_back(std::move(entry));
    }
}

void add_figures(const Store& store, Entries& entries) {
    for (const ViewState& state : store.views()) {
        const auto figures = offered_figures(*state.view);
        const bool here = state.view == &store.view();
        for (std::size_t n = 0; figures.size() > 1 && n < figures.size(); ++n) {
            const FigureInfo& figure = *figures[n];
            PaletteEntry entry{
                .group = Group::figure,
                .title = std::string(in(store.language, figure.title)),
                .detail = here ? "" : std::string(in(store.language, state.view->info().title)),
                .key = here && n < 9 ? std::to_string(n + 1) : "",
                .palette_action = to_view(*state.view, &figure),
                .only_searched = !here,
                .handicap = here ? 0 : 20};
            entry.find_by(figure.title, PaletteEntry::fully);
            entry.find_by(figure.id, PaletteEntry::mostly);
            entry.find_by(state.view->info().title, PaletteEntry::hardly);
            entry.find_by(name_of(Group::figure), PaletteEntry::hardly);
            entries.push_back(std::move(entry));
        }
    }
}

/// Returns a message if the view adjusted the value: d = 127.
Toast rounded(const Store& store, std::size_t index, const Value& requested) {
    const Descriptor& descriptor = store.view().parameters()[index];
    const Value& now = store.values()[index];
    if (now == requested) return {};
    return {Translator(store.language)("{}: {} became {}, the nearest valid value.",
                                       in(store.language, descriptor.label),
                                       shown_value(descriptor, requested, store.language),
                                       shown_value(descriptor, now, store.language)),
            true,
            {},
            -1};
}

StateChange setting(const View& view, std::size_t index, Value value) {
    return [&view, index, value = std::move(value)](Store& store, Presets&) {
        store.choose(view.info().id);
        Values values = store.values();
        values.at(index) = value;
        // Otherwise the store has the reason.
        return store.edit(values, 0) ? rounded(store, index, value) : Toast{};
    };
}

std::string with_symbol(const Descriptor& descriptor, Language language) {
    std::string title(in(language, descriptor.label));
    if (!descriptor.symbol.empty()) title += fmt::format("  {}", descriptor.symbol);
    return title;
}

void find_by_parameter(PaletteEntry& entry, const Descriptor& descriptor, int share) {
    entry.find_by(descriptor.symbol, share);
    entry.find_by(descriptor.label, share);
    entry.find_by(descriptor.id, share * PaletteEntry::mostly / 100);
}

/// Returns the action of a parameter: a toggle switches, a file is chosen, any other value is typed in the
/// query.
PaletteAction palette_action_of(const View& view, std::size_t index, const Value& value) {
    const Descriptor& descriptor = view.parameters()[index];
    if (const bool* on = std::get_if<bool>(&value)) return setting(view, index, !*on);
    if (descriptor.kind == Kind::file) return PickFile{{&view, index}};
    return Complete{std::string(descriptor.symbol.empty() ? descriptor.id : descriptor.symbol) + " "};
}

/// Adds each choice of a parameter by its name: "map rerope". A choice of a list is added or removed.
void add_choices(const Store& store, const View& view, const Values& values, std::size_t place, int handicap,
                 Entries& entries) {
    const Descriptor& descriptor = view.parameters()[place];
    const bool list = descriptor.kind == Kind::choice_list, model = descriptor.expand_preset != nullptr;
    for (std::size_t n = 0; n < descriptor.domain.choices.size(); ++n) {
        const Choice& choice = descriptor.domain.choices[n];
        const auto index = static_cast<std::int32_t>(n);
        const auto* chosen = std::get_if<ChoiceList>(&values[place]);
        const bool now =
            chosen != nullptr ? chosen->contains(index) : values[place] == Value(ChoiceIndex{index});
        Value next = ChoiceIndex{index};
        if (list) {
            ChoiceList changed = chosen != nullptr ? *chosen : ChoiceList{};
            changed.set(index, !now);
            next = changed;
        }
        PaletteEntry entry{.group = model ? Group::model : Group::parameter,
                           .title = std::string(in(store.language, choice.label)),
                           .detail = std::string(in(store.language, descriptor.label)),
                           .value = now ? "✓" : "",
                           .palette_action = setting(view, place, next),
                           .only_searched = true,
                           .handicap = handicap + 10};
        entry.find_by(choice.label, PaletteEntry::fully);
        entry.find_by(choice.id, PaletteEntry::mostly);
        find_by_parameter(entry, descriptor, PaletteEntry::hardly);
        if (model) entry.find_by(name_of(Group::model), PaletteEntry::hardly);
        entries.push_back(std::move(entry));
    }
}

StateChange beside(const View& view, std::size_t index, const std::vector<std::size_t>& choices) {
    return [&view, index, choices](Store& store, Presets&) {
        store.choose(view.info().id);
        std::vector<Values> others;
        for (const std::size_t choice : choices) {
            others.push_back(store.values());
            others.back().at(index) = ChoiceIndex{static_cast<std::int32_t>(choice)};
        }
        if (store.pin_alongside(others)) return Toast{};
        return Toast{Translator(store.language)("Already {} pins: unpin one first.",
                                                std::to_string(store.pins().size())),
                     true,
                     {},
                     -1};
    };
}

/// Adds "Compare with ReRoPE": the other choices of a parameter, its whole family first.
void add_comparisons(const Store& store, std::size_t index, int handicap, Entries& entries) {
    const Descriptor& descriptor = store.view().parameters()[index];
    if (!is_comparable(descriptor)) return;
    const auto now = static_cast<std::size_t>(std::get<ChoiceIndex>(store.values()[index]).index);
    std::vector<std::vector<std::size_t>> offered;
    if (const auto related = related_choices(descriptor, now); related.size() > 1) offered.push_back(related);
    for (std::size_t other = 0; other < descriptor.domain.choices.size(); ++other)
        if (other != now) offered.push_back({other});
    for (const auto& choices : offered) {
        const std::string names = names_of(descriptor, choices, store.language);
        PaletteEntry entry{.group = Group::parameter,
                           .title = Translator(store.language)("Compare with {}", names),
                           .detail = std::string(in(store.language, descriptor.label)),
                           .palette_action = beside(store.view(), index, choices),
                           .only_searched = true,
                           .handicap = handicap + (choices.size() > 1 ? 15 : 20)};
        entry.find_by("Compare with another choice"_tr, PaletteEntry::fully);
        entry.find_by(names, PaletteEntry::mostly);
        find_by_parameter(entry, descriptor, PaletteEntry::hardly);
        entries.push_back(std::move(entry));
    }
}

constexpr int unused_handicap = 200;

/// Returns the text next to the name: the parameter is unused, or its range.
std::string detail_of(const Descriptor& descriptor, bool used, Language language) {
    if (!used) return Translator(language)("no effect at present"_tr);
    const bool number = descriptor.kind == Kind::integer || descriptor.kind == Kind::real;
    return number ? shown_range(descriptor) : "";
}

void add_parameters(const Store& store, Entries& entries) {
    const View& view = store.view();
    const auto parameters = view.parameters();
    const std::vector<bool> used = used_in(view, store.figure(), store.values());
    for (std::size_t index = 0; index < parameters.size(); ++index) {
        const Descriptor& descriptor = parameters[index];
        const Value& value = store.values()[index];
        const bool shown = used[index] && descriptor.control.listed != Listed::nowhere;
        const int handicap = used[index] ? 0 : unused_handicap;
        PaletteEntry entry{.group = Group::parameter,
                           .title = with_symbol(descriptor, store.language),
                           .detail = detail_of(descriptor, used[index], store.language),
                           .value = shown_value(descriptor, value, store.language),
                           .palette_action = palette_action_of(view, index, value),
                           .only_searched = !shown,
                           .handicap = handicap};
        find_by_parameter(entry, descriptor, PaletteEntry::fully);
        entry.find_by(name_of(Group::parameter), PaletteEntry::hardly);
        entries.push_back(std::move(entry));
        if (descriptor.kind == Kind::choice || descriptor.kind == Kind::choice_list)
            add_choices(store, view, store.values(), index, handicap, entries);
        add_comparisons(store, index, handicap, entries);
    }
}

/// Adds the models of the first view that has some, if the current view has none.
void add_models_elsewhere(const Store& store, Entries& entries) {
    const auto models_of = [](const View& view) -> std::optional<std::size_t> {
        const auto parameters = view.parameters();
        for (std::size_t index = 0; index < parameters.size(); ++index)
            if (parameters[index].expand_preset != nullptr && parameters[index].kind == Kind::choice)
                return index;
        return std::nullopt;
    };
    if (models_of(store.view())) return;
    for (const ViewState& state : store.views())
        if (const auto found = models_of(*state.view))
            return add_choices(store, *state.view, state.values, *found, 20, entries);
}

void add_presets(const PaletteSource& source, Entries& entries) {
    const Store& store = source.store;
    const Translator translate(store.language);
    for (const std::string& name : source.presets.names()) {
        const auto views = source.presets.views_of(name, store);
        std::string detail = translate("{} views", std::to_string(views.size()));
        for (const ViewState& state : store.views())
            if (views.size() == 1 && state.view->info().id == views.front())
                detail = in(store.language, state.view->info().title);
        PaletteEntry apply{
            .group = Group::preset,
            .title = name,
            .detail = detail,
            .palette_action = StateChange([name](Store& to, Presets& from) { return from.apply(name, to); })};
        apply.find_by(name, PaletteEntry::fully);
        apply.find_by(name_of(Group::preset), PaletteEntry::hardly);
        entries.push_back(std::move(apply));
        const auto change = [&](Text label, PaletteAction palette_action) {
            PaletteEntry entry{.group = Group::preset,
                               .title = translate("{}: {}", label, name),
                               .palette_action = std::move(palette_action),
                               .only_searched = true,
                               .handicap = 30};
            entry.find_by(name, PaletteEntry::mostly);
            entry.find_by(label, PaletteEntry::mostly);
            entries.push_back(std::move(entry));
        };
        change("Rename the preset"_tr, PromptName{PromptName::For::renaming, name});
        change("Delete the preset"_tr, StateChange([name](Store& to, Presets& from) {
                   from.erase(name);
                   return Toast{Translator(to.language)("Deleted: {}", name), true, {}, -1};
               }));
    }
}

void add_files(const Store& store, Entries& entries) {
    for (const std::string& path : store.recent) {
        const std::filesystem::path file(path);
        PaletteEntry entry{.group = Group::file,
                           .title = file.filename().string(),
                           .detail = file.parent_path().string(),
                           .palette_action = OpenPath{path},
                           .only_searched = false};
        entry.find_by(entry.title, PaletteEntry::fully);
        entry.find_by(path, PaletteEntry::hardly);
        entry.find_by(name_of(Group::file), PaletteEntry::hardly);
        entries.push_back(std::move(entry));
    }
}

/// Returns the reason why a parsed value is invalid: the file does not exist. Empty: it is valid.
std::string objection_to(const Value& value, Language language) {
    const auto* file = std::get_if<FileName>(&value);
    const bool gone = file != nullptr && !file->path.empty() &&
                      prompt_file_status(prompt_file_name(expanded_path(file->path))).kind == FileKind::none;
    return gone ? Translator(language)("no such file"_tr) : std::string();
}

/// A query taken as the name of a parameter and a value.
struct NameAndValue {
    std::u32string name;
    std::string_view value;
};

/// Splits a query at each of the first separators; names have fewer words than `max_names`.
std::vector<NameAndValue> named_values(std::string_view query) {
    constexpr std::string_view separators = " =";
    constexpr std::size_t max_names = 16;
    std::vector<NameAndValue> all;
    for (std::size_t at = 0; all.size() < max_names;) {
        at = query.find_first_of(separators, at);
        if (at == std::string_view::npos) break;
        const std::string_view name = query.substr(0, at);
        at = std::min(query.find_first_not_of(separators, at), query.size());
        std::string_view value = query.substr(at);
        while (value.ends_with(' ')) value.remove_suffix(1);
        if (value.empty()) break;
        if (!name.empty()) all.push_back({folded(name), value});
    }
    return all;
}

/// Returns a row that sets the parameter to `text`, or shows the reason why it is invalid.
PaletteEntry value_entry(const Store& store, std::size_t index, bool used, std::string_view text) {
    const Descriptor& descriptor = store.view().parameters()[index];
    PaletteEntry entry{.group = Group::parameter, .title = with_symbol(descriptor, store.language)};
    try {
        const Value value = parse_value(descriptor, text);
        entry.detail = objection_to(value, store.language);
        if (!entry.detail.empty()) return entry;
        entry.title += fmt::format("  =  {}", shown_value(descriptor, value, store.language));
        entry.palette_action = setting(store.view(), index, value);
        entry.value = shown_value(descriptor, store.values()[index], store.language);
        if (!used) entry.detail = detail_of(descriptor, used, store.language);
    } catch (const Error&) {
        entry.detail = range_sentence(descriptor, store.language);
    }
    return entry;
}

}  // namespace

void PaletteEntry::find_by(std::string_view text, int share) {
    if (!text.empty()) found_by.emplace_back(SearchText(text), share);
}

void PaletteEntry::find_by(Text text, int share) {
    std::string_view last;
    for (const Language language : languages())
        if (const std::string_view now = in(language, text); std::exchange(last, now) != now)
            find_by(now, share);
}

Text name_of(Group group) {
    constexpr std::array<Text, 11> names{"View"_tr,  "Figure"_tr, "Parameter"_tr,  "Preset"_tr,
                                         "Model"_tr, "File"_tr,   "Action"_tr,     "Lesson"_tr,
                                         "Term"_tr,  "Claim"_tr,  "Explanation"_tr};
    return names.at(static_cast<std::size_t>(group));
}

Entries palette_entries(const PaletteSource& source) {
    Entries entries;
    add_views(source.store, entries);
    add_figures(source.store, entries);
    add_presets(source, entries);
    add_files(source.store, entries);
    add_parameters(source.store, entries);
    add_models_elsewhere(source.store, entries);
    add_action_entries(source, entries);
    return entries;
}

int score(const PaletteEntry& entry, std::u32string_view query) {
    const auto best = [&](std::u32string_view typed) {
        int most = 0;
        for (const auto& [text, share] : entry.found_by)
            most = std::max(most, text.score(typed) * share / 100);
        return most;
    };
    const int whole = best(query);
    int sum = 0, words = 0;
    for (std::u32string_view rest = query; !rest.empty(); ++words) {
        const std::size_t end = std::min(rest.find(U' '), rest.size());
        const int hit = best(rest.substr(0, end));
        if (hit == 0) return whole > 0 ? std::max(1, whole - entry.handicap) : 0;
        sum += hit;
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    if (words == 0) return 0;
    return std::max(1, std::max(whole, sum / words) - entry.handicap);
}

Entries value_entries(const Store& store, std::string_view typed) {
    const std::string usual = half_width(typed);
    const std::vector<NameAndValue> named = named_values(usual);
    struct Found {
        int score;
        PaletteEntry entry;
    };
    std::vector<std::vector<Found>> found_by_name(named.size());
    const auto parameters = store.view().parameters();
    const std::vector<bool> used = used_in(store.view(), store.figure(), store.values());
    for (std::size_t index = 0; index < parameters.size(); ++index) {
        const Descriptor& descriptor = parameters[index];
        if (descriptor.kind == Kind::choice || descriptor.kind == Kind::choice_list) continue;  // by name
        PaletteEntry parameter;
        find_by_parameter(parameter, descriptor, PaletteEntry::fully);
        for (std::size_t n = 0; n < named.size(); ++n) {
            const int fits = score(parameter, named[n].name) - (used[index] ? 0 : unused_handicap / 4);
            if (fits < SearchText::word - 100) continue;
            PaletteEntry entry = value_entry(store, index, used[index], named[n].value);
            const bool refused = std::holds_alternative<Refused>(entry.palette_action);
            if (refused && fits < SearchText::beginning) continue;
            found_by_name[n].push_back({fits - (refused ? SearchText::inside : 0), std::move(entry)});
        }
    }
    std::vector<Found> found;
    for (std::vector<Found>& of_name : found_by_name)
        std::move(of_name.begin(), of_name.end(), std::back_inserter(found));
    std::stable_sort(found.begin(), found.end(),
                     [](const Found& a, const Found& b) { return a.score > b.score; });
    Entries entries;
    for (Found& one : found) entries.push_back(std::move(one.entry));
    return entries;
}

}  // namespace poslab
