#include "core/views/rope_2d/rope_2d.hpp"

#include "core/base/masked.hpp"
#include "core/encoding/frequencies.hpp"

#include <map>
#include <numbers>

namespace poslab::rope_2d {
namespace {

constexpr std::int64_t pairs_at_once = 64;

std::int64_t rotating(const HeadGroup& group) { return rotary_dim(group.dim, group.rotary_fraction); }

/// Returns the axes of the sections. In a layout shown next to the chosen one, sections that do not fit the
/// head are replaced by the usual ones.
std::vector<int> section_axes(const HeadGroup& group, bool chosen) {
    const std::int64_t pairs = rotating(group) / 2;
    const std::vector<double>& sections = group.mrope_sections.numbers;
    const auto axes_of = [&](const std::vector<double>& numbers) {
        return axes_of_sections(numbers, pairs, group.mrope_interleaved, group.mrope_alternating);
    };
    const std::vector<double> usual = usual_sections(pairs, group.mrope_interleaved);
    const std::vector<int> axes = axes_of(sections.empty() ? usual : sections);
    return axes.empty() && !chosen ? axes_of(usual) : axes;
}

/// M-RoPE; explicit frequencies replace the default ones if their number fits the pairs.
HeadFrequencies sectioned(const HeadGroup& group, bool chosen) {
    const std::vector<int> axes = section_axes(group, chosen);
    const std::vector<double>& listed = group.explicit_frequencies.numbers;
    if (!listed.empty() && (chosen || listed.size() == axes.size()))
        return sectioned_frequencies(axes, listed);
    return sectioned_frequencies(axes, rotating(group), group.base);
}

/// Returns the lengths of a layout's two axes on a grid; both equal the line's length if the layout reads the
/// image as one line.
PatchesAlong lengths(HeadLayout layout, std::int64_t rows, std::int64_t columns) {
    const double line =
        static_cast<double>(layout == HeadLayout::flattened ? rows * columns : rows + columns - 1);
    if (layout == HeadLayout::flattened || layout == HeadLayout::sum) return {line, line};
    return {static_cast<double>(rows), static_cast<double>(columns)};
}

/// Returns the factor by which each axis is longer than in training, at least 1.
PatchesAlong growth(const HeadGroup& group, HeadLayout layout) {
    const TrainedGrid trained = trained_grid(group);
    const PatchesAlong now = lengths(layout, group.rows(), group.columns()),
                       then = lengths(layout, trained.rows, trained.columns);
    return {std::max(1.0, now.row / then.row), std::max(1.0, now.column / then.column)};
}

/// Multiplies frequencies along an axis by s^(−e/e_max), where e/e_max = ln θ/ln θ_min: the slowest pair is
/// interpolated. Pairs of frequency 0 do not rotate and have no logarithm: they stay at 0.
void slow_down(HeadFrequencies& head, const PatchesAlong& times) {
    double slowest = 0;
    const auto logarithm = [&](std::int64_t pair) {
        double square = 0;
        for (const double component : head.of_pair(pair)) square += component * component;
        return std::log(square) / 2;
    };
    for (std::int64_t p = 0; p < head.pairs(); ++p)
        if (const double found = logarithm(p); std::isfinite(found)) slowest = std::min(slowest, found);
    if (slowest == 0) return;
    const auto axes = static_cast<std::size_t>(head.axes);
    for (std::int64_t p = 0; p < head.pairs(); ++p) {
        const double share = logarithm(p) / slowest;
        if (!std::isfinite(share)) continue;
        double* const components = head.components.data() + static_cast<std::size_t>(p) * axes;
        components[x_axis_of(head)] *= std::pow(times.column, -share);
        components[1] *= std::pow(times.row, -share);
    }
}

HeadFrequencies plain_frequencies(const HeadGroup& group, HeadLayout layout) {
    const auto index = static_cast<std::size_t>(layout);
    if (index < picture_layouts().size())
        return picture_frequencies(picture_layouts()[index].pairs(rotating(group)), group.base);
    const std::int64_t dim = rotating(group);
    switch (layout) {
        case HeadLayout::diagonal:
            return mixed_frequencies(dim, group.base, std::numbers::pi / 4);
        case HeadLayout::mixed:
            return mixed_frequencies(dim, group.base, group.direction * std::numbers::pi / 180);
        case HeadLayout::directions:
            return mixed_frequencies(dim, group.base, 0);
        case HeadLayout::mrope:
            return sectioned(group, group.layout == layout);
        case HeadLayout::sum:
            return sum_frequencies(dim, group.base);
        default:
            return flattened_frequencies(dim, group.base, group.columns());
    }
}

/// Returns the frequencies in rad per patch.
HeadFrequencies per_patch(const HeadGroup& group, HeadLayout layout) {
    HeadFrequencies head = unit_frequencies(group, layout);
    const PatchesAlong step = step_of(group, layout);
    for (std::int64_t p = 0; p < head.pairs(); ++p) {
        double* const components = head.components.data() + p * head.axes;
        components[x_axis_of(head)] *= step.column;
        components[1] *= step.row;
    }
    return head;
}

/// Returns the mean over directions φ of cos(θ (Δx' cos φ + Δy' sin φ)), which is J0(θ |Δ'|); each pair may
/// scale the components of Δ' differently.
std::vector<double> mean_similarity(const HeadGroup& group, const Job& job) {
    // The two blocks of a mixed head along the axes: θ_m for x, then θ_m for y.
    const HeadFrequencies head = per_patch(group, HeadLayout::directions);
    const auto half = static_cast<std::size_t>(head.pairs() / 2);
    const auto [column, row] = patch_of(group);
    std::map<std::pair<std::int64_t, std::int64_t>, double> known;
    std::vector<double> map;
    map.reserve(static_cast<std::size_t>(group.patches()));
    for (std::int64_t y = -row; y < group.rows() - row; ++y) {
        job.check();
        for (std::int64_t x = -column; x < group.columns() - column; ++x) {
            const auto [at, is_new] = known.try_emplace({std::abs(x), std::abs(y)}, 0.0);
            // std::cyl_bessel_j calls std::lgamma, which writes to a global that threads share.
            for (std::size_t m = 0; is_new && m < half; ++m)
                at->second += ::j0(std::hypot(head.components[2 * m] * static_cast<double>(x),
                                              head.components[2 * (half + m) + 1] * static_cast<double>(y))) /
                              static_cast<double>(half);
            map.push_back(at->second);
        }
    }
    return map;
}

/// Sums over groups of pairs, so that a large head on a large grid can be cancelled.
std::vector<double> similarity_of_pairs(const HeadGroup& group, const HeadFrequencies& head, const Job& job) {
    const auto [column, row] = patch_of(group);
    std::vector<double> sum(static_cast<std::size_t>(group.patches()));
    for (std::int64_t from = 0; from < head.pairs(); from += pairs_at_once) {
        job.check();
        const std::int64_t to = std::min(head.pairs(), from + pairs_at_once);
        const auto begin = head.components.begin();
        const HeadFrequencies part{head.axes, {begin + from * head.axes, begin + to * head.axes}};
        const double weight = static_cast<double>(to - from) / static_cast<double>(head.pairs());
        const std::vector<double> of_part = similarity_map(part, group.rows(), group.columns(), row, column);
        for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += weight * of_part[i];
    }
    return sum;
}

}  // namespace

std::array<std::int64_t, 2> patch_of(const HeadGroup& group) {
    const auto along = [&](const OptionalReal& entry, std::int64_t side) {
        const std::int64_t index = entry.set ? static_cast<std::int64_t>(std::floor(entry.value)) : side / 2;
        return std::clamp<std::int64_t>(index, 0, std::max<std::int64_t>(0, side - 1));
    };
    return {along(group.patch_x, group.columns()), along(group.patch_y, group.rows())};
}

const PictureCoordinates& coordinates_of(const HeadGroup& group) {
    return picture_coordinates()[static_cast<std::size_t>(group.coordinates.index)];
}

TrainedGrid trained_grid(const HeadGroup& group) {
    if (!group.train_grid.set) return {group.rows(), group.columns(), false};
    const auto rows = static_cast<std::int64_t>(group.train_grid.value);
    return {rows, group.train_grid_width.set ? static_cast<std::int64_t>(group.train_grid_width.value) : rows,
            true};
}

bool is_beyond(const HeadGroup& group, HeadLayout layout, std::int64_t across, std::int64_t down) {
    const TrainedGrid trained = trained_grid(group);
    const bool flattened = layout == HeadLayout::flattened;
    if (!trained.differs || (!flattened && coordinates_of(group).are_relative())) return false;
    const PatchesAlong then = lengths(layout, trained.rows, trained.columns);
    const PatchesAlong step = step_of(group, layout);
    constexpr double rounding = 1 - 1e-12;
    const auto left = [&](double steps, double length) { return std::abs(steps) >= rounding * length; };
    if (flattened || layout == HeadLayout::sum)
        return left(step.row * static_cast<double>(across + down * (flattened ? group.columns() : 1)),
                    then.row);
    return left(step.column * static_cast<double>(across), then.column) ||
           left(step.row * static_cast<double>(down), then.row);
}

std::size_t x_axis_of(const HeadFrequencies& head) { return head.axes == 2 ? 0 : 2; }

PatchesAlong step_of(const HeadGroup& group, HeadLayout layout) {
    if (layout != HeadLayout::flattened && coordinates_of(group).are_relative())
        return {coordinates_of(group).step(group.rows()), coordinates_of(group).step(group.columns())};
    if (group.extension != Extension::interpolate) return {1, 1};
    const PatchesAlong times = growth(group, layout);
    return {1 / times.row, 1 / times.column};
}

HeadFrequencies unit_frequencies(const HeadGroup& group, HeadLayout layout) {
    HeadFrequencies head = plain_frequencies(group, layout);
    const bool relative = layout != HeadLayout::flattened && coordinates_of(group).are_relative();
    if (group.extension == Extension::ntk && !relative) {
        if (layout == HeadLayout::flattened) {  // slows down the pairs along the line, not along a column
            HeadFrequencies line = sum_frequencies(rotating(group), group.base);
            slow_down(line, growth(group, layout));
            for (std::int64_t p = 0; p < line.pairs(); ++p)
                line.components[static_cast<std::size_t>(2 * p + 1)] *= static_cast<double>(group.columns());
            return line;
        }
        slow_down(head, growth(group, layout));
    }
    return head;
}

std::optional<HeadFrequencies> frequencies_of(const HeadGroup& group, HeadLayout layout) {
    if (layout == HeadLayout::directions) return std::nullopt;
    return per_patch(group, layout);
}

bool fits(const HeadGroup& group, HeadLayout layout) {
    const auto index = static_cast<std::size_t>(layout);
    return index >= picture_layouts().size() || picture_layouts()[index].fits(rotating(group));
}

std::vector<double> similarity_of(const HeadGroup& group, HeadLayout layout, const Job& job) {
    if (!fits(group, layout))
        return std::vector<double>(static_cast<std::size_t>(group.patches()), masked_value());
    const std::optional<HeadFrequencies> head = frequencies_of(group, layout);
    return head ? similarity_of_pairs(group, *head, job) : mean_similarity(group, job);
}

std::vector<double> beyond_map(const HeadGroup& group, HeadLayout layout) {
    const auto [column, row] = patch_of(group);
    std::vector<double> map;
    map.reserve(static_cast<std::size_t>(group.patches()));
    for (std::int64_t y = 0; y < group.rows(); ++y)
        for (std::int64_t x = 0; x < group.columns(); ++x)
            map.push_back(is_beyond(group, layout, x - column, y - row) ? 1 : 0);
    return map;
}

double beyond_share_of_patch(const HeadGroup& group) {
    const std::vector<double> map = beyond_map(group, group.layout);
    return std::accumulate(map.begin(), map.end(), 0.0) / static_cast<double>(group.patches());
}

double beyond_share(const HeadGroup& group, HeadLayout layout) {
    double beyond = 0;
    for (std::int64_t y = 1 - group.rows(); y < group.rows(); ++y)
        for (std::int64_t x = 1 - group.columns(); x < group.columns(); ++x)
            if (is_beyond(group, layout, x, y))
                beyond += static_cast<double>((group.rows() - std::abs(y)) * (group.columns() - std::abs(x)));
    const auto patches = static_cast<double>(group.patches());
    return beyond / (patches * patches);
}

std::vector<double> angles_along(const HeadGroup& group, bool rows) {
    const HeadFrequencies head = unit_frequencies(group, group.layout);
    const std::int64_t count = rows ? group.rows() : group.columns();
    const bool counted = group.layout == HeadLayout::flattened || !coordinates_of(group).are_relative();
    const PatchesAlong step = step_of(group, group.layout);
    std::vector<double> angles;
    for (std::int64_t n = 0; n < count; ++n) {
        const double index = static_cast<double>(n);
        const double at =
            group.layout == HeadLayout::flattened ? index : coordinates_of(group).at(index, count);
        const double scaled = counted ? at * (rows ? step.row : step.column) : at;
        for (std::int64_t p = 0; p < head.pairs(); ++p)
            angles.push_back(scaled * head.of_pair(p)[rows ? std::size_t{1} : x_axis_of(head)]);
    }
    return angles;
}

}  // namespace poslab::rope_2d
