#pragma once

#include "app/gui/widgets/ui.hpp"

#include <array>
#include <span>
#include <string>
#include <string_view>

namespace poslab {

struct Option {
    std::string_view id;
    std::string_view label;
    std::span<const std::array<double, 2>> sketch{};  // Choice::sketch
};

/// Opens a list under itself, arrow keys step through it. Returns the chosen place, else `chosen`. 32 high.
int combo(Ui& ui, std::string_view name, Rect rect, std::span<const Option> options, int chosen);

/// The same list, opened by any button: `clicked` opens it. It is at least `width` wide and stays in the window.
int menu_button(Ui& ui, std::string_view name, Rect button, double width, std::span<const Option> options, int chosen,
                bool clicked);

/// Two or three choices beside each other. 32 high.
int segmented(Ui& ui, std::string_view name, Rect rect, std::span<const Option> options, int chosen);

/// 32 x 16, its right end at `right`.
bool toggle(Ui& ui, std::string_view name, double right, double center_y, bool on);

}  // namespace poslab
