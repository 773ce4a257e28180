#pragma once

#include "core/params/value.hpp"

#include <span>
#include <string>

namespace poslab {

/// One line of the sheet of keys.
struct KeyLine {
    Text keys;
    Text what;
    Text also{};  // other keys with the same effect
};
struct KeyGroup {
    Text title;
    std::span<const KeyLine> lines;
};
/// Returns the keys and mouse gestures, in the order of the sheet.
[[nodiscard]] std::span<const KeyGroup> key_groups();
/// Returns all keys of a line: "Ctrl Y, Ctrl Shift Z".
[[nodiscard]] std::string keys_text(const KeyLine& line, Language language);

}  // namespace poslab
