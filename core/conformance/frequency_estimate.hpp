#pragma once

#include "core/conformance/reading.hpp"

#include <optional>
#include <span>
#include <vector>

namespace poslab {

/// The frequencies that a dump shows, by the pairs of a practice.
struct FrequencyEstimate {
    std::vector<double> theta;      // [P] rad/token
    std::vector<double> deviation;  // [P] by about how much each may be off, relative to it
    double amplitude = 1;           // of cos and sin
};

/// Estimates frequencies from the phases of rows by least squares, whole turns counted from the nearest positions outwards; returns
/// those of the dump itself where it consists of them, and nothing where rows show no rotation or are too few.
[[nodiscard]] std::optional<FrequencyEstimate> estimated_frequencies(const DumpReading& reading, const Practice& practice);

}  // namespace poslab
