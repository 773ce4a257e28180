#pragma once

#include <string>
#include <string_view>

namespace poslab::gpu {

/// True if a text has the line `#define real double`.
[[nodiscard]] bool has_double_real(std::string_view text);

/// Returns a GLSL text with "lf" after each floating literal without a suffix, because a literal without one
/// is rounded to 24 bits.
[[nodiscard]] std::string with_double_literals(std::string_view text);

/// Returns a driver's message about a text that does not compile: the first error with its source location,
/// "shaders/common/plan.h, line 9: ...". Line numbers of the log refer to `text`, which came from `file` and
/// the files named by the markers of scripts/cmake/embed.cmake in it.
[[nodiscard]] std::string explained_log(std::string_view log, std::string_view file, std::string_view text);

}  // namespace poslab::gpu
