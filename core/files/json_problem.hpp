#pragma once

#include "core/base/message.hpp"

#include <cstddef>
#include <string_view>

namespace poslab {

/// The treatment of NaN, Infinity and -Infinity, which Python's json module writes as values.
enum class JsonConstants { refused, allowed };

/// Returns where and why an invalid text stops being JSON: "is not JSON at line 3, column 18: no value after
/// the comma". Lines and columns count from 1, columns in characters. `byte` (from 1) is where a parser
/// stopped, in case no reason is found here.
///
/// Time and memory are linear in the size of the text.
[[nodiscard]] Message json_problem(std::string_view text, std::size_t byte,
                                   JsonConstants constants = JsonConstants::refused);

}  // namespace poslab
