#pragma once

#include "app/cli/page.hpp"
#include "core/base/sentence.hpp"
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
    std::optional<Page> fits{};  // nothing: no page up to four times as large
};

/// Lays the figure out on larger and larger pages until each omission is gone.
[[nodiscard]] std::vector<ReportedOmission> reported_omissions(std::span<const Omission> omitted, const Page& page,
                                                               const std::function<Layout(const Page&)>& laid_out);

/// "numbers in the cells of PI are omitted for lack of space; they fit from 7.2x3.1in on"
[[nodiscard]] Sentence omission_sentence(const ReportedOmission& report);

/// Reads the value of --digits: a number of digits after the point, or "fractions"; an empty text chooses neither. Throws
/// UsageError.
[[nodiscard]] CellDigits read_digits(std::string_view option, const std::string& text);
[[nodiscard]] std::string digits_text(const CellDigits& digits);

inline constexpr int most_cell_digits = 6;
inline constexpr std::string_view fractions_id = "fractions";

}  // namespace poslab
