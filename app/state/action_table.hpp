#pragma once

#include "app/state/actions.hpp"

#include <array>

namespace poslab {

/// All actions with their names and keys, in the order of the enumeration. Keys are defined only here; the
/// window executes the actions, and the palette and the sheet of keys list them.
inline constexpr std::array<ActionInfo, 52> action_table{{
    {Action::pin, "Pin or unpin this state"_tr, untranslated("P")},
    {Action::unpin_all, "Unpin all"_tr},
    {Action::show_side_by_side, "Compare side by side"_tr},
    {Action::show_difference, "Compare as a difference"_tr},
    {Action::show_wipe, "Compare with a wipe"_tr},
    {Action::open_export, "Export…"_tr, untranslated("E")},
    {Action::record, "Record a slider as GIF, MP4 or frames…"_tr},
    {Action::train, "Train a small model…"_tr},
    {Action::open_file, "Open file…"_tr, untranslated("Ctrl O")},
    {Action::open_recent, "Recent files…"_tr, untranslated("Ctrl Shift O")},
    {Action::undo, "Undo"_tr, untranslated("Ctrl Z")},
    {Action::redo, "Redo"_tr, untranslated("Ctrl Y"), untranslated("Ctrl Shift Z")},
    {Action::play, "Play or pause"_tr, "Space"_tr},
    {Action::slower, "Play slower"_tr, untranslated("[")},
    {Action::faster, "Play faster"_tr, untranslated("]")},
    {Action::turn_round, "Loop / bounce"_tr, untranslated("L")},
    {Action::change_course, "Motion: constant, eased or steps"_tr, "Shift L"_tr},
    {Action::go_home, "Reset view"_tr, untranslated("Home"), untranslated("0")},
    {Action::pan_tool, "Pan"_tr, untranslated("H")},
    {Action::zoom_tool, "Zoom to box"_tr, untranslated("Z")},
    {Action::lock_axes, "Lock axes and colours (on/off)"_tr, untranslated("A")},
    {Action::measure, "Measure from cursor (on/off)"_tr, untranslated("D")},
    {Action::copy_figure, "Copy figure as picture"_tr, untranslated("Ctrl Shift F")},
    {Action::copy_command, "Copy as command"_tr, untranslated("Ctrl C")},
    {Action::copy_values, "Copy values under cursor"_tr, untranslated("Ctrl Shift C")},
    {Action::copy_formula, "Copy formula as LaTeX"_tr, untranslated("Ctrl L")},
    {Action::view_before, "Previous view"_tr, untranslated("Ctrl Page ↑")},
    {Action::view_after, "Next view"_tr, untranslated("Ctrl Page ↓")},
    {Action::show_lessons, "Lessons"_tr, untranslated("F3")},
    {Action::explain, "What am I looking at?"_tr, untranslated("F1")},
    {Action::show_glossary, "Glossary"_tr},
    {Action::present, "Start/stop presenting"_tr, untranslated("F5")},
    {Action::full_screen, "Full screen (on/off)"_tr, untranslated("F11")},
    {Action::switch_side, "Switch between text and sliders"_tr, untranslated("S")},
    {Action::step_before, "Lesson: previous step"_tr, untranslated("B")},
    {Action::step_after, "Lesson: next step"_tr, untranslated("N")},
    {Action::step_again, "Lesson: reset this step"_tr, untranslated("R")},
    {Action::reset_answers, "Reset answers"_tr},
    {Action::make_step, "Add this view to my lesson"_tr},
    {Action::other_theme, "Theme: light or dark"_tr, untranslated("T")},
    {Action::other_language, "Next language"_tr, untranslated("G")},
    {Action::larger, "Larger interface"_tr, untranslated("Ctrl +")},
    {Action::smaller, "Smaller interface"_tr, untranslated("Ctrl −")},
    {Action::usual_size, "Reset interface size"_tr, untranslated("Ctrl 0")},
    {Action::less_motion, "Reduce motion (on/off)"_tr, untranslated("M")},
    {Action::show_keys, "Keyboard shortcuts"_tr, untranslated("?")},
    {Action::open_palette, "Search all commands"_tr, untranslated("Ctrl K")},
    {Action::save_preset, "Save this view as preset…"_tr},
    {Action::save_all_preset, "Save all views as preset…"_tr},
    {Action::import_presets, "Import presets…"_tr},
    {Action::export_presets, "Export presets…"_tr},
    {Action::quit, "Quit; the session is saved"_tr, untranslated("Ctrl Q")},
}};

constexpr bool action_table_is_in_order() {
    for (std::size_t n = 0; n < action_table.size(); ++n)
        if (static_cast<std::size_t>(action_table[n].action) != n) return false;
    return static_cast<std::size_t>(Action::quit) + 1 == action_table.size();
}
static_assert(action_table_is_in_order(), "actions are in the order of their enumeration");

}  // namespace poslab
