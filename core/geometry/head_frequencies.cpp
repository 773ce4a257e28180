#include "core/geometry/head_frequencies.hpp"

#include "core/base/errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <numeric>

namespace poslab {

namespace {

/// base^(−m/count), m = 0 … count − 1.
std::vector<double> block(std::int64_t count, double base) {
    std::vector<double> magnitudes;
    for (std::int64_t m = 0; m < count; ++m)
        magnitudes.push_back(std::pow(base, -static_cast<double>(m) / static_cast<double>(count)));
    return magnitudes;
}

void check_dim(std::int64_t dim, std::int64_t multiple) {
    if (dim < multiple || dim % multiple != 0)
        throw UsageError(
            tr("--dim {}: must be a multiple of {}, so that all axes have the same number of pairs", dim,
               multiple));
}

/// Every pair rotates along the same direction.
HeadFrequencies along(double x, double y, std::int64_t dim, double base) {
    check_dim(dim, 2);
    HeadFrequencies head;
    for (const double theta : block(dim / 2, base))
        head.components.insert(head.components.end(), {theta * x, theta * y});
    return head;
}

/// e^(iω(n − from)) for n = 0 … count − 1.
std::vector<std::complex<double>> turns(double omega, std::int64_t count, std::int64_t from) {
    std::vector<std::complex<double>> list;
    for (std::int64_t n = 0; n < count; ++n)
        list.push_back(std::polar(1.0, omega * static_cast<double>(n - from)));
    return list;
}

}  // namespace

HeadFrequencies picture_frequencies(std::span<const PairOnAxis> pairs, double base) {
    HeadFrequencies head{static_cast<std::int64_t>(picture_axes),
                         std::vector<double>(picture_axes * pairs.size())};
    const std::vector<double> thetas = frequencies_of(pairs, base);
    for (std::size_t p = 0; p < pairs.size(); ++p)
        head.components[picture_axes * p + static_cast<std::size_t>(pairs[p].axis)] = thetas[p];
    return head;
}

HeadFrequencies mixed_frequencies(std::int64_t dim, double base, double direction) {
    check_dim(dim, 4);
    const std::vector<double> magnitudes = block(dim / 4, base);
    const double cosine = std::cos(direction), sine = std::sin(direction);
    HeadFrequencies head;
    for (const double theta : magnitudes)
        head.components.insert(head.components.end(), {theta * cosine, theta * sine});
    for (const double theta : magnitudes)
        head.components.insert(head.components.end(), {-theta * sine, theta * cosine});
    return head;
}

HeadFrequencies sum_frequencies(std::int64_t dim, double base) { return along(1, 1, dim, base); }

HeadFrequencies flattened_frequencies(std::int64_t dim, double base, std::int64_t width) {
    return along(1, static_cast<double>(width), dim, base);
}

HeadFrequencies sectioned_frequencies(std::span<const int> axis_of, std::int64_t dim, double base) {
    check_dim(dim, 2);
    if (static_cast<std::int64_t>(axis_of.size()) != dim / 2)
        throw UsageError(tr("--mrope-sections: the number of pairs with an axis is {}, that of the head {}",
                            axis_of.size(), dim / 2));
    return sectioned_frequencies(axis_of, block(dim / 2, base));
}

HeadFrequencies sectioned_frequencies(std::span<const int> axis_of, std::span<const double> frequencies) {
    if (axis_of.size() != frequencies.size())
        throw UsageError(tr("--mrope-sections: the number of pairs with an axis is {}, that of the head {}",
                            axis_of.size(), frequencies.size()));
    HeadFrequencies head{3, {}};
    for (std::size_t p = 0; p < frequencies.size(); ++p)
        for (int axis = 0; axis < 3; ++axis)
            head.components.push_back(axis == axis_of[p] ? frequencies[p] : 0);
    return head;
}

namespace {

/// Alternates height and width while both have pairs left, then the rest of either, then time.
std::vector<int> alternating_axes(std::span<const double> sections, std::int64_t pairs) {
    std::vector<int> axes;
    std::array<double, 3> left{sections[0], sections[1], sections[2]};
    for (std::size_t axis = 1; left[1] + left[2] > 0; axis = 3 - axis) {
        if (left.at(axis) == 0) axis = 3 - axis;
        axes.push_back(static_cast<int>(axis));
        --left.at(axis);
    }
    axes.resize(static_cast<std::size_t>(pairs), 0);
    return axes;
}

}  // namespace

std::vector<int> axes_of_sections(std::span<const double> sections, std::int64_t pairs, bool interleaved,
                                  bool alternating) {
    const auto counts = [](double section) { return section >= 0 && section == std::floor(section); };
    if (sections.size() != 3 || !std::all_of(sections.begin(), sections.end(), counts)) return {};
    if (std::accumulate(sections.begin(), sections.end(), 0.0) != static_cast<double>(pairs)) return {};
    if (alternating) return alternating_axes(sections, pairs);
    std::vector<int> axes(static_cast<std::size_t>(pairs), 0);
    std::size_t next = static_cast<std::size_t>(sections[0]);
    for (std::size_t axis = 1; axis < 3; ++axis)
        for (std::size_t n = 0; n < static_cast<std::size_t>(sections[axis]); ++n) {
            const std::size_t p = interleaved ? 3 * n + axis : next++;
            if (p < axes.size()) axes[p] = static_cast<int>(axis);
        }
    return axes;
}

std::vector<double> usual_sections(std::int64_t pairs, bool interleaved) {
    const auto each = static_cast<double>((interleaved ? 5 : 6) * pairs / 16);
    return {static_cast<double>(pairs) - 2 * each, each, each};
}

double similarity(const HeadFrequencies& of, std::span<const double> offset) {
    double sum = 0;
    for (std::int64_t p = 0; p < of.pairs(); ++p) {
        const std::span<const double> omega = of.of_pair(p);
        sum += std::cos(std::inner_product(omega.begin(), omega.end(), offset.begin(), 0.0));
    }
    return sum / static_cast<double>(of.pairs());
}

std::vector<double> similarity_map(const HeadFrequencies& of, std::int64_t rows, std::int64_t columns,
                                   std::int64_t row, std::int64_t column) {
    const std::size_t x = of.axes == 2 ? 0 : 2, y = 1;
    std::vector<double> map(static_cast<std::size_t>(rows * columns));
    for (std::int64_t p = 0; p < of.pairs(); ++p) {
        const auto across = turns(of.of_pair(p)[x], columns, column),
                   down = turns(of.of_pair(p)[y], rows, row);
        std::size_t cell = 0;
        for (const auto& vertical : down)
            for (const auto& horizontal : across)
                map[cell++] += vertical.real() * horizontal.real() - vertical.imag() * horizontal.imag();
    }
    for (double& value : map) value /= static_cast<double>(of.pairs());
    return map;
}

}  // namespace poslab
