// Drags that move an object in a map or a plot to the pointer.
#include "core/views/registry.hpp"
#include "tests/gui/content_driver.hpp"

#include <algorithm>

namespace poslab::test {
namespace {

WindowOptions map_of_strokes() {
    WindowOptions options;
    options.view = &find_view("tiny-stroke");
    options.figure = "map";
    return options;
}

/// The path's list of numbers.
std::vector<double> path_of(const ContentDriver& window) {
    const View& view = find_view("tiny-stroke");
    return std::get<NumberList>(*value_of(view, window.content.store().values(), "stroke-points")).numbers;
}

/// The number of vertices in this colour in the last frame, over all windows.
int accent_vertices(Color accent) {
    const ImU32 accent_color = IM_COL32(accent.r, accent.g, accent.b, accent.a);
    const ImDrawData& draw_data = *ImGui::GetDrawData();
    int count = 0;
    for (int list = 0; list < draw_data.CmdListsCount; ++list)
        for (const ImDrawVert& vertex : draw_data.CmdLists[list]->VtxBuffer)
            count += vertex.col == accent_color ? 1 : 0;
    return count;
}

double level(const ContentDriver& window) { return std::stod(window.value("stroke-level")); }

TEST(TinyPlaces, APressIsAPathOfOnePointInMapsAndPlots) {
    for (const std::string panel : {"plot", "panel.1", "companion.0"}) {
        SCOPED_TRACE(panel);
        ContentDriver window(map_of_strokes());
        window.press(window.at(panel, 0.75, 0.2));
        window.release();
        ASSERT_EQ(path_of(window).size(), 2U);
        EXPECT_EQ(path_of(window)[0], 1);
        EXPECT_NEAR(path_of(window)[1], 1.5, 0.01) << "of 0 to 2";
        EXPECT_NEAR(level(window), 0.8, 0.01) << "y grows upward";
        EXPECT_EQ(window.content.store().history().undo_steps(), 1U);
    }
}

TEST(TinyPlaces, ADragHandsOverItsWholePathOnHeldAxesWithoutInk) {
    ContentDriver window(map_of_strokes());
    window.press(window.at("plot", 0.5, 0.5));
    const auto inked = [] { return accent_vertices(palette(Theme::light).accent); };
    const int before = inked();
    for (const double position : {0.4, 0.3, 0.1}) {
        window.move(window.at("plot", 0.5 + position / 2, position));
        EXPECT_EQ(inked(), before);
    }
    EXPECT_EQ(window.content.canvas().layout().frames.front().y.high, 1) << "held";
    EXPECT_EQ(path_of(window)[0], 4);
    EXPECT_NEAR(level(window), 0.9, 0.01);
    window.release();
    ASSERT_TRUE(window.settle());
    EXPECT_NEAR(window.content.canvas().layout().frames.front().y.high, 1.8, 0.02) << "as the view requires";
    EXPECT_EQ(window.content.store().history().undo_steps(), 1U);
}

TEST(TinyPlaces, TheHandSaysSoAndTheCursorIsInData) {
    ContentDriver window(map_of_strokes());
    window.point(window.at("panel.1", 0.25, 0.25));
    window.frame();
    window.frame();
    EXPECT_EQ(window.content.canvas().hint(), "drag: move the level");
    EXPECT_EQ(ImGui::GetMouseCursor(), ImGuiMouseCursor_Hand);
    const Cursor& cursor = window.content.canvas().cursor();
    EXPECT_TRUE(cursor.active);
    EXPECT_EQ(cursor.panel, 1U);
    EXPECT_NEAR(cursor.x, 0.5, 0.01);
    EXPECT_NEAR(cursor.y, 0.75, 0.01);
}

TEST(TinyPlaces, ArrowsMoveThePointerBothWaysAndEnterPlaces) {
    ContentDriver window(map_of_strokes());
    for (int n = 0; n < 100 && !window.has_focus("plot"); ++n) window.key(Key::tab);
    const Rect plot = window.rect("plot");
    window.key(Key::up);
    const Cursor from = window.content.canvas().cursor();
    window.key(Key::up);
    window.key(Key::right);
    const Cursor to = window.content.canvas().cursor();
    EXPECT_NEAR(to.y - from.y, 8 / plot.height, 1e-9) << "8 px";
    EXPECT_NEAR(to.x - from.x, 2 * 8 / plot.width, 1e-9);
    window.key(Key::enter);
    EXPECT_NEAR(level(window), to.y, 0.01);
    EXPECT_EQ(path_of(window).front(), 1);
}

}  // namespace
}  // namespace poslab::test
