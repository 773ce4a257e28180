#include "core/conformance/axes.hpp"

#include "core/conformance/implementation.hpp"
#include "core/geometry/head_frequencies.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <numbers>
#include <utility>

namespace poslab {

namespace {

constexpr std::array<std::pair<std::string_view, AxisLayout>, 4> named_layouts{
    {{"axial", AxisLayout::axial},
     {"axial-split-ladder", AxisLayout::axial_split_ladder},
     {"alternating", AxisLayout::alternating},
     {"mixed", AxisLayout::mixed}}};
constexpr std::array<std::pair<std::string_view, Coordinates>, 3> named_coordinates{
    {{"patches", Coordinates::patches},
     {"normalised", Coordinates::normalised},
     {"dinov3", Coordinates::dinov3}}};
constexpr std::array<std::pair<std::string_view, AxisLayout>, 3> named_sections{
    {{"blocks", AxisLayout::sections},
     {"interleaved", AxisLayout::sections_interleaved},
     {"alternating", AxisLayout::sections_alternating}}};

template <class Names>
auto value_called(const Names& names, std::string_view name)
    -> std::optional<decltype(names.front().second)> {
    const auto* const found =
        std::find_if(names.begin(), names.end(), [&](const auto& one) { return one.first == name; });
    return found == names.end() ? std::nullopt : std::optional(found->second);
}

template <class Names>
std::string names_in(const Names& names) {
    std::string list;
    for (const auto& [name, value] : names) list += (list.empty() ? "" : ", ") + std::string(name);
    return list;
}

constexpr std::size_t y_axis = 0, x_axis = 1;

/// Returns the axis and the ladder index of a pair, for 2D layouts in which no pair rotates along both axes.
std::pair<std::size_t, std::size_t> place_of_pair(AxisLayout layout, std::size_t pair, std::size_t pairs) {
    const std::size_t half = pairs / 2;
    if (layout == AxisLayout::alternating) return {pair % 2 == 0 ? y_axis : x_axis, pair};
    const bool first = pair < half;
    if (layout == AxisLayout::axial_first_half || layout == AxisLayout::axial_halved_ladder)
        return {first ? y_axis : x_axis,
                first || layout == AxisLayout::axial_halved_ladder ? pair : pair - half};
    const std::size_t step = 2 * (first ? pair : pair - half);
    return {first ? y_axis : x_axis,
            std::min(pairs - 1, step + (layout == AxisLayout::axial_split_ladder && !first ? 1 : 0))};
}

std::vector<double> components_2d(const Implementation& implementation) {
    const AxesImplementation& axes = implementation.axes;
    const auto pairs = static_cast<std::size_t>(implementation.pairs());
    std::vector<double> all(2 * pairs);
    for (std::size_t p = 0; p < pairs; ++p) {
        if (axes.layout == AxisLayout::mixed) {
            if (axes.frequencies.size() != 2 * pairs) return {};
            all[2 * p + x_axis] = axes.frequencies[p];
            all[2 * p + y_axis] = axes.frequencies[pairs + p];
        } else {
            const auto [axis, k] = place_of_pair(axes.layout, p, pairs);
            all[2 * p + axis] = implementation.inverse_frequency[k];
        }
    }
    return all;
}

std::vector<double> components_of_sections(const Implementation& implementation) {
    constexpr std::size_t axes = 3;
    const std::vector<std::int64_t> axis = axes_of_pairs(implementation.axes, implementation.pairs());
    std::vector<double> all(axes * axis.size());
    for (std::size_t p = 0; p < axis.size(); ++p)
        all[axes * p + static_cast<std::size_t>(axis[p])] = implementation.inverse_frequency[p];
    return all;
}

}  // namespace

bool is_2d(AxisLayout layout) { return layout >= AxisLayout::axial && layout <= AxisLayout::mixed; }

std::vector<std::int64_t> axes_of_pairs(const AxesImplementation& axes, std::int64_t pairs) {
    const std::vector<double> sections(axes.sections.begin(), axes.sections.end());
    const std::vector<int> all =
        axes_of_sections(sections, pairs, axes.section_layout == AxisLayout::sections_interleaved,
                         axes.section_layout == AxisLayout::sections_alternating);
    return {all.begin(), all.end()};
}

std::vector<std::int64_t> buffer_order(const AxesImplementation& axes, std::int64_t pairs) {
    if (axes.section_layout != AxisLayout::sections_alternating || axes_of_pairs(axes, pairs).empty())
        return {};
    const std::int64_t turning = axes.sections[1] + axes.sections[2];
    std::vector<std::int64_t> order;
    for (const std::int64_t first : {0, 1})
        for (std::int64_t p = first; p < turning; p += 2) order.push_back(p);
    for (std::int64_t p = turning; p < pairs; ++p) order.push_back(p);
    return order;
}

AxisAngles::AxisAngles(const Implementation& implementation, const AxisPositions& positions)
    : implementation_(implementation),
      positions_(positions),
      components_(is_2d(implementation.axes.layout) ? components_2d(implementation)
                                                    : components_of_sections(implementation)) {
    const double times = implementation.axes.coordinates == Coordinates::dinov3 ? 2 * std::numbers::pi : 1;
    for (double& component : components_)
        component = held(component, implementation.frequency_format) * times;
}

double AxisAngles::normalised(double index, std::int64_t count) const {
    const auto n = static_cast<double>(count);
    const bool corners = implementation_.axes.corners && count > 1;
    return 2 * (corners ? index / (n - 1) : (index + 0.5) / n) - 1;
}

std::vector<double> AxisAngles::coordinates(std::int64_t token) const {
    const AxesImplementation& axes = implementation_.axes;
    const PatchGrid& grid = axes.grid;
    const auto count = static_cast<std::size_t>(positions_.axes);
    std::vector<double> at(count, static_cast<double>(token));
    if (!axes.as_text) {
        if (positions_.values.empty()) {
            const std::int64_t size = axes.column_major ? grid.rows : grid.columns;
            at = {static_cast<double>(token / size), static_cast<double>(token % size)};
            if (axes.column_major) std::swap(at[y_axis], at[x_axis]);
        } else {
            const auto begin = positions_.values.begin() + token * positions_.axes;
            at.assign(begin, begin + positions_.axes);
        }
    }
    for (double& value : at) value += axes.shift + implementation_.positions.offset;
    if (axes.coordinates != Coordinates::patches && grid.rows > 0 && count == 2) {
        at[y_axis] = normalised(at[y_axis], grid.rows);
        at[x_axis] = normalised(at[x_axis], grid.columns);
    }
    if (axes.exchanged) std::swap(at[count - 2], at[count - 1]);
    for (double& value : at) value = held(value, implementation_.position_format);
    return at;
}

std::vector<double> AxisAngles::at(std::int64_t token) const {
    const std::vector<double> position = coordinates(token);
    const std::size_t axes = position.size();
    std::vector<double> angles(components_.size() / axes);
    for (std::size_t p = 0; p < angles.size(); ++p) {
        double angle = 0;
        for (std::size_t axis = 0; axis < axes; ++axis)
            angle += position[axis] * components_[p * axes + axis];
        angles[p] = implementation_.direction * held(angle, implementation_.phase_format);
    }
    return angles;
}

std::vector<double> AxisAngles::along(std::int64_t axis, std::int64_t token) const {
    const double position = coordinates(token)[static_cast<std::size_t>(axis)];
    std::vector<double> angles;
    for (const double theta : implementation_.inverse_frequency)
        angles.push_back(
            implementation_.direction *
            held(position * held(theta, implementation_.frequency_format), implementation_.phase_format));
    return angles;
}

std::vector<double> AxisAngles::rounding(std::int64_t token, std::optional<std::int64_t> axis) const {
    constexpr double unit = 0x1p-24;
    const std::vector<double> position = coordinates(token);
    const std::size_t axes = position.size();
    std::vector<double> all(static_cast<std::size_t>(implementation_.pairs()), 4 * unit);
    for (std::size_t p = 0; p < all.size(); ++p)
        for (std::size_t n = 0; n < axes; ++n) {
            const double component = !axis ? components_[p * axes + n]
                                     : n == static_cast<std::size_t>(*axis)
                                         ? implementation_.inverse_frequency[p]
                                         : 0;
            if (component == 0) continue;
            // Rounding of the frequency's exponent, of the product with the coordinate, and of the
            // coordinate.
            all[p] +=
                std::abs(position[n] * component) * unit * (8 + 2 * std::abs(std::log(std::abs(component))));
        }
    return all;
}

std::optional<AxisLayout> layout_2d(std::string_view name) { return value_called(named_layouts, name); }
std::optional<Coordinates> coordinates_called(std::string_view name) {
    return value_called(named_coordinates, name);
}
std::optional<AxisLayout> mrope_layout(std::string_view name) { return value_called(named_sections, name); }
std::string layouts_2d() { return names_in(named_layouts); }
std::string coordinate_kinds() { return names_in(named_coordinates); }
std::string mrope_layouts() { return names_in(named_sections); }

std::optional<PatchGrid> patch_grid(std::string_view text) {
    constexpr std::int64_t most = 1 << 14;
    PatchGrid grid;
    const char* const end = text.data() + text.size();
    const auto rows = std::from_chars(text.data(), end, grid.rows);
    if (rows.ec != std::errc{} || rows.ptr == end || *rows.ptr != 'x') return std::nullopt;
    const auto columns = std::from_chars(rows.ptr + 1, end, grid.columns);
    const auto fits = [](std::int64_t side) { return side > 0 && side <= most; };
    if (columns.ec != std::errc{} || columns.ptr != end || !fits(grid.rows) || !fits(grid.columns))
        return std::nullopt;
    return grid;
}

}  // namespace poslab
