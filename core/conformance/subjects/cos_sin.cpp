#include "core/conformance/axis_readings.hpp"
#include "core/conformance/rounding.hpp"
#include "core/conformance/shapes.hpp"
#include "core/conformance/subject.hpp"
#include "core/files/tensor_info.hpp"

#include "core/base/errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <numeric>
#include <optional>
#include <utility>

namespace poslab {

namespace {

constexpr std::array<std::pair<std::string_view, double (*)(double)>, 2> table_functions{
    {{"cos", &std::cos}, {"sin", &std::sin}}};

/// Tables of one or both functions, or of both concatenated.
struct Tables {
    std::vector<double (*)(double)> functions;
    std::int64_t columns = 0;  // of each function
    std::vector<double> positions;
    // Columns repeat halves although pairs are neighbours, for a program that reorders its vectors first.
    bool halves = false;
};

std::int64_t pair_in(const Implementation& implementation, const Tables& tables, std::int64_t column) {
    if (tables.columns == implementation.pairs()) return column;
    return tables.halves ? column % implementation.pairs() : implementation.pair_of_column(column);
}

std::vector<std::int64_t> pairs_in(const Implementation& implementation, const Tables& tables) {
    std::vector<std::int64_t> pairs;
    for (std::int64_t column = 0; column < tables.columns; ++column)
        pairs.push_back(std::min(pair_in(implementation, tables, column), implementation.pairs() - 1));
    return pairs;
}

double position_in(const Implementation& implementation, const Tables& tables, std::int64_t row) {
    return (implementation.listed_positions.empty()
                ? tables.positions
                : implementation.listed_positions)[static_cast<std::size_t>(row)];
}

/// Computes each pair's angle once, because tables are long.
std::vector<double> expected_of(const Tables& tables, const Implementation& implementation,
                                std::span<const std::int64_t> rows) {
    if (tables.columns != implementation.pairs() && tables.columns != 2 * implementation.pairs()) return {};
    const std::vector<std::int64_t> pairs = pairs_in(implementation, tables);
    std::vector<double> of_pair(static_cast<std::size_t>(implementation.pairs())), phases = of_pair;
    std::vector<double> all;
    all.reserve(rows.size() * tables.functions.size() * pairs.size());
    for (const std::int64_t row : rows) {
        const double position = position_in(implementation, tables, row),
                     amplitude = implementation.amplitude_at(position);
        for (std::size_t p = 0; p < phases.size(); ++p)
            phases[p] = implementation.phase(position, static_cast<std::int64_t>(p));
        for (const auto function : tables.functions) {
            for (std::size_t p = 0; p < phases.size(); ++p) of_pair[p] = amplitude * function(phases[p]);
            for (const std::int64_t pair : pairs) all.push_back(of_pair[static_cast<std::size_t>(pair)]);
        }
    }
    return all;
}

/// Returns cos + i sin of every pair, for a table of both functions.
std::vector<PairRotation> rotations_in(const Tables& tables, const Implementation& implementation,
                                       std::span<const double> numbers) {
    if (tables.columns != implementation.pairs() && tables.columns != 2 * implementation.pairs()) return {};
    std::vector<PairRotation> all(static_cast<std::size_t>(implementation.pairs()));
    for (std::int64_t column = tables.columns; column-- > 0;) {
        const std::complex<double> value(numbers[static_cast<std::size_t>(column)],
                                         numbers[static_cast<std::size_t>(tables.columns + column)]);
        all[static_cast<std::size_t>(pair_in(implementation, tables, column))] = {value, 1};
    }
    return all;
}

std::vector<double> tolerances(const Tables& tables, const Implementation& right, double stored) {
    // The rounding of an angle increases with the position.
    std::vector<double> at_zero, per_token;
    for (const std::int64_t pair : pairs_in(right, tables)) {
        at_zero.push_back(phase_rounding(right, 0, pair));
        per_token.push_back(phase_rounding(right, 1, pair) - at_zero.back());
    }
    std::vector<double> all;
    all.reserve(tables.positions.size() * tables.functions.size() * at_zero.size());
    for (const double position : tables.positions)
        for (std::size_t f = 0; f < tables.functions.size(); ++f)
            for (std::size_t column = 0; column < at_zero.size(); ++column)
                all.push_back(
                    right.attention_factor *
                    (std::min(1.0, at_zero[column] + std::abs(position) * per_token[column]) + stored));
    return all;
}

/// Concatenates the rows of all arrays.
std::vector<double> beside(const std::vector<const NumberArray*>& arrays, std::int64_t columns) {
    std::vector<double> all;
    all.reserve(arrays.size() * arrays.front()->values.size());
    const auto width = static_cast<std::size_t>(columns);
    for (std::size_t begin = 0; begin < arrays.front()->values.size(); begin += width)
        for (const NumberArray* array : arrays)
            all.insert(all.end(), array->values.begin() + begin, array->values.begin() + begin + width);
    return all;
}

DumpReading reading_of(std::vector<double> observed, const Tables& tables, const Implementation& right,
                       double stored) {
    DumpReading reading{
        tables.columns == 2 * right.pairs() ? "[positions, rotary dimensions]" : "[positions, pairs]",
        std::ssize(tables.positions),
        tables.columns * std::ssize(tables.functions),
        std::move(observed),
        tolerances(tables, right, stored),
        {}};
    reading.right_shape =
        fmt::format("[positions, {}], or [positions, {}] repeated", right.pairs(), 2 * right.pairs());
    reading.row_places = tables.positions;
    reading.has_positions = true;
    for (std::size_t f = 0; f < tables.functions.size(); ++f)
        for (std::int64_t column = 0; column < tables.columns; ++column)
            reading.column_places.push_back(
                static_cast<double>(std::min(pair_in(right, tables, column), right.pairs() - 1)));
    reading.expected = [tables](const Implementation& implementation, std::span<const std::int64_t> of) {
        return expected_of(tables, implementation, of);
    };
    reading.rotations = [tables](const Implementation& implementation, std::int64_t /*row*/,
                                 std::span<const double> numbers) {
        return rotations_in(tables, implementation, numbers);
    };
    return reading;
}

[[noreturn]] void refuse_tables(const NumberArray& array, const Implementation& right) {
    refuse_shape(array,
                 {fmt::format("[positions, pairs] = [T, {}]", right.pairs()),
                  fmt::format("[positions, rotary dimensions] = [T, {}]", 2 * right.pairs()),
                  fmt::format("--cos alone: [positions, cosines and sines] = [T, {}]", 2 * right.pairs())});
}

/// Reads vLLM's cache: cosines of every pair, then sines.
std::vector<DumpReading> read_cache(const NumberArray& cache, Tables tables, const Implementation& right) {
    tables.columns /= 2;
    tables.functions = {&std::cos, &std::sin};
    std::vector<DumpReading> readings{reading_of(cache.values, tables, right, held_error(cache).of_one())};
    readings.back().name = "[positions, cosines and sines of the pairs]";
    readings.back().right_shape = fmt::format(
        "[positions, {}], cosines, then sines; a table of cosines alone requires --sin", 2 * right.pairs());
    return readings;
}

/// True if columns half a width apart match each other better than adjacent ones, as in a table that repeats
/// halves.
bool is_in_halves(const NumberArray& table, const Tables& tables, const Implementation& right) {
    const auto columns = static_cast<std::size_t>(tables.columns),
               pairs = static_cast<std::size_t>(right.pairs());
    double halves = 0, neighbours = 0;
    for (std::size_t row = 0; row < std::min(table.values.size() / columns, std::size_t{64}); ++row)
        for (std::size_t p = 0; p < pairs; ++p) {
            const auto at = [&](std::size_t column) { return table.values[row * columns + column]; };
            halves += std::abs(at(p) - at(p + pairs));
            neighbours += std::abs(at(2 * p) - at(2 * p + 1));
        }
    return halves < neighbours;
}

std::vector<DumpReading> read_tables(const Dump& dump, const Implementation& right) {
    if (has_axes(dump, right)) return read_axis_tables(dump, right);
    std::vector<const NumberArray*> arrays;
    std::array<std::optional<NumberArray>, 2> axes;
    Tables tables;
    for (const auto& [role, function] : table_functions)
        if (const NumberArray* array = dump.find(role)) {
            expect_finite(*array);
            std::optional<NumberArray>& axis = axes.at(arrays.size());
            axis = one_axis(*array, right.has_sections && array->shape.size() > 2);
            arrays.push_back(axis ? &*axis : array);
            tables.functions.push_back(function);
        }
    const NumberArray &first = *arrays.front(), &last = *arrays.back();
    if (last.shape != first.shape)
        throw InputError(tr("{}: its shape {} differs from that of {}, {}", last.place,
                            shape_text(last.shape), first.place, shape_text(first.shape)));
    const std::vector<std::int64_t> shape = squeezed_table(first.shape, right.pairs());
    constexpr std::size_t max_sizes = 4;  // axes, texts, positions, columns
    tables.columns = shape.empty() ? 1 : shape.back();
    if (shape.size() > max_sizes || tables.columns > right.rotary.dim) refuse_tables(first, right);
    const std::span<const std::int64_t> sizes(shape.data(), shape.empty() ? 0 : shape.size() - 1);
    tables.positions = positions_of(dump.find("positions"), sizes, right.has_sections);
    expect_known_angles(dump.find("positions"), tables.positions, right);
    if (dump.find("sin") == nullptr && tables.columns % 2 == 0 && sizes.size() == 1)
        return read_cache(first, tables, right);
    for (const char* const role : {"cos", "sin"}) static_cast<void>(dump.at(role));
    const double stored = std::max(held_error(first).of_one(), held_error(last).of_one());
    std::vector<double> observed = beside(arrays, tables.columns);
    const bool neighbours = right.pairing == Pairing::gpt_j && tables.columns == 2 * right.pairs();
    constexpr std::size_t many = std::size_t{1} << 21U;
    // For a long table only one of the two readings is tried.
    const bool one = neighbours && observed.size() > many;
    if (one) tables.halves = is_in_halves(first, tables, right);
    std::vector<DumpReading> readings;
    if (neighbours && !one) readings.push_back(reading_of(observed, tables, right, stored));
    tables.halves = one ? tables.halves : neighbours;
    readings.push_back(reading_of(std::move(observed), tables, right, stored));
    if (tables.halves)
        readings.back().name =
            "[positions, rotary dimensions] in halves, for vectors that are reordered to halves first";
    return readings;
}

Dump example_tables(const Implementation& implementation, const ExampleSize& size) {
    if (is_2d(implementation.axes.layout)) return example_axis_tables(implementation);
    constexpr std::int64_t max_rows = 256;
    Dump dump;
    Tables tables{{}, 2 * implementation.pairs(), example_positions(size.length, max_rows)};
    const auto count = std::ssize(tables.positions);
    std::vector<std::int64_t> rows(tables.positions.size());
    std::iota(rows.begin(), rows.end(), std::int64_t{0});
    for (const auto& [role, function] : table_functions) {
        tables.functions = {function};
        dump.arrays.emplace(
            role, example_array(role, {count, tables.columns}, expected_of(tables, implementation, rows)));
    }
    dump.arrays.emplace("positions", example_array("positions", {count}, tables.positions));
    return dump;
}

}  // namespace

const CheckSubject& cos_sin_subject() {
    static const CheckSubject subject{
        .id = "cos-sin",
        .label = "tables of cos and sin"_tr,
        .parts =
            {{"cos",
              "Table of cosines, [positions, pairs] or [positions, rotary dimensions]; alone: vLLM's cache."_tr},
             {"sin", "Table of sines, of the same shape."_tr, false},
             {"positions",
              "The position of each row (default 0, 1, 2 …); [tokens, 2] or [3, tokens] on several axes."_tr,
              false},
             {"frequencies-2d", "The frequencies of --layout-2d mixed, [2, pairs]: for x, for y."_tr, false}},
        .options = {"layout-2d", "grid", "coordinates", "mrope-layout"},
        .read = &read_tables,
        .example = &example_tables,
    };
    return subject;
}

}  // namespace poslab
