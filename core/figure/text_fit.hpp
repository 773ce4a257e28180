#pragma once

#include "core/figure/text_metrics.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace poslab {

/// Returns the text, truncated with an ellipsis if it exceeds `room` (CSS pixels).
[[nodiscard]] std::string fitted_text(std::string_view text, const TextMetrics& metrics, Font font,
                                      double size, double room);

/// Returns the largest size, in half pixels from `size` down to `least`, at which the text fits; `least` if
/// none does.
[[nodiscard]] double fitting_size(std::string_view text, const TextMetrics& metrics, Font font, double size,
                                  double least, double room);

/// Omits the last parts of a line ("A: B, C  ·  D") until it fits. Text in brackets is one part with what
/// precedes it. If not even the first part fits, it is truncated.
[[nodiscard]] std::string fitted_parts(std::string_view text, const TextMetrics& metrics, Font font,
                                       double size, double room);

/// False for characters that are drawn over the previous one, such as combining marks. No line begins with
/// one, so a text is not measured again for each of them.
[[nodiscard]] bool has_width(char32_t c, const TextMetrics& metrics, Font font, double size);

/// True for Chinese punctuation that cannot begin (closes_text) or end (opens_text) a line.
[[nodiscard]] bool closes_text(char32_t c);
[[nodiscard]] bool opens_text(char32_t c);

/// Breaks text into lines no wider than `room`, at least one. Breaks at line feeds and spaces, inside words
/// wider than `room`, and between Chinese characters but not before closing or after opening punctuation.
[[nodiscard]] std::vector<std::string> wrapped_text(std::string_view text, const TextMetrics& metrics,
                                                    Font font, double size, double room);

}  // namespace poslab
