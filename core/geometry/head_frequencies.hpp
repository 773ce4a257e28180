#pragma once

#include "core/encoding/picture_layouts.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace poslab {

/// RoPE of a whole head over positions of several axes (docs/formulas.md §8.7): pair p of the dimensions turns by ω_p · r at
/// position r, so that two positions meet as cos(ω_p · (r2 − r1)). Blocks of one axis each are what article 8397's R_{x,y} is for
/// more than four dimensions.
struct HeadFrequencies {
    std::int64_t axes = 2;
    std::vector<double> components;  // [pairs, axes], rad per step

    [[nodiscard]] std::int64_t pairs() const { return static_cast<std::int64_t>(components.size()) / axes; }
    [[nodiscard]] std::span<const double> of_pair(std::int64_t p) const {
        return std::span(components).subspan(static_cast<std::size_t>(p * axes), static_cast<std::size_t>(axes));
    }
};

/// Equal blocks, one an axis: pair m of a block has base^(−2·axes·m/dim) (two axes: base^(−4m/dim); Heo et al. 2024, eq. 9). The
/// axes stand one after the other: all pairs of axis 0 first. Throws UsageError where dim is not a multiple of 2·axes.
[[nodiscard]] HeadFrequencies axial_frequencies(std::int64_t axes, std::int64_t dim, double base);

/// base^(−exponent) of each pair of a picture's layout (core/encoding/picture_layouts.hpp), along its axis; three axes (t, y, x).
[[nodiscard]] HeadFrequencies picture_frequencies(std::span<const PairOnAxis> pairs, double base);

/// The magnitudes of two axial blocks, turned by `direction` radians: (θ_m cos φ, θ_m sin φ), then (−θ_m sin φ, θ_m cos φ). What
/// RoPE-Mixed (Heo et al. 2024) begins with, an angle of its own for each head; 0 is axial, π/4 has both diagonals.
[[nodiscard]] HeadFrequencies mixed_frequencies(std::int64_t dim, double base, double direction);

/// Every pair turns with x + y, base^(−2p/dim): the article's lossy solution for a whole head.
[[nodiscard]] HeadFrequencies sum_frequencies(std::int64_t dim, double base);

/// Every pair turns with x + width·y: an image read row by row as one line.
[[nodiscard]] HeadFrequencies flattened_frequencies(std::int64_t dim, double base, std::int64_t width);

/// M-RoPE (Qwen2-VL): pair p of base^(−2p/dim) turns with axis axis_of[p], 0 time, 1 height, 2 width; three axes (t, y, x).
/// Throws UsageError where they are not dim/2.
[[nodiscard]] HeadFrequencies sectioned_frequencies(std::span<const int> axis_of, std::int64_t dim, double base);
/// The same with these frequencies of the pairs, rad per step.
[[nodiscard]] HeadFrequencies sectioned_frequencies(std::span<const int> axis_of, std::span<const double> frequencies);

/// Returns which axis each pair follows for M-RoPE's sections (t, h, w), numbers of pairs: in blocks; THWTHW…T if `interleaved`, as
/// in Qwen3-VL; HWHW…T if `alternating`, height and width first, as in ERNIE 4.5 VL. Empty unless there are three whole numbers
/// that sum to `pairs`.
[[nodiscard]] std::vector<int> axes_of_sections(std::span<const double> sections, std::int64_t pairs, bool interleaved,
                                                bool alternating = false);

/// Qwen2-VL's shares of the pairs, 16 : 24 : 24, or Qwen3-VL's of interleaved ones, 24 : 20 : 20.
[[nodiscard]] std::vector<double> usual_sections(std::int64_t pairs, bool interleaved = false);

/// (1/pairs) Σ_p cos(ω_p · offset), 1 at no offset. [axes]
[[nodiscard]] double similarity(const HeadFrequencies& of, std::span<const double> offset);

/// The similarity of the patch at (row, column) to all patches of a grid, row-major [rows, columns]: axis 0 of two counts columns
/// (x), axis 1 rows (y); of three (t, y, x), at one time. By products of e^(iωx) and e^(iωy).
[[nodiscard]] std::vector<double> similarity_map(const HeadFrequencies& of, std::int64_t rows, std::int64_t columns,
                                                 std::int64_t row, std::int64_t column);

/// The mean of `similarity` over all directions of mixed_frequencies(), at a distance: (4/dim) Σ_m J0(θ_m distance).
[[nodiscard]] double mean_mixed_similarity(std::int64_t dim, double base, double distance);

}  // namespace poslab
