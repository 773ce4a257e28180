#pragma once

#include "core/base/sentence.hpp"

#include <cstddef>
#include <string_view>

namespace poslab {

/// The treatment of NaN, Infinity and -Infinity, which Python's json writes as values.
enum class JsonConstants { refused, allowed };

/// Returns where a text that no parser takes stops being JSON, and why: "is not JSON at line 3, column 18: a comma is followed by
/// no value". Lines and columns count from 1, columns in characters. `byte`: where a parser stopped, from 1, for what has no reason
/// here. Time and memory are linear in the size of the text.
[[nodiscard]] Sentence json_problem(std::string_view text, std::size_t byte, JsonConstants constants = JsonConstants::refused);

}  // namespace poslab
