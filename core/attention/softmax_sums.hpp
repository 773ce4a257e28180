#pragma once

#include <limits>
#include <span>

namespace poslab {

/// Partial sums of a softmax over logits l, relative to their maximum (docs/formulas.md §4.3): nothing
/// overflows, and sums of parts can be merged.
struct SoftmaxSums {
    double maximum = -std::numeric_limits<double>::infinity();  // m
    double weight = 0;                                          // Z = sum of e^(l - m)
    double moment = 0;                                          // A = sum of (l - m) e^(l - m), <= 0

    /// Merges the sums of two sets of logits.
    void add(const SoftmaxSums& other);
    /// Returns the entropy of the weights e^(l - m) / Z: ln Z - A / Z, nats. Never below 0; NaN if there are
    /// no logits.
    [[nodiscard]] double entropy() const;
};

/// Returns the sums of the logits offsets[n] + slope * normals[n]; empty offsets mean zeros. NaN if a logit
/// is not finite. Uses the widest vectors of this processor.
[[nodiscard]] SoftmaxSums softmax_sums(std::span<const double> offsets, std::span<const double> normals,
                                       double slope);

}  // namespace poslab
