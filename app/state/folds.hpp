#pragma once

#include <array>
#include <string_view>

namespace poslab {

/// The sections of the inspector.
enum Part {
    part_parameters,
    part_more,
    part_compare,
    part_readout,
    part_readings,
    part_formula,
    part_display,
    part_notes,
    part_count
};
inline constexpr std::array<std::string_view, part_count> part_ids{
    "parameters", "more", "compare", "readout", "readings", "formula", "display", "notes"};

/// `automatic`: Notes are folded if little of them would be visible, unless they warn; More, More readings
/// and Display are folded, the others are open.
enum class Fold { automatic, open, folded };
using Folds = std::array<Fold, part_count>;

}  // namespace poslab
