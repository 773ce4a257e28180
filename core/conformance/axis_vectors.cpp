#include "core/conformance/axis_positions.hpp"
#include "core/conformance/axis_readings.hpp"
#include "core/conformance/rounding.hpp"
#include "core/conformance/shapes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <utility>

namespace poslab {

namespace {

/// Vectors [rows, columns] and the token of each.
struct AxisVectors {
    AxisPositions positions;
    std::vector<double> before;
    std::int64_t columns = 0;
    std::vector<std::int64_t> tokens;

    [[nodiscard]] std::span<const double> at(std::size_t row) const {
        return std::span(before).subspan(row * static_cast<std::size_t>(columns),
                                         static_cast<std::size_t>(columns));
    }
};

/// Rotates as x·cos + turned(x)·sin: each of the two dimensions of a pair uses the angle of its own column.
void rotate_by(const Implementation& implementation, const std::vector<double>& angles,
               std::span<double> vector) {
    const auto begin = static_cast<std::size_t>(implementation.rotary_begin(std::ssize(vector)));
    const double size = implementation.amplitude();
    const auto angle = [&](std::int64_t column) {
        return angles[static_cast<std::size_t>(implementation.pair_of_column(column))];
    };
    for (std::int64_t pair = 0; pair < implementation.pairs(); ++pair) {
        const auto [first, second] =
            dimensions_of_pair(implementation.pairing, pair, implementation.rotary_dim);
        double &x = vector[begin + static_cast<std::size_t>(first)],
               &y = vector[begin + static_cast<std::size_t>(second)];
        const double before = x;
        x = size * (before * std::cos(angle(first)) - y * std::sin(angle(first)));
        y = size * (y * std::cos(angle(second)) + before * std::sin(angle(second)));
    }
}

std::vector<double> expected_vectors(const AxisVectors& vectors, const Implementation& implementation,
                                     std::span<const std::int64_t> rows) {
    if (vectors.columns < implementation.rotary_dim) return {};
    const AxisAngles angles(implementation, vectors.positions);
    std::vector<double> all;
    all.reserve(rows.size() * static_cast<std::size_t>(vectors.columns));
    for (const std::int64_t row : rows) {
        const auto before = vectors.at(static_cast<std::size_t>(row));
        const std::vector<double> phases = angles.at(vectors.tokens[static_cast<std::size_t>(row)]);
        if (std::ssize(phases) != implementation.pairs()) return {};
        all.insert(all.end(), before.begin(), before.end());
        rotate_by(implementation, phases, std::span<double>(all).last(before.size()));
    }
    return all;
}

/// Rounding of the angle, and of two products with rounded cos and sin, and their sum. `least`: of subnormal
/// numbers.
std::vector<double> tolerances(const AxisVectors& vectors, const Implementation& right, double stored,
                               double least) {
    const double count = 4 * std::max(1.0, right.attention_factor);
    const double operations = count * std::max(stored, storage_rounding("float32"));
    const AxisAngles angles(right, vectors.positions);
    std::vector<double> all(vectors.before.size());
    for (std::size_t row = 0; row < vectors.tokens.size(); ++row) {
        const auto before = vectors.at(row);
        const std::span<double> out(all.data() + row * before.size(), before.size());
        double size = 0;
        for (const double value : before) size = std::max(size, std::abs(value));
        std::fill(out.begin(), out.end(), operations * size + count * least);
        const std::vector<double> rounding = angles.rounding(vectors.tokens[row]);
        const auto begin = static_cast<std::size_t>(right.rotary_begin(vectors.columns));
        for (std::int64_t pair = 0; pair < right.pairs(); ++pair) {
            const auto [first, second] = dimensions_of_pair(right.pairing, pair, right.rotary_dim);
            const std::size_t x = begin + static_cast<std::size_t>(first),
                              y = begin + static_cast<std::size_t>(second);
            const double length = std::abs(before[x]) + std::abs(before[y]);
            const double angle = std::min(1.0, rounding[static_cast<std::size_t>(pair)]);
            for (const std::size_t n : {x, y})
                out[n] =
                    length * (operations + right.attention_factor * angle) + 1e-12 * size + count * least;
        }
    }
    return all;
}

/// The dimensions of tokens and of texts.
struct TokenAxes {
    std::optional<std::size_t> text;
    std::size_t token = 0;
};

std::vector<TokenAxes> token_places(const std::vector<std::int64_t>& shape,
                                    const std::vector<std::int64_t>& positions) {
    std::vector<TokenAxes> places;
    for (std::size_t d = shape.size() - 1; d-- > 0;) {
        if (shape[d] != positions.back()) continue;
        if (positions.size() == 1) places.push_back({std::nullopt, d});
        for (std::size_t text = 0; positions.size() == 2 && text < d; ++text)
            if (shape[text] == positions.front()) places.push_back({text, d});
    }
    return places;
}

std::vector<std::int64_t> tokens_of_rows(const std::vector<std::int64_t>& shape, const TokenAxes& axes,
                                         std::int64_t rows) {
    const auto index = [&](std::int64_t row, std::size_t dimension) {
        std::int64_t inner = 1;
        for (std::size_t d = dimension + 1; d + 1 < shape.size(); ++d) inner *= shape[d];
        return row / inner % shape[dimension];
    };
    std::vector<std::int64_t> tokens;
    for (std::int64_t row = 0; row < rows; ++row)
        tokens.push_back(index(row, axes.token) +
                         (axes.text ? index(row, *axes.text) * shape[axes.token] : 0));
    return tokens;
}

DumpReading reading_of_vectors(const NumberArray& after, AxisVectors vectors, const Implementation& right,
                               double stored, double least, std::size_t dimension) {
    DumpReading reading{fmt::format("tokens along dimension {}, {}", dimension, axes_name(right)),
                        std::ssize(vectors.tokens),
                        vectors.columns,
                        after.values,
                        tolerances(vectors, right, stored, least),
                        {}};
    for (const std::int64_t token : vectors.tokens) reading.row_places.push_back(static_cast<double>(token));
    reading.row_name = "token"_tr;
    reading.column_name = "dimension"_tr;
    reading.expected = [vectors = std::make_shared<const AxisVectors>(std::move(vectors))](
                           const Implementation& implementation, std::span<const std::int64_t> rows) {
        return expected_vectors(*vectors, implementation, rows);
    };
    return reading;
}

}  // namespace

std::vector<DumpReading> read_axis_vectors(const Dump& dump, const Implementation& right) {
    const NumberArray &before = dump.at("before"), &after = dump.at("after");
    for (const NumberArray* array : {&before, &after}) expect_finite(*array);
    expect_same_shape(before, after);
    check_axes(right);
    const ExplicitPositions dumped = positions_of_tokens(dump, right);
    const std::int64_t dim = right.rotary.dim;
    std::vector<std::int64_t> shape = before.shape;
    if (!shape.empty() && shape.back() != dim && shape.back() != right.rotary_dim &&
        shape.back() % dim == 0) {  // heads are joined
        shape.push_back(dim);
        shape[shape.size() - 2] /= dim;
    }
    const std::vector<TokenAxes> places =
        shape.size() < 2 ? std::vector<TokenAxes>{} : token_places(shape, dumped.shape);
    if (places.empty() || (shape.back() != dim && shape.back() != right.rotary_dim))
        refuse_shape(before, {fmt::format("[…, tokens, …, head dimension] = […, {}, …, {}]",
                                          dumped.shape.back(), dim)});
    const StorageError of_before = input_error(before, after), of_after = held_error(after);
    const double stored = std::max(of_before.relative, of_after.relative);
    const double least = std::max(of_before.absolute, of_after.absolute);
    const std::int64_t rows = std::ssize(before.values) / shape.back();
    std::vector<DumpReading> readings;
    readings.reserve(places.size());
    for (const TokenAxes& axes : places)
        readings.push_back(reading_of_vectors(
            after, {dumped.positions, before.values, shape.back(), tokens_of_rows(shape, axes, rows)}, right,
            stored, least, axes.token));
    return readings;
}

Dump example_axis_vectors(const Implementation& implementation) {
    check_axes(implementation);
    AxisVectors vectors{tokens_of_grid(implementation), {}, implementation.rotary.dim, {}};
    vectors.tokens = first_rows(vectors.positions.tokens);
    vectors.before = drawn_numbers(0, vectors.positions.tokens * vectors.columns);
    const std::vector<std::int64_t> shape{vectors.positions.tokens, vectors.columns};
    Dump dump;
    dump.arrays.emplace("before", example_array("before", shape, vectors.before));
    dump.arrays.emplace(
        "after", example_array("after", shape, expected_vectors(vectors, implementation, vectors.tokens)));
    return dump;
}

}  // namespace poslab
