#pragma once

#include "core/params/descriptor.hpp"

#include <functional>
#include <string>
#include <string_view>

namespace poslab {

using TextWidth = std::function<double(std::string_view)>;

/// Returns a short text for a value: a choice's label, "ALiBi, T5", "48 numbers", a file's name.
[[nodiscard]] std::string shown_value(const Descriptor& descriptor, const Value& value, Language language);

/// Returns a number with at most six digits: 0.333333.
[[nodiscard]] std::string short_number(double number);

/// Returns the range of a slider: "0 … 16,777,216", "> 0 … < 1".
[[nodiscard]] std::string shown_range(const Descriptor& descriptor);

/// Returns the allowed values, for a text that was refused.
[[nodiscard]] std::string range_sentence(const Descriptor& descriptor, Language language);

/// Returns "1, 1.05, …, 64.8": as many numbers of the list as fit `room`, always including the last.
[[nodiscard]] std::string shown_numbers(const NumberList& list, const TextWidth& width, double room);

/// Returns the file's name without its folders, with the "#NAME" of its part.
[[nodiscard]] std::string file_label(const FileName& file);

/// Returns `text`, with an ellipsis in its middle if it does not fit `room`.
[[nodiscard]] std::string middle_elided(const std::string& text, const TextWidth& width, double room);

}  // namespace poslab
