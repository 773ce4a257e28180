#pragma once

#include "core/conformance/reading.hpp"

#include <optional>
#include <span>
#include <vector>

namespace poslab {

/// The frequencies estimated from a dump, in the pairs of a practice.
struct FrequencyEstimate {
    std::vector<double> theta;      // [P] rad/token
    std::vector<double> deviation;  // [P] estimated relative error; infinite if most phases contradict θ
    double amplitude = 1;           // of cos and sin
};

/// Estimates frequencies from the phases of rows by least squares, unwrapping from the nearest positions
/// outwards; phases that contradict most of the others do not count. Returns the dump's own frequencies if it
/// consists of them, and nothing if rows show no rotation or are too few.
[[nodiscard]] std::optional<FrequencyEstimate> estimated_frequencies(const DumpReading& reading,
                                                                     const Implementation& implementation);

}  // namespace poslab
