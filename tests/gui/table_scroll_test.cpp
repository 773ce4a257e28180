// Scrolling of tables that do not fit the window.

#include "tests/gui/content_driver.hpp"

namespace poslab::test {
namespace {

/// A table of many rows in a low window.
const PanelFrame& table_of(const ContentDriver& window) {
    for (const PanelFrame& frame : window.content.canvas().layout().frames)
        if (frame.kind == PanelKind::table) return frame;
    ADD_FAILURE() << "no table";
    return window.content.canvas().layout().frames.at(0);
}

std::size_t rows_of(const ContentDriver& window) {
    const Figure& figure = window.content.canvas().figure();
    return figure.main.at(table_of(window).index).as<Table>()->rows.size();
}

bool tells_of_more(const ContentDriver& window) {
    return std::any_of(window.texts.begin(), window.texts.end(), [](const PaintedText& text) {
        return text.text.starts_with("… ") && text.text.ends_with(" more");
    });
}

Point over(const ContentDriver& window) {
    const Rect canvas = window.rect("canvas"), plot = table_of(window).plot;
    return {canvas.x + plot.x + plot.width / 2, canvas.y + plot.y + plot.height / 2};
}

TEST(TableScroll, TheWheelAndPageKeysShowTheRestOfATable) {
    WindowOptions options = of_view("rope-2d");
    options.figure = "claims";
    ContentDriver window(options, {1280, 560, 1});
    window.settle();
    const std::size_t rows = rows_of(window), fit = table_of(window).parts.size();
    ASSERT_LT(fit, rows) << "the test needs a table that does not fit";
    EXPECT_TRUE(tells_of_more(window));
    window.move(over(window));
    window.wheel(-1);
    window.settle();
    EXPECT_GT(table_of(window).parts.front().index, 0U);
    window.wheel(-50);
    window.settle();
    EXPECT_EQ(table_of(window).parts.back().index, rows - 1);
    EXPECT_FALSE(tells_of_more(window)) << "nothing is below";
    EXPECT_GE(table_of(window).parts.size(), fit) << "the last rows fill the table";
    window.wheel(50);
    window.settle();
    EXPECT_EQ(table_of(window).parts.front().index, 0U);
    window.move({5, 5});  // outside any table
    for (int n = 0; n < 20; ++n) window.key(Key::page_down);
    window.settle();
    EXPECT_EQ(table_of(window).parts.back().index, rows - 1);
    for (int n = 0; n < 20; ++n) window.key(Key::page_up);
    window.settle();
    EXPECT_EQ(table_of(window).parts.front().index, 0U);
}

}  // namespace
}  // namespace poslab::test
