#include "core/conformance/rounding.hpp"
#include "core/conformance/shapes.hpp"
#include "core/conformance/subject.hpp"
#include "core/files/tensor_info.hpp"

#include "core/base/errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

namespace poslab {

namespace {

constexpr std::array<std::pair<std::string_view, double (*)(double)>, 2> table_functions{{{"cos", &std::cos}, {"sin", &std::sin}}};

/// Tables of one of both functions, or of both side by side.
struct Tables {
    std::vector<double (*)(double)> functions;
    std::int64_t columns = 0;  // of each
    std::vector<double> positions;
    bool halves = false;  // repeat halves although pairs are neighbours, for a program that reorders its vectors first
};

std::int64_t pair_in(const Practice& practice, const Tables& tables, std::int64_t column) {
    if (tables.columns == practice.pairs()) return column;
    return tables.halves ? column % practice.pairs() : practice.pair_of_column(column);
}

std::vector<double> expected_of(const Tables& tables, const Practice& practice, std::span<const std::int64_t> rows) {
    if (tables.columns != practice.pairs() && tables.columns != 2 * practice.pairs()) return {};
    std::vector<double> all;
    all.reserve(rows.size() * tables.functions.size() * static_cast<std::size_t>(tables.columns));
    for (const std::int64_t row : rows)
        for (const auto function : tables.functions)
            for (std::int64_t column = 0; column < tables.columns; ++column)
                all.push_back(practice.amplitude() * function(practice.phase(tables.positions[static_cast<std::size_t>(row)],
                                                                             pair_in(practice, tables, column))));
    return all;
}

std::vector<double> tolerances(const Tables& tables, const Practice& right, double stored) {
    std::vector<double> all;
    for (const double position : tables.positions)
        for (std::size_t f = 0; f < tables.functions.size(); ++f)
            for (std::int64_t column = 0; column < tables.columns; ++column) {
                const std::int64_t pair = std::min(pair_in(right, tables, column), right.pairs() - 1);
                all.push_back(right.attention_factor * (std::min(1.0, phase_rounding(right, position, pair)) + stored));
            }
    return all;
}

/// Row by row those of every array.
std::vector<double> beside(const std::vector<const NumberArray*>& arrays, std::int64_t columns) {
    std::vector<double> all;
    const auto width = static_cast<std::size_t>(columns);
    for (std::size_t begin = 0; begin < arrays.front()->values.size(); begin += width)
        for (const NumberArray* array : arrays)
            all.insert(all.end(), array->values.begin() + begin, array->values.begin() + begin + width);
    return all;
}

DumpReading reading_of(const std::vector<const NumberArray*>& arrays, const Tables& tables, const Practice& right, double stored) {
    DumpReading reading{tables.columns == 2 * right.pairs() ? "[positions, rotary dimensions]" : "[positions, pairs]",
                        std::ssize(tables.positions),
                        tables.columns * std::ssize(arrays),
                        beside(arrays, tables.columns),
                        tolerances(tables, right, stored),
                        {}};
    reading.row_places = tables.positions;
    for (std::size_t f = 0; f < arrays.size(); ++f)
        for (std::int64_t column = 0; column < tables.columns; ++column)
            reading.column_places.push_back(static_cast<double>(std::min(pair_in(right, tables, column), right.pairs() - 1)));
    reading.expected = [tables](const Practice& practice, std::span<const std::int64_t> of) {
        return expected_of(tables, practice, of);
    };
    return reading;
}

std::vector<DumpReading> read_tables(const Dump& dump, const Practice& right) {
    std::vector<const NumberArray*> arrays;
    Tables tables;
    for (const auto& [role, function] : table_functions)
        if (const NumberArray* array = dump.find(role)) {
            expect_finite(*array);
            arrays.push_back(array);
            tables.functions.push_back(function);
        }
    const NumberArray& first = *arrays.front();
    for (const NumberArray* array : arrays)
        if (array->shape != first.shape)
            throw InputError(tr("{}: its shape {} is not that of {}, {}", array->place, shape_text(array->shape), first.place,
                                shape_text(first.shape)));
    const std::vector<std::int64_t> shape = squeezed(first.shape);
    tables.columns = shape.empty() ? 1 : shape.back();
    const auto rows = std::ssize(first.values) / tables.columns;
    if (shape.size() > 2 || tables.columns > right.rotary.dim)
        refuse_shape(first, {fmt::format("[positions, pairs] = [T, {}]", right.pairs()),
                             fmt::format("[positions, rotary dimensions] = [T, {}]", 2 * right.pairs())});
    tables.positions = positions_of(dump.find("positions"), rows);
    double stored = 0;
    for (const NumberArray* array : arrays) stored = std::max(stored, held_rounding(*array));
    std::vector<DumpReading> readings{reading_of(arrays, tables, right, stored)};
    if (right.pairing == Pairing::gpt_j && tables.columns == 2 * right.pairs()) {
        tables.halves = true;
        readings.push_back(reading_of(arrays, tables, right, stored));
        readings.back().name = "[positions, rotary dimensions] in halves, for vectors that are reordered to halves first";
    }
    return readings;
}

Dump example_tables(const Practice& practice, const ExampleSize& size) {
    constexpr std::int64_t most_rows = 256;
    Dump dump;
    Tables tables{{}, 2 * practice.pairs(), example_positions(size.length, most_rows)};
    const auto count = std::ssize(tables.positions);
    std::vector<std::int64_t> rows(tables.positions.size());
    std::iota(rows.begin(), rows.end(), std::int64_t{0});
    for (const auto& [role, function] : table_functions) {
        tables.functions = {function};
        dump.arrays.emplace(role, example_array(role, {count, tables.columns}, expected_of(tables, practice, rows)));
    }
    dump.arrays.emplace("positions", example_array("positions", {count}, tables.positions));
    return dump;
}

}  // namespace

const CheckSubject& cos_sin_subject();
const CheckSubject& cos_sin_subject() {
    static const CheckSubject subject{
        .id = "cos-sin",
        .label = "tables of cos and sin"_tr,
        .parts = {{"cos", "table of cosines, [positions, pairs] or [positions, rotary dimensions]"_tr},
                  {"sin", "table of sines, of the same shape"_tr},
                  {"positions", "the position of each row (default 0, 1, 2 …)"_tr, false}},
        .read = &read_tables,
        .example = &example_tables,
    };
    return subject;
}

}  // namespace poslab
