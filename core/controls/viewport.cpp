#include "core/controls/viewport.hpp"

#include <algorithm>
#include <cmath>

namespace poslab {
namespace {

IndexRange range_of(const Value& value, std::int64_t total) {
    const auto* interval = std::get_if<Interval>(&value);
    if (interval == nullptr || !interval->set) return {0, total};
    return {std::clamp<std::int64_t>(interval->begin, 0, total),
            std::clamp<std::int64_t>(interval->end, 0, total)};
}

Interval interval_of(const IndexRange& range, std::int64_t total) {
    return range.size() < total ? Interval{range.begin, range.end, true} : Interval{};
}

/// Returns `count` cells from about `begin`, inside [0, total).
IndexRange placed(double begin, std::int64_t count, std::int64_t total) {
    count = std::clamp(count, std::min(fewest_cells, total), total);
    const auto first = std::clamp<std::int64_t>(std::llround(begin), 0, total - count);
    return {first, first + count};
}

std::int64_t scaled(std::int64_t count, double factor) {
    const auto next = std::llround(static_cast<double>(count) * factor);
    if (next == count && factor != 1) return factor < 1 ? count - 1 : count + 1;
    return next;
}

/// Zooms far from square cells (a window of few rows and many columns): both sides change by the same factor.
Viewport zoomed_as_it_is(const Viewport& from, double factor, Point share) {
    const auto along = [&](const IndexRange& range, double at) {
        const auto count =
            std::clamp(scaled(range.size(), factor), std::min(fewest_cells, from.total), from.total);
        return placed(static_cast<double>(range.begin) + at * static_cast<double>(range.size() - count),
                      count, from.total);
    };
    return {along(from.rows, share.y), along(from.columns, share.x), from.total};
}

}  // namespace

std::optional<Viewport> viewport_of(const View& view, const Values& values) {
    const Value* rows = value_of(view, values, "rows");
    const Value* columns = value_of(view, values, "cols");
    const Value* length = value_of(view, values, "length");
    if (rows == nullptr || columns == nullptr || length == nullptr) return std::nullopt;
    const auto* total = std::get_if<std::int64_t>(length);
    if (total == nullptr) return std::nullopt;
    return Viewport{range_of(*rows, *total), range_of(*columns, *total), *total};
}

Values looking_at(const View& view, Values values, const Viewport& viewport) {
    const int rows = parameter_index(view, "rows");
    const int columns = parameter_index(view, "cols");
    if (rows < 0 || columns < 0) return values;
    values[static_cast<std::size_t>(rows)] = interval_of(viewport.rows, viewport.total);
    values[static_cast<std::size_t>(columns)] = interval_of(viewport.columns, viewport.total);
    return values;
}

Viewport zoomed(const Viewport& from, double factor, Point at, const MatrixRoom& room) {
    const double cell_width =
        room.plot.width / static_cast<double>(std::max<std::int64_t>(1, from.columns.size()));
    const double cell_height =
        room.plot.height / static_cast<double>(std::max<std::int64_t>(1, from.rows.size()));
    if (std::abs(std::log(cell_width / cell_height)) > 0.3)
        return zoomed_as_it_is(
            from, factor, {(at.x - room.plot.x) / room.plot.width, (at.y - room.plot.y) / room.plot.height});
    const double column = static_cast<double>(from.columns.begin) + (at.x - room.plot.x) / cell_width;
    const double row = static_cast<double>(from.rows.begin) + (at.y - room.plot.y) / cell_height;
    const std::int64_t rows =
        std::clamp(scaled(from.rows.size(), factor), std::min(fewest_cells, from.total), from.total);
    const auto columns = std::clamp(std::llround(static_cast<double>(rows) * room.width / room.height),
                                    static_cast<long long>(std::min(fewest_cells, from.total)),
                                    static_cast<long long>(from.total));
    const double cell =
        std::min(room.height / static_cast<double>(rows), room.width / static_cast<double>(columns));
    Viewport to = from;
    to.rows = placed(row - (at.y - room.plot.y) / cell, rows, from.total);
    to.columns = placed(column - (at.x - room.plot.x) / cell, columns, from.total);
    return to;
}

Viewport panned(const Viewport& from, std::int64_t rows, std::int64_t columns) {
    Viewport to = from;
    to.rows = placed(static_cast<double>(from.rows.begin + rows), from.rows.size(), from.total);
    to.columns = placed(static_cast<double>(from.columns.begin + columns), from.columns.size(), from.total);
    return to;
}

Viewport boxed(const Viewport& from, Point a, Point b, const MatrixRoom& room) {
    const double cell_width =
        room.plot.width / static_cast<double>(std::max<std::int64_t>(1, from.columns.size()));
    const double cell_height =
        room.plot.height / static_cast<double>(std::max<std::int64_t>(1, from.rows.size()));
    struct Range {
        double middle, count;
    };
    const auto along = [](double from_pixel, double to_pixel, double origin, double cell,
                          std::int64_t begin) {
        const double low = std::floor((std::min(from_pixel, to_pixel) - origin) / cell);
        const double high = std::ceil((std::max(from_pixel, to_pixel) - origin) / cell);
        return Range{static_cast<double>(begin) + (low + high) / 2, high - low};
    };
    const Range columns = along(a.x, b.x, room.plot.x, cell_width, from.columns.begin);
    const Range rows = along(a.y, b.y, room.plot.y, cell_height, from.rows.begin);
    // The rest of the room is filled with the cells around the box, so that cells stay square and as large as
    // possible.
    const double cell = std::min(room.width / columns.count, room.height / rows.count);
    const auto ranged = [&](const Range& range, double extent) {
        const std::int64_t count =
            std::max(std::llround(range.count), std::llround(std::floor(extent / cell)));
        return placed(range.middle - static_cast<double>(count) / 2, count, from.total);
    };
    Viewport to = from;
    to.columns = ranged(columns, room.width);
    to.rows = ranged(rows, room.height);
    return to;
}

}  // namespace poslab
