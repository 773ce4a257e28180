#include "core/conformance/axis_readings.hpp"

#include "core/conformance/axes.hpp"
#include "core/conformance/rounding.hpp"
#include "core/conformance/shapes.hpp"
#include "core/files/tensor_info.hpp"

#include "core/base/errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <optional>
#include <utility>

namespace poslab {

namespace {

using Shape = std::vector<std::int64_t>;

constexpr std::int64_t mrope_axes = 3;

std::int64_t product(const Shape& shape) {
    return std::accumulate(shape.begin(), shape.end(), std::int64_t{1}, std::multiplies<>());
}

/// Positions, and their shape without the axes: [tokens], or [texts, tokens].
struct GivenPositions {
    AxisPositions positions;
    Shape shape;
};

/// [axes, tokens] as [tokens, axes].
std::vector<double> tokens_first(const std::vector<double>& values, std::int64_t axes) {
    const std::size_t count = static_cast<std::size_t>(axes), tokens = values.size() / count;
    std::vector<double> all(values.size());
    for (std::size_t token = 0; token < tokens; ++token)
        for (std::size_t axis = 0; axis < count; ++axis) all[token * count + axis] = values[axis * tokens + token];
    return all;
}

GivenPositions positions_in(const NumberArray& array, std::int64_t axes) {
    expect_finite(array);
    Shape shape = squeezed(array.shape);
    const bool axes_last = !shape.empty() && shape.back() == axes && (axes == 2 || shape.front() != axes);
    if (shape.size() < 2 || shape.size() > 3 || (!axes_last && shape.front() != axes))
        refuse_shape(array, axes == 2 ? std::vector<std::string>{"[tokens, 2], y and x"}
                                      : std::vector<std::string>{"[3, tokens]", "[3, texts, tokens]", "[tokens, 3]"});
    shape.erase(axes_last ? shape.end() - 1 : shape.begin());
    return {{axes, product(shape), axes_last || axes == 2 ? array.values : tokens_first(array.values, axes)}, shape};
}

GivenPositions positions_of_tokens(const Dump& dump, const Practice& right) {
    const NumberArray* given = dump.find("positions");
    const std::int64_t axes = is_2d(right.axes.layout) ? 2 : mrope_axes;
    if (given != nullptr) return positions_in(*given, axes);
    if (axes == mrope_axes)
        throw UsageError("--positions: is needed where M-RoPE's three axes differ, [3, tokens]: time, height, width"_tr);
    const PatchGrid& grid = right.axes.grid;
    if (grid.rows == 0)
        throw UsageError("--grid HxW or --positions FILE of [tokens, 2]: one of them is needed with --layout-2d"_tr);
    return {{axes, grid.rows * grid.columns, {}}, {grid.rows * grid.columns}};
}

/// The definition with the frequencies of the file, if the layout needs them. Throws for what does not fit.
void check_definition(const Practice& right) {
    const AxesPractice& axes = right.axes;
    const std::int64_t pairs = right.pairs();
    if (axes.layout == AxisLayout::mixed && std::ssize(axes.frequencies) != 2 * pairs)
        throw UsageError(tr("--frequencies-2d: must be [2, pairs] = [2, {}], of x and of y", pairs));
    if ((axes.layout == AxisLayout::axial || axes.layout == AxisLayout::axial_split_ladder) && pairs % 2 != 0)
        throw UsageError(tr("--layout-2d: {} pairs do not split into two equal halves", pairs));
    if (!is_2d(axes.layout) && axes_of_pairs(axes, pairs).empty())
        throw UsageError(tr("--mrope-sections: must be three that sum to the {} pairs", pairs));
}

/// The name of the definition's layout.
std::string layout_name(const Practice& right) {
    const AxesPractice& axes = right.axes;
    if (!is_2d(axes.layout)) return "M-RoPE";
    for (const char* const name : {"axial", "axial-split-ladder", "alternating", "mixed"})
        if (layout_2d(name) == axes.layout) return name;
    return {};
}

/// Tables [rows, columns] of cos, and the same of sin.
struct AxisTables {
    AxisPositions positions;
    std::int64_t rows = 0, columns = 0;
    bool by_axis = false;  // rows are those of the first axis, then the second …, each with all pairs
    bool halves = false;   // columns repeat halves although pairs are neighbours

