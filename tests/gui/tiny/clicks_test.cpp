// Clicks into panels of a figure, which set parameters.
#include "core/views/registry.hpp"
#include "tests/gui/content_driver.hpp"
#include "tests/gui/tiny/tiny_view.hpp"

namespace poslab::test {
namespace {

WindowOptions tiny_rows(const std::string& figure = "main") {
    WindowOptions options;
    options.view = &find_view("tiny-rows");
    options.figure = figure;
    return options;
}

Point middle(const Rect& rect) { return {rect.x + rect.width / 2, rect.y + rect.height / 2}; }

/// The centre of a cell of a matrix of 48 rows that is completely visible.
Point cell(const ContentDriver& window, double row, double key) {
    const Rect plot = window.rect("matrix");
    return {plot.x + (key + 0.5) / 48 * plot.width, plot.y + (row + 0.5) / 48 * plot.height};
}

void click_at(ContentDriver& window, Point at) {
    window.press(at);
    window.release();
}

TEST(TinyClicks, KeepTheRowUnderThePointer) {
    ContentDriver window(tiny_rows());
    ASSERT_EQ(window.value("kept-row"), "auto");
    click_at(window, cell(window, 30, 10));
    EXPECT_EQ(window.value("kept-row"), "30");
    EXPECT_EQ(window.content.store().history().undo_steps(), 1U);
    window.pass(1);
    click_at(window, cell(window, 31, 10));
    EXPECT_EQ(window.value("kept-row"), "31");
    EXPECT_EQ(window.content.store().history().undo_steps(), 2U);
    window.letter('Z', true);
    EXPECT_EQ(window.value("kept-row"), "30") << "one step each";
    window.letter('Z', true);
    EXPECT_EQ(window.value("kept-row"), "auto");
}

TEST(TinyClicks, OnTheRowThatIsKeptLetItGo) {
    ContentDriver window(tiny_rows());
    click_at(window, cell(window, 12, 3));
    EXPECT_EQ(window.value("kept-row"), "12");
    window.pass(1);
    click_at(window, cell(window, 12, 40));
    EXPECT_EQ(window.value("kept-row"), "auto");
}

TEST(TinyClicks, ADragIsNone) {
    ContentDriver window(tiny_rows());
    const Point from = cell(window, 24, 24);
    window.press(from);
    window.move({from.x + 40, from.y + 40});
    window.release();
    EXPECT_EQ(window.value("kept-row"), "auto");
    window.press(from);
    window.move({from.x + 30, from.y});
    window.move(from);
    window.release();
    EXPECT_EQ(window.value("kept-row"), "auto") << "not even on returning";
    window.press(from);
    window.move({from.x + 2, from.y + 1});
    window.release();
    EXPECT_EQ(window.value("kept-row"), "24") << "a small movement";
    EXPECT_EQ(window.value("rows"), "all") << "nothing was dragged";
}

TEST(TinyClicks, ADragStillPans) {
    ContentDriver window(tiny_rows());
    window.frame();
    window.point(cell(window, 24, 24));
    window.wheel(3);
    const std::string zoomed = window.value("rows");
    ASSERT_NE(zoomed, "all");
    const Point from = middle(window.rect("matrix"));
    window.press(from);
    window.move({from.x, from.y + 100});
    window.release();
    EXPECT_NE(window.value("rows"), zoomed);
    EXPECT_EQ(window.value("kept-row"), "auto");
    window.pass(1);  // avoids a double click
    click_at(window, middle(window.rect("matrix")));
    const std::string rows = window.value("rows");
    const double row = std::stod(window.value("kept-row"));
    EXPECT_GE(row, std::stod(rows)) << rows;
    EXPECT_LT(row, std::stod(rows.substr(rows.find(':') + 1))) << rows;
}

TEST(TinyClicks, SelectTheRowNextToTheMatrix) {
    ContentDriver window(tiny_rows());
    ASSERT_TRUE(window.has("marginal"));
    const Rect marginal = window.rect("marginal");
    EXPECT_EQ(marginal.y, window.rect("matrix").y);
    EXPECT_EQ(marginal.height, window.rect("matrix").height);
    click_at(window, {marginal.x + 20, cell(window, 17, 0).y});
    EXPECT_EQ(window.value("kept-row"), "17");
}

TEST(TinyClicks, WorkByTheKeyboard) {
    ContentDriver window(tiny_rows());
    for (int n = 0; n < 100 && !window.has_focus("matrix"); ++n) window.key(Key::tab);
    ASSERT_TRUE(window.has_focus("matrix"));
    window.key(Key::up);
    window.key(Key::enter);
    const std::string row = window.value("kept-row");
    ASSERT_NE(row, "auto");
    EXPECT_EQ(std::stod(row), window.content.canvas().cursor().y - 0.5);
}

TEST(TinyClicks, ChooseOneOfMany) {
    ContentDriver window(tiny_rows("heads"));
    ASSERT_EQ(window.value("tiny-head"), "0");
    click_at(window, middle(window.rect("matrix.4")));
    EXPECT_EQ(window.value("tiny-head"), "4");
    EXPECT_EQ(window.value("kept-row"), "auto");
    window.letter('Z', true);
    EXPECT_EQ(window.value("tiny-head"), "0");
    const Rect second = window.rect("matrix.2");
    window.press(middle(second));
    window.move({second.x + 5, second.y + 5});
    window.release();
    EXPECT_EQ(window.value("tiny-head"), "0") << "dragged";
}

TEST(TinyClicks, ThePointerKnowsWhichPanelItIsOver) {
    ContentDriver window(tiny_rows("heads"));
    const Rect fourth = window.rect("matrix.3");
    window.point({fourth.x + 0.5 * fourth.width, fourth.y + 0.25 * fourth.height});
    window.frame();
    const Cursor cursor = window.content.canvas().cursor();
    EXPECT_TRUE(cursor.active);
    EXPECT_EQ(cursor.panel, 3U);
    EXPECT_NEAR(cursor.x, 24, 0.5);
    EXPECT_NEAR(cursor.y, 12, 0.5);
    EXPECT_EQ(window.content.canvas().hint(), "click: this head");
    window.letter('1');
    window.settle();
    const Rect marginal = window.rect("marginal");
    window.point({marginal.x + marginal.width / 4, marginal.y + marginal.height / 2});
    window.frame();
    const Cursor over = window.content.canvas().cursor();
    EXPECT_TRUE(over.marginal);
    EXPECT_NEAR(over.x, 24, 0.5) << "the row";
    EXPECT_NEAR(over.y, 0.25, 0.01) << "the quantity";
    EXPECT_EQ(window.content.canvas().hint(), "");
}

TEST(TinyClicks, WheelAndDragWorkInEveryMatrix) {
    ContentDriver window(tiny_rows("heads"));
    window.point(middle(window.rect("matrix.5")));
    window.wheel(2);
    const std::string rows = window.value("rows");
    ASSERT_NE(rows, "all");
    const double from = std::stod(rows), to = std::stod(rows.substr(rows.find(':') + 1));
    EXPECT_NEAR((from + to) / 2, 24, 2) << "about the cell under the pointer";
}

}  // namespace
}  // namespace poslab::test
