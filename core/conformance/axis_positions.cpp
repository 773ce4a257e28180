#include "core/conformance/axis_positions.hpp"

#include "core/conformance/axis_readings.hpp"
#include "core/conformance/rounding.hpp"
#include "core/conformance/shapes.hpp"
#include "core/files/tensor_info.hpp"

#include "core/base/errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <initializer_list>
#include <numeric>
#include <string_view>
#include <utility>

namespace poslab {

namespace {

using Shape = std::vector<std::int64_t>;

std::int64_t product(const Shape& shape) {
    return std::accumulate(shape.begin(), shape.end(), std::int64_t{1}, std::multiplies<>());
}

void expect_known_angles(const NumberArray& array, const AxisPositions& positions,
                         const Implementation& right) {
    const AxisAngles angles(right, positions);
    for (std::int64_t token = 0; token < positions.tokens; ++token) {
        const std::vector<double> rounding = angles.rounding(token);
        if (std::any_of(rounding.begin(), rounding.end(), [](double angle) { return angle < 1; })) return;
    }
    refuse_unknown_angles(array);
}

/// Returns [axes, tokens] as [tokens, axes].
std::vector<double> tokens_first(const std::vector<double>& values, std::int64_t axes) {
    const std::size_t count = static_cast<std::size_t>(axes), tokens = values.size() / count;
    std::vector<double> all(values.size());
    for (std::size_t token = 0; token < tokens; ++token)
        for (std::size_t axis = 0; axis < count; ++axis)
            all[token * count + axis] = values[axis * tokens + token];
    return all;
}

ExplicitPositions positions_in(const NumberArray& array, std::int64_t axes) {
    expect_finite(array);
    Shape shape = axes == mrope_axes ? squeezed_axes(array.shape) : squeezed(array.shape);
    const bool axes_last = !shape.empty() && shape.back() == axes && (axes == 2 || shape.front() != axes);
    if (shape.size() < 2 || shape.size() > 3 || (!axes_last && (axes == 2 || shape.front() != axes)))
        refuse_shape(
            array, axes == 2 ? std::vector<std::string>{"[tokens, 2], y and x"}
                             : std::vector<std::string>{"[3, tokens]", "[3, texts, tokens]", "[tokens, 3]"});
    shape.erase(axes_last ? shape.end() - 1 : shape.begin());
    return {{axes, product(shape), axes_last ? array.values : tokens_first(array.values, axes)}, shape};
}

/// True if the array has three parts along the first dimension that differ.
bool has_differing_parts(const NumberArray& array) {
    if (array.values.size() % mrope_axes != 0) return false;
    const auto part = std::ssize(array.values) / mrope_axes;
    const auto begin = array.values.begin();
    return !std::equal(begin, begin + part, begin + part) ||
           !std::equal(begin, begin + part, begin + 2 * part);
}

/// True for positions [3, tokens] and [3, texts, tokens].
bool has_position_axes(const NumberArray& positions) {
    const Shape shape = squeezed_axes(positions.shape);
    return shape.size() > 1 && shape.front() == mrope_axes;
}

/// True for tables [3, tokens, columns], and for one token on three axes, [3, 1, 1, columns]. Tables
/// [3, columns] and [3, 1, columns] have three tokens.
bool has_table_axes(const NumberArray& table, const NumberArray* positions) {
    constexpr std::size_t min_dimensions = 3;
    const Shape shape = squeezed(table.shape);
    if (shape.size() >= min_dimensions) return shape.front() == mrope_axes;
    const bool lists_tokens = positions != nullptr && !has_position_axes(*positions);
    return table.shape.size() > min_dimensions && table.shape.front() == mrope_axes && !lists_tokens;
}

}  // namespace

ExplicitPositions positions_of_tokens(const Dump& dump, const Implementation& right) {
    const NumberArray* positions = dump.find("positions");
    const std::int64_t axes = is_2d(right.axes.layout) ? 2 : mrope_axes;
    if (positions != nullptr) {
        ExplicitPositions dumped = positions_in(*positions, axes);
        expect_known_angles(*positions, dumped.positions, right);
        return dumped;
    }
    if (axes == mrope_axes)
        throw UsageError(
            "--positions: required if M-RoPE's three axes differ, [3, tokens]: time, height, "
            "width"_tr);
    const PatchGrid& grid = right.axes.grid;
    if (grid.rows == 0)
        throw UsageError("--layout-2d: requires --grid HxW or --positions FILE of [tokens, 2]"_tr);
    return {{axes, grid.rows * grid.columns, {}}, {grid.rows * grid.columns}};
}

void check_axes(const Implementation& right) {
    const AxesImplementation& axes = right.axes;
    const std::int64_t pairs = right.pairs();
    if (axes.layout == AxisLayout::mixed && std::ssize(axes.frequencies) != 2 * pairs)
        throw UsageError(tr("--frequencies-2d: must be [2, pairs] = [2, {}], of x and of y", pairs));
    if ((axes.layout == AxisLayout::axial || axes.layout == AxisLayout::axial_split_ladder) && pairs % 2 != 0)
        throw UsageError(tr("--layout-2d: {} pairs do not split into two equal halves", pairs));
    if (!is_2d(axes.layout) && axes_of_pairs(axes, pairs).empty())
        throw UsageError(tr("--mrope-sections: must be three numbers (t,h,w) with the sum {}", pairs));
}

std::string axes_name(const Implementation& right) {
    const AxesImplementation& axes = right.axes;
    if (!is_2d(axes.layout)) return "M-RoPE";
    for (const char* const name : {"axial", "axial-split-ladder", "alternating", "mixed"})
        if (layout_2d(name) == axes.layout) return name;
    return {};
}

void expect_same_shape(const NumberArray& first, const NumberArray& second) {
    if (first.shape != second.shape)
        throw InputError(tr("{}: its shape {} differs from that of {}, {}", second.place,
                            shape_text(second.shape), first.place, shape_text(first.shape)));
}

AxisPositions tokens_of_grid(const Implementation& implementation) {
    const PatchGrid& grid = implementation.axes.grid;
    return {2, grid.rows * grid.columns, {}};
}

std::vector<std::int64_t> first_rows(std::int64_t count) {
    std::vector<std::int64_t> rows(static_cast<std::size_t>(count));
    std::iota(rows.begin(), rows.end(), std::int64_t{0});
    return rows;
}

void take_axes_of(const Dump& dump, Implementation& right) {
    AxesImplementation& axes = right.axes;
    const auto any_of = [&](std::initializer_list<std::string_view> roles) {
        return std::any_of(roles.begin(), roles.end(),
                           [&](std::string_view role) { return dump.find(role) != nullptr; });
    };
    if (is_2d(axes.layout) && !any_of({"cos", "freqs-cis", "before"}))
        throw UsageError(
            "--layout-2d: only tables (--cos and --sin, --freqs-cis) and vectors (--before and --after) are checked"_tr);
    const NumberArray* frequencies = dump.find("frequencies-2d");
    if (frequencies == nullptr) return;
    if (axes.layout != AxisLayout::mixed) throw UsageError("--frequencies-2d: requires --layout-2d mixed"_tr);
    expect_finite(*frequencies);
    if (squeezed(frequencies->shape) != Shape{2, right.pairs()})
        refuse_shape(*frequencies, {fmt::format("[2, pairs] = [2, {}], of x and of y", right.pairs())});
    axes.frequencies = frequencies->values;
}

bool has_axes(const Dump& dump, const Implementation& right) {
    if (is_2d(right.axes.layout)) return true;
    if (!right.has_sections) return false;
    // Three vectors may be three texts, so only positions and tables are checked for axes.
    const NumberArray* positions = dump.find("positions");
    if (positions != nullptr && has_position_axes(*positions) && has_differing_parts(*positions)) return true;
    const auto differs = [&](std::string_view role) {
        const NumberArray* table = dump.find(role);
        return table != nullptr && has_table_axes(*table, positions) && has_differing_parts(*table);
    };
    return differs("cos") || differs("sin");
}

void add_buffer_order(const NumberArray& array, const Implementation& right,
                      std::vector<DumpReading>& readings) {
    const std::vector<std::int64_t> order = buffer_order(right.axes, right.pairs());
    if (order.empty() || std::ssize(array.values) != right.pairs()) return;
    DumpReading reading = readings.front();
    reading.name = "[pairs]: even ones, odd ones, the rest, as Transformers' ERNIE 4.5 VL";
    reading.column_places.assign(order.begin(), order.end());
    for (std::size_t n = 0; n < order.size(); ++n)
        reading.tolerance[n] = readings.front().tolerance[static_cast<std::size_t>(order[n])];
    reading.expected = [inner = readings.front().expected, order](const Implementation& implementation,
                                                                  std::span<const std::int64_t> rows) {
        const std::vector<double> all = inner(implementation, rows);
        if (all.size() != order.size()) return std::vector<double>{};
        std::vector<double> ordered;
        ordered.reserve(order.size());
        for (const std::int64_t pair : order) ordered.push_back(all[static_cast<std::size_t>(pair)]);
        return ordered;
    };
    readings.push_back(std::move(reading));
}

}  // namespace poslab
