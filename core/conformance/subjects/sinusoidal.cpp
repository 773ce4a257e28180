#include "core/conformance/rounding.hpp"
#include "core/conformance/shapes.hpp"
#include "core/conformance/sinusoid.hpp"
#include "core/conformance/subject.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace poslab {

namespace {

constexpr std::string_view sinusoidal_role = "sinusoidal";

/// Rows of a table [positions, dim].
struct Rows {
    SinusoidDefinition definition;
    std::int64_t dim = 0;
    std::vector<double> positions;
};

double position_of(const Implementation& implementation, double position) {
    return held(implementation.positions.of(position), implementation.position_format);
}

std::vector<double> expected_of(const Rows& table, const Implementation& implementation,
                                std::span<const std::int64_t> rows) {
    const std::vector<double> theta =
        sinusoid_frequencies(implementation.sinusoid, table.definition.denominator, table.dim);
    const std::vector<SinusoidColumn> columns =
        sinusoid_columns(implementation.sinusoid, table.definition.layout, table.dim);
    std::vector<double> sines(theta.size()), cosines(theta.size()), all;
    all.reserve(rows.size() * columns.size());
    for (const std::int64_t row : rows) {
        const double position = position_of(implementation, table.positions[static_cast<std::size_t>(row)]);
        for (std::size_t p = 0; p < theta.size(); ++p) {
            const double angle =
                implementation.direction *
                held(position * held(theta[p], implementation.frequency_format), implementation.phase_format);
            sines[p] = std::sin(angle);
            cosines[p] = std::cos(angle);
        }
        for (const SinusoidColumn& column : columns)
            all.push_back(column.pair < 0
                              ? 0
                              : (column.is_cosine ? cosines : sines)[static_cast<std::size_t>(column.pair)]);
    }
    return all;
}

/// Adds the float32 rounding of a frequency's exponent, of its product with the position and of the argument
/// of sin and cos to half a unit in the last place of the file's format.
std::vector<double> tolerances(const Rows& table, const Implementation& right, double stored) {
    constexpr double unit = 0x1p-24;
    const std::vector<double> theta =
        sinusoid_frequencies(right.sinusoid, table.definition.denominator, table.dim);
    const std::vector<SinusoidColumn> columns =
        sinusoid_columns(right.sinusoid, table.definition.layout, table.dim);
    std::vector<double> all;
    all.reserve(table.positions.size() * columns.size());
    for (const double position : table.positions)
        for (const SinusoidColumn& column : columns) {
            const double frequency = column.pair < 0 ? 1 : theta[static_cast<std::size_t>(column.pair)];
            const double share = unit * (6 + 2 * std::abs(std::log(frequency)));
            all.push_back(std::min(1.0, std::abs(position) * frequency * share + 4 * unit) + stored);
        }
    return all;
}

/// Returns the row of zeros that embeddings have for padding; −1 if there is none. No other row is zero,
/// since cos 0 = 1.
std::int64_t padding_row(const NumberArray& array, std::int64_t dim) {
    constexpr std::int64_t looked_at = 8;
    for (std::int64_t row = 0; row < std::min(looked_at, std::ssize(array.values) / dim); ++row) {
        const auto begin = array.values.begin() + row * dim;
        if (std::all_of(begin, begin + dim, [](double value) { return value == 0; })) return row;
    }
    return -1;
}

DumpReading reading_of(const NumberArray& array, Rows table, const Implementation& right, double stored) {
    DumpReading reading{"[positions, dim]: " + table.definition.name(),
                        std::ssize(table.positions),
                        table.dim,
                        array.values,
                        tolerances(table, right, stored),
                        {}};
    if (const std::int64_t zeros = padding_row(array, table.dim); zeros >= 0) {
        const auto begin = reading.observed.begin() + zeros * table.dim;
        std::fill(begin, begin + table.dim, std::numeric_limits<double>::quiet_NaN());
        reading.name += fmt::format("; row {} is the padding's zeros", zeros);
    }
    reading.row_places = table.positions;
    reading.column_name = "dimension"_tr;
    reading.expected = [table = std::move(table)](const Implementation& implementation,
                                                  std::span<const std::int64_t> rows) {
        return expected_of(table, implementation, rows);
    };
    return reading;
}

std::vector<DumpReading> read_sinusoids(const Dump& dump, const Implementation& right) {
    const NumberArray& array = dump.at(sinusoidal_role);
    expect_finite(array);
    const std::vector<std::int64_t> shape = squeezed(array.shape);
    constexpr std::size_t max_sizes = 3;  // texts, positions, dimensions
    if (shape.empty() || shape.size() > max_sizes || shape.back() < 2)
        refuse_shape(array, {"[positions, dim]"});
    const NumberArray* dumped = dump.find("positions");
    const std::vector<double> positions =
        positions_of(dumped, std::span(shape).first(shape.size() - 1), false);
    std::vector<DumpReading> readings;
    for (const SinusoidDefinition& definition : sinusoid_definitions(right.sinusoid)) {
        if (dumped != nullptr && definition.first_position != 0) continue;
        Rows table{definition, shape.back(), positions};
        for (double& position : table.positions) position += static_cast<double>(definition.first_position);
        readings.push_back(reading_of(array, std::move(table), right, held_error(array).of_one()));
        const std::vector<double>& tolerance = readings.back().tolerance;
        if (dumped != nullptr && *std::min_element(tolerance.begin(), tolerance.end()) >= 1)
            refuse_unknown_angles(*dumped);
    }
    return readings;
}

Dump example_sinusoids(const Implementation& implementation, const ExampleSize& size) {
    constexpr std::int64_t max_rows = 256;
    const Rows table{sinusoid_definitions(implementation.sinusoid).front(), implementation.rotary.dim,
                     example_positions(size.length, max_rows)};
    const auto count = std::ssize(table.positions);
    std::vector<std::int64_t> rows(table.positions.size());
    std::iota(rows.begin(), rows.end(), std::int64_t{0});
    Dump dump;
    dump.arrays.emplace(sinusoidal_role, example_array(sinusoidal_role, {count, table.dim},
                                                       expected_of(table, implementation, rows)));
    dump.arrays.emplace("positions", example_array("positions", {count}, table.positions));
    return dump;
}

}  // namespace

const CheckSubject& sinusoidal_subject() {
    static const CheckSubject subject{
        .id = "sinusoidal",
        .label = "sinusoidal positions"_tr,
        .parts = {{sinusoidal_role, "Table of sinusoidal positions, [positions, dim]."_tr},
                  {"positions", "The position of each row (default 0, 1, 2 …)."_tr, false}},
        .is_rotary = false,
        .options = {"sinusoidal-layout", "sinusoidal-denominator", "base"},
        .read = &read_sinusoids,
        .example = &example_sinusoids,
    };
    return subject;
}

}  // namespace poslab
