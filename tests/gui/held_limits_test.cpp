// Colours and axes while a slider moves, and when the user locks them.
#include "app/gui/canvas.hpp"
#include "core/figure/color_scale.hpp"
#include "tests/gui/content_driver.hpp"

#include <cmath>

namespace poslab::test {
namespace {

double bar_high(const ContentDriver& window) {
    return window.content.canvas().figure().bars.at(0).scale.high;
}

/// Drags the slider of k from its current value to a fraction of its track, frame by frame; the button
/// remains pressed.
void drag_k(ContentDriver& window, double fraction) {
    const Rect track = window.rect("k");
    window.move({track.x + fraction * track.width, track.y + track.height / 2});
    window.settle();
}

void hold_k(ContentDriver& window) {
    const Rect track = window.rect("k");
    window.press({track.x + 0.05 * track.width, track.y + track.height / 2});
    window.settle();
}

TEST(HeldLimits, ColoursKeepTheirMeaningWhileASliderIsDragged) {
    ContentDriver window(of_view("position-matrix"));
    hold_k(window);  // a small k gives large positions
    const double first = bar_high(window);
    drag_k(window, 0.5);
    EXPECT_EQ(bar_high(window), first) << "smaller positions do not change the limits";
    drag_k(window, 0.9);
    EXPECT_EQ(bar_high(window), first);
    window.release();
    ASSERT_TRUE(window.settle());
    EXPECT_LT(bar_high(window), first) << "at rest the figure settles";
}

TEST(HeldLimits, LimitsAreWidenedWhenDataLeaveThem) {
    ContentDriver window(of_view("position-matrix"));
    const double rest = bar_high(window);
    hold_k(window);
    EXPECT_GT(bar_high(window), rest);
    window.release();
    ASSERT_TRUE(window.settle());
}

// Compares the readout's swatch with the painted cell, at rest and while k is dragged.
TEST(HeldLimits, TheSwatchIsTheColourOfTheCell) {
    ContentDriver window(of_view("position-matrix"));
    const auto expect_swatch = [&] {
        const Store& store = window.content.store();
        const Canvas& canvas = window.content.canvas();
        const Readout readout = store.view().readout(canvas.variants(store), store.style(), canvas.cursor());
        const auto row = std::find_if(readout.rows.begin(), readout.rows.end(),
                                      [](const ReadoutRow& readout_row) { return readout_row.scale; });
        ASSERT_NE(row, readout.rows.end());
        const auto& marks = canvas.figure().main.front().marks;
        const auto* map = std::get_if<HeatMapMark>(&marks.front());
        ASSERT_NE(map, nullptr);
        const Color cell = color_of(map->scale, row->number);
        EXPECT_EQ(canvas.swatch_of(store, *row), cell) << row->number;
    };
    expect_swatch();
    hold_k(window);
    expect_swatch();
    drag_k(window, 0.9);
    expect_swatch();
    window.release();
}

TEST(HeldLimits, PlayingHoldsAxes) {
    ContentDriver window(of_view("frequencies"));
    const auto high = [&] { return window.content.canvas().figure().main.at(0).y.high; };
    double widest = high();
    window.click("base.play");
    for (int n = 0; n < 60; ++n) {
        window.pass(0.05);
        std::this_thread::sleep_for(std::chrono::milliseconds(5));  // the worker computes meanwhile
        EXPECT_GE(high(), widest) << "limits only widen";
        widest = high();
    }
}

TEST(HeldLimits, TheLockShowsAndSetsTheState) {
    ContentDriver window(of_view("position-matrix"), {1600, 1000, 1});
    const auto locked = [&] { return window.content.canvas().limits_are_locked(window.content.store()); };
    ASSERT_TRUE(window.has("tool.lock"));
    EXPECT_FALSE(locked());
    window.click("tool.lock");
    ASSERT_TRUE(window.settle());
    EXPECT_TRUE(locked());
    EXPECT_NE(window.value("axes"), "auto");
    window.letter('A');
    ASSERT_TRUE(window.settle());
    EXPECT_FALSE(locked());
    EXPECT_EQ(window.value("axes"), "auto");
    window.letter('A');
    ASSERT_TRUE(window.settle());
    EXPECT_TRUE(locked());
    window.key(Key::home);
    ASSERT_TRUE(window.settle());
    EXPECT_FALSE(locked());
}

/// A drag holds the axes of its panel, but not those of the panel that is there in another figure.
TEST(HeldLimits, AFigureChosenDuringADragHasItsOwn) {
    for (const char digit : {'1', '2', '3', '4', '5', '6', '7', '8', '9'}) {
        WindowOptions options = of_view("rope-2d");
        options.figure = "reversibility";
        ContentDriver window(options);
        const Canvas& canvas = window.content.canvas();
        const Rect area = window.rect("canvas"), plot = canvas.layout().frames.front().plot;
        window.press({area.x + plot.x + plot.width / 2, area.y + plot.y + plot.height / 4});
        window.type(std::string(1, digit));
        window.frame();
        const std::string figure(window.content.store().figure().id);
        for (const PanelFrame& frame : canvas.layout().frames)
            for (const Axis* axis : {&frame.x, &frame.y})
                EXPECT_TRUE(!axis->logarithmic || axis->low > 0) << figure;
        window.release();
        ASSERT_TRUE(window.settle()) << figure;
    }
}

}  // namespace
}  // namespace poslab::test
