#include "core/views/comparison.hpp"

#include "core/base/masked.hpp"
#include "core/base/number_format.hpp"
#include "core/views/curve_difference.hpp"
#include "core/views/curves.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace poslab {
namespace {

/// Indices of the panels that show one matrix, or one map, for each of two variants.
struct Two {
    std::size_t first = 0, second = 0;
};

std::optional<Two> two_in(const Figure& figure) {
    std::vector<std::size_t> places;
    for (std::size_t n = 0; n < figure.main.size(); ++n)
        if (figure.main[n].kind() == PanelKind::matrix || figure.main[n].kind() == PanelKind::map)
            places.push_back(n);
    if (places.size() != 2) return std::nullopt;
    const Panel &first = figure.main[places[0]], &second = figure.main[places[1]];
    if (first.of_variant != 0U || second.of_variant != 1U || first.kind() != second.kind())
        return std::nullopt;
    return Two{places[0], places[1]};
}

HeatMapMark* heat_map_of(Panel& panel) {
    for (Mark& mark : panel.marks)
        if (auto* map = std::get_if<HeatMapMark>(&mark)) return map;
    return nullptr;
}

bool of_same_cells(const Panel& a, const HeatMapMark& first, const Panel& b, const HeatMapMark& second) {
    const bool axes =
        a.x.low == b.x.low && a.x.high == b.x.high && a.y.low == b.y.low && a.y.high == b.y.high;
    const bool known = first.values != nullptr && second.values != nullptr;
    return axes && (!known || (first.height == second.height && first.width == second.width &&
                               first.rows == second.rows && first.columns == second.columns));
}

/// Joins the two titles with `joint`. Quantities are included if the titles are equal, or if no other part of
/// the figure shows them.
std::string names_of(const Panel& first, const Panel& second, bool alone, std::string_view joint) {
    const bool quantities = alone || first.title == second.title;
    const auto name = [&](const Panel& panel) {
        return !quantities || panel.quantity.empty()
                   ? panel.title
                   : panel.title + (panel.title.empty() ? "" : " ") + panel.quantity;
    };
    return name(first) + " " + std::string(joint) + " " + name(second);
}

double less(double a, double b) {
    if (is_masked(a) || is_masked(b)) return masked_value();
    return a - b;
}

/// Calls `make` only if `retained` holds another comparison.
template <class Make>
void keep(ComparisonCache& retained, const HeatMapMark& first, const HeatMapMark& second,
          std::int64_t wiped_at, const Make& make) {
    if (retained.values != nullptr && retained.first == first.values && retained.second == second.values &&
        retained.wiped_at == wiped_at)
        return;
    retained = {first.values, second.values, nullptr, wiped_at, 0};
    if (first.values != nullptr && second.values != nullptr) make();
}

void make_difference(const HeatMapMark& first, const HeatMapMark& second, ComparisonCache& retained) {
    keep(retained, first, second, -1, [&] {
        std::vector<double> values(first.values->size());
        std::transform(first.values->begin(), first.values->end(), second.values->begin(), values.begin(),
                       less);
        for (const double value : values)
            if (std::isfinite(value)) retained.largest = std::max(retained.largest, std::abs(value));
        retained.values = shared_column(std::move(values));
    });
}

/// Returns the chosen signed colour map, or the theme's if none is chosen.
ColorMap signed_map_of(const Figure& figure, const Style& style) {
    return figure.signed_colors == ColorMap::signed_diverging ? palette(style.theme).diverging
                                                              : figure.signed_colors;
}

ColorScale scale_of(double largest, const ColorScale& compared, ColorMap diverging) {
    const double limit = rounded_up(largest);
    if (compared.kind == ScaleKind::logarithmic || compared.kind == ScaleKind::symmetric_log) {
        const double floor = compared.kind == ScaleKind::logarithmic ? compared.low : compared.middle;
        return {diverging, ScaleKind::symmetric_log, -limit, std::min(floor, limit / 10), limit};
    }
    return {diverging, ScaleKind::symmetric, -limit, 0, limit};
}

bool has_cell_texts(const HeatMapMark& map) { return map.numbers || !map.cell_text.empty(); }

/// Titles the first panel with both names and removes the second.
void name_both(Figure& figure, const Two& two, std::string_view joint) {
    Panel &panel = figure.main[two.first], &other = figure.main[two.second];
    const bool alone = figure.main.size() == 2 && panel.kind() == PanelKind::matrix;
    panel.title = names_of(panel, other, alone, joint);
    panel.titled = true;
    if (alone || panel.quantity != other.quantity) panel.quantity.clear();
    figure.main.erase(figure.main.begin() + static_cast<std::ptrdiff_t>(two.second));
}

void show_difference(Figure& figure, const Two& two, const Style& style, ComparisonCache& retained) {
    const Translator translate(style.language);
    Panel &panel = figure.main[two.first], &other = figure.main[two.second];
    const HeatMapMark &first = *heat_map_of(panel), &second = *heat_map_of(other);
    HeatMapMark difference = first;
    make_difference(first, second, retained);
    difference.values = retained.values;
    difference.scale = scale_of(retained.largest, first.scale, signed_map_of(figure, style));
    difference.hatch_above = std::numeric_limits<double>::infinity();
    difference.cell_text.clear();
    if (!(has_cell_texts(first) && has_cell_texts(second)))
        difference.numbers.reset();
    else if (!difference.numbers)
        difference.numbers = CellNumbers{.decimals = 3};
    const auto bar = std::find_if(figure.bars.begin(), figure.bars.end(),
                                  [&](const ColorBar& color_bar) { return color_bar.scale == first.scale; });
    ColorBar difference_bar;
    // Two bars are distinguished by what their maps contain, which is no name for the difference.
    const bool one_bar = bar != figure.bars.end() && first.scale == second.scale;
    difference_bar.title = one_bar ? translate("Difference: {}", bar->title) : translate("Difference"_tr);
    difference_bar.scale = difference.scale;
    std::erase_if(figure.bars, [&](const ColorBar& color_bar) {
        return color_bar.scale == first.scale || color_bar.scale == second.scale;
    });
    figure.bars.push_back(std::move(difference_bar));
    if (panel.pointer && other.pointer && !panel.pointer->tip_value.empty())
        panel.pointer->tip_value += " − " + other.pointer->tip_value;
    panel.marks = {std::move(difference)};
    name_both(figure, two, "−");
    figure.overview.reset();
    std::erase_if(figure.key, [](const KeyEntry& entry) {
        return entry.swatch == KeyEntry::Swatch::color || entry.swatch == KeyEntry::Swatch::hatched;
    });
    figure.key_title.clear();
    figure.widest_key_value.clear();
}

/// Returns the columns [from, to) of the map's values.
HeatMapMark part_of(const HeatMapMark& map, std::int64_t from, std::int64_t to) {
    HeatMapMark part = map;
    const auto cells = static_cast<double>(map.columns.size());
    const auto column = [&](std::int64_t at) {
        return map.columns.begin +
               std::llround(cells * static_cast<double>(at) / static_cast<double>(map.width));
    };
    part.columns = {column(from), column(to)};
    part.width = to - from;
    std::vector<double> values;
    std::vector<std::string> texts;
    for (std::int64_t row = 0; row < map.height; ++row) {
        const auto begin = row * map.width + from, end = row * map.width + to;
        values.insert(values.end(), map.values->begin() + begin, map.values->begin() + end);
        if (!map.cell_text.empty())
            texts.insert(texts.end(), map.cell_text.begin() + begin, map.cell_text.begin() + end);
    }
    part.values = shared_column(std::move(values));
    part.cell_text = std::move(texts);
    return part;
}

/// Returns the pieces of a boundary with x in [low, high].
std::optional<BoundaryMark> cut(const BoundaryMark& mark, double low, double high) {
    BoundaryMark part = mark;
    part.points.clear();
    for (const Point point : mark.points)
        if (point.x >= low && point.x <= high) part.points.push_back(point);
    return part.points.size() < 2 ? std::nullopt : std::optional(std::move(part));
}

/// Joins the columns of `first` before `at` with those of `second` from there on, in one scale.
HeatMapMark merged(const HeatMapMark& first, const HeatMapMark& second, std::int64_t at,
                   ComparisonCache& retained) {
    HeatMapMark both = first;
    const auto each_of_second = [&](const auto& take) {
        for (std::int64_t row = 0; row < first.height; ++row)
            for (std::int64_t column = at; column < first.width; ++column)
                take(static_cast<std::size_t>(row * first.width + column));
    };
    keep(retained, first, second, at, [&] {
        NumberBuffer values = *first.values;
        each_of_second([&](std::size_t cell) { values[cell] = (*second.values)[cell]; });
        retained.values = shared_column(std::move(values));
    });
    if (!both.cell_text.empty() && !second.cell_text.empty())
        each_of_second([&](std::size_t cell) { both.cell_text[cell] = second.cell_text[cell]; });
    both.values = retained.values;
    both.scale.low = std::min(first.scale.low, second.scale.low);
    both.scale.high = std::max(first.scale.high, second.scale.high);
    return both;
}

bool of_same_kind(const HeatMapMark& first, const HeatMapMark& second) {
    return first.scale.kind == second.scale.kind && first.scale.map == second.scale.map &&
           first.scale.middle == second.scale.middle && first.hatch_above == second.hatch_above;
}

void add_wiped_maps(const HeatMapMark& first, const HeatMapMark& second, double share,
                    std::vector<Mark>& marks, ComparisonCache& retained) {
    if (first.values == nullptr || second.values == nullptr) {
        marks.emplace_back(first);
        return;
    }
    const auto at =
        std::clamp<std::int64_t>(std::llround(share * static_cast<double>(first.width)), 0, first.width);
    if (of_same_kind(first, second)) {
        marks.emplace_back(merged(first, second, at, retained));
        return;
    }
    if (at > 0) marks.emplace_back(part_of(first, 0, at));
    if (at < first.width) marks.emplace_back(part_of(second, at, first.width));
}

void show_wipe(Figure& figure, const Two& two, double share, ComparisonCache& retained) {
    Panel &panel = figure.main[two.first], &other = figure.main[two.second];
    std::vector<Mark> marks;
    add_wiped_maps(*heat_map_of(panel), *heat_map_of(other), share, marks, retained);
    const double x = panel.x.low + share * (panel.x.high - panel.x.low);
    for (const Panel* one : {&panel, &other})
        for (const Mark& mark : one->marks)
            if (const auto* border = std::get_if<BoundaryMark>(&mark))
                if (auto part = one == &panel ? cut(*border, panel.x.low, x) : cut(*border, x, panel.x.high))
                    marks.emplace_back(*part);
    if (panel.kind() == PanelKind::matrix)
        marks.emplace_back(BoundaryMark{BoundaryMark::Kind::wipe, {{x, panel.y.low}, {x, panel.y.high}}, {}});
    else
        marks.emplace_back(RuleMark{x, {}});
    if (panel.pointer && other.pointer && panel.pointer->x >= x) panel.pointer = other.pointer;
    panel.marks = std::move(marks);
    name_both(figure, two, "|");
}

/// True if one frame can hold parts of both. Maps fill theirs, so one frame cannot show two scales.
bool can_be_wiped(const Panel& panel, const HeatMapMark& first, const HeatMapMark& second) {
    return panel.kind() == PanelKind::matrix || first.values == nullptr || second.values == nullptr ||
           of_same_kind(first, second);
}

/// Applies a comparison to matrices or maps.
void compare_maps(Figure& figure, const Two& two, const Style& style, const Comparison& comparison,
                  ComparisonCache& retained) {
    Panel &first = figure.main[two.first], &second = figure.main[two.second];
    const HeatMapMark *first_map = heat_map_of(first), *second_map = heat_map_of(second);
    const bool wipe = comparison.how == Comparison::How::wipe;
    if (first_map == nullptr || second_map == nullptr ||
        !of_same_cells(first, *first_map, second, *second_map) ||
        (wipe && !can_be_wiped(first, *first_map, *second_map))) {
        const Translator translate(style.language);
        figure.warnings.push_back(
            translate("The two have different cells or colours and are shown side by side."_tr));
        return;
    }
    if (wipe)
        show_wipe(figure, two, comparison.wipe, retained);
    else
        show_difference(figure, two, style, retained);
}

}  // namespace

bool shows_two(const Figure& figure) { return two_in(figure).has_value(); }

bool can_be_compared(const Figure& figure, Comparison::How how) {
    return how == Comparison::How::side_by_side || shows_two(figure) ||
           (how == Comparison::How::difference && has_curves_of_two(figure));
}

Figure compared_figure(const View& view, std::string_view id, std::span<const Variant> variants,
                       const Style& style, const Cursor& cursor, const Comparison& comparison,
                       ComparisonCache* retained) {
    Figure figure = view.figure(id, variants, style, cursor);
    if (comparison.how == Comparison::How::side_by_side || variants.size() != 2) return figure;
    ComparisonCache own;
    if (const auto two = two_in(figure))
        compare_maps(figure, *two, style, comparison, retained != nullptr ? *retained : own);
    if (comparison.how == Comparison::How::difference && has_curves_of_two(figure))
        show_curve_differences(figure, variants, style);
    return figure;
}

}  // namespace poslab
