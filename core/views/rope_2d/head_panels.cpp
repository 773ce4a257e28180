#include "core/views/rope_2d/head_panels.hpp"

#include "core/base/number_format.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>

namespace poslab::rope_2d {

namespace {

constexpr std::int64_t small_from =
    40;  // patches a side: from there on an outline also has cells around its own, so that it is seen

bool inside(const HeadGroup& group, std::int64_t column, std::int64_t row) {
    return column >= 0 && row >= 0 && column < group.grid && row < group.grid;
}

Axis patch_axis(const HeadGroup& group, std::string title) {
    Axis axis;
    axis.title = std::move(title);
    axis.high = static_cast<double>(group.grid);
    return axis;
}

/// Layer `layer` of an array that ends with [h, w]; null where there is none.
Column layer_of(const Array& array, std::int64_t layer) {
    if (array.shape.size() == 2) return layer == 0 ? array.data : nullptr;
    if (array.shape.size() != 3 || layer >= array.shape[0]) return nullptr;
    const std::int64_t cells = array.shape[1] * array.shape[2];
    const auto begin = array.data->begin() + layer * cells;
    return shared_column({begin, begin + cells});
}

BoundaryMark outline(const HeadGroup& group) {
    const auto [column, row] = patch_of(group);
    const auto more = static_cast<double>(group.grid / small_from);
    const double left = static_cast<double>(column) - more, right = static_cast<double>(column) + 1 + more;
    const double top = static_cast<double>(row) - more, bottom = static_cast<double>(row) + 1 + more;
    return {BoundaryMark::Kind::trained, {{left, top}, {right, top}, {right, bottom}, {left, bottom}, {left, top}}, {}};
}

}  // namespace

PatchPlace place_at(const HeadGroup& group, std::int64_t column, std::int64_t row) {
    const auto [own_column, own_row] = patch_of(group);
    return {column, row, column - own_column, row - own_row};
}

std::optional<PatchPlace> pointed_patch(const HeadGroup& group, const Cursor& cursor, std::string_view figure) {
    if (!cursor.active || cursor.companion || cursor.figure != figure || !std::isfinite(cursor.x + cursor.y)) return std::nullopt;
    const auto column = static_cast<std::int64_t>(std::floor(cursor.x)), row = static_cast<std::int64_t>(std::floor(cursor.y));
    if (!inside(group, column, row)) return std::nullopt;
    return place_at(group, column, row);
}

std::array<std::int64_t, 2> offsets_of(const HeadGroup& group) {
    const auto [column, row] = patch_of(group);
    return {-std::max(column, row), group.grid - 1 - std::min(column, row)};
}

std::optional<std::int64_t> pointed_offset(const HeadGroup& group, const Cursor& cursor, std::string_view figure) {
    if (!cursor.active || !cursor.companion || cursor.figure != figure || !std::isfinite(cursor.x)) return std::nullopt;
    const auto [first, last] = offsets_of(group);
    return std::llround(std::clamp(cursor.x, static_cast<double>(first), static_cast<double>(last)));
}

double value_of_patch(const Variant& variant, std::string_view array, const PatchPlace& at, std::int64_t layer) {
    const Array* values = variant.data == nullptr ? nullptr : variant.data->find(array);
    if (values == nullptr || values->shape.size() < 2) return std::nan("");
    const std::size_t last = values->shape.size() - 1;
    const std::int64_t height = values->shape[last - 1], width = values->shape[last];
    const std::int64_t layers = last == 2 ? values->shape[0] : 1;
    if (layer >= layers || at.row >= height || at.column >= width) return std::nan("");
    return (*values->data)[static_cast<std::size_t>((layer * height + at.row) * width + at.column)];
}

std::optional<PatchPlace> patch_along(const HeadGroup& group, const PatchLine& line, std::int64_t steps) {
    const auto [column, row] = patch_of(group);
    const std::int64_t to_column = column + steps * line.across, to_row = row + steps * line.down;
    if (!inside(group, to_column, to_row)) return std::nullopt;
    return place_at(group, to_column, to_row);
}

std::string layout_name(const HeadGroup& group, HeadLayout layout, const Style& style, bool shortened) {
    const Words words(style.language);
    if (layout == HeadLayout::mixed)
        return fmt::format("{} {}°", shortened ? words("Mixed"_tr) : words("Mixed, one head"_tr),
                           format_number(group.direction, shortened ? 0 : 1));
    if (shortened && layout == HeadLayout::directions) return words("Mixed, mean"_tr);
    return std::string(in(style.language, HeadGroup::layouts[static_cast<std::size_t>(layout)].label));
}

ColorScale similarity_scale() { return {ColorMap::signed_diverging, ScaleKind::symmetric, -1, 0, 1}; }

ColorScale distance_scale(const HeadGroup& group) {
    const auto farthest = static_cast<double>(group.grid * group.grid - 1);
    return {ColorMap::viridis, ScaleKind::logarithmic, 1, 0, std::max(10.0, farthest)};
}

Panel patch_panel(const Variant& variant, std::string_view array, const ColorScale& scale, const Style& style, std::int64_t layer) {
    const Words words(style.language);
    const HeadGroup& group = variant.params.head;
    Panel panel;
    panel.kind = Panel::Kind::matrix;
    panel.x = patch_axis(group, words("column x →"_tr));
    panel.y = patch_axis(group, words("row y ↓"_tr));
    panel.drag = PanelDrag{PanelDrag::Kind::place, "patch-x", words("click: compare this patch"_tr)};
    HeatMapMark map;
    map.scale = scale;
    if (const Array* values = variant.data == nullptr ? nullptr : variant.data->find(array); values != nullptr) {
        const std::size_t last = values->shape.size() - 1;
        map.values = layer_of(*values, layer);
        map.height = values->shape[last - 1];
        map.width = values->shape[last];
        map.rows = values->extents[last - 1];
        map.columns = values->extents[last];
    }
    panel.marks.emplace_back(std::move(map));
    panel.marks.emplace_back(outline(group));
    return panel;
}

void point_at_patch(const PatchPlace& at, double value, Panel& panel) {
    PointerMark pointer;
    pointer.x = static_cast<double>(at.column);
    pointer.y = static_cast<double>(at.row);
    pointer.x_chip = format_integer(at.column);
    pointer.y_chip = format_integer(at.row);
    if (std::isfinite(value)) {
        pointer.tip_label = fmt::format("Δ {}, {}  ", signed_text(at.across), signed_text(at.down));
        pointer.tip_value = format_number(value, 3);
    }
    panel.pointer = std::move(pointer);
}

std::string signed_text(std::int64_t value) { return value > 0 ? "+" + format_integer(value) : format_integer(value); }

KeyEntry patch_key(const HeadGroup& group, const Style& style) {
    const auto [column, row] = patch_of(group);
    return {KeyEntry::Swatch::empty, {}, Words(style.language)("patch {}, {}", format_integer(column), format_integer(row)), ""};
}

}  // namespace poslab::rope_2d
