#pragma once

#include "core/params/value.hpp"

#include <span>
#include <string>

namespace poslab {

/// One line of the sheet of keys.
struct KeyLine {
    Text keys;
    Text what;
    Text also{};  // other keys for the same
};
struct KeyGroup {
    Text title;
    std::span<const KeyLine> lines;
};
/// What the keyboard and the mouse do, in the order of the sheet.
[[nodiscard]] std::span<const KeyGroup> key_groups();
/// All keys of a line: "Ctrl Y, Ctrl Shift Z".
[[nodiscard]] std::string keys_text(const KeyLine& line, Language language);

}  // namespace poslab
