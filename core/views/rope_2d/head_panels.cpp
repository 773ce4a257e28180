#include "core/views/rope_2d/head_panels.hpp"

namespace poslab::rope_2d {
namespace {

constexpr std::int64_t small_from =
    40;  // patches per side: from here on an outline is wider than its patch to remain visible

bool inside(const HeadGroup& group, std::int64_t column, std::int64_t row) {
    return column >= 0 && row >= 0 && column < group.columns() && row < group.rows();
}

Axis patch_axis(std::int64_t patches, std::string title) {
    Axis axis;
    axis.title = std::move(title);
    axis.high = static_cast<double>(patches);
    return axis;
}

BoundaryMark outline(const HeadGroup& group) {
    const auto [column, row] = patch_of(group);
    const auto more = static_cast<double>(std::max(group.rows(), group.columns()) / small_from);
    const double left = static_cast<double>(column) - more, right = static_cast<double>(column) + 1 + more;
    const double top = static_cast<double>(row) - more, bottom = static_cast<double>(row) + 1 + more;
    return {BoundaryMark::Kind::trained,
            {{left, top}, {right, top}, {right, bottom}, {left, bottom}, {left, top}},
            {}};
}

}  // namespace

PatchOffset place_at(const HeadGroup& group, std::int64_t column, std::int64_t row) {
    const auto [own_column, own_row] = patch_of(group);
    return {column, row, column - own_column, row - own_row};
}

std::optional<PatchOffset> patch_at(const Showing& on) {
    const HeadGroup& group = on.first().params.head;
    const auto at = on.in_main();
    if (!at) return std::nullopt;
    const auto column = static_cast<std::int64_t>(std::floor(at->x)),
               row = static_cast<std::int64_t>(std::floor(at->y));
    if (!inside(group, column, row)) return std::nullopt;
    return place_at(group, column, row);
}

std::array<std::int64_t, 2> offsets_of(const HeadGroup& group) {
    const auto [column, row] = patch_of(group);
    return {-std::max(column, row), std::max(group.columns() - 1 - column, group.rows() - 1 - row)};
}

std::optional<std::int64_t> offset_at(const Showing& on) {
    const auto x = on.x_in_companion();
    if (!x) return std::nullopt;
    const auto [first, last] = offsets_of(on.first().params.head);
    return std::llround(std::clamp(*x, static_cast<double>(first), static_cast<double>(last)));
}

double value_of_patch(const Variant& variant, const ArrayRow& row, const PatchOffset& at,
                      std::int64_t layer) {
    const Array* values = variant.find(row);
    if (values == nullptr || values->shape.size() < 2) return std::nan("");
    const std::size_t last = values->shape.size() - 1;
    const std::int64_t height = values->shape[last - 1], width = values->shape[last];
    const std::int64_t layers = last == 2 ? values->shape[0] : 1;
    if (layer >= layers || at.row >= height || at.column >= width) return std::nan("");
    return (*values->data)[static_cast<std::size_t>((layer * height + at.row) * width + at.column)];
}

std::optional<PatchOffset> patch_along(const HeadGroup& group, const PatchLine& line, std::int64_t steps) {
    const auto [column, row] = patch_of(group);
    const std::int64_t to_column = column + steps * line.across, to_row = row + steps * line.down;
    if (!inside(group, to_column, to_row)) return std::nullopt;
    return place_at(group, to_column, to_row);
}

std::string layout_name(const HeadGroup& group, HeadLayout layout, const Translator& translate,
                        bool shortened) {
    if (layout == HeadLayout::mixed)
        return fmt::format("{} {}°", shortened ? translate("Mixed"_tr) : translate("Mixed, one head"_tr),
                           format_number(group.direction, shortened ? 0 : 1));
    if (shortened && layout == HeadLayout::directions) return translate("Mixed, mean"_tr);
    return translate(HeadGroup::layouts()[static_cast<std::size_t>(layout)].label);
}

ColorScale similarity_scale(const Palette& colors) {
    return {colors.diverging, ScaleKind::symmetric, -1, 0, 1};
}

ColorScale distance_scale(const HeadGroup& group) {
    const auto farthest = static_cast<double>(group.patches() - 1);
    return {ColorMap::viridis, ScaleKind::logarithmic, 1, 0, std::max(10.0, farthest)};
}

void begin_patches(const Drawing& on, const ArrayRow& row, const ColorScale& scale, Panel& panel,
                   std::int64_t layer) {
    const HeadGroup& group = on.first().params.head;
    panel.become<MatrixPanel>();
    panel.x = patch_axis(group.columns(), on.translate("column x →"_tr));
    panel.y = patch_axis(group.rows(), on.translate("row y ↓"_tr));
    panel.drag = PanelDrag{PanelDrag::Kind::place, "patch-x", on.translate("click: compare this patch"_tr)};
    add(panel, heat_map(on.first().find(row), scale, layer));
    add(panel, outline(group));
}

void hatch_beyond(const Drawing& on, HeadLayout layout, Panel& panel) {
    const HeadGroup& group = on.first().params.head;
    const auto* map = std::get_if<HeatMapMark>(&panel.marks.front());
    if (map == nullptr || !map->values || std::ssize(*map->values) != group.patches()) return;
    const std::vector<double> beyond = beyond_map(group, layout);
    if (std::all_of(beyond.begin(), beyond.end(), [](double value) { return value == 0; })) return;
    NumberBuffer values = *map->values;
    for (std::size_t n = 0; n < values.size(); ++n)
        if (beyond[n] == 0) values[n] = masked_value();  // nothing is drawn there
    HeatMapMark over = *map;
    over.values = shared_column(std::move(values));
    over.hatch_above = -1;  // every cell drawn
    for (std::size_t n = 0; n < over.cell_text.size(); ++n)
        if (beyond[n] == 0) over.cell_text[n].clear();
    add(panel, std::move(over));
}

void add_beyond_key(const Drawing& on) {
    const HeadGroup& group = on.first().params.head;
    const double share = beyond_share_of_patch(group);
    if (share == 0) return;
    on.figure.widest_key_value = percent_text(0.9999);
    on.figure.key.push_back({KeyEntry::Swatch::hatched, color_of(similarity_scale(on.colors), 0.6),
                             on.translate("beyond the trained grid"_tr), percent_text(share)});
}

std::vector<HeadLayout> shown_layouts(const HeadGroup& group) {
    using L = HeadLayout;
    const std::vector<std::vector<L>> families{
        {L::axial, L::axial_columns_first, L::alternating_repeated, L::alternating_columns_first},
        {L::axial_split_ladder, L::alternating},
        {L::diagonal},
        {L::mixed},
        {L::directions},
        {group.layout == L::three_axes ? L::three_axes : L::mrope},
        {L::sum},
        {L::flattened}};
    std::vector<L> shown;
    for (const std::vector<L>& kind : families) {
        const bool chosen = std::find(kind.begin(), kind.end(), group.layout) != kind.end();
        shown.push_back(chosen ? group.layout : kind.front());
    }
    return shown;
}

void point_at_patch(const PatchOffset& at, double value, Panel& panel) {
    PointerMark& pointer = point_at(panel, Point{static_cast<double>(at.column), static_cast<double>(at.row)},
                                    format_integer(at.column), format_integer(at.row));
    if (!std::isfinite(value)) return;
    pointer.tip_label = fmt::format("Δ {}, {}  ", signed_text(at.across), signed_text(at.down));
    pointer.tip_value = format_number(value, 3);
}

std::string signed_text(std::int64_t value) {
    return value > 0 ? "+" + format_integer(value) : format_integer(value);
}

void add_patch_key(const Drawing& on) {
    const auto [column, row] = patch_of(on.first().params.head);
    on.key(KeyEntry::Swatch::empty, {},
           on.translate("patch {}, {}", format_integer(column), format_integer(row)));
}

}  // namespace poslab::rope_2d
