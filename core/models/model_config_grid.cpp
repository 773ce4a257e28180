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

/// Both axes have the same ladder b^(−4k/d), whose pairs rotate by the first and by the second axis in turn.
GridFrequencies alternating_repeated(double base, std::int64_t dim) {
    const std::vector<double> one = ladder(base, dim / 4, 0, 4.0 / static_cast<double>(dim));
    std::vector<double> both;
    for (const double frequency : one) both.insert(both.end(), {frequency, frequency});
    return {both, {}, "Even pairs rotate by one axis of the picture, odd ones by the other, with the same frequencies."_tr};
}

/// DINOv3: 2π·b^(−4k/d) rad per unit of coordinates that run from −1 to 1 over the patches of a side.
GridFrequencies centred(ConfigReading& r) {
    const auto size_of = [&](std::string_view key, std::int64_t usual) {
        const auto size = r.model.integer(key, 1, most_positions);
        return size ? *size : r.assume(key, usual);
    };
    const std::int64_t image = size_of("image_size", 224), patch = size_of("patch_size", 16);
    const auto patches = static_cast<double>(std::max<std::int64_t>(1, image / patch));
    GridFrequencies grid = axial(r.values.base, r.values.dim);
    for (double& frequency : grid.frequencies) frequency *= 2 * std::numbers::pi * 2 / patches;
    r.values.frequency_span = patches;
    r.max_positions = std::max<std::int64_t>(2, std::llround(patches));
    r.warn(tr(
        "Coordinates run from −1 to 1 over the {} patches of a side (image_size/patch_size); frequencies are per patch. --length "
        "takes another number of patches.",
        std::llround(patches)));
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

/// The layouts by their id in assets/model_types.json, and what the head dimension must be: at least `least`, a multiple of
/// `multiple`.
struct GridLayout {
    std::string_view id;
    std::int64_t least, multiple;
    GridFrequencies (*frequencies)(ConfigReading&);
};

template <GridFrequencies (*layout)(double, std::int64_t)>
GridFrequencies of_head(ConfigReading& r) {
    return layout(r.values.base, r.values.dim);
}

constexpr std::array<GridLayout, 7> grid_layouts{{{"axial", 4, 4, of_head<axial>},
                                                  {"axial-interleaved-xy", 4, 4, of_head<columns_first>},
                                                  {"axial-split-ladder", 4, 4, of_head<split_ladder>},
                                                  {"alternating", 4, 4, of_head<alternating>},
                                                  {"alternating-repeated", 4, 4, of_head<alternating_repeated>},
                                                  {"dinov3", 4, 4, centred},
                                                  {"three-axes", 6, 2, of_head<three_axes>}}};

const GridLayout* grid_layout(std::string_view id) {
    const auto* const found =
        std::find_if(grid_layouts.begin(), grid_layouts.end(), [&](const GridLayout& one) { return one.id == id; });
    return found == grid_layouts.end() ? nullptr : found;
}

}  // namespace

bool is_known_grid(std::string_view grid) { return grid_layout(grid) != nullptr; }

void read_grid(ConfigReading& r) {
    if (r.facts.grid.empty()) return;
    const GridLayout& layout = *grid_layout(r.facts.grid);
    if (r.values.dim < layout.least || r.values.dim % layout.multiple != 0)
        r.model.fail(tr("the head dimension {} cannot be shared by the axes of a picture", r.values.dim));
    GridFrequencies grid = layout.frequencies(r);
    r.values.rotary_fraction = rotary_fraction_for(2 * std::ssize(grid.frequencies), r.values.dim);
    r.values.explicit_frequencies = std::move(grid.frequencies);
    r.values.mrope_sections = std::move(grid.sections);
    r.warn(grid.about);
    if (r.facts.halves_tables)
        r.warn(
            "Its tables repeat their frequencies in halves although neighbours are paired, so the two dimensions of a pair have different angles and lengths change."_tr);
}

}  // namespace poslab
