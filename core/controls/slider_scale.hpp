#pragma once

#include "core/params/descriptor.hpp"

#include <string>

namespace poslab {

// Descriptors here are those that on_track() returns.

/// True if the parameter is a number with a slider: all except those with buttons (Widget::buttons) and
/// optional ones without an end of their track.
[[nodiscard]] bool has_slider(const Descriptor& descriptor);

/// True if its numbers are integers.
[[nodiscard]] bool is_whole(const Descriptor& descriptor);

/// Returns the number of an integer, real or optional value; an unset value is the end of its track.
[[nodiscard]] double number_of(const Descriptor& descriptor, const Value& value);
/// Returns a number as a value of the descriptor's kind, clamped to its range; integers are rounded, optional
/// values set.
[[nodiscard]] Value value_from(const Descriptor& descriptor, double number);

/// Rounding of a track position to a number: to a resolution that the mouse can reach; the same with snapping
/// to near powers of two (counts on a logarithmic track); finer, for smooth play.
enum class Rounding { plain, snapped, played };

/// Return the position of a value on the track, 0…1, and its inverse.
[[nodiscard]] double slider_fraction(const Descriptor& descriptor, const Value& value);
[[nodiscard]] Value slider_value(const Descriptor& descriptor, double fraction,
                                 Rounding rounding = Rounding::plain);

/// True if the slider snaps to powers of two: counts such as tokens and dimensions.
[[nodiscard]] bool likes_powers_of_two(const Descriptor& descriptor);
/// Returns the next power of two up or down for Page Up and Page Down; other sliders move by a tenth of their
/// track.
[[nodiscard]] Value paged_value(const Descriptor& descriptor, const Value& value, bool up);

/// Returns the value after one press of an arrow key, times `factor` (Shift 10, Alt 0.1); an integer moves by
/// at least 1.
[[nodiscard]] Value stepped_value(const Descriptor& descriptor, const Value& value, double factor);

/// Returns "65536" for "65,536" and "65 536". Other commas, and blanks between other digits, stay, so that
/// "4,5", "0,125" and "1 2" are not read as 45, 125 and 12.
[[nodiscard]] std::string without_separators(const std::string& text);
/// Returns a typed or pasted list with a comma between its items: "1,2,3" for "1, 2, 3" and "[1 2 3]".
[[nodiscard]] std::string separated_by_commas(std::string_view text);

/// Returns "65,536": thousands separators from five digits on, and a minus sign U+2212.
[[nodiscard]] std::string shown_number(std::string text);

}  // namespace poslab
