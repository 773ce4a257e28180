#include "app/state/key_groups.hpp"

#include <array>

namespace poslab {
namespace {

constexpr std::array<KeyLine, 14> figure_lines{{
    {"wheel, + −"_tr, "zoom about the pointer"_tr},
    {"drag"_tr, "pan, or zoom into a box"_tr},
    {"← ↑ → ↓"_tr, "pan by a tenth; Shift: by all"_tr},
    {"Home, 0"_tr, "show the whole matrix or figure"_tr},
    {"H  Z"_tr, "tool: pan, zoom into a box"_tr},
    {"Shift, Alt + wheel"_tr, "in a plot: only x, only y"_tr},
    {"A  D"_tr, "keep the axes' limits; difference from the pointer"_tr},
    {"Tab, ← ↑ → ↓"_tr, "with the focus: move the pointer"_tr},
    {"Ctrl C"_tr, "copy as command"_tr},
    {"Ctrl Shift C"_tr, "copy the values under the pointer"_tr},
    {"Ctrl L"_tr, "copy the formula as LaTeX"_tr},
    {"1 … 9"_tr, "figure, where a view has several"_tr},
    {"P"_tr, "pin the present state, to compare"_tr},
    {"E"_tr, "export"_tr},
}};

constexpr std::array<KeyLine, 9> slider_lines{{
    {"← →"_tr, "one step; Shift: ten, Alt: a tenth"_tr},
    {"Page ↑ ↓"_tr, "next power of two, or a tenth of the track"_tr},
    {"Home  End"_tr, "ends of the range, when reached by Tab"_tr},
    {"Enter, 0 … 9"_tr, "type a value into its field"_tr},
    {"double click"_tr, "type, too"_tr},
    {"Del, right click"_tr, "back to its default"_tr},
    {"Alt drag"_tr, "do not snap to powers of two"_tr},
    {"Ctrl U"_tr, "unlink from other views, or link again"_tr},
    {"Tab, ↑ ↓"_tr, "other controls; Shift Tab: the one before"_tr},
}};

constexpr std::array<KeyLine, 3> play_lines{{
    {"Space"_tr, "play, pause; first the slider in focus"_tr},
    {"[  ]"_tr, "faster, slower"_tr},
    {"L"_tr, "start over, or turn round at the ends"_tr},
}};

constexpr std::array<KeyLine, 11> program_lines{{
    {"Ctrl K"_tr, "find and do anything, by its name"_tr},
    {"Ctrl Z"_tr, "undo; with Shift, or Ctrl Y: redo"_tr},
    {"Ctrl O"_tr, "open a file; with Shift: a recent one"_tr},
    {"Ctrl Page ↑ ↓"_tr, "view before, after"_tr},
    {"T"_tr, "light or dark"_tr},
    {"G"_tr, "next language"_tr},
    {"Ctrl + − 0"_tr, "size of everything"_tr},
    {"M"_tr, "less motion, or as usual"_tr},
    {"?"_tr, "this sheet"_tr},
    {"Esc"_tr, "close, stop typing, leave a control"_tr},
    {"Ctrl Q"_tr, "quit; the session is kept"_tr},
}};

constexpr std::array<KeyGroup, 4> groups{{{"Figure"_tr, figure_lines},
                                          {"Slider with the focus"_tr, slider_lines},
                                          {"Play"_tr, play_lines},
                                          {"Program"_tr, program_lines}}};

}  // namespace

std::span<const KeyGroup> key_groups() { return groups; }

}  // namespace poslab
