#pragma once

#include "core/encoding/picture_layouts.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace poslab {

/// RoPE of a whole head over positions with several axes (docs/formulas.md §8.7): pair p of the dimensions
/// rotates by ω_p · r at position r, so that the product of two positions contains cos(ω_p · (r2 − r1)).
/// Blocks with one axis each generalise article 8397's R_{x,y} to more than four dimensions.
struct HeadFrequencies {
    std::int64_t axes = 2;
    std::vector<double> components;  // [pairs, axes], rad per step

    [[nodiscard]] std::int64_t pairs() const { return static_cast<std::int64_t>(components.size()) / axes; }
    [[nodiscard]] std::span<const double> of_pair(std::int64_t p) const {
        return std::span(components)
            .subspan(static_cast<std::size_t>(p * axes), static_cast<std::size_t>(axes));
    }
};

/// Returns base^(−exponent) for each pair of a picture layout (core/encoding/picture_layouts.hpp), along its
/// axis; three axes (t, y, x).
[[nodiscard]] HeadFrequencies picture_frequencies(std::span<const PairOnAxis> pairs, double base);

/// The magnitudes of two axial blocks, rotated by `direction` radians: (θ_m cos φ, θ_m sin φ), then (−θ_m sin
/// φ, θ_m cos φ). RoPE-Mixed (Heo et al. 2024) is initialised with these, with a separate angle for each
/// head; 0 is axial, π/4 has both diagonals.
[[nodiscard]] HeadFrequencies mixed_frequencies(std::int64_t dim, double base, double direction);

/// Every pair rotates with x + y, base^(−2p/dim): the article's lossy solution for a whole head.
[[nodiscard]] HeadFrequencies sum_frequencies(std::int64_t dim, double base);

/// Every pair rotates with x + width·y: an image read row by row as one line.
[[nodiscard]] HeadFrequencies flattened_frequencies(std::int64_t dim, double base, std::int64_t width);

/// M-RoPE (Qwen2-VL): pair p of base^(−2p/dim) rotates with axis axis_of[p], 0 time, 1 height, 2 width; three
/// axes (t, y, x). Throws UsageError if axis_of does not have dim/2 entries.
[[nodiscard]] HeadFrequencies sectioned_frequencies(std::span<const int> axis_of, std::int64_t dim,
                                                    double base);
/// The same with given frequencies of the pairs, rad per step.
[[nodiscard]] HeadFrequencies sectioned_frequencies(std::span<const int> axis_of,
                                                    std::span<const double> frequencies);

/// Returns the axis of each pair for M-RoPE's sections (t, h, w), given as numbers of pairs: in blocks;
/// THWTHW…T if `interleaved`, as in Qwen3-VL; HWHW…T if `alternating`, height and width first, as in ERNIE
/// 4.5 VL. Empty unless there are three integers that sum to `pairs`.
[[nodiscard]] std::vector<int> axes_of_sections(std::span<const double> sections, std::int64_t pairs,
                                                bool interleaved, bool alternating = false);

/// Returns Qwen2-VL's proportions of the pairs, 16 : 24 : 24, or Qwen3-VL's interleaved ones, 24 : 20 : 20.
[[nodiscard]] std::vector<double> usual_sections(std::int64_t pairs, bool interleaved = false);

/// Returns (1/pairs) Σ_p cos(ω_p · offset), 1 at offset 0. [axes]
[[nodiscard]] double similarity(const HeadFrequencies& of, std::span<const double> offset);

/// Returns the similarity of the patch at (row, column) to all patches of a grid, row-major [rows, columns].
/// With two axes, axis 0 counts columns (x) and axis 1 rows (y); with three (t, y, x), all patches have the
/// same time. Computed from products of e^(iωx) and e^(iωy).
[[nodiscard]] std::vector<double> similarity_map(const HeadFrequencies& of, std::int64_t rows,
                                                 std::int64_t columns, std::int64_t row, std::int64_t column);

}  // namespace poslab
