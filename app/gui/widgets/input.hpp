#pragma once

#include "core/figure/geometry.hpp"

#include <array>
#include <string>
#include <vector>

namespace poslab {

enum class Key { none, tab, enter, escape, space, left, right, up, down, home, end, page_up, page_down, backspace, erase, letter };

struct KeyPress {
    Key key = Key::none;
    char letter = 0;  // 'A'…'Z', '0'…'9', '+', '-', '?', '[', ']' where key is `letter`
    bool ctrl = false, shift = false, alt = false;
};

enum class Button { left = 0, right = 1, middle = 2 };

/// What happened since the last frame, in CSS pixels. At most one press and one release per button.
struct Input {
    Point mouse{-1, -1};
    std::vector<Point> path;  // where the pointer was since the last frame before it came there; only while a button is held
    std::array<bool, 3> down{}, pressed{}, released{};
    bool double_clicked = false;
    double wheel = 0;
    bool ctrl = false, shift = false, alt = false;
    std::vector<KeyPress> keys;
    std::string text;
    double time = 0;  // seconds
};

}  // namespace poslab
