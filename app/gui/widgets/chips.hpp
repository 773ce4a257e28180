#pragma once

#include "app/gui/widgets/choice.hpp"

#include <span>
#include <string_view>
#include <vector>

namespace poslab {

struct ChipsResult {
    int toggled = -1;  // index of the switched chip; -1: none
    bool right_clicked = false;
    double height = 0;  // height of all lines
};

/// Options that are each on or off, in as many lines as needed; a line is 24 high, the pitch 28. One Tab
/// stop: arrow keys move between chips, Space or Enter switches. `area` gives position and width.
ChipsResult chips(Ui& ui, std::string_view name, Rect area, std::span<const Option> options,
                  const std::vector<bool>& on);

}  // namespace poslab
