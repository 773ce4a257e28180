#pragma once

#include "core/params/value.hpp"

#include <span>
#include <string>
#include <string_view>

namespace poslab {

/// What has to be done again when the parameter changes (design.md §1).
enum class Stage { prepare, window, style };

enum class Kind { toggle, integer, real, choice, interval, resolution };

/// How a slider spreads the range: evenly, or by the logarithm (the lower end is then at least one step above 0).
enum class Spacing { linear, logarithmic };

struct Choice {
    std::string_view id{};  // lower-case words with hyphens: command line and JSON
    Text label{};
};

/// Everything about a parameter but its default, which is the initialiser of the struct's member. Slider, tooltip, flag,
/// JSON key, documentation row, undo label and fuzz domain come from here.
struct Descriptor {
    std::string_view id{};
    Text label{};
    std::string_view symbol{};  // as in formulas, e.g. "w"; may be empty
    Text unit{};
    Text help{};
    Stage stage = Stage::prepare;
    double minimum = 0;
    double maximum = 0;
    bool open_minimum = false;  // the lower end itself is excluded
    Spacing spacing = Spacing::linear;
    std::span<const Choice> choices{};
    std::span<const Text> states{};  // of a toggle, what false and true are called where two names say more than a switch
    bool slider = true;              // false: set by other gestures (zoom, pan), not shown among the sliders
    int order = 0;                   // in the inspector lower ones come first, equal ones as they are listed
    Kind kind = Kind::real;          // filled in from the member's type
};

/// "256", "true", "leaky-rerope", "10:20", "300x200"; unset intervals and resolutions give "all" and "auto".
[[nodiscard]] std::string to_string(const Descriptor& descriptor, const Value& value);

/// The inverse, as the command line reads it. Integers may be written 1e6. Throws UsageError naming parameter, value, range.
[[nodiscard]] Value parse_value(const Descriptor& descriptor, std::string_view text);

/// Throws UsageError naming parameter, value and range if `value` is of the wrong kind or outside the range.
void check_value(const Descriptor& descriptor, const Value& value);

/// "[0, 16777216]", "(1, 1e+12]", "rope, pi, …".
[[nodiscard]] std::string range_text(const Descriptor& descriptor);

}  // namespace poslab
