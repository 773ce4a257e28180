#pragma once

#include "core/params/descriptor.hpp"

#include <functional>
#include <string>
#include <string_view>

namespace poslab {

using TextWidth = std::function<double(std::string_view)>;

/// A value in the words of the window, short: a choice's label, "ALiBi, T5", "48 numbers", a file's name.
[[nodiscard]] std::string shown_value(const Descriptor& descriptor, const Value& value, Language language);

/// At most six digits: 0.333333.
[[nodiscard]] std::string short_number(double number);

/// What a slider covers: "0 … 16,777,216", "> 0 … < 1".
[[nodiscard]] std::string shown_range(const Descriptor& descriptor);

/// Why a text was not taken: what would be.
[[nodiscard]] std::string range_sentence(const Descriptor& descriptor, Language language);

/// "1, 1.05, …, 64.8": as many numbers of the list as fit into `room`, the last one always among them.
[[nodiscard]] std::string shown_numbers(const NumberList& list, const TextWidth& width, double room);

/// The file's name without its folders, with the "#NAME" of its part.
[[nodiscard]] std::string file_label(const FileName& file);

/// `text` with an ellipsis in its middle, as long as fits into `room`.
[[nodiscard]] std::string middle_elided(const std::string& text, const TextWidth& width, double room);

}  // namespace poslab
