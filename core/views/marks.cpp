#include "core/views/marks.hpp"

#include "core/base/number_format.hpp"
#include "core/views/data.hpp"

namespace poslab {

PointerMark& point_at(Panel& panel, std::int64_t x) { return point_at(panel, static_cast<double>(x), format_integer(x)); }

PointerMark& point_at_cell(Panel& panel, std::int64_t column, std::int64_t row) {
    return point_at(panel, Point{static_cast<double>(column), static_cast<double>(row)}, format_integer(column),
                    format_integer(row));
}

HeatMapMark heat_map(const Array* array, const ColorScale& scale, std::int64_t layer) {
    HeatMapMark map;
    map.scale = scale;
    if (array == nullptr) return map;
    const std::size_t last = array->shape.size() - 1;
    map.height = array->shape[last - 1];
    map.width = array->shape[last];
    map.rows = array->extents[last - 1];
    map.columns = array->extents[last];
    map.values = array->data;
    if (array->shape.size() == 2) return map;
    const std::int64_t cells = map.height * map.width;
    const auto begin = array->data->begin() + layer * cells;
    map.values = shared_column({begin, begin + cells});
    return map;
}

}  // namespace poslab