    [[nodiscard]] std::int64_t token(std::int64_t row) const { return row % positions.tokens; }
    [[nodiscard]] std::optional<std::int64_t> axis(std::int64_t row) const {
        return by_axis ? std::optional(row / positions.tokens) : std::nullopt;
    }
    [[nodiscard]] std::int64_t pair(const Practice& practice, std::int64_t column) const {
        if (columns == practice.pairs()) return column;
        return halves ? column % practice.pairs() : practice.pair_of_column(column);
    }
};

std::vector<double> expected_tables(const AxisTables& tables, const Practice& practice, std::span<const std::int64_t> rows) {
    if (tables.columns != practice.pairs() && tables.columns != 2 * practice.pairs()) return {};
    const AxisAngles angles(practice, tables.positions);
    std::vector<double> all;
    all.reserve(rows.size() * 2 * static_cast<std::size_t>(tables.columns));
    for (const std::int64_t row : rows) {
        const auto axis = tables.axis(row);
        const std::vector<double> phases = axis ? angles.along(*axis, tables.token(row)) : angles.at(tables.token(row));
        if (std::ssize(phases) != practice.pairs()) return {};
        for (const auto function : {static_cast<double (*)(double)>(&std::cos), static_cast<double (*)(double)>(&std::sin)})
            for (std::int64_t column = 0; column < tables.columns; ++column)
                all.push_back(practice.amplitude() * function(phases[static_cast<std::size_t>(tables.pair(practice, column))]));
    }
    return all;
}

DumpReading reading_of_tables(const std::vector<double>& observed, const AxisTables& tables, const Practice& right, double stored) {
    DumpReading reading{fmt::format("[{}tokens, {}], {}", tables.by_axis ? "axes, " : "",
                                    tables.columns == right.pairs() ? "pairs" : "rotary dimensions", layout_name(right)),
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
    reading.expected = [tables = std::make_shared<const AxisTables>(tables)](const Practice& practice,
                                                                             std::span<const std::int64_t> rows) {
        return expected_tables(*tables, practice, rows);
    };
    return reading;
}

/// Rows of both, one after the other.
std::vector<double> side_by_side(const NumberArray& cos, const NumberArray& sin, std::int64_t columns) {
    std::vector<double> all;
    all.reserve(2 * cos.values.size());
    for (std::ptrdiff_t begin = 0; begin < std::ssize(cos.values); begin += columns)
        for (const NumberArray* array : {&cos, &sin})
            all.insert(all.end(), array->values.begin() + begin, array->values.begin() + begin + columns);
    return all;
}

void expect_same_shape(const NumberArray& first, const NumberArray& second) {
    if (first.shape != second.shape)
        throw InputError(tr("{}: its shape {} is not that of {}, {}", second.place, shape_text(second.shape), first.place,
                            shape_text(first.shape)));
}

/// Three parts along the first dimension that are not equal.
bool has_differing_axes(const NumberArray& array) {
    const Shape shape = squeezed(array.shape);
    if (shape.size() < 2 || shape.front() != mrope_axes || array.values.size() % mrope_axes != 0) return false;
    const auto part = std::ssize(array.values) / mrope_axes;
    const auto begin = array.values.begin();
    return !std::equal(begin, begin + part, begin + part) || !std::equal(begin, begin + part, begin + 2 * part);
}

}  // namespace

void take_axes_of(const Dump& dump, Practice& right) {
    AxesPractice& axes = right.axes;
    const auto any_of = [&](std::initializer_list<std::string_view> roles) {
        return std::any_of(roles.begin(), roles.end(), [&](std::string_view role) { return dump.find(role) != nullptr; });
    };
    if (is_2d(axes.layout) && !any_of({"cos", "freqs-cis", "before"}))
        throw UsageError(
            "--layout-2d: only tables (--cos and --sin, --freqs-cis) and vectors (--before and --after) are checked"_tr);
    const NumberArray* given = dump.find("frequencies-2d");
    if (given == nullptr) return;
    if (axes.layout != AxisLayout::mixed) throw UsageError("--frequencies-2d: needs --layout-2d mixed"_tr);
    expect_finite(*given);
    if (squeezed(given->shape) != Shape{2, right.pairs()})
        refuse_shape(*given, {fmt::format("[2, pairs] = [2, {}], of x and of y", right.pairs())});
    axes.frequencies = given->values;
}

bool has_axes(const Dump& dump, const Practice& right) {
    if (is_2d(right.axes.layout)) return true;
    if (!right.has_sections) return false;
    // Vectors may have three texts: only positions and tables have axes.
    for (const char* const role : {"positions", "cos", "sin"})
        if (const NumberArray* array = dump.find(role); array != nullptr && has_differing_axes(*array)) return true;
    return false;
}

std::vector<DumpReading> read_axis_tables(const Dump& dump, const Practice& right) {
    const NumberArray &cos = dump.at("cos"), &sin = dump.at("sin");
    for (const NumberArray* array : {&cos, &sin}) expect_finite(*array);
    expect_same_shape(cos, sin);
    check_definition(right);
    const Shape shape = squeezed(cos.shape);
    AxisTables tables{positions_of_tokens(dump, right).positions, 0, shape.empty() ? 1 : shape.back()};
    const std::int64_t tokens = tables.positions.tokens, pairs = right.pairs();
    tables.rows = std::ssize(cos.values) / tables.columns;
    tables.by_axis =
        !is_2d(right.axes.layout) && shape.size() > 2 && shape.front() == mrope_axes && tables.rows == mrope_axes * tokens;
    if ((tables.columns != pairs && tables.columns != 2 * pairs) || tables.rows % tokens != 0)
        refuse_shape(cos, {fmt::format("[tokens, pairs] = [{}, {}]", tokens, pairs),
                           fmt::format("[tokens, rotary dimensions] = [{}, {}]", tokens, 2 * pairs)});
    const double stored = std::max(held_rounding(cos), held_rounding(sin));
    const std::vector<double> observed = side_by_side(cos, sin, tables.columns);
    std::vector<DumpReading> readings{reading_of_tables(observed, tables, right, stored)};
    tables.halves = right.pairing == Pairing::gpt_j && tables.columns == 2 * pairs;
    if (tables.halves) readings.push_back(reading_of_tables(observed, tables, right, stored));
    return readings;
}

namespace {

/// Vectors [rows, columns] and the token of each.
struct AxisVectors {
    AxisPositions positions;
    std::vector<double> before;
    std::int64_t columns = 0;
    std::vector<std::int64_t> tokens;

