#pragma once

#include "core/base/text.hpp"

#include <span>
#include <string>

namespace poslab {

/// An action of the window, started by a key, a tool or a row of the command palette.
enum class Action {
    pin,
    unpin_all,
    show_side_by_side,
    show_difference,
    show_wipe,
    open_export,
    record,
    train,
    open_file,
    open_recent,
    undo,
    redo,
    play,
    slower,
    faster,
    turn_round,
    change_course,
    go_home,
    pan_tool,
    zoom_tool,
    lock_axes,
    measure,
    copy_figure,
    copy_command,
    copy_values,
    copy_formula,
    view_before,
    view_after,
    show_lessons,
    explain,
    show_glossary,
    present,
    full_screen,
    switch_side,
    step_before,
    step_after,
    step_again,
    reset_answers,
    make_step,
    other_theme,
    other_language,
    larger,
    smaller,
    usual_size,
    less_motion,
    show_keys,
    open_palette,
    save_preset,
    save_all_preset,
    import_presets,
    export_presets,
    quit,
};

struct ActionInfo {
    Action action{};
    Text label;
    Text keys{};  // as the sheet of keys shows them; empty: none
    Text also{};  // other keys with the same effect
};

/// Returns all actions, in the order of the enumeration.
[[nodiscard]] std::span<const ActionInfo> all_actions();
[[nodiscard]] const ActionInfo& info_of(Action action);
/// Returns the keys of an action, for its tooltip.
[[nodiscard]] std::string keys_of(Action action, Language language);

}  // namespace poslab
