#pragma once

#include "core/base/job.hpp"
#include "core/engine/token_vectors.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace poslab {

/// Density at `angle` of the angle between two random directions in R^dim, dim >= 2 (docs/formulas.md §5.6): Gamma(dim/2) /
/// (sqrt(pi) Gamma((dim-1)/2)) sin(angle)^(dim-2), 0 <= angle <= pi (spaces.ac.cn/archives/7076; 9577, eq. 31).
[[nodiscard]] double angle_density(std::int64_t dim, double angle);

/// Bins of a histogram of such angles: as many of equal width around pi/2 as hold all but 1e-8 of them, within [0, pi].
struct AngleBins {
    double low = 0, width = 0;
    std::int64_t count = 0;

    [[nodiscard]] double middle(std::int64_t bin) const { return low + (static_cast<double>(bin) + 0.5) * width; }
};
[[nodiscard]] AngleBins angle_bins(std::int64_t dim, std::int64_t count);

/// Share of the angles in each bin over its width: a density. [count]
struct AngleHistogram {
    std::vector<double> density;
    double mean_cosine = 0;   // of all angles
    double outside = 0;       // share of the angles in no bin
    std::int64_t angles = 0;  // without those of vectors that are zero or not finite
};

/// Of `samples` pairs of isotropic vectors, those of sampled_moments(). Throws Cancelled.
[[nodiscard]] AngleHistogram sampled_angles(std::int64_t samples, std::int64_t seed, std::int64_t dim, const AngleBins& bins,
                                            const Job& job);

/// Of `samples` pairs of a query and a key of a sequence: evenly spread queries, each with a key up to its own that the seed
/// picks. Throws Cancelled.
[[nodiscard]] AngleHistogram angles_of_vectors(const TokenVectors& queries, const TokenVectors& keys, std::int64_t samples,
                                               std::int64_t seed, const AngleBins& bins, const Job& job);

}  // namespace poslab
