#pragma once

#include "app/cli/sweep.hpp"
#include "app/cli/sweep_steps.hpp"

namespace poslab {

inline constexpr std::int64_t most_sheet_cells = 400;
/// CSS pixels of a sheet that no size was asked for.
inline constexpr double sheet_width = 1200, sheet_height = 900;

/// Every state's figure on one page, each under its caption.
std::vector<Sentence> sweep_sheet(const SweepRequest& request, const SweepSteps& steps, const FontLibrary& fonts, const Job& job);

}  // namespace poslab
