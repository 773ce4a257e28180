#pragma once

#include <optional>
#include <string_view>

namespace poslab {

/// Returns `text` as a finite number: "12", "+0.5", "1e6", "2^12" (a power), "4k", "1.5M", "2G" (multiples of
/// `thousand` and its powers). Full-width characters, as input methods type them, are accepted. Returns
/// nullopt if the text is not a number.
[[nodiscard]] std::optional<double> read_number(std::string_view text, double thousand = 1000);

}  // namespace poslab
