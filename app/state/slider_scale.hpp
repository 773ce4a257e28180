#pragma once

#include "core/params/descriptor.hpp"

#include <string>

namespace poslab {

// Descriptors here are as on_track() gives them.

/// Whether the parameter is a number with a slider: all are but those with buttons (Widget::buttons) and the optional ones
/// that do not say where their track ends.
[[nodiscard]] bool has_slider(const Descriptor& descriptor);

/// Whether its numbers are whole ones.
[[nodiscard]] bool is_whole(const Descriptor& descriptor);

/// The number of an integer, a real or an optional value; one that is unset stands for the end of its track.
[[nodiscard]] double number_of(const Descriptor& descriptor, const Value& value);
/// As a value of the descriptor's kind, brought into its range; whole ones are rounded, optional ones set.
[[nodiscard]] Value value_from(const Descriptor& descriptor, double number);

/// How a place on the track becomes a number: to what a hand can mean; the same, and powers of two where they are near
/// (counts on a logarithmic track); finer, for a smooth run.
enum class Rounding { plain, snapped, played };

/// Where on the track the value lies, 0…1, and back.
[[nodiscard]] double slider_fraction(const Descriptor& descriptor, const Value& value);
[[nodiscard]] Value slider_value(const Descriptor& descriptor, double fraction, Rounding rounding = Rounding::plain);

/// Whether the numbers of this slider are counts that like to be powers of two: tokens, dimensions.
[[nodiscard]] bool likes_powers_of_two(const Descriptor& descriptor);
/// The next power of two upward or downward: Page Up, Page Down; other sliders move by a tenth of their track.
[[nodiscard]] Value paged_value(const Descriptor& descriptor, const Value& value, bool up);

/// One press of an arrow key, times `factor` (shift 10, alt 0.1); an integer moves by at least 1.
[[nodiscard]] Value stepped_value(const Descriptor& descriptor, const Value& value, double factor);

/// "65536" of "65,536"; other commas stay, so that "4,5" is not taken for 45.
[[nodiscard]] std::string without_separators(std::string text);

/// "65,536": separators from five digits on, a real minus.
[[nodiscard]] std::string shown_number(std::string text);

}  // namespace poslab
