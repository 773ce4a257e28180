#pragma once

#include "core/base/job.hpp"

#include <nlohmann/json.hpp>
#include <string_view>

namespace poslab {

/// Parses JSON from an untrusted source, in time and memory linear in the size of the text. Throws InputError
/// that begins with `name` for an empty text, invalid JSON (with line, column and reason), a Git LFS pointer
/// or HTML page, NaN or Infinity, a number beyond float64, a duplicate key, and nesting deeper than
/// `max_depth`; Cancelled.
[[nodiscard]] nlohmann::json parse_strict_json(std::string_view text, std::string_view name,
                                               std::size_t max_depth = 64, const Job& job = {});

/// Parses JSON that may contain NaN, Infinity and -Infinity as values, as Python's json module writes them.
/// They become strings of that name, so that code that expects a number there rejects them by name.
[[nodiscard]] nlohmann::json parse_python_json(std::string_view text, std::string_view name,
                                               std::size_t max_depth = 64);

}  // namespace poslab
