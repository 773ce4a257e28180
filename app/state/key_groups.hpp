#pragma once

#include "core/params/value.hpp"

#include <span>

namespace poslab {

/// One line of the sheet of keys.
struct KeyLine {
    Text keys;
    Text what;
};
struct KeyGroup {
    Text title;
    std::span<const KeyLine> lines;
};
/// What the keyboard and the mouse do, in the order of the sheet.
[[nodiscard]] std::span<const KeyGroup> key_groups();

}  // namespace poslab
