// A view that can be drawn into: a line drawn with the mouse, with axes that follow it, and a time along it
// that can be scrubbed and played. A level is set in a map and in the plot below it: its points become the
// path's length and last x.
#include "core/engine/engine.hpp"
#include "core/views/view_of.hpp"

#include <algorithm>
#include <memory>

namespace poslab {

namespace tiny_stroke {
namespace {

struct StrokeGroup {
    std::int64_t stroke_length = 200;
    OptionalReal stroke_time;
    double stroke_level = 0.5;
    NumberList stroke_points;

    static auto fields() {
        using G = StrokeGroup;
        return std::tuple{
            parameter(&G::stroke_length, {.id = "stroke-length",
                                          .label = "Length"_tr,
                                          .help = "Length of the line."_tr,
                                          .domain = {.minimum = 1, .maximum = 65'536},
                                          .control = {.spacing = Spacing::logarithmic}}),
            parameter(&G::stroke_time,
                      {.id = "stroke-time",
                       .label = "Time"_tr,
                       .help = "The visible range."_tr,
                       .stage = Stage::window,
                       .domain = {.minimum = 1, .maximum = 65'536, .whole = true, .unset = {"all", "all"_tr}},
                       .control = {.maximum_parameter = "stroke-length",
                                   .play = {.first = true, .run = Play::Run::through}}}),
            parameter(&G::stroke_level, {.id = "stroke-level",
                                         .label = "Level"_tr,
                                         .help = "Level of the rule."_tr,
                                         .domain = {.minimum = 0, .maximum = 1}}),
            parameter(&G::stroke_points, {.id = "stroke-points",
                                          .label = "Drawn line"_tr,
                                          .help = "x, y, x, y, …"_tr,
                                          .domain = {.minimum = -1e6, .maximum = 1e6}})};
    }
};

struct Params {
    StrokeGroup group;
};
using Drawing = DrawingOf<Params>;
struct SampleContext : SamplingOf<Params> {
    using SamplingOf::SamplingOf;
};

ViewInfo about() {
    return {.id = "tiny-stroke",
            .title = "Tiny stroke"_tr,
            .short_title = "Stroke"_tr,
            .section = Section::learn,
            .summary = "One line drawn by hand."_tr,
            .source = "none"};
}
void adjust(Params& params) {
    OptionalReal& time = params.group.stroke_time;
    time.value = std::min(time.value, static_cast<double>(params.group.stroke_length));
}
void apply_stroke(Params& params, std::string_view parameter, std::span<const Point> stroke) {
    std::vector<double>& numbers = params.group.stroke_points.numbers;
    if (parameter == "stroke-level") {
        params.group.stroke_level = std::clamp(stroke.back().y, 0.0, 1.0);
        numbers = {static_cast<double>(stroke.size()), stroke.back().x};
    }
    if (parameter != "stroke-points") return;
    for (const Point& point : stroke) numbers.insert(numbers.end(), {point.x, point.y});
    if (numbers.size() > max_numbers) numbers.resize(max_numbers);
}

/// Every second number, starting at `first`.
Column every_second(const Params& params, std::size_t first) {
    std::vector<double> list;
    const std::vector<double>& numbers = params.group.stroke_points.numbers;
    for (std::size_t i = first; i < numbers.size(); i += 2) list.push_back(numbers[i]);
    if (list.empty()) list.push_back(0);
    return shared_column(std::move(list));
}

constexpr ArrayOf<SampleContext> line_array{
    "line", "points", "1", "its heights"_tr,
    [](SampleContext& context) { return Numbers(every_second(context.params, 1)); }};

void draw_map(Drawing& on) {
    const Params& params = on.first().params;
    Panel map;
    map.become<MapPanel>();
    map.x = {"x", 0, 2};
    map.y = {"y", 0, std::max(1.0, 2 * params.group.stroke_level)};
    map.marks.emplace_back(PointMark{{1, params.group.stroke_level}, {}, "level"});
    map.drag = PanelDrag{PanelDrag::Kind::place, "stroke-level", "drag: move the level"};
    on.figure.main = {map, map};
    map.become<PlotPanel>();
    on.figure.companions = {map};
}

void draw_line(Drawing& on) {
    const Params& params = on.first().params;
    Figure& figure = on.figure;
    const double length = static_cast<double>(params.group.stroke_length);
    figure.main.resize(3);
    LineMark line;
    line.x = every_second(params, 0);
    line.y = every_second(params, 1);
    line.color = on.colors.accent;
    figure.main[0].x = {"s", 0, length};
    figure.main[0].y = {"", -1, std::max(1.0, 2 * *std::max_element(line.y->begin(), line.y->end()))};
    figure.main[0].marks.emplace_back(line);
    figure.main[0].drag = PanelDrag{PanelDrag::Kind::draw, "stroke-points", "drag: draw the line"};
    figure.main[1].x = figure.main[0].x;
    figure.main[1].drag = PanelDrag{PanelDrag::Kind::scrub, "stroke-time", "drag: go to this time"};
    const OptionalReal& time = params.group.stroke_time;
    figure.main[1].marks.emplace_back(RuleMark{time.set ? time.value : length, "t"});
    figure.main[2].drag = PanelDrag{PanelDrag::Kind::scrub, "stroke-level"};
    figure.main[2].marks.emplace_back(RuleMark{params.group.stroke_level, ""});
}

using View = ViewOf<Params, SampleContext>;
constexpr View::FigureRow main_figure{.id = "main",
                                      .title = "Line"_tr,
                                      .arrays = {line_array},
                                      .draw = &draw_line,
                                      .read = &read_nothing<Params>};
constexpr View::FigureRow map_figure{
    .id = "map", .title = "Map"_tr, .arrays = {line_array}, .draw = &draw_map, .read = &read_nothing<Params>};
constexpr auto all_figures = all_of(main_figure, map_figure);
constexpr auto all_arrays = all_of(line_array);
constexpr View::Description description{.about = &about,
                                        .figures = all_figures,
                                        .arrays = all_arrays,
                                        .adjust = &adjust,
                                        .apply_stroke = &apply_stroke};

}  // namespace
}  // namespace tiny_stroke

const View& tiny_stroke_view() {
    static const tiny_stroke::View view(tiny_stroke::description);
    return view;
}

}  // namespace poslab
