// Deviations by position and pair, by pair, and by position; and the known mistakes tried.

#include "core/base/masked.hpp"
#include "core/views/conformance/arrays.hpp"

namespace poslab::conformance {
namespace {

constexpr double min_shown = 1e-15;
constexpr std::size_t max_listed = 8;

bool has_rows(const Showing& on) {
    const Prepared* prepared = on.first().prepared;
    return prepared != nullptr && prepared->grid.rows.size() > 1;
}

bool has_no_rows(const Showing& on) { return !has_rows(on); }

/// Returns the range of finite deviations beyond rounding. It is empty if shapes differ or everything agrees.
std::pair<double, double> range_of(const Grid& grid) {
    double low = std::numeric_limits<double>::infinity(), high = 0;
    for (std::size_t n = 0; n < grid.deviations.size(); ++n) {
        const double deviation = grid.deviations[n];
        if (is_masked(deviation) || !std::isfinite(deviation) || deviation <= grid.tolerances[n]) continue;
        low = std::min(low, std::max(deviation, grid.tolerances[n]));
        high = std::max(high, deviation);
    }
    return {low, high};
}

ColorScale scale_of(const Grid& grid) {
    constexpr double max_decades = 1e6;
    const auto [low, high] = range_of(grid);
    ColorScale scale;
    scale.kind = ScaleKind::logarithmic;
    scale.high = high > 0 ? high : 1;
    scale.low = std::max(std::min(low, scale.high / 10), scale.high / max_decades);
    return scale;
}

/// True if the coordinates are 0, 1, 2, ….
bool are_counted(std::span<const double> places) {
    for (std::size_t n = 0; n < places.size(); ++n)
        if (places[n] != static_cast<double>(n)) return false;
    return true;
}

/// Maps a coordinate to a cell. Evenly spaced coordinates appear on the axis unchanged; others are numbered
/// in order.
struct Step {
    double first = 0, step = 1;
    bool even = true;
};
Step step_of(std::span<const double> places) {
    if (places.size() < 2 || are_counted(places)) return {};
    Step step{places[0], places[1] - places[0], true};
    for (std::size_t n = 1; n < places.size(); ++n)
        if (places[n] != step.first + static_cast<double>(n) * step.step) return {0, 1, false};
    return step;
}

/// The deviations that rounding does not explain; the others are masked.
HeatMapMark beyond_rounding(const Variant& variant, const ColorScale& scale) {
    HeatMapMark map = heat_map(variant.find(arrays::deviation), scale);
    if (map.values == nullptr) return map;
    NumberBuffer shown = *map.values;
    const Column tolerance = variant[arrays::tolerance];
    for (std::size_t n = 0; n < shown.size(); ++n)
        if (!(shown[n] > number_at(tolerance, n))) shown[n] = masked_value();
    map.values = shared_column(std::move(shown));
    return map;
}

Axis axis_over(const Showing& on, Text name, std::span<const double> places, std::string_view arrow) {
    const Step step = step_of(places);
    const auto count = static_cast<double>(std::max<std::size_t>(places.size(), 1));
    const std::string title = step.even ? on.translate(name) : on.translate("{}, in order", name);
    return whole_axis(title + std::string(arrow), step.first, step.first + count * step.step);
}

void draw_map(Drawing& on, Panel& panel) {
    const Variant& variant = on.first();
    const Prepared* prepared = variant.prepared;
    panel.become<MatrixPanel>({.stretch = true});
    if (prepared == nullptr) return;
    const DumpReading& reading = prepared->report->reading;
    const Grid& grid = prepared->grid;
    panel.x = axis_over(on, reading.column_name, grid.columns, " →");
    panel.y = axis_over(on, reading.row_name, grid.rows, " ↓");
    const ColorScale scale = scale_of(grid);
    if (prepared->report->other_shape) {
        panel.message = on.translate("The definition gives another shape."_tr);
        return;
    }
    HeatMapMark map = beyond_rounding(variant, scale);
    const auto whole = [](const Axis& axis) {
        return IndexRange{static_cast<std::int64_t>(axis.low), static_cast<std::int64_t>(axis.high)};
    };
    map.rows = whole(panel.y);
    map.columns = whole(panel.x);
    add(panel, std::move(map));
    if (prepared->report->agrees) panel.message = on.translate("Everything is within rounding."_tr);
    if (const auto cell = cell_at(on, grid)) {
        PointerMark& pointer =
            point_at(panel, on.in_main().value(), format_number(grid.columns[cell->column], 0),
                     format_number(grid.rows[cell->row], 0));
        pointer.tip_value = deviation_text(grid.deviations[grid.at(cell->row, cell->column)]);
    }
}

/// Three curves over the same coordinates: largest deviation, typical deviation and tolerance.
struct Curves {
    const ArrayRow &places, &largest, &typical, &tolerance;
};
constexpr Curves over_columns{arrays::column, arrays::largest_by_column, arrays::typical_by_column,
                              arrays::tolerance_by_column};
constexpr Curves over_rows{arrays::row, arrays::largest_by_row, arrays::typical_by_row,
                           arrays::tolerance_by_row};

Axis deviation_axis(const Variant& variant, const Curves& curves) {
    double low = std::numeric_limits<double>::infinity(), high = 0;
    for (const ArrayRow* row : {&curves.largest, &curves.tolerance})
        for (const double value : *variant[*row]) {
            if (!std::isfinite(value) || value < min_shown) continue;
            low = std::min(low, value);
            high = std::max(high, value);
        }
    if (!(high > 0)) return logarithmic_axis("", min_shown, 1);
    return logarithmic_axis("", std::pow(10, std::floor(std::log10(low))),
                            std::pow(10, std::ceil(std::log10(high * 1.1))));
}

void draw_curves(Drawing& on, Panel& panel, const Curves& curves, Text name, std::optional<double> at) {
    const Variant& variant = on.first();
    panel.y = deviation_axis(variant, curves);
    const Column x = variant[curves.places];
    if (x->empty()) return;
    panel.x = whole_axis(on.translate(name), x->front(), std::max(x->back(), x->front() + 1));
    add(panel, Curve(x, variant[curves.tolerance], on.colors.text2)
                   .dashed(middle_dashes)
                   .named(on.translate("rounding"_tr.as("deviation"))));
    if (has_rows(on))
        add(panel, Curve(x, variant[curves.typical], on.colors.curves[1])
                       .named(on.translate("typical"_tr.as("deviation"))));
    Curve largest(x, variant[curves.largest], on.colors.curves[0]);
    largest.emphasised().named(on.translate("largest"_tr.as("deviation")));
    if (&curves == &over_columns && x->size() <= 128) largest.dotted();
    add(panel, largest);
    if (!at) return;
    const auto found = nearest_index(x, *at);
    if (!found) return;
    PointerMark& pointer = point_at(panel, number_at(x, *found), format_number(number_at(x, *found), 0));
    for (const auto& [row, color] :
         {std::pair{&curves.largest, on.colors.curves[0]}, std::pair{&curves.typical, on.colors.curves[1]}})
        if (const double value = variant.at(*row, *found); value > 0)
            add_dot(pointer, value, color, deviation_text(value));
}

/// Returns the row or column of the cell under the pointer, or the pointer's x over their own plot.
std::optional<double> pointed(const Showing& on, bool row) {
    const Prepared* prepared = on.first().prepared;
    if (prepared == nullptr) return std::nullopt;
    if (const auto cell = cell_at(on, prepared->grid))
        return row ? prepared->grid.rows[cell->row] : prepared->grid.columns[cell->column];
    return on.cursor.marginal == row ? on.x() : std::nullopt;
}

const DumpReading* reading_of(const Showing& on) {
    const Prepared* prepared = on.first().prepared;
    return prepared == nullptr ? nullptr : &prepared->report->reading;
}
void draw_columns(Drawing& on, Panel& panel) {
    const DumpReading* reading = reading_of(on);
    const Text name = reading == nullptr ? "pair"_tr : reading->column_name;
    panel.title = on.translate("By {}", name);
    panel.quantity = on.translate("|given − defined|, and the limit of rounding errors"_tr);
    draw_curves(on, panel, over_columns, name, pointed(on, false));
}
void draw_rows(Drawing& on, Panel& panel) {
    const DumpReading* reading = reading_of(on);
    const Text name = reading == nullptr ? "position"_tr : reading->row_name;
    panel.title = on.translate("By {}", name);
    draw_curves(on, panel, over_rows, name, pointed(on, true));
}

void add_row(Table& table, std::string what, std::string cause, const Fit& fit, std::string fits,
             TextRole role) {
    table.rows.push_back({{std::move(what), TextRole::text, role == TextRole::ok},
                          {std::move(cause), TextRole::text2},
                          {deviation_text(fit.typical), TextRole::text, false, true},
                          {deviation_text(fit.most), TextRole::text, false, true},
                          {std::move(fits), role}});
}

void draw_mistakes(Drawing& on, Panel& panel) {
    const Prepared* prepared = on.first().prepared;
    panel.title = on.translate("Fit of known mistakes"_tr);
    panel.quantity =
        on.translate("typical and largest deviation from the output of a program with that mistake"_tr);
    Table& table = panel.become<Table>();
    table.columns = {{on.translate("Program"_tr), 2.4},
                     {on.translate("Cause"_tr), 3},
                     {on.translate("Typical"_tr), 1, Align::right},
                     {on.translate("Largest"_tr), 1, Align::right},
                     {on.translate("Fits"_tr), 0.6, Align::right}};
    table.more = on.translate("… {} more"_tr);
    if (prepared == nullptr) return;
    const ConformanceReport& report = *prepared->report;
    add_row(table, on.translate("as defined"_tr), "", report.fit,
            on.translate(report.agrees ? "yes"_tr : "no"_tr), report.agrees ? TextRole::ok : TextRole::warn);
    for (const Explanation& explanation : report.explanations) {
        if (table.rows.size() > max_listed) break;
        const bool named = report.explained && &explanation == &report.explanations.front();
        std::string cause;
        for (const Mistake* mistake : explanation.mistakes)
            if (explanation.fits || named)
                cause += (cause.empty() ? "" : " ") + on.translate(mistake->cause_for(report.subject->id));
        add_row(table, labels_of(on, explanation), cause, explanation.fit,
                on.translate(explanation.fits ? "yes"_tr
                             : named          ? "nearly"_tr
                                              : "no"_tr),
                explanation.fits || named ? TextRole::ok : TextRole::text2);
    }
}

void add_bar(Drawing& on) {
    const Prepared* prepared = on.first().prepared;
    if (prepared == nullptr || prepared->grid.rows.size() < 2 || prepared->report->agrees ||
        prepared->report->other_shape)
        return;
    on.figure.bars.push_back(color_bar(on.translate("Deviation"_tr), scale_of(prepared->grid)));
    on.key(KeyEntry::Swatch::empty, {}, "within rounding"_tr);
}

constexpr Part map_part{.title = "Deviation"_tr, .draw = &draw_map, .visible_if = &has_rows};
constexpr Part columns_below_part{
    .title = {}, .draw = &draw_columns, .place = PanelRole::companion, .visible_if = &has_rows};
constexpr Part columns_part{.title = {}, .draw = &draw_columns, .visible_if = &has_no_rows};
constexpr Part rows_part{.title = {},
                         .draw = &draw_rows,
                         .repeat = Repeat::where_alone,
                         .place = PanelRole::marginal,
                         .visible_if = &has_rows};
constexpr Part mistakes_below_part{.title = {}, .draw = &draw_mistakes, .place = PanelRole::companion};
constexpr Part mistakes_part{.title = {}, .draw = &draw_mistakes};

}  // namespace

std::optional<Cell> cell_at(const Showing& on, const Grid& grid) {
    const auto at = on.over(map_part) ? on.in_main() : std::nullopt;
    if (!at || grid.columns.empty()) return std::nullopt;
    const Step rows = step_of(grid.rows), columns = step_of(grid.columns);
    const auto index = [](double position, const Step& step, std::size_t count) {
        return static_cast<std::size_t>(
            std::clamp(std::floor((position - step.first) / step.step), 0.0, static_cast<double>(count) - 1));
    };
    return Cell{index(at->y, rows, grid.rows.size()), index(at->x, columns, grid.columns.size())};
}

std::string deviation_text(double value) {
    if (is_masked(value)) return "–";
    if (!std::isfinite(value)) return "∞";
    if (value == 0 || value >= 1e-3) return format_number(value, value < 1 ? 4 : 3);
    const int exponent = static_cast<int>(std::floor(std::log10(value) + 1e-12));
    return format_number(value / std::pow(10, exponent), 1) + "×" + power_of_ten(exponent);
}

std::string labels_of(const Showing& on, const Explanation& explanation) {
    std::string all;
    for (const Message& label : explanation.labels)
        all += (all.empty() ? "" : on.translate("; and "_tr)) + on.translate(label);
    return all;
}

std::string verdict(const Showing& on) {
    const Prepared* prepared = on.first().prepared;
    if (prepared == nullptr) return {};
    const ConformanceReport& report = *prepared->report;
    if (report.agrees) return on.translate("As defined: rounding explains all deviations"_tr);
    // Several parts, of which the last ones are cut off in a narrow figure.
    std::string text = report.explained
                           ? on.translate("Not as defined: {}", labels_of(on, report.explanations.front()))
                           : on.translate("Not as defined, and no known mistake explains it"_tr);
    if (report.phase)
        text += "  ·  " + on.translate("at position {} an angle is {} rad off",
                                       format_number(report.phase->position, 0),
                                       format_number(report.phase->radians, 3));
    return text;
}

constexpr FigureRow main_figure{
    .id = "main",
    .title = "Deviation"_tr,
    .arrays = {arrays::deviation, arrays::tolerance, arrays::row, arrays::column, arrays::largest_by_row,
               arrays::tolerance_by_row, arrays::typical_by_row, arrays::largest_by_column,
               arrays::tolerance_by_column, arrays::typical_by_column},
    .draw = {&add_bar, map_part, columns_part, rows_part, columns_below_part},
    .read = &read_cell,
    .one_each = true,
    .headline = &verdict};

constexpr FigureRow report_figure{
    .id = "report",
    .title = "Report"_tr,
    .arrays = main_figure.arrays,
    .draw = {&add_bar, map_part, columns_part, rows_part, columns_below_part, mistakes_below_part},
    .read = &read_cell,
    .one_each = true,
    .headline = &verdict};

constexpr FigureRow mistakes_figure{.id = "mistakes",
                                    .title = "Known mistakes"_tr,
                                    .arrays = {arrays::largest_by_column},
                                    .draw = {mistakes_part},
                                    .read = &read_cell,
                                    .one_each = true,
                                    .headline = &verdict};

}  // namespace poslab::conformance
