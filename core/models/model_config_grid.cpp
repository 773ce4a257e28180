// Vision encoders whose pairs rotate by two or three axes (grid in assets/model_types.json).

#include "core/models/model_config_reading.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace poslab {
namespace {

/// b^(−exponent) for n = 0 … count − 1, exponent = first + step·n.
std::vector<double> ladder(double base, std::int64_t count, double first, double step) {
    std::vector<double> frequencies;
    for (std::int64_t n = 0; n < count; ++n) frequencies.push_back(std::pow(base, -(first + step * static_cast<double>(n))));
    return frequencies;
}

/// Frequencies of all pairs in the order of the head, and how many of them rotate by time, height and width.
struct GridFrequencies {
    std::vector<double> frequencies;
    std::vector<std::int64_t> sections;  // empty if they are not in this order
    Text about;
};

void append(std::vector<double>& to, const std::vector<double>& from) { to.insert(to.end(), from.begin(), from.end()); }

/// Both axes have the same ladder b^(−4k/d), rows first.
GridFrequencies axial(double base, std::int64_t dim) {
    std::vector<double> one = ladder(base, dim / 4, 0, 4.0 / static_cast<double>(dim)), both = one;
    append(both, one);
    return {both,
            {0, dim / 4, dim / 4},
            "The first half of the pairs rotates by the row of a patch, the second by its column, with the same frequencies."_tr};
}

GridFrequencies columns_first(double base, std::int64_t dim) {
    return {axial(base, dim).frequencies,
            {},
            "The first half of the pairs rotates by the column of a patch, the second by its row, with the same frequencies."_tr};
}

/// One ladder b^(−2k/d): rows have its even, columns its odd frequencies.
GridFrequencies split_ladder(double base, std::int64_t dim) {
    const double step = 4.0 / static_cast<double>(dim);
    std::vector<double> both = ladder(base, dim / 4, 0, step);
    append(both, ladder(base, dim / 4, step / 2, step));
    return {
        both,
        {0, dim / 4, dim / 4},
        "The first half of the pairs rotates by the row of a patch, with the even frequencies of one ladder, the second by its column, with the odd ones."_tr};
}

/// One ladder b^(−2k/d) whose pairs rotate by rows and columns in turn.
GridFrequencies alternating(double base, std::int64_t dim) {
    return {ladder(base, dim / 2, 0, 2.0 / static_cast<double>(dim)),
            {},
            "Even pairs rotate by the row of a patch, odd ones by its column."_tr};
}

/// DINOv3: 2π·b^(−4k/d) rad per unit of coordinates that run from −1 to 1 over the patches of a side.
GridFrequencies centred(ConfigReading& r, double base, std::int64_t dim) {
    const auto size_of = [&](std::string_view key, std::int64_t usual) {
        const auto size = r.model.integer(key, 1, most_positions);
        return size ? *size : r.assume(key, usual);
    };
    const std::int64_t image = size_of("image_size", 224), patch = size_of("patch_size", 16);
    const auto patches = static_cast<double>(std::max<std::int64_t>(1, image / patch));
    GridFrequencies grid = axial(base, dim);
    for (double& frequency : grid.frequencies) frequency *= 2 * std::numbers::pi * 2 / patches;
    r.max_positions = std::max<std::int64_t>(2, std::llround(patches));
    r.warn(tr("Coordinates run from −1 to 1 over the {} patches of a side (image_size/patch_size); frequencies are per patch.",
              std::llround(patches)));
    grid.about =
        "The first half of the pairs rotates by the row of a patch, the second by its column, with the same frequencies."_tr;
    return grid;
}

/// V-JEPA 2: three blocks of 2·⌊⌊d/3⌋/2⌋ dimensions, for time, height and width; the rest does not rotate.
GridFrequencies three_axes(double base, std::int64_t dim) {
    const std::int64_t pairs = dim / 3 / 2;
    const std::vector<double> one = ladder(base, pairs, 0, 1.0 / static_cast<double>(pairs));
    std::vector<double> all = one;
    append(all, one);
    append(all, one);
    return {all, {pairs, pairs, pairs}, "Three blocks of pairs rotate by time, row and column; the rest of the head does not."_tr};
}

GridFrequencies grid_of(ConfigReading& r) {
    const double base = r.values.base;
    const std::int64_t dim = r.values.dim;
    if (r.facts.grid == "axial") return axial(base, dim);
    if (r.facts.grid == "axial-interleaved-xy") return columns_first(base, dim);
    if (r.facts.grid == "axial-split-ladder") return split_ladder(base, dim);
    if (r.facts.grid == "alternating") return alternating(base, dim);
    if (r.facts.grid == "dinov3") return centred(r, base, dim);
    return three_axes(base, dim);
}

}  // namespace

bool is_known_grid(std::string_view grid) {
    constexpr std::array<std::string_view, 6> known{"axial",  "axial-interleaved-xy", "axial-split-ladder",
                                                    "dinov3", "alternating",          "three-axes"};
    return std::find(known.begin(), known.end(), grid) != known.end();
}

void read_grid(ConfigReading& r) {
    if (r.facts.grid.empty()) return;
    const std::int64_t parts = r.facts.grid == "three-axes" ? 6 : 4;
    if (r.values.dim < parts || (parts == 4 && r.values.dim % 4 != 0))
        r.model.fail(tr("the head dimension {} cannot be shared by the axes of a picture", r.values.dim));
    GridFrequencies grid = grid_of(r);
    r.values.rotary_fraction = rotary_fraction_for(2 * std::ssize(grid.frequencies), r.values.dim);
    r.values.explicit_frequencies = std::move(grid.frequencies);
    r.values.mrope_sections = std::move(grid.sections);
    r.warn(grid.about);
    if (r.facts.halves_tables)
        r.warn(
            "Its tables repeat their frequencies in halves although neighbours are paired, so the two dimensions of a pair have different angles and lengths change."_tr);
}

}  // namespace poslab
