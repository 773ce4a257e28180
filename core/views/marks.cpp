#include "core/views/marks.hpp"

#include "core/base/number_format.hpp"
#include "core/views/data.hpp"

#include <algorithm>
#include <iterator>

namespace poslab {

PointerMark& point_at(Panel& panel, std::int64_t x) {
    return point_at(panel, static_cast<double>(x), format_integer(x));
}

PointerMark& point_at_cell(Panel& panel, std::int64_t column, std::int64_t row) {
    return point_at(panel, Point{static_cast<double>(column), static_cast<double>(row)},
                    format_integer(column), format_integer(row));
}

HeatMapMark heat_map(const Array* array, const ColorScale& scale, std::int64_t layer) {
    HeatMapMark map;
    map.scale = scale;
    if (array == nullptr || (array->shape.size() > 2 && layer >= array->shape.front())) return map;
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

void append_figure(Figure single, std::size_t n, const std::string& label, Figure& figure) {
    if (single.main.size() == 1) single.main.front().of_variant = n;
    for (Panel& panel : single.main)
        if (panel.kind() == PanelKind::plot) panel.of_variant = n;
    for (Panel& panel : single.companions) panel.of_variant = n;
    for (auto* panels : {&single.main, &single.companions})
        for (Panel& panel : *panels) panel.title = panel.title.empty() ? label : label + " · " + panel.title;
    std::move(single.main.begin(), single.main.end(), std::back_inserter(figure.main));
    std::move(single.companions.begin(), single.companions.end(), std::back_inserter(figure.companions));
    for (ColorBar& bar : single.bars) {
        const auto same = [&](const ColorBar& known) {
            return known.scale == bar.scale && known.title == bar.title;
        };
        if (std::none_of(figure.bars.begin(), figure.bars.end(), same)) figure.bars.push_back(std::move(bar));
    }
    for (KeyEntry& entry : single.key) {
        const auto same = [&](const KeyEntry& known) {
            return known.label == entry.label && known.swatch == entry.swatch;
        };
        if (std::none_of(figure.key.begin(), figure.key.end(), same)) figure.key.push_back(std::move(entry));
    }
    figure.key_title = single.key_title;
    figure.grid = figure.grid || single.grid;
}

}  // namespace poslab