    [[nodiscard]] std::span<const double> at(std::size_t row) const {
        return std::span(before).subspan(row * static_cast<std::size_t>(columns), static_cast<std::size_t>(columns));
    }
};

/// Rotates by x·cos + turned(x)·sin: each of the two dimensions of a pair has the angle of its own column.
void rotate_by(const Practice& practice, const std::vector<double>& angles, std::span<double> vector) {
    const auto begin = static_cast<std::size_t>(practice.rotary_begin(std::ssize(vector)));
    const double size = practice.amplitude();
    const auto angle = [&](std::int64_t column) { return angles[static_cast<std::size_t>(practice.pair_of_column(column))]; };
    for (std::int64_t pair = 0; pair < practice.pairs(); ++pair) {
        const auto [first, second] = dimensions_of_pair(practice.pairing, pair, practice.rotary_dim);
        double &x = vector[begin + static_cast<std::size_t>(first)], &y = vector[begin + static_cast<std::size_t>(second)];
        const double before = x;
        x = size * (before * std::cos(angle(first)) - y * std::sin(angle(first)));
        y = size * (y * std::cos(angle(second)) + before * std::sin(angle(second)));
    }
}

std::vector<double> expected_vectors(const AxisVectors& vectors, const Practice& practice, std::span<const std::int64_t> rows) {
    if (vectors.columns < practice.rotary_dim) return {};
    const AxisAngles angles(practice, vectors.positions);
    std::vector<double> all;
    all.reserve(rows.size() * static_cast<std::size_t>(vectors.columns));
    for (const std::int64_t row : rows) {
        const auto before = vectors.at(static_cast<std::size_t>(row));
        const std::vector<double> phases = angles.at(vectors.tokens[static_cast<std::size_t>(row)]);
        if (std::ssize(phases) != practice.pairs()) return {};
        all.insert(all.end(), before.begin(), before.end());
        rotate_by(practice, phases, std::span<double>(all.end() - std::ssize(before), all.end()));
    }
    return all;
}

/// The rounding of the angle, and of two products with rounded cos and sin, and their sum.
std::vector<double> tolerances(const AxisVectors& vectors, const Practice& right, double stored) {
    const double operations = 4 * std::max(stored, storage_rounding("float32")) * std::max(1.0, right.attention_factor);
    const AxisAngles angles(right, vectors.positions);
    std::vector<double> all(vectors.before.size());
    for (std::size_t row = 0; row < vectors.tokens.size(); ++row) {
        const auto before = vectors.at(row);
        const std::span<double> out(all.data() + row * before.size(), before.size());
        double size = 0;
        for (const double value : before) size = std::max(size, std::abs(value));
        std::fill(out.begin(), out.end(), operations * size);
        const std::vector<double> rounding = angles.rounding(vectors.tokens[row]);
        const auto begin = static_cast<std::size_t>(right.rotary_begin(vectors.columns));
        for (std::int64_t pair = 0; pair < right.pairs(); ++pair) {
            const auto [first, second] = dimensions_of_pair(right.pairing, pair, right.rotary_dim);
            const std::size_t x = begin + static_cast<std::size_t>(first), y = begin + static_cast<std::size_t>(second);
            const double length = std::abs(before[x]) + std::abs(before[y]);
            const double angle = std::min(1.0, rounding[static_cast<std::size_t>(pair)]);
            for (const std::size_t n : {x, y}) out[n] = length * (operations + right.attention_factor * angle) + 1e-12 * size;
        }
    }
    return all;
}

/// The dimensions that tokens run along, and with them texts.
struct TokenPlace {
    std::optional<std::size_t> text;
    std::size_t token = 0;
};

std::vector<TokenPlace> token_places(const Shape& shape, const Shape& positions) {
    std::vector<TokenPlace> places;
    for (std::size_t d = shape.size() - 1; d-- > 0;) {
        if (shape[d] != positions.back()) continue;
        if (positions.size() == 1) places.push_back({std::nullopt, d});
        for (std::size_t text = 0; positions.size() == 2 && text < d; ++text)
            if (shape[text] == positions.front()) places.push_back({text, d});
    }
    return places;
}

std::vector<std::int64_t> tokens_of_rows(const Shape& shape, const TokenPlace& place, std::int64_t rows) {
    const auto index = [&](std::int64_t row, std::size_t dimension) {
        std::int64_t inner = 1;
        for (std::size_t d = dimension + 1; d + 1 < shape.size(); ++d) inner *= shape[d];
        return row / inner % shape[dimension];
    };
    std::vector<std::int64_t> tokens;
    for (std::int64_t row = 0; row < rows; ++row)
        tokens.push_back(index(row, place.token) + (place.text ? index(row, *place.text) * shape[place.token] : 0));
    return tokens;
}

DumpReading reading_of_vectors(const NumberArray& after, AxisVectors vectors, const Practice& right, double stored,
                               std::size_t dimension) {
    DumpReading reading{fmt::format("tokens along dimension {}, {}", dimension, layout_name(right)),
                        std::ssize(vectors.tokens),
                        vectors.columns,
                        after.values,
                        tolerances(vectors, right, stored),
                        {}};
    for (const std::int64_t token : vectors.tokens) reading.row_places.push_back(static_cast<double>(token));
    reading.row_name = "token"_tr;
    reading.column_name = "dimension"_tr;
    reading.expected = [vectors = std::make_shared<const AxisVectors>(std::move(vectors))](const Practice& practice,
                                                                                           std::span<const std::int64_t> rows) {
        return expected_vectors(*vectors, practice, rows);
    };
    return reading;
}

}  // namespace

std::vector<DumpReading> read_axis_vectors(const Dump& dump, const Practice& right) {
    const NumberArray &before = dump.at("before"), &after = dump.at("after");
    for (const NumberArray* array : {&before, &after}) expect_finite(*array);
    expect_same_shape(before, after);
    check_definition(right);
    const GivenPositions given = positions_of_tokens(dump, right);
    const std::int64_t dim = right.rotary.dim;
    Shape shape = before.shape;
    if (!shape.empty() && shape.back() != dim && shape.back() != right.rotary_dim &&
        shape.back() % dim == 0) {  // heads side by side
        shape.push_back(dim);
        shape[shape.size() - 2] /= dim;
    }
    const std::vector<TokenPlace> places = shape.size() < 2 ? std::vector<TokenPlace>{} : token_places(shape, given.shape);
    if (places.empty() || (shape.back() != dim && shape.back() != right.rotary_dim))
        refuse_shape(before, {fmt::format("[…, tokens, …, head dimension] = […, {}, …, {}]", given.shape.back(), dim)});
    const double stored = std::max(storage_rounding(before.type), held_rounding(after));
    const std::int64_t rows = std::ssize(before.values) / shape.back();
    std::vector<DumpReading> readings;
    for (const TokenPlace& place : places)
        readings.push_back(reading_of_vectors(
            after, {given.positions, before.values, shape.back(), tokens_of_rows(shape, place, rows)}, right, stored, place.token));
    return readings;
}

void add_buffer_order(const NumberArray& array, const Practice& right, std::vector<DumpReading>& readings) {
    const std::vector<std::int64_t> order = buffer_order(right.axes, right.pairs());
    if (order.empty() || std::ssize(array.values) != right.pairs()) return;
    DumpReading reading = readings.front();
    reading.name = "[pairs]: even ones, odd ones, the rest, as Transformers' ERNIE 4.5 VL";
    reading.column_places.assign(order.begin(), order.end());
    for (std::size_t n = 0; n < order.size(); ++n)
        reading.tolerance[n] = readings.front().tolerance[static_cast<std::size_t>(order[n])];
    reading.expected = [inner = readings.front().expected, order](const Practice& practice, std::span<const std::int64_t> rows) {
        const std::vector<double> all = inner(practice, rows);
        if (all.size() != order.size()) return std::vector<double>{};
        std::vector<double> ordered;
        for (const std::int64_t pair : order) ordered.push_back(all[static_cast<std::size_t>(pair)]);
        return ordered;
    };
    readings.push_back(std::move(reading));
}

namespace {

/// All tokens of the grid.
AxisPositions example_tokens(const Practice& practice) {
    const PatchGrid& grid = practice.axes.grid;
    return {2, grid.rows * grid.columns, {}};
}

std::vector<std::int64_t> all_rows(std::int64_t count) {
    std::vector<std::int64_t> rows(static_cast<std::size_t>(count));
    std::iota(rows.begin(), rows.end(), std::int64_t{0});
    return rows;
}

}  // namespace

Dump example_axis_tables(const Practice& practice) {
    check_definition(practice);
    const AxisPositions positions = example_tokens(practice);
    const AxisTables tables{positions, positions.tokens, 2 * practice.pairs()};
    const std::vector<double> both = expected_tables(tables, practice, all_rows(tables.rows));
    std::vector<double> cos, sin;
    for (std::size_t n = 0; n < both.size(); ++n)
        (n / static_cast<std::size_t>(tables.columns) % 2 == 0 ? cos : sin).push_back(both[n]);
    Dump dump;
    dump.arrays.emplace("cos", example_array("cos", {tables.rows, tables.columns}, cos));
    dump.arrays.emplace("sin", example_array("sin", {tables.rows, tables.columns}, sin));
    return dump;
}

Dump example_axis_vectors(const Practice& practice) {
    check_definition(practice);
    AxisVectors vectors{example_tokens(practice), {}, practice.rotary.dim, {}};
    vectors.tokens = all_rows(vectors.positions.tokens);
    vectors.before = drawn_numbers(0, vectors.positions.tokens * vectors.columns);
    const Shape shape{vectors.positions.tokens, vectors.columns};
    Dump dump;
    dump.arrays.emplace("before", example_array("before", shape, vectors.before));
    dump.arrays.emplace("after", example_array("after", shape, expected_vectors(vectors, practice, vectors.tokens)));
    return dump;
}

}  // namespace poslab
