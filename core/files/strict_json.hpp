#pragma once

#include <nlohmann/json.hpp>
#include <string_view>

namespace poslab {

/// Parses JSON from an untrusted source. Throws InputError that begins with `name` for an empty text, what is not JSON (with
/// line, column and reason), a Git LFS pointer or HTML page, NaN or Infinity, a number beyond float64, a key that is there twice,
/// and nesting deeper than `most_depth`; time and memory are linear in the size of the text.
[[nodiscard]] nlohmann::json parse_strict_json(std::string_view text, std::string_view name, std::size_t most_depth = 64);

/// The same where NaN, Infinity and -Infinity may stand as values, as Python's json writes them: they are read as texts of that
/// name, so that whoever wants a number there refuses them by name.
[[nodiscard]] nlohmann::json parse_python_json(std::string_view text, std::string_view name, std::size_t most_depth = 64);

}  // namespace poslab
