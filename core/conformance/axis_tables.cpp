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

/// Tables [rows, columns] of cos and sin.
struct AxisTables {
    AxisPositions positions;
    std::int64_t rows = 0, columns = 0;
    bool by_axis = false;  // rows are those of the first axis, then the second, …, each with all pairs
    bool halves = false;   // columns repeat halves although pairs are neighbours

    [[nodiscard]] std::int64_t token(std::int64_t row) const { return row % positions.tokens; }
    [[nodiscard]] std::optional<std::int64_t> axis(std::int64_t row) const {
        return by_axis ? std::optional(row / positions.tokens) : std::nullopt;
    }
    [[nodiscard]] std::int64_t pair(const Implementation& implementation, std::int64_t column) const {
        if (columns == implementation.pairs()) return column;
        return halves ? column % implementation.pairs() : implementation.pair_of_column(column);
    }
};

std::vector<double> expected_tables(const AxisTables& tables, const Implementation& implementation,
                                    std::span<const std::int64_t> rows) {
    if (tables.columns != implementation.pairs() && tables.columns != 2 * implementation.pairs()) return {};
    const AxisAngles angles(implementation, tables.positions);
    std::vector<double> all;
    all.reserve(rows.size() * 2 * static_cast<std::size_t>(tables.columns));
    for (const std::int64_t row : rows) {
        const auto axis = tables.axis(row);
        const std::vector<double> phases =
            axis ? angles.along(*axis, tables.token(row)) : angles.at(tables.token(row));
        if (std::ssize(phases) != implementation.pairs()) return {};
        for (const auto function :
             {static_cast<double (*)(double)>(&std::cos), static_cast<double (*)(double)>(&std::sin)})
            for (std::int64_t column = 0; column < tables.columns; ++column)
                all.push_back(
                    implementation.amplitude() *
                    function(phases[static_cast<std::size_t>(tables.pair(implementation, column))]));
    }
    return all;
}

DumpReading reading_of_tables(const std::vector<double>& observed, const AxisTables& tables,
                              const Implementation& right, double stored) {
    DumpReading reading{
        fmt::format("[{}tokens, {}], {}", tables.by_axis ? "axes, " : "",
                    tables.columns == right.pairs() ? "pairs" : "rotary dimensions", axes_name(right)),
        tables.rows,
        2 * tables.columns,
        observed,
        {},
        {}};
    if (tables.halves) reading.name += ", in halves, for vectors that are reordered to halves first";
    const AxisAngles angles(right, tables.positions);
    for (std::int64_t row = 0; row < tables.rows; ++row) {
        reading.row_places.push_back(static_cast<double>(tables.token(row)));
        const std::vector<double> rounding = angles.rounding(tables.token(row), tables.axis(row));
        for (std::int64_t n = 0; n < 2 * tables.columns; ++n) {
            const auto pair = static_cast<std::size_t>(tables.pair(right, n % tables.columns));
            reading.tolerance.push_back(right.attention_factor * (std::min(1.0, rounding[pair]) + stored));
        }
    }
    for (std::int64_t n = 0; n < 2 * tables.columns; ++n)
        reading.column_places.push_back(static_cast<double>(tables.pair(right, n % tables.columns)));
    reading.row_name = "token"_tr;
    reading.expected = [tables = std::make_shared<const AxisTables>(tables)](
                           const Implementation& implementation, std::span<const std::int64_t> rows) {
        return expected_tables(*tables, implementation, rows);
    };
    return reading;
}

/// Returns the rows of both, concatenated row by row.
std::vector<double> side_by_side(const NumberArray& cos, const NumberArray& sin, std::int64_t columns) {
    std::vector<double> all;
    all.reserve(2 * cos.values.size());
    for (std::ptrdiff_t begin = 0; begin < std::ssize(cos.values); begin += columns)
        for (const NumberArray* array : {&cos, &sin})
            all.insert(all.end(), array->values.begin() + begin, array->values.begin() + begin + columns);
    return all;
}

}  // namespace

std::vector<DumpReading> read_axis_tables(const Dump& dump, const Implementation& right) {
    const NumberArray &cos = dump.at("cos"), &sin = dump.at("sin");
    for (const NumberArray* array : {&cos, &sin}) expect_finite(*array);
    expect_same_shape(cos, sin);
    check_axes(right);
    const std::vector<std::int64_t> shape = squeezed_table(cos.shape, right.pairs());
    AxisTables tables{positions_of_tokens(dump, right).positions, 0, shape.empty() ? 1 : shape.back()};
    const std::int64_t tokens = tables.positions.tokens, pairs = right.pairs();
    tables.rows = std::ssize(cos.values) / tables.columns;
    tables.by_axis = !is_2d(right.axes.layout) && cos.shape.size() > 2 && shape.size() > 1 &&
                     shape.front() == mrope_axes && tables.rows == mrope_axes * tokens;
    if ((tables.columns != pairs && tables.columns != 2 * pairs) || tables.rows % tokens != 0)
        refuse_shape(cos, {fmt::format("[tokens, pairs] = [{}, {}]", tokens, pairs),
                           fmt::format("[tokens, rotary dimensions] = [{}, {}]", tokens, 2 * pairs)});
    const double stored = std::max(held_error(cos).of_one(), held_error(sin).of_one());
    const std::vector<double> observed = side_by_side(cos, sin, tables.columns);
    std::vector<DumpReading> readings{reading_of_tables(observed, tables, right, stored)};
    tables.halves = right.pairing == Pairing::gpt_j && tables.columns == 2 * pairs;
    if (tables.halves) readings.push_back(reading_of_tables(observed, tables, right, stored));
    return readings;
}

Dump example_axis_tables(const Implementation& implementation) {
    check_axes(implementation);
    const AxisPositions positions = tokens_of_grid(implementation);
    const AxisTables tables{positions, positions.tokens, 2 * implementation.pairs()};
    const std::vector<double> both = expected_tables(tables, implementation, first_rows(tables.rows));
    std::vector<double> cos, sin;
    for (std::size_t n = 0; n < both.size(); ++n)
        (n / static_cast<std::size_t>(tables.columns) % 2 == 0 ? cos : sin).push_back(both[n]);
    Dump dump;
    dump.arrays.emplace("cos", example_array("cos", {tables.rows, tables.columns}, cos));
    dump.arrays.emplace("sin", example_array("sin", {tables.rows, tables.columns}, sin));
    return dump;
}

}  // namespace poslab
