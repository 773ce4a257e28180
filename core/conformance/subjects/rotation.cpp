#include "core/conformance/rounding.hpp"
#include "core/conformance/shapes.hpp"
#include "core/conformance/subject.hpp"
#include "core/files/tensor_info.hpp"

#include "core/base/errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace poslab {

namespace {

/// Vectors [vectors, columns], and the position of each.
struct Vectors {
    std::vector<double> before;
    std::int64_t columns = 0;
    std::vector<double> positions;

    [[nodiscard]] std::span<const double> at(std::int64_t row) const {
        return std::span(before).subspan(static_cast<std::size_t>(row * columns), static_cast<std::size_t>(columns));
    }
};

std::vector<double> turned(const Vectors& vectors, const Practice& practice, std::span<const std::int64_t> rows) {
    if (vectors.columns < practice.rotary_dim) return {};
    std::vector<double> all;
    std::vector<double> one;
    for (const std::int64_t row : rows) {
        const auto before = vectors.at(row);
        one.assign(before.begin(), before.end());
        practice.rotate(one, vectors.positions[static_cast<std::size_t>(row)]);
        all.insert(all.end(), one.begin(), one.end());
    }
    return all;
}

/// Of the angle, and of three operations in the format of the vectors: two products with rounded cos and sin, a sum.
std::vector<double> vector_tolerances(const Vectors& vectors, const Practice& right, double stored) {
    std::vector<double> all(vectors.before.size());
    const double operations = 4 * std::max(stored, storage_rounding("float32")) * std::max(1.0, right.attention_factor);
    for (std::size_t row = 0; row < vectors.positions.size(); ++row) {
        const auto before = vectors.at(static_cast<std::int64_t>(row));
        const std::span<double> out(all.data() + row * before.size(), before.size());
        const auto largest =
            *std::max_element(before.begin(), before.end(), [](double a, double b) { return std::abs(a) < std::abs(b); });
        const double size = std::abs(largest);
        std::fill(out.begin(), out.end(), operations * size);
        const auto begin = static_cast<std::size_t>(right.rotary_begin(vectors.columns));
        for (std::int64_t pair = 0; pair < right.pairs(); ++pair) {
            const auto [first, second] = dimensions_of_pair(right.pairing, pair, right.rotary_dim);
            const std::size_t x = begin + static_cast<std::size_t>(first), y = begin + static_cast<std::size_t>(second);
            const double length = std::abs(before[x]) + std::abs(before[y]);
            const double angle = std::min(1.0, phase_rounding(right, vectors.positions[row], pair));
            for (const std::size_t n : {x, y}) out[n] = length * (operations + right.attention_factor * angle) + 1e-12 * size;
        }
    }
    return all;
}

DumpReading reading_of(const NumberArray& after, Vectors vectors, const Practice& right, double stored, std::string name) {
    DumpReading reading{std::move(name),
                        std::ssize(vectors.positions),
                        vectors.columns,
                        after.values,
                        vector_tolerances(vectors, right, stored),
                        {}};
    reading.row_places = vectors.positions;
    reading.column_name = "dimension"_tr;
    reading.expected = [vectors = std::move(vectors)](const Practice& practice, std::span<const std::int64_t> rows) {
        return turned(vectors, practice, rows);
    };
    return reading;
}

/// The dimension along which positions go: that of as many as are given, else any but the last.
std::vector<std::size_t> places_of_positions(const NumberArray& array, const NumberArray* positions) {
    std::vector<std::size_t> places;
    for (std::size_t d = array.shape.size() - 1; d-- > 0;) {
        if (positions != nullptr && array.shape[d] != std::ssize(positions->values)) continue;
        places.push_back(d);
    }
    return places;
}

std::vector<DumpReading> read_vectors(const Dump& dump, const Practice& right) {
    const NumberArray &before = dump.at("before"), &after = dump.at("after");
    for (const NumberArray* array : {&before, &after}) expect_finite(*array);
    if (std::all_of(before.values.begin(), before.values.end(), [](double value) { return value == 0; }))
        throw InputError(tr("{}: all of it is 0, which every rotation leaves as it is", before.place));
    if (before.shape != after.shape)
        throw InputError(tr("{}: its shape {} is not that of {}, {}", after.place, shape_text(after.shape), before.place,
                            shape_text(before.shape)));
    std::vector<std::int64_t> shape = before.shape;
    if (shape.size() < 2) shape.insert(shape.begin(), 2 - shape.size(), 1);
    NumberArray seen = before;
    seen.shape = shape;
    const std::int64_t columns = shape.back();
    const NumberArray* given = dump.find("positions");
    const std::vector<std::size_t> places = places_of_positions(seen, given);
    if ((columns != right.rotary.dim && columns != right.rotary_dim) || places.empty())
        refuse_shape(before, {fmt::format("[…, positions{}, head dimension] = [{}, {}]", given != nullptr ? "" : ", …",
                                          given != nullptr ? fmt::format("…, {}", given->values.size()) : "…", right.rotary.dim),
                              fmt::format("[…, positions, rotary dimensions] = […, {}]", right.rotary_dim)});
    const double stored = std::max(storage_rounding(before.type), held_rounding(after));
    std::vector<DumpReading> readings;
    for (const std::size_t place : places) {
        const std::vector<double> positions = positions_of(given, shape[place]);
        std::int64_t inner = 1;
        for (std::size_t d = place + 1; d + 1 < shape.size(); ++d) inner *= shape[d];
        Vectors vectors{before.values, columns, {}};
        for (std::int64_t row = 0; row < std::ssize(before.values) / columns; ++row)
            vectors.positions.push_back(positions[static_cast<std::size_t>(row / inner % shape[place])]);
        readings.push_back(
            reading_of(after, std::move(vectors), right, stored, fmt::format("positions along dimension {}", place)));
    }
    return readings;
}

Dump example_rotation(const Practice& practice, const ExampleSize& size) {
    constexpr std::int64_t most_rows = 256;
    Vectors vectors{{}, practice.rotary.dim, example_positions(size.length, most_rows)};
    const auto count = std::ssize(vectors.positions);
    vectors.before = drawn_numbers(0, count * vectors.columns);
    std::vector<std::int64_t> rows(vectors.positions.size());
    std::iota(rows.begin(), rows.end(), std::int64_t{0});
    Dump dump;
    dump.arrays.emplace("before", example_array("before", {count, vectors.columns}, vectors.before));
    dump.arrays.emplace("after", example_array("after", {count, vectors.columns}, turned(vectors, practice, rows)));
    dump.arrays.emplace("positions", example_array("positions", {count}, vectors.positions));
    return dump;
}

}  // namespace

const CheckSubject& rotation_subject();
const CheckSubject& rotation_subject() {
    static const CheckSubject subject{
        .id = "rotation",
        .label = "rotated vectors"_tr,
        .parts = {{"before", "vectors before the rotation, […, positions, head dimension]"_tr},
                  {"after", "the same vectors after it"_tr},
                  {"positions", "the position of each (default 0, 1, 2 …)"_tr, false}},
        .read = &read_vectors,
        .example = &example_rotation,
    };
    return subject;
}

}  // namespace poslab
