#pragma once

#include "core/encoding/phase.hpp"
#include "core/encoding/plan.hpp"
#include "core/engine/operation_facts.hpp"

#include <string>
#include <vector>

namespace poslab {

/// A function of the distance: f(distance) = sum over p of
///     cosine_weights[p] cos(distance theta_p) + sine_weights[p] sin(distance theta_p), theta_p =
///     frequencies[p].
/// `frequencies` in radians per token, 0 ... most_radians_per_token; weights of either sign, one per
/// frequency; empty `sine_weights` mean zeros.
struct CosineSum {
    std::vector<double> frequencies;
    std::vector<double> cosine_weights;
    std::vector<double> sine_weights;

    [[nodiscard]] double sine_weight(std::size_t p) const {
        return sine_weights.empty() ? 0.0 : sine_weights[p];
    }
};

/// Upper limit of distances: engines may count in 32 bits, with room for a block beyond the end.
inline constexpr std::int64_t distance_limit = std::int64_t{1} << 31;

/// Returns the frequencies of `sum` as phases per token. Throws UsageError if they, the number of weights or
/// `distances` (0 <= begin, end <= distance_limit) are invalid.
[[nodiscard]] std::vector<Phase> checked_frequencies(const CosineSum& sum, const IndexRange& distances);

/// Returns the number of cosines and sines to add up: the size that `unsupported_reason` expects.
[[nodiscard]] double terms_of(const CosineSum& sum, const IndexRange& distances);

namespace operation {

/// f(distance) of `sum` at each of `distances`, from phases that are exact at any distance (fixed_frequency):
/// a vector; callers split long ranges. Without frequencies the values are 0; an empty range gives an empty
/// vector. Throws UsageError as `checked_frequencies` does.
struct CosineProfile {
    const CosineSum& sum;
    const IndexRange& distances;

    static constexpr OperationFacts facts{
        .operation = Operation::cosine_profile,
        .name = "cosine_profile",
        .too_much =
            "the reference engine visits every term: it would need {:.0f} terms, {:.0f} are allowed"_tr,
        .units_a_second = 1.7e10,
        .min_device_seconds = 0.05,  // copying the result back dominates a device's time
        .slow_on_cpu = 8e8,
        .examples = {
            {{"1,048,576 distances, 64 pairs", 0x1p26}, {"16,777,216 distances, 64 pairs", 0x1p30}}}};
    [[nodiscard]] double size() const { return terms_of(sum, distances); }
    [[nodiscard]] double units() const { return size(); }
    void check() const {}
};

}  // namespace operation

}  // namespace poslab
