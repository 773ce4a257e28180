#pragma once

#include "core/params/descriptor.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace poslab {

/// Returns the text of a value from a document. One with a control character is never valid; an error message
/// then quotes what this returns, one line.
[[nodiscard]] std::string value_text(const std::string& text);

/// Returns the values that a text sets for parameter `index`, by index: one, or two for "24x32" if the
/// parameter has a second one (Domain::second). Throws UsageError as parse_value() does.
[[nodiscard]] std::vector<std::pair<std::size_t, Value>> parse_values(std::span<const Descriptor> descriptors,
                                                                      std::size_t index,
                                                                      std::string_view text);

}  // namespace poslab
