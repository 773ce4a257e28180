#pragma once

#include "core/base/job.hpp"
#include "core/engine/token_vectors.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace poslab {

/// Returns the density at `angle` of the angle between two random directions in R^dim, dim >= 2
/// (docs/formulas.md §5.6): Gamma(dim/2) / (sqrt(pi) Gamma((dim-1)/2)) sin(angle)^(dim-2), 0 <= angle <= pi
/// (spaces.ac.cn/archives/7076; 9577, eq. 31).
[[nodiscard]] double angle_density(std::int64_t dim, double angle);

/// Histogram bins for such angles: `count` bins of equal width around pi/2, within [0, pi], that contain all
/// but 1e-8 of them.
struct AngleBins {
    double low = 0, width = 0;
    std::int64_t count = 0;

    [[nodiscard]] double middle(std::int64_t bin) const {
        return low + (static_cast<double>(bin) + 0.5) * width;
    }
};
[[nodiscard]] AngleBins angle_bins(std::int64_t dim, std::int64_t count);

/// Share of the angles in each bin divided by its width: a density. [count]
struct AngleHistogram {
    std::vector<double> density;
    double mean_cosine = 0;   // over all angles
    double outside = 0;       // share of the angles outside the bins
    std::int64_t angles = 0;  // excludes vectors that are zero or not finite
};

/// Returns the angles of `samples` pairs of isotropic vectors, the same as in sampled_moments(). Throws
/// Cancelled.
[[nodiscard]] AngleHistogram sampled_angles(std::int64_t samples, std::int64_t seed, std::int64_t dim,
                                            const AngleBins& bins, const Job& job);

/// Returns the angles of `samples` pairs of a query and a key of a sequence: evenly spaced queries, each with
/// a key up to its own position that the seed selects. Throws Cancelled.
[[nodiscard]] AngleHistogram angles_of_vectors(const TokenVectors& queries, const TokenVectors& keys,
                                               std::int64_t samples, std::int64_t seed, const AngleBins& bins,
                                               const Job& job);

}  // namespace poslab
