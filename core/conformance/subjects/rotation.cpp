#include "core/conformance/axis_readings.hpp"
#include "core/conformance/rounding.hpp"
#include "core/conformance/shapes.hpp"
#include "core/conformance/subject.hpp"
#include "core/files/tensor_info.hpp"

#include "core/base/errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

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

/// The dimensions along which positions go, of a batch of texts and of its tokens.
struct PositionPlace {
    std::optional<std::size_t> text;
    std::size_t token = 0;
};

/// That of as many as are given, else any but the last; two of them for positions of several texts, [texts, tokens].
std::vector<PositionPlace> places_of_positions(const std::vector<std::int64_t>& shape, const NumberArray* positions) {
    std::vector<PositionPlace> places;
    const std::vector<std::int64_t> given = positions != nullptr ? squeezed(positions->shape) : std::vector<std::int64_t>{};
    for (std::size_t d = shape.size() - 1; d-- > 0;) {
        if (given.size() == 2) {
            for (std::size_t text = 0; text < d; ++text)
                if (shape[text] == given[0] && shape[d] == given[1]) places.push_back({text, d});
        } else if (positions == nullptr || shape[d] == std::ssize(positions->values)) {
            places.push_back({std::nullopt, d});
        }
    }
    return places;
}

/// Of every row: its index along a dimension is row / inner % size.
std::vector<double> positions_along(const std::vector<std::int64_t>& shape, const PositionPlace& place, std::int64_t rows,
                                    const std::vector<double>& given) {
    const auto inner = [&](std::size_t dimension) {
        std::int64_t all = 1;
        for (std::size_t d = dimension + 1; d + 1 < shape.size(); ++d) all *= shape[d];
        return all;
    };
    std::vector<double> all;
    for (std::int64_t row = 0; row < rows; ++row) {
        std::int64_t index = row / inner(place.token) % shape[place.token];
        if (place.text) index += row / inner(*place.text) % shape[*place.text] * shape[place.token];
        all.push_back(given.empty() ? static_cast<double>(index) : given[static_cast<std::size_t>(index)]);
    }
    return all;
}

std::vector<DumpReading> read_vectors(const Dump& dump, const Practice& right) {
    if (has_axes(dump, right)) return read_axis_vectors(dump, right);
    const NumberArray &before = dump.at("before"), &after = dump.at("after");
    for (const NumberArray* array : {&before, &after}) expect_finite(*array);
    if (std::all_of(before.values.begin(), before.values.end(), [](double value) { return value == 0; }))
        throw InputError(tr("{}: all of it is 0, which every rotation leaves as it is", before.place));
    if (before.shape != after.shape)
        throw InputError(tr("{}: its shape {} is not that of {}, {}", after.place, shape_text(after.shape), before.place,
                            shape_text(before.shape)));
    std::vector<std::int64_t> shape = before.shape;
    if (shape.size() < 2) shape.insert(shape.begin(), 2 - shape.size(), 1);
    const std::int64_t dim = right.rotary.dim;
    if (shape.back() != dim && shape.back() != right.rotary_dim && shape.back() % dim == 0) {  // heads side by side
        shape.push_back(dim);
        shape[shape.size() - 2] /= dim;
    }
    const std::int64_t columns = shape.back();
    std::optional<NumberArray> given;
    if (const NumberArray* positions = dump.find("positions")) {
        expect_finite(*positions);
        given = one_axis(*positions, right.has_sections).value_or(*positions);
    }
    const std::vector<PositionPlace> places = places_of_positions(shape, given ? &*given : nullptr);
    if ((columns != dim && columns != right.rotary_dim) || places.empty())
        refuse_shape(before, {fmt::format("[…, positions{}, head dimension] = [{}, {}]", given ? "" : ", …",
                                          given ? fmt::format("…, {}", given->values.size()) : "…", dim),
                              fmt::format("[…, positions, rotary dimensions] = […, {}]", right.rotary_dim),
                              fmt::format("[…, positions, heads · head dimension] = […, n · {}]", dim)});
    const double stored = std::max(storage_rounding(before.type), held_rounding(after));
    const std::int64_t rows = std::ssize(before.values) / columns;
    std::vector<DumpReading> readings;
    for (const PositionPlace& place : places) {
        Vectors vectors{before.values, columns, positions_along(shape, place, rows, given ? given->values : std::vector<double>{})};
        readings.push_back(
            reading_of(after, std::move(vectors), right, stored, fmt::format("positions along dimension {}", place.token)));
    }
    return readings;
}

Dump example_rotation(const Practice& practice, const ExampleSize& size) {
    if (is_2d(practice.axes.layout)) return example_axis_vectors(practice);
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
        .parts = {{"before", "Vectors before the rotation, […, positions, head dimension], or heads side by side in the last."_tr},
                  {"after", "The same vectors after it."_tr},
                  {"positions", "The position of each (default 0, 1, 2 …)."_tr, false},
                  {"frequencies-2d", "The frequencies of --layout-2d mixed, [2, pairs]: of x, of y."_tr, false}},
        .read = &read_vectors,
        .example = &example_rotation,
    };
    return subject;
}

}  // namespace poslab
