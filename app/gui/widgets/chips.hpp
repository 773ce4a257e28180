#pragma once

#include "app/gui/widgets/choice.hpp"

#include <span>
#include <string_view>
#include <vector>

namespace poslab {

struct ChipsTouch {
    int toggled = -1;  // the place of the chip that was switched
    bool right_clicked = false;
    double height = 0;  // of all lines
};

/// Any number of choices that are on or off each, in as many lines as they need; a line is 24 high, the next one 28 further down.
/// One stop of Tab: arrow keys go from chip to chip, Space or Enter switches. `area` says where they begin and how wide they are.
ChipsTouch chips(Ui& ui, std::string_view name, Rect area, std::span<const Option> options, const std::vector<bool>& on);

}  // namespace poslab
