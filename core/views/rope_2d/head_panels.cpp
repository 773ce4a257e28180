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

std::optional<PatchPlace> patch_at(const Showing& on) {
    const HeadGroup& group = on.first().params.head;
    const auto at = on.in_main();
    if (!at) return std::nullopt;
    const auto column = static_cast<std::int64_t>(std::floor(at->x)), row = static_cast<std::int64_t>(std::floor(at->y));
    if (!inside(group, column, row)) return std::nullopt;
    return place_at(group, column, row);
}

std::array<std::int64_t, 2> offsets_of(const HeadGroup& group) {
    const auto [column, row] = patch_of(group);
    return {-std::max(column, row), group.grid - 1 - std::min(column, row)};
}

std::optional<std::int64_t> offset_at(const Showing& on) {
    const auto x = on.x_in_companion();
    if (!x) return std::nullopt;
    const auto [first, last] = offsets_of(on.first().params.head);
    return std::llround(std::clamp(*x, static_cast<double>(first), static_cast<double>(last)));
}

double value_of_patch(const Variant& variant, const ArrayRow& row, const PatchPlace& at, std::int64_t layer) {
    const Array* values = variant.find(row);
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

std::string layout_name(const HeadGroup& group, HeadLayout layout, const Words& words, bool shortened) {
    if (layout == HeadLayout::mixed)
        return fmt::format("{} {}°", shortened ? words("Mixed"_tr) : words("Mixed, one head"_tr),
                           format_number(group.direction, shortened ? 0 : 1));
    if (shortened && layout == HeadLayout::directions) return words("Mixed, mean"_tr);
    return words(HeadGroup::layouts[static_cast<std::size_t>(layout)].label);
}

ColorScale similarity_scale(const Palette& colors) { return {colors.diverging, ScaleKind::symmetric, -1, 0, 1}; }

ColorScale distance_scale(const HeadGroup& group) {
    const auto farthest = static_cast<double>(group.grid * group.grid - 1);
    return {ColorMap::viridis, ScaleKind::logarithmic, 1, 0, std::max(10.0, farthest)};
}

void begin_patches(const Drawing& on, const ArrayRow& row, const ColorScale& scale, Panel& panel, std::int64_t layer) {
    const HeadGroup& group = on.first().params.head;
    panel.become<MatrixPanel>();
    panel.x = patch_axis(group, on.words("column x →"_tr));
    panel.y = patch_axis(group, on.words("row y ↓"_tr));
    panel.drag = PanelDrag{PanelDrag::Kind::place, "patch-x", on.words("click: compare this patch"_tr)};
    add(panel, heat_map(on.first().find(row), scale, layer));
    add(panel, outline(group));
}

void point_at_patch(const PatchPlace& at, double value, Panel& panel) {
    PointerMark& pointer = point_at(panel, Point{static_cast<double>(at.column), static_cast<double>(at.row)},
                                    format_integer(at.column), format_integer(at.row));
    if (!std::isfinite(value)) return;
    pointer.tip_label = fmt::format("Δ {}, {}  ", signed_text(at.across), signed_text(at.down));
    pointer.tip_value = format_number(value, 3);
}

std::string signed_text(std::int64_t value) { return value > 0 ? "+" + format_integer(value) : format_integer(value); }

void add_patch_key(const Drawing& on) {
    const auto [column, row] = patch_of(on.first().params.head);
    on.key(KeyEntry::Swatch::empty, {}, on.words("patch {}, {}", format_integer(column), format_integer(row)));
}

}  // namespace poslab::rope_2d
