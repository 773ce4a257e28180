// The figure is made when something changed, not in each frame.
#include "app/gui/canvas.hpp"
#include "app/paint/fonts.hpp"
#include "core/views/comparison.hpp"
#include "core/views/registry.hpp"
#include "tests/gui/content_driver.hpp"

#include <fmt/format.h>

#include <cmath>
#include <random>
#include <type_traits>
#include <variant>

namespace poslab::test {
namespace {

std::string text_of(const Rect& r) { return fmt::format("{} {} {} {}", r.x, r.y, r.width, r.height); }
std::string text_of(Color c) { return fmt::format("{} {} {} {}", c.r, c.g, c.b, c.a); }
std::string text_of(const std::vector<Point>& points) {
    std::string text;
    for (const Point& p : points) text += fmt::format("{} {}, ", p.x, p.y);
    return text;
}

std::string text_of(const NumberBuffer& values) {
    std::string text;
    for (const double value : values) text += fmt::format("{} ", value);
    return text;
}

std::string text_of(const DrawCommand& command) {
    return std::visit(
        [](const auto& c) -> std::string {
            using T = std::decay_t<decltype(c)>;
            if constexpr (std::is_same_v<T, FillRect>)
                return "fill " + text_of(c.rect) + text_of(c.color);
            else if constexpr (std::is_same_v<T, StrokeRect>)
                return "stroke " + text_of(c.rect) + text_of(c.color);
            else if constexpr (std::is_same_v<T, Polyline>)
                return "line " + text_of(c.points) + text_of(c.color) + fmt::format("{}", c.width);
            else if constexpr (std::is_same_v<T, FillPolygon>)
                return "polygon " + text_of(c.points) + text_of(c.color);
            else if constexpr (std::is_same_v<T, FillCircle>)
                return fmt::format("circle {} {} {} ", c.center.x, c.center.y, c.radius) + text_of(c.color);
            else if constexpr (std::is_same_v<T, TextRun>)
                return fmt::format("'{}' {} {} {} ", c.text, c.anchor.x, c.anchor.y, c.size) +
                       text_of(c.color);
            else if constexpr (std::is_same_v<T, HeatMap>)
                return "map " + text_of(c.rect) + text_of(*c.values);
            else
                return "clip";
        },
        command);
}

std::vector<std::string> texts_of(const Layout& layout) {
    std::vector<std::string> texts;
    for (const DrawCommand& command : layout.draw.commands) texts.push_back(text_of(command));
    return texts;
}

/// Makes a new figure for a pointer, without the canvas of the window.
Layout new_layout(const ContentDriver& window, const Cursor& cursor) {
    const Store& store = window.content.store();
    const auto shown = window.content.canvas().variants(store);
    const WindowRegions& regions = window.content.regions();
    const CanvasContext context{regions.canvas, regions.padding};
    const Figure figure = compared_figure(store.view(), store.figure().id, shown, store.style(), cursor,
                                          comparison_of(store, shown));
    return layout(figure, FontMetrics(ContentDriver::fonts()), canvas_layout_options(store, context));
}

/// The pointer exactly where the mouse is, over these frames.
Cursor cursor_over(const std::vector<PanelFrame>& frames, const ContentDriver& window) {
    const Rect canvas = window.rect("canvas");
    const Point mouse = window.content.ui().mouse(), at{mouse.x - canvas.x, mouse.y - canvas.y};
    Cursor cursor;
    for (const PanelFrame& frame : frames)
        if (frame.plot.contains(at)) {
            const Point data = frame.to_data(at);
            cursor = {true, frame.companion, frame.index, data.x, data.y, {}, frame.marginal};
        }
    cursor.figure = window.content.store().figure().id;
    return cursor;
}

class UnchangedFrame : public testing::TestWithParam<const View*> {};

/// Checks what the window shows for random positions of the pointer, some of them in one cell.
void expect_figures_of_positions(ContentDriver& window) {
    const Rect canvas = window.rect("canvas");
    std::mt19937 random(7);
    const auto draw = [&](double low, double high) {
        return std::uniform_real_distribution<double>(low, high)(random);
    };
    Point at{};
    for (int n = 0; n < 30; ++n) {
        if (n % 3 == 0)
            at = {draw(canvas.x, canvas.right()), draw(canvas.y, canvas.bottom())};
        else
            at = {at.x + draw(-0.4, 0.4), at.y + draw(-0.4, 0.4)};
        const std::vector<PanelFrame> frames = window.content.canvas().layout().frames;
        window.move(at);
        const Cursor exact = cursor_over(frames, window);
        if (!window.content.canvas().cursor().active) continue;
        SCOPED_TRACE(fmt::format("{} {} in panel {}", exact.x, exact.y, exact.panel));
        const auto drawn = texts_of(window.content.canvas().layout()),
                   made = texts_of(new_layout(window, exact));
        ASSERT_EQ(drawn.size(), made.size());
        for (std::size_t command = 0; command < drawn.size(); ++command)
            ASSERT_EQ(drawn[command], made[command]);
        const Store& store = window.content.store();
        const auto shown = window.content.canvas().variants(store);
        const Readout here = store.view().readout(shown, store.style(), exact);
        const Readout used = store.view().readout(shown, store.style(), window.content.canvas().cursor());
        ASSERT_EQ(here.formula, used.formula);
        ASSERT_EQ(here.notes, used.notes);
        ASSERT_EQ(here.rows.size(), used.rows.size());
        for (std::size_t row = 0; row < here.rows.size(); ++row)
            ASSERT_EQ(here.rows[row].value, used.rows[row].value) << here.rows[row].label;
    }
}

TEST_P(UnchangedFrame, ShowsTheFigureOfThePointersPosition) {
    const auto figures = offered_figures(*GetParam());
    for (const FigureInfo* figure : figures) {
        SCOPED_TRACE(figure->id);
        if (GetParam()->info().trains && figure != figures.front()) continue;  // takes minutes to compute
        WindowOptions options = of_view(std::string(GetParam()->info().id));
        options.figure = figure->id;
        ContentDriver window(options);
        ASSERT_NO_FATAL_FAILURE(expect_figures_of_positions(window));
    }
}

INSTANTIATE_TEST_SUITE_P(Views, UnchangedFrame, testing::ValuesIn(all_views().begin(), all_views().end()),
                         [](const auto& view) {
                             std::string name(view.param->info().id);
                             std::replace(name.begin(), name.end(), '-', '_');
                             return name;
                         });

/// The middle of a cell of the matrix.
Point cell_middle(const ContentDriver& window, double column, double row) {
    const Canvas& canvas = window.content.canvas();
    const Rect area = window.rect("canvas");
    const Point at = canvas.shown().matrix_frame()->to_pixels(column + 0.5, row + 0.5);
    return {at.x + area.x, at.y + area.y};
}

TEST(UnchangedFrame, MakesNoFigureWhileThePointerStaysInACell) {
    ContentDriver window(of_view("attention"));
    const FigureOnScreen& shown = window.content.canvas().shown();
    const PanelFrame frame = *shown.matrix_frame();
    const double column = std::floor((frame.x.low + frame.x.high) / 2), row = column + 2;
    const double width = frame.plot.width / (frame.x.high - frame.x.low);
    const Point middle = cell_middle(window, column, row);
    window.move(middle);
    const std::size_t made = shown.made();
    for (const double by : {-0.4, -0.2, 0.1, 0.4}) window.move({middle.x + by * width, middle.y});
    EXPECT_EQ(shown.made(), made);
    window.move(cell_middle(window, column + 1, row));
    EXPECT_EQ(shown.made(), made + 1);
}

TEST(UnchangedFrame, MakesNoFigureOutsideTheCanvas) {
    ContentDriver window(of_view("bias-decay"));
    const FigureOnScreen& shown = window.content.canvas().shown();
    window.move(window.at("inspector", 0.5, 0.3));
    const std::size_t made = shown.made();
    for (const double down : {0.4, 0.5, 0.6}) window.move(window.at("inspector", 0.5, down));
    EXPECT_EQ(shown.made(), made);
}

TEST(UnchangedFrame, MakesNoFigureNextToALesson) {
    WindowOptions options;
    options.lesson = "rope";
    ContentDriver window(options);
    const FigureOnScreen& shown = window.content.canvas().shown();
    const Rect page = window.content.regions().inspector;
    window.move({page.x + 40, page.y + 40});
    const std::size_t made = shown.made();
    ASSERT_GT(made, 0U);
    for (const double down : {60.0, 90.0, 120.0}) window.move({page.x + 40, page.y + down});
    EXPECT_EQ(shown.made(), made);
}

TEST(UnchangedFrame, ChangesOfAnyKindMakeAFigure) {
    ContentDriver window(of_view("position-matrix"));
    const FigureOnScreen& shown = window.content.canvas().shown();
    const auto makes = [&](const char* what, const auto& change) {
        window.settle();
        const std::size_t made = shown.made();
        change();
        window.settle();
        EXPECT_GT(shown.made(), made) << what;
    };
    makes("a value", [&] { window.click("k"); });
    makes("the theme", [&] { window.letter('T'); });
    makes("the window's size", [&] { window.size.width -= 40; });
    makes("the view", [&] { window.click("rail:attention"); });
}

}  // namespace
}  // namespace poslab::test
