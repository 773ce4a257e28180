#pragma once

#include "app/cli/sweep.hpp"
#include "app/cli/sweep_steps.hpp"

namespace poslab {

inline constexpr std::int64_t max_sheet_cells = 400;
/// The default size of a sheet in CSS pixels.
inline constexpr double sheet_width = 1200, sheet_height = 900;

/// Draws every state's figure on one page, each below its caption.
std::vector<Message> sweep_sheet(const SweepRequest& request, const SweepSteps& steps,
                                 const FontLibrary& fonts, const Job& job);

}  // namespace poslab
