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
    std::optional<ColorMap> colors{};                 // draws a strip of this map before the label
    std::string_view tip{};                           // tooltip of its row: its effect; may be empty
};

/// Lets a list add choices to compare with the current one. Each row gets a pin, which leaves the list open;
/// a last row may add several together.
struct CompareMenu {
    std::string_view tip;    // tooltip of the pins
    std::string_view all{};  // label of the last row; empty: no such row
    int place = -1;          // index of the row whose pin was clicked
    bool all_taken = false;  // the last row was clicked
};

/// A drop-down list; arrow keys step through it. Returns the new choice, else `chosen`. 32 high.
int combo(Ui& ui, std::string_view name, Rect rect, std::span<const Option> options, int chosen,
          CompareMenu* compare = nullptr);

/// The same list for any button: `clicked` opens it. It is at least `width` wide and stays in the window.
int menu_button(Ui& ui, std::string_view name, Rect button, double width, std::span<const Option> options,
                int chosen, bool clicked);

/// Two or three choices side by side. 32 high.
int segmented(Ui& ui, std::string_view name, Rect rect, std::span<const Option> options, int chosen);

/// A 32 x 16 switch, right-aligned at `right`.
bool toggle(Ui& ui, std::string_view name, double right, double center_y, bool on);

}  // namespace poslab
