#pragma once

#include "app/cli/page.hpp"
#include "core/base/message.hpp"
#include "core/figure/layout.hpp"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace poslab {

/// An omission of a layout, and the smallest larger page of the same shape that has room for it.
struct ReportedOmission {
    Omission omission;
    std::optional<Page> fits{};  // empty: no page up to four times as large
};

/// Finds the page that fits each omission by laying the figure out on larger and larger pages.
[[nodiscard]] std::vector<ReportedOmission> reported_omissions(
    std::span<const Omission> omitted, const Page& page, const std::function<Layout(const Page&)>& laid_out);

/// Returns a message such as "omitted for lack of space: the numbers in the cells of PI (fit from
/// 7.2x3.1in)".
[[nodiscard]] Message omission_sentence(const ReportedOmission& report);

/// Reads the value of --digits: a number of digits after the point, or "fractions"; an empty text chooses
/// neither. Throws UsageError.
[[nodiscard]] CellDigits read_digits(std::string_view option, const std::string& text);
[[nodiscard]] std::string digits_text(const CellDigits& digits);

inline constexpr int max_cell_digits = 6;
inline constexpr std::string_view fractions_id = "fractions";

}  // namespace poslab
