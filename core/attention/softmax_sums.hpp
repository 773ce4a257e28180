#pragma once

#include <limits>
#include <span>

namespace poslab {

/// What a softmax over logits l needs of some of them, relative to the greatest (docs/formulas.md §4.3): nothing overflows, and
/// sums of parts can be added.
struct SoftmaxSums {
    double maximum = -std::numeric_limits<double>::infinity();  // m
    double weight = 0;                                          // Z = sum of e^(l - m)
    double moment = 0;                                          // A = sum of (l - m) e^(l - m), <= 0

    /// Those of both sets of logits.
    void add(const SoftmaxSums& other);
    /// Of the weights e^(l - m) / Z: ln Z - A / Z, nat. Never below 0; NaN where there are no logits.
    [[nodiscard]] double entropy() const;
};

/// Sums of the logits offsets[n] + slope * normals[n]; no offsets at all mean zeros. NaN where one of them
/// is not finite. With the widest vectors of this processor.
[[nodiscard]] SoftmaxSums softmax_sums(std::span<const double> offsets, std::span<const double> normals, double slope);

}  // namespace poslab
