// Actions and scales of axes in the command palette, in addition to views, parameters and files.

#include "app/state/palette_entry.hpp"
#include "app/state/search_synonyms.hpp"
#include "core/controls/plot_axes.hpp"
#include "core/controls/viewport.hpp"
#include "core/views/axes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace poslab {
namespace {

using Group = PaletteEntry::Group;
using Entries = std::vector<PaletteEntry>;

bool has_plots(const PaletteSource& source) {
    const bool settable = axis_settings(source.store.view(), source.store.values()) != nullptr;
    return settable && source.figure != nullptr && !settable_plots(*source.figure).empty();
}

/// Adds the scales of the axes of the shown figure: "Profile, y axis: logarithmic".
void add_axes(const PaletteSource& source, Entries& entries) {
    if (!has_plots(source)) return;
    using Scale = AxisSetting::Scale;
    constexpr std::array<std::pair<Scale, Text>, 3> scales{{{Scale::linear, "linear"_tr.as("axis")},
                                                            {Scale::log, "logarithmic"_tr.as("axis")},
                                                            {Scale::symlog, "symmetric logarithmic"_tr}}};
    const Store& store = source.store;
    const Translator translate(store.language);
    const auto plots = settable_plots(*source.figure);
    for (std::size_t n = 0; n < plots.size(); ++n)
        for (const bool y : {true, false})
            for (const auto& scale : scales) {
                if (y ? !plots[n].own_y : !plots[n].own_x) continue;
                const Panel& panel =
                    (plots[n].companion ? source.figure->companions : source.figure->main)[plots[n].index];
                const std::string name = panel.title.empty() ? translate("plot {}", n + 1) : panel.title;
                const Text axis = y ? "y axis"_tr : "x axis"_tr;
                const AxisAddress address{figure_of_axes(store.view(), store.figure()),
                                          static_cast<int>(n) + 1, y};
                PaletteEntry entry{
                    .group = Group::action,
                    .title = translate("{}, {}: {}", name, axis, scale.second),
                    .palette_action = StateChange([address, to = scale.first](Store& changed, Presets&) {
                        const View& view = changed.view();
                        const AxisSettings* now = axis_settings(view, changed.values());
                        if (now == nullptr) return Toast{};
                        AxisSettings next = *now;
                        set_scale(next, address, to);
                        changed.set(with_axis_settings(view, changed.values(), std::move(next)), 0);
                        return Toast{};
                    }),
                    .only_searched = true,
                    .handicap = 5 * static_cast<int>(n)};
                entry.find_by(name, PaletteEntry::mostly);
                entry.find_by(axis, PaletteEntry::fully);
                entry.find_by(scale.second, PaletteEntry::fully);
                entries.push_back(std::move(entry));
            }
}

/// True if the action currently has an effect.
bool possible(Action action, const PaletteSource& source) {
    const Store& store = source.store;
    const auto& pins = store.pins();
    switch (action) {
        case Action::unpin_all:
            return !pins.empty();
        case Action::show_side_by_side:
        case Action::show_difference:
        case Action::show_wipe:
            return std::count_if(pins.begin(), pins.end(), [](const Pin& pin) { return pin.shown; }) == 1;
        case Action::undo:
            return store.history().undo_steps() > 0;
        case Action::redo:
            return store.history().redo_steps() > 0;
        case Action::play:
        case Action::record:
        case Action::turn_round:
        case Action::change_course:
        case Action::slower:
        case Action::faster:
            return playable_parameter(store, source.player).has_value();
        case Action::go_home:
        case Action::pan_tool:
        case Action::zoom_tool:
            return viewport_of(store.view(), store.values()).has_value() || has_plots(source);
        case Action::lock_axes:
        case Action::measure:
            return has_plots(source);
        case Action::open_palette:
            return false;  // it is open
        case Action::open_recent:
            return !store.recent.empty();
        case Action::export_presets:
            return !source.presets.names().empty();
        default:
            return true;
    }
}

std::string value_of(Action action, const PaletteSource& source) {
    const Store& store = source.store;
    const Translator translate(store.language);
    if (action == Action::other_theme) return translate(store.theme == Theme::light ? "Light"_tr : "Dark"_tr);
    if (action == Action::other_language) return std::string(store.language.name());
    if (action == Action::usual_size) return fmt::format("{} %", store.percent);
    return {};
}

PaletteAction palette_action_of(Action action) {
    if (action == Action::save_preset) return PromptName{PromptName::For::view};
    if (action == Action::save_all_preset) return PromptName{PromptName::For::all_views};
    return action;
}

void add_actions(const PaletteSource& source, Entries& entries) {
    const Language language = source.store.language;
    for (const ActionInfo& info : all_actions()) {
        if (!possible(info.action, source)) continue;
        PaletteEntry entry{.group = Group::action,
                           .title = std::string(in(language, info.label)),
                           .value = value_of(info.action, source),
                           .key = std::string(in(language, info.keys)),
                           .palette_action = palette_action_of(info.action)};
        entry.find_by(info.label, PaletteEntry::fully);
        for (const ActionSynonyms& other : action_synonyms())
            if (other.action == info.action)
                for (const std::string& phrase : phrases_of(other.phrases))
                    entry.find_by(phrase, PaletteEntry::mostly);
        entry.find_by(name_of(Group::action), PaletteEntry::hardly);
        entries.push_back(std::move(entry));
    }
}

}  // namespace

void add_action_entries(const PaletteSource& source, Entries& entries) {
    add_axes(source, entries);
    add_actions(source, entries);
}

}  // namespace poslab
