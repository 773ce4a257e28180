// A view with clickable panels: a matrix whose rows can be pinned by a click, with a plot next to it and
// companions in a row, and many small matrices, of which a click selects one. Row i has the weights 2 (j + 1)
// / ((i + 1) (i + 2)), which sum to 1.
#include "core/engine/engine.hpp"
#include "core/params/groups/lengths.hpp"
#include "core/params/groups/window.hpp"
#include "core/views/view_of.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

namespace poslab {

namespace tiny_rows {
namespace {

constexpr std::int64_t heads = 6;

struct SelectionGroup {
    OptionalReal selected_row;
    std::int64_t tiny_head = 0;

    static auto fields() {
        return std::tuple{
            parameter(&SelectionGroup::selected_row, {.id = "kept-row",
                                                      .label = "Row"_tr,
                                                      .help = "The selected row."_tr,
                                                      .stage = Stage::window,
                                                      .domain = {.minimum = 0, .maximum = max_tokens}}),
            parameter(&SelectionGroup::tiny_head, {.id = "tiny-head",
                                                   .label = "Head"_tr,
                                                   .help = "The head that is shown."_tr,
                                                   .stage = Stage::window,
                                                   .domain = {.minimum = 0, .maximum = heads - 1}})};
    }
};

struct Params {
    SelectionGroup selection;
    WindowGroup window;
    LengthsGroup lengths{48, 32};
};
using Variant = TypedVariant<Params>;
using Drawing = DrawingOf<Params>;
struct SampleContext : SamplingOf<Params> {
    using SamplingOf::SamplingOf;
};

ViewInfo about() {
    return {.id = "tiny-rows",
            .title = "Tiny rows"_tr,
            .short_title = "Rows"_tr,
            .section = Section::learn,
            .summary = "Rows that can be selected."_tr,
            .source = "none"};
}
void adjust(Params& params) {
    const std::int64_t length = params.lengths.length;
    for (Interval* range : {&params.window.rows, &params.window.cols})
        if (range->set && range->end > length) *range = {};
    if (params.selection.selected_row.set)
        params.selection.selected_row.value =
            std::min(params.selection.selected_row.value, static_cast<double>(length - 1));
}

IndexRange range_of(const Interval& range, const Params& params) {
    return range.set ? IndexRange{range.begin, range.end} : IndexRange{0, params.lengths.length};
}
double weight(double row, double key) {
    return key > row ? masked_value() : 2 * (key + 1) / ((row + 1) * (row + 2));
}

Numbers weights_of(SampleContext& context) {
    const IndexRange rows = range_of(context.params.window.rows, context.params),
                     columns = range_of(context.params.window.cols, context.params);
    const std::int64_t height = std::min(rows.size(), context.request.height),
                       width = std::min(columns.size(), context.request.width);
    std::vector<double> weights;
    for (std::int64_t a = 0; a < height; ++a)
        for (std::int64_t b = 0; b < width; ++b)
            weights.push_back(
                weight(static_cast<double>(rows.begin + (2 * a + 1) * rows.size() / (2 * height)),
                       static_cast<double>(columns.begin + (2 * b + 1) * columns.size() / (2 * width))));
    return matrix_of(height, std::move(weights), {rows, columns});
}
constexpr ArrayOf<SampleContext> weights_array{"weights", "rows, cols", "1", "weights"_tr, by<&weights_of>};

Column numbers(std::int64_t count, double (*value)(double)) {
    std::vector<double> list;
    for (std::int64_t i = 0; i < count; ++i) list.push_back(value(static_cast<double>(i)));
    return shared_column(std::move(list));
}

Panel matrix(const Variant& variant) {
    const IndexRange rows = range_of(variant.params.window.rows, variant.params);
    const IndexRange columns = range_of(variant.params.window.cols, variant.params);
    Panel panel;
    panel.become<MatrixPanel>();
    panel.x = {"key j →", static_cast<double>(columns.begin), static_cast<double>(columns.end)};
    panel.y = {"query i ↓", static_cast<double>(rows.begin), static_cast<double>(rows.end)};
    HeatMapMark map;
    map.scale = {ColorMap::viridis, ScaleKind::logarithmic, 1e-4, 0, 1};
    if (const Array* weights = variant.find(weights_array))
        map = {weights->data,
               weights->shape[0],
               weights->shape[1],
               weights->extents[0],
               weights->extents[1],
               map.scale,
               1e9,
               {},
               {}};
    panel.marks.emplace_back(std::move(map));
    return panel;
}

void add_row(Figure& figure, const Variant& variant, const Style& style, const Cursor& cursor) {
    const OptionalReal& selection = variant.params.selection.selected_row;
    Panel& main = figure.main.front();
    main.click = PanelClick{"kept-row", 0, true, "click: choose this row"};
    const bool over = cursor.active && !cursor.companion && !cursor.marginal;
    if (!selection.set && !over) return;
    PointerMark pointer;
    pointer.x = over ? std::floor(cursor.x) : std::nan("");
    if (over) pointer.y = std::floor(cursor.y);
    const double row = selection.set ? selection.value : std::floor(cursor.y);
    pointer.outlined_row = row;
    pointer.row_outline = IndexRange{0, static_cast<std::int64_t>(row) + 1};
    pointer.y_chip = fmt::format("{}", over ? *pointer.y : row);
    main.pointer = pointer;
    BarMark bars;
    bars.x = numbers(static_cast<std::int64_t>(row) + 1, [](double key) { return key; });
    std::vector<double> weights;
    for (const double key : *bars.x) weights.push_back(weight(row, key));
    bars.y = shared_column(std::move(weights));
    bars.color = palette(style.theme).curves[0];
    figure.companions.front().marks.emplace_back(bars);
}

void draw_heads(Drawing& on) {
    on.figure.grid = true;
    for (std::int64_t head = 0; head < heads; ++head) {
        on.figure.main.push_back(matrix(on.first()));
        on.figure.main.back().title = fmt::format("head {}", head);
        on.figure.main.back().click =
            PanelClick{"tiny-head", static_cast<double>(head), false, "click: this head"};
    }
}
void draw_rows(Drawing& on) {
    const Variant& first = on.first();
    Figure& figure = on.figure;
    for (const auto& variant : on.variants) figure.main.push_back(matrix(variant));
    figure.marginal.emplace();
    figure.marginal->quantity = "i / L";
    figure.marginal->y = {"", 0, 1};
    figure.marginal->click = PanelClick{"kept-row", 0, true, ""};
    LineMark line;
    line.x = numbers(first.params.lengths.length > 4096 ? 0 : first.params.lengths.length,
                     [](double row) { return row; });
    std::vector<double> shares;
    for (const double row : *line.x) shares.push_back(row / static_cast<double>(first.params.lengths.length));
    line.y = shared_column(std::move(shares));
    figure.marginal->marks.emplace_back(line);
    figure.companions.resize(2);
    figure.companions_in_row = true;
    figure.companions[0].title = "Row";
    figure.companions[0].x.cells = true;
    figure.companions[1].title = "Distance";
    figure.companions[1].x = {"Δ →", 1,    std::max(2.0, static_cast<double>(first.params.lengths.length)),
                              true,  true, true};
    figure.companions[1].y = {"", 0.1, 10, true};
    add_row(figure, first, on.style, on.cursor);
}

using View = ViewOf<Params, SampleContext>;
constexpr View::FigureRow main_figure{.id = "main",
                                      .title = "Rows"_tr,
                                      .arrays = {weights_array},
                                      .draw = &draw_rows,
                                      .read = &read_nothing<Params>};
constexpr View::FigureRow heads_figure{.id = "heads",
                                       .title = "Heads"_tr,
                                       .arrays = {weights_array},
                                       .draw = &draw_heads,
                                       .read = &read_nothing<Params>};
constexpr auto all_figures = all_of(main_figure, heads_figure);
constexpr auto all_arrays = all_of(weights_array);
constexpr View::Description description{
    .about = &about, .figures = all_figures, .arrays = all_arrays, .adjust = &adjust};

}  // namespace
}  // namespace tiny_rows

const View& tiny_rows_view() {
    static const tiny_rows::View view(tiny_rows::description);
    return view;
}

}  // namespace poslab
