#include "core/conformance/axis_readings.hpp"
#include "core/conformance/rounding.hpp"
#include "core/conformance/shapes.hpp"
#include "core/conformance/subject.hpp"
#include "core/conformance/vector_axes.hpp"
#include "core/files/tensor_info.hpp"

#include "core/base/errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <memory>
#include <numeric>
#include <optional>
#include <utility>

namespace poslab {

namespace {

/// Vectors [vectors, columns], their positions, and the axes that rows run over.
struct Vectors {
    std::shared_ptr<const std::vector<double>> before;
    std::int64_t columns = 0;
    std::vector<double> positions;
    std::vector<RowAxis> other_axes{};

    [[nodiscard]] std::span<const double> at(std::int64_t row) const {
        return std::span(*before).subspan(static_cast<std::size_t>(row * columns),
                                          static_cast<std::size_t>(columns));
    }
    /// Returns the axis of that kind; for heads also the only other axis, if its kind is unknown.
    [[nodiscard]] const RowAxis* axis(AxisKind kind) const {
        const RowAxis* only = nullptr;
        for (const RowAxis& row_axis : other_axes) {
            if (row_axis.kind == kind) return &row_axis;
            if (!row_axis.kind && row_axis.size > 1 && kind == AxisKind::heads) only = &row_axis;
        }
        return only;
    }
    [[nodiscard]] double position(const Implementation& implementation, std::int64_t row) const {
        if (!implementation.listed_positions.empty())
            return implementation.listed_positions[static_cast<std::size_t>(row)];
        const RowAxis* other =
            implementation.position_axis == AxisKind::tokens ? nullptr : axis(implementation.position_axis);
        return other != nullptr ? static_cast<double>(other->index(row))
                                : positions[static_cast<std::size_t>(row)];
    }
    [[nodiscard]] bool is_rotated(const Implementation& implementation, std::int64_t row) const {
        const std::vector<std::int64_t>& skipped = implementation.unrotated_heads;
        const RowAxis* heads = skipped.empty() ? nullptr : axis(AxisKind::heads);
        return heads == nullptr ||
               std::find(skipped.begin(), skipped.end(), heads->index(row)) == skipped.end();
    }
};

std::vector<double> turned(const Vectors& vectors, const Implementation& implementation,
                           std::span<const std::int64_t> rows) {
    if (vectors.columns < implementation.rotary_dim) return {};
    std::vector<double> all;
    all.reserve(rows.size() * static_cast<std::size_t>(vectors.columns));
    for (const std::int64_t row : rows) {
        const auto before = vectors.at(row);
        all.insert(all.end(), before.begin(), before.end());
        const std::span<double> one = std::span<double>(all).last(before.size());
        if (vectors.is_rotated(implementation, row))
            implementation.rotate(one, vectors.position(implementation, row));
    }
    return all;
}

/// Returns after / before of every pair.
std::vector<PairRotation> rotations_in(const Vectors& vectors, const Implementation& implementation,
                                       std::int64_t row, std::span<const double> after) {
    if (vectors.columns < implementation.rotary_dim) return {};
    const auto before = vectors.at(row);
    const auto begin = static_cast<std::size_t>(implementation.rotary_begin(vectors.columns));
    std::vector<PairRotation> all;
    for (std::int64_t pair = 0; pair < implementation.pairs(); ++pair) {
        const auto [first, second] =
            dimensions_of_pair(implementation.pairing, pair, implementation.rotary_dim);
        const std::size_t x = begin + static_cast<std::size_t>(first),
                          y = begin + static_cast<std::size_t>(second);
        const std::complex<double> from(before[x], before[y]), to(after[x], after[y]);
        const double weight = std::norm(from);
        all.push_back({weight > 0 ? to / from : std::complex<double>(1), weight});
    }
    return all;
}

/// Rounding of the angle, and of three operations in the vectors' format: two products with rounded cos and
/// sin, a sum. `least`: of subnormal numbers.
std::vector<double> vector_tolerances(const Vectors& vectors, const Implementation& right, double stored,
                                      double least) {
    std::vector<double> all(vectors.before->size());
    const double count = 4 * std::max(1.0, right.attention_factor);
    const double operations = count * std::max(stored, storage_rounding("float32"));
    for (std::size_t row = 0; row < vectors.positions.size(); ++row) {
        const auto before = vectors.at(static_cast<std::int64_t>(row));
        const std::span<double> out(all.data() + row * before.size(), before.size());
        const auto largest = *std::max_element(before.begin(), before.end(),
                                               [](double a, double b) { return std::abs(a) < std::abs(b); });
        const double size = std::abs(largest);
        std::fill(out.begin(), out.end(), operations * size + count * least);
        const auto begin = static_cast<std::size_t>(right.rotary_begin(vectors.columns));
        for (std::int64_t pair = 0; pair < right.pairs(); ++pair) {
            const auto [first, second] = dimensions_of_pair(right.pairing, pair, right.rotary_dim);
            const std::size_t x = begin + static_cast<std::size_t>(first),
                              y = begin + static_cast<std::size_t>(second);
            const double length = std::abs(before[x]) + std::abs(before[y]);
            const double angle = std::min(1.0, phase_rounding(right, vectors.positions[row], pair));
            for (const std::size_t n : {x, y})
                out[n] =
                    length * (operations + right.attention_factor * angle) + 1e-12 * size + count * least;
        }
    }
    return all;
}

DumpReading reading_of(const NumberArray& after, Vectors vectors, const RowAxis& tokens,
                       const Implementation& right, double stored, double least) {
    DumpReading reading{fmt::format("positions along dimension {}", tokens.dimension),
                        std::ssize(vectors.positions),
                        vectors.columns,
                        after.values,
                        vector_tolerances(vectors, right, stored, least),
                        {}};
    reading.row_places = vectors.positions;
    reading.has_positions = true;
    reading.column_name = "dimension"_tr;
    reading.right_shape = fmt::format("[…, {}], of which {} rotate", right.rotary.dim, right.rotary_dim);
    reading.position_axis = tokens;
    reading.other_axes = vectors.other_axes;
    const auto shared = std::make_shared<const Vectors>(std::move(vectors));
    reading.expected = [shared](const Implementation& implementation, std::span<const std::int64_t> rows) {
        return turned(*shared, implementation, rows);
    };
    reading.rotations = [shared](const Implementation& implementation, std::int64_t row,
                                 std::span<const double> numbers) {
        return rotations_in(*shared, implementation, row, numbers);
    };
    return reading;
}

/// Drops axes of size 1 if there are several tokens: along these, every vector would be at position 0. One
/// other axis may be the heads of a single token, if it has that size, or if the number of heads is unknown
/// and it is between two axes of size 1.
void drop_single_tokens(std::vector<PositionNumbering>& places, const std::vector<RowAxis>& axes,
                        const Implementation& right) {
    const auto is_long = [](const RowAxis& axis) { return axis.size > 1; };
    const auto longer = std::count_if(axes.begin(), axes.end(), is_long), single = std::ssize(axes) - longer;
    if (longer == 0) return;
    const RowAxis& first = *std::find_if(axes.begin(), axes.end(), is_long);
    const bool are_heads =
        right.heads > 0 ? first.size == right.heads || first.size == right.key_heads : single > 1;
    if (longer == 1 && are_heads) return;
    const auto is_declared = [](const PositionNumbering& numbering) {
        return numbering.tokens.kind == AxisKind::tokens;
    };
    const bool any_long = std::any_of(places.begin(), places.end(), [&](const PositionNumbering& numbering) {
        return is_long(numbering.tokens);
    });
    if (any_long)
        std::erase_if(places, [&](const PositionNumbering& numbering) {
            return !is_long(numbering.tokens) && !is_declared(numbering);
        });
}

std::vector<DumpReading> read_vectors(const Dump& dump, const Implementation& right) {
    if (has_axes(dump, right)) return read_axis_vectors(dump, right);
    const NumberArray &before = dump.at("before"), &after = dump.at("after");
    for (const NumberArray* array : {&before, &after}) expect_finite(*array);
    if (std::all_of(before.values.begin(), before.values.end(), [](double value) { return value == 0; }))
        throw InputError(tr("{}: all values are 0, which every rotation leaves unchanged", before.place));
    if (before.shape != after.shape)
        throw InputError(tr("{}: its shape {} differs from that of {}, {}", after.place,
                            shape_text(after.shape), before.place, shape_text(before.shape)));
    std::vector<std::int64_t> shape = before.shape;
    if (shape.size() < 2) shape.insert(shape.begin(), 2 - shape.size(), 1);
    const std::int64_t dim = right.rotary.dim;
    const bool side_by_side =
        shape.back() != dim && shape.back() != right.rotary_dim && shape.back() % dim == 0;
    if (side_by_side) {
        shape.push_back(dim);
        shape[shape.size() - 2] /= dim;
    }
    const std::int64_t columns = shape.back();
    std::optional<NumberArray> numbers;
    if (const NumberArray* positions = dump.find("positions")) {
        expect_finite(*positions);
        numbers = one_axis(*positions, right.has_sections).value_or(*positions);
        if (columns == right.rotary_dim) expect_known_angles(positions, numbers->values, right);
    }
    const std::vector<RowAxis> axes = axes_of_vectors(before, shape, dump.layout, side_by_side);
    std::vector<PositionNumbering> places = position_places(axes, numbers ? &*numbers : nullptr);
    if (numbers && places.empty() && (columns == dim || columns == right.rotary_dim))
        throw InputError(tr("{}: its {} positions, {}, fit no dimension of {}, {}",
                            dump.at("positions").place, numbers->values.size(),
                            shape_text(dump.at("positions").shape), before.place, shape_text(before.shape)));
    drop_single_tokens(places, axes, right);
    if ((columns != dim && columns != right.rotary_dim) || places.empty())
        refuse_shape(before, {fmt::format("[…, positions{}, head dimension] = [{}, {}]", numbers ? "" : ", …",
                                          numbers ? fmt::format("…, {}", numbers->values.size()) : "…", dim),
                              fmt::format("[…, positions, rotary dimensions] = […, {}]", right.rotary_dim),
                              fmt::format("[…, positions, heads · head dimension] = […, n · {}]", dim)});
    const StorageError of_before = input_error(before, after), of_after = held_error(after);
    const double stored = std::max(of_before.relative, of_after.relative);
    const double least = std::max(of_before.absolute, of_after.absolute);
    const std::int64_t rows = std::ssize(before.values) / columns;
    const auto values = std::make_shared<const std::vector<double>>(before.values);
    std::vector<DumpReading> readings;
    for (const PositionNumbering& numbering : places) {
        Vectors vectors{values, columns,
                        positions_along(numbering, rows, numbers ? numbers->values : std::vector<double>{}),
                        numbering.others};
        readings.push_back(reading_of(after, std::move(vectors), numbering.tokens, right, stored, least));
    }
    return readings;
}

/// Returns vectors of several heads, which show mistakes that one head cannot show.
Dump example_of_rotated_heads(const Implementation& implementation) {
    constexpr std::int64_t tokens = 24, heads = 4;
    const std::int64_t dim = implementation.rotary.dim, rows = tokens * heads;
    const bool is_batch = implementation.position_axis == AxisKind::batch;
    const RowAxis axis{is_batch ? AxisKind::batch : AxisKind::heads, 1, heads, 1};
    std::vector<double> positions;
    std::vector<std::int64_t> all_rows;
    for (std::int64_t row = 0; row < rows; ++row) {
        positions.push_back(static_cast<double>(row / heads));
        all_rows.push_back(row);
    }
    const auto before = std::make_shared<const std::vector<double>>(drawn_numbers(0, rows * dim));
    const Vectors vectors{before, dim, positions, {axis}};
    Dump dump;
    dump.layout = is_batch ? "tokens,batch,dim" : "tokens,heads,dim";
    dump.arrays.emplace("before", example_array("before", {tokens, heads, dim}, *before));
    dump.arrays.emplace(
        "after", example_array("after", {tokens, heads, dim}, turned(vectors, implementation, all_rows)));
    return dump;
}

Dump example_rotation(const Implementation& implementation, const ExampleSize& size) {
    if (is_2d(implementation.axes.layout)) return example_axis_vectors(implementation);
    if (implementation.position_axis != AxisKind::tokens || !implementation.unrotated_heads.empty())
        return example_of_rotated_heads(implementation);
    constexpr std::int64_t max_rows = 256;
    const std::int64_t dim = implementation.rotary.dim;
    const std::vector<double> positions = example_positions(size.length, max_rows);
    const auto count = std::ssize(positions);
    const auto before = std::make_shared<const std::vector<double>>(drawn_numbers(0, count * dim));
    std::vector<std::int64_t> rows(positions.size());
    std::iota(rows.begin(), rows.end(), std::int64_t{0});
    const Vectors vectors{before, dim, positions};
    Dump dump;
    dump.arrays.emplace("before", example_array("before", {count, dim}, *before));
    dump.arrays.emplace("after", example_array("after", {count, dim}, turned(vectors, implementation, rows)));
    dump.arrays.emplace("positions", example_array("positions", {count}, positions));
    return dump;
}

}  // namespace

const CheckSubject& rotation_subject() {
    static const CheckSubject subject{
        .id = "rotation",
        .label = "rotated vectors"_tr,
        .parts = {{"before",
                   "Vectors before the rotation, […, positions, head dimension], or heads joined "
                   "in the last."_tr},
                  {"after", "The same vectors after it."_tr},
                  {"positions", "The position of each (default 0, 1, 2 …)."_tr, false},
                  {"frequencies-2d", "The frequencies of --layout-2d mixed, [2, pairs]: for x, for y."_tr,
                   false}},
        .options = {"layout", "layout-2d", "grid", "coordinates", "mrope-layout"},
        .read = &read_vectors,
        .example = &example_rotation,
    };
    return subject;
}

}  // namespace poslab
