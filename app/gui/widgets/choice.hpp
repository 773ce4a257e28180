#pragma once

#include "app/gui/widgets/ui.hpp"
#include "core/figure/color_scale.hpp"

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace poslab {

struct Option {
    std::string_view id;
    std::string_view label;
    std::span<const std::array<double, 2>> sketch{};  // Choice::sketch
    std::optional<ColorMap> colors{};                 // a strip of its colours stands before the label
    std::string_view tip{};                           // what it does, in the tooltip of its row; may be empty
};

/// What a list offers beside choosing: to set another choice next to the present one. Each row then has a pin, which leaves the
/// list open, and there may be a last row for several at once.
struct BesideMenu {
    std::string_view tip;    // of the pins
    std::string_view all{};  // label of the last row; empty: there is none
    int place = -1;          // whose pin was clicked
    bool all_taken = false;  // the last row was
};

/// Opens a list under itself, arrow keys step through it. Returns the chosen place, else `chosen`. 32 high.
int combo(Ui& ui, std::string_view name, Rect rect, std::span<const Option> options, int chosen, BesideMenu* beside = nullptr);

/// The same list, opened by any button: `clicked` opens it. It is at least `width` wide and stays in the window.
int menu_button(Ui& ui, std::string_view name, Rect button, double width, std::span<const Option> options, int chosen,
                bool clicked);

/// Two or three choices beside each other. 32 high.
int segmented(Ui& ui, std::string_view name, Rect rect, std::span<const Option> options, int chosen);

/// 32 x 16, its right end at `right`.
bool toggle(Ui& ui, std::string_view name, double right, double center_y, bool on);

}  // namespace poslab
