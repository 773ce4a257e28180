#pragma once

#include "core/figure/text_metrics.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace poslab {

/// The text, or as much of its beginning as fits `room` (CSS pixels), with an ellipsis.
[[nodiscard]] std::string fitted_text(std::string_view text, const TextMetrics& metrics, Font font, double size, double room);

/// The largest size, in halves of a pixel from `size` down to `least`, at which all of the text fits; `least` where none does.
[[nodiscard]] double fitting_size(std::string_view text, const TextMetrics& metrics, Font font, double size, double least,
                                  double room);

/// A line of several parts ("A  ·  B, C"): where there is no room for all of it, its last parts are left out. If not even the
/// first one fits, that is cut.
[[nodiscard]] std::string fitted_parts(std::string_view text, const TextMetrics& metrics, Font font, double size, double room);

/// Chinese punctuation that no line begins with, and that none ends with.
[[nodiscard]] bool closes_text(char32_t c);
[[nodiscard]] bool opens_text(char32_t c);

/// Lines no wider than `room`, at least one. Breaks at spaces (and at \n always), between Chinese characters but not before closing
/// nor after opening punctuation, and inside a word only where it is wider than the room.
[[nodiscard]] std::vector<std::string> wrapped_text(std::string_view text, const TextMetrics& metrics, Font font, double size,
                                                    double room);

}  // namespace poslab
