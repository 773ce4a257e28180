#include "core/views/rope_2d/rope_2d.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

namespace poslab::rope_2d {

namespace {

constexpr std::int64_t pairs_at_once = 64;

/// Of sections that do not fit the head, those of a layout that is shown beside the chosen one: the usual ones.
std::vector<int> section_axes(const HeadGroup& group, bool chosen) {
    const std::int64_t pairs = group.dim / 2;
    const std::vector<double>& given = group.mrope_sections.numbers;
    const std::vector<double> usual = usual_sections(pairs, group.mrope_interleaved);
    const std::vector<int> axes = axes_of_sections(given.empty() ? usual : given, pairs, group.mrope_interleaved);
    return axes.empty() && !chosen ? axes_of_sections(usual, pairs, group.mrope_interleaved) : axes;
}

/// The mean over directions knows distances only, of which a grid has few.
std::vector<double> mean_similarity(const HeadGroup& group, const Job& job) {
    const auto [column, row] = patch_of(group);
    std::map<std::int64_t, double> by_square;
    std::vector<double> map;
    map.reserve(static_cast<std::size_t>(group.grid * group.grid));
    for (std::int64_t y = -row; y < group.grid - row; ++y) {
        job.check();
        for (std::int64_t x = -column; x < group.grid - column; ++x) {
            const auto [known, is_new] = by_square.try_emplace(x * x + y * y, 0.0);
            if (is_new)
                known->second =
                    mean_mixed_similarity(group.dim, group.base, std::hypot(static_cast<double>(x), static_cast<double>(y)));
            map.push_back(known->second);
        }
    }
    return map;
}

/// In parts, so that a large head on a large grid can be left off.
std::vector<double> similarity_of_pairs(const HeadGroup& group, const HeadFrequencies& head, const Job& job) {
    const auto [column, row] = patch_of(group);
    std::vector<double> sum(static_cast<std::size_t>(group.grid * group.grid));
    for (std::int64_t from = 0; from < head.pairs(); from += pairs_at_once) {
        job.check();
        const std::int64_t to = std::min(head.pairs(), from + pairs_at_once);
        const auto begin = head.components.begin();
        const HeadFrequencies part{head.axes, {begin + from * head.axes, begin + to * head.axes}};
        const double weight = static_cast<double>(to - from) / static_cast<double>(head.pairs());
        const std::vector<double> of_part = similarity_map(part, group.grid, group.grid, row, column);
        for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += weight * of_part[i];
    }
    return sum;
}

}  // namespace

std::array<std::int64_t, 2> patch_of(const HeadGroup& group) {
    const auto along = [&](const OptionalReal& given) {
        const std::int64_t place = given.set ? static_cast<std::int64_t>(std::floor(given.value)) : group.grid / 2;
        return std::clamp<std::int64_t>(place, 0, std::max<std::int64_t>(0, group.grid - 1));
    };
    return {along(group.patch_x), along(group.patch_y)};
}

std::optional<HeadFrequencies> frequencies_of(const HeadGroup& group, HeadLayout layout) {
    switch (layout) {
        case HeadLayout::axial:
            return axial_frequencies(2, group.dim, group.base);
        case HeadLayout::diagonal:
            return mixed_frequencies(group.dim, group.base, std::numbers::pi / 4);
        case HeadLayout::mixed:
            return mixed_frequencies(group.dim, group.base, group.direction * std::numbers::pi / 180);
        case HeadLayout::directions:
            return std::nullopt;
        case HeadLayout::mrope:
            return sectioned_frequencies(section_axes(group, group.layout == layout), group.dim, group.base);
        case HeadLayout::sum:
            return sum_frequencies(group.dim, group.base);
        case HeadLayout::flattened:
            break;
    }
    return flattened_frequencies(group.dim, group.base, group.grid);
}

std::vector<double> similarity_of(const HeadGroup& group, HeadLayout layout, const Job& job) {
    const std::optional<HeadFrequencies> head = frequencies_of(group, layout);
    return head ? similarity_of_pairs(group, *head, job) : mean_similarity(group, job);
}

}  // namespace poslab::rope_2d
