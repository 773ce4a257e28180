#pragma once

#include <string>
#include <string_view>

namespace poslab::gpu {

/// Whether a text has the line `#define real double`.
[[nodiscard]] bool has_double_real(std::string_view text);

/// A text of GLSL with "lf" after each floating literal that has no suffix: a literal without one is rounded to 24 bits.
[[nodiscard]] std::string with_double_literals(std::string_view text);

/// What a driver says about a text that it does not compile, in words: the first error with the place where it was written,
/// "shaders/common/plan.h, line 9: ...". Line numbers of the log are those of `text`, which came from `file` and the files named
/// by the markers of scripts/cmake/embed.cmake in it.
[[nodiscard]] std::string explained_log(std::string_view log, std::string_view file, std::string_view text);

}  // namespace poslab::gpu
