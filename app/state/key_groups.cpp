#include "app/state/key_groups.hpp"

#include "app/state/action_table.hpp"

#include <array>

namespace poslab {
namespace {

constexpr KeyLine line_of(Action action) {
    const ActionInfo& info = action_table.at(static_cast<std::size_t>(action));
    return {info.keys, info.label, info.also};
}

constexpr std::array<KeyLine, 19> figure_lines{{
    {"wheel, + −"_tr, "zoom about the pointer"_tr},
    {"drag"_tr, "pan, or zoom into a box"_tr},
    {"← ↑ → ↓"_tr, "pan by a tenth; Shift: a whole screen"_tr},
    {"Tab, ← ↑ → ↓"_tr, "when focused: move the pointer"_tr},
    {"Page ↑ ↓"_tr, "when focused: to another plot"_tr},
    {"Shift, Alt + wheel"_tr, "in a plot: only x, only y"_tr},
    line_of(Action::go_home),
    line_of(Action::pan_tool),
    line_of(Action::zoom_tool),
    line_of(Action::lock_axes),
    line_of(Action::measure),
    line_of(Action::copy_figure),
    line_of(Action::copy_command),
    line_of(Action::copy_values),
    line_of(Action::copy_formula),
    {"1 … 9"_tr, "figure, if a view has several"_tr},
    line_of(Action::pin),
    {"F2"_tr, "on a focused pin: name it"_tr},
    line_of(Action::open_export),
}};

constexpr std::array<KeyLine, 9> slider_lines{{
    {"← →"_tr, "one step; Shift: ten, Alt: a tenth"_tr},
    {"Page ↑ ↓"_tr, "next power of two, or a tenth of the track"_tr},
    {"Home  End"_tr, "ends of the range, when reached by Tab"_tr},
    {"Enter, 0 … 9"_tr, "type a value into its field"_tr},
    {"double click"_tr, "type a value"_tr},
    {"Del, right click"_tr, "reset to default"_tr},
    {"Alt drag"_tr, "no snapping to powers of two"_tr},
    {"Ctrl U"_tr, "unlink from other views (on/off)"_tr},
    {"Tab, ↑ ↓"_tr, "other controls; Shift Tab: previous"_tr},
}};

constexpr std::array<KeyLine, 6> play_lines{{
    line_of(Action::play),
    line_of(Action::faster),
    line_of(Action::slower),
    line_of(Action::turn_round),
    line_of(Action::change_course),
    {"Shift Space"_tr, "play this slider along with the first"_tr},
}};

constexpr std::array<KeyLine, 17> program_lines{{
    line_of(Action::open_palette),
    line_of(Action::undo),
    line_of(Action::redo),
    line_of(Action::open_file),
    line_of(Action::open_recent),
    line_of(Action::view_before),
    line_of(Action::view_after),
    line_of(Action::other_theme),
    line_of(Action::other_language),
    line_of(Action::larger),
    line_of(Action::smaller),
    line_of(Action::usual_size),
    line_of(Action::less_motion),
    line_of(Action::full_screen),
    line_of(Action::show_keys),
    {"Esc"_tr, "close, stop typing, leave a control"_tr},
    line_of(Action::quit),
}};

constexpr std::array<KeyLine, 10> lesson_lines{{
    line_of(Action::explain),
    line_of(Action::show_lessons),
    line_of(Action::step_after),
    line_of(Action::step_before),
    line_of(Action::step_again),
    line_of(Action::switch_side),
    line_of(Action::present),
    {"→ ←, Page ↓ ↑"_tr, "while presenting: next, previous step"_tr},
    {untranslated("X"), "while presenting: a laser pointer"_tr},
    {untranslated("."), "while presenting: a blank screen"_tr},
}};

constexpr std::array<KeyGroup, 5> groups{{{"Figure"_tr, figure_lines},
                                          {"Focused slider"_tr, slider_lines},
                                          {"Play"_tr, play_lines},
                                          {"Lessons"_tr, lesson_lines},
                                          {"Program"_tr, program_lines}}};

}  // namespace

std::span<const KeyGroup> key_groups() { return groups; }

std::string keys_text(const KeyLine& line, Language language) {
    std::string text(in(language, line.keys));
    const std::string_view also = in(language, line.also);
    if (!also.empty()) text += ", " + std::string(also);
    return text;
}

}  // namespace poslab
