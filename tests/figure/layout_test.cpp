#include "core/figure/layout.hpp"

#include "app/paint/fonts.hpp"
#include "core/engine/engine.hpp"
#include "core/views/view.hpp"
#include "tests/views/check_draw_list.hpp"
#include "tests/views/view_requests.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <ostream>

namespace poslab {
namespace {

using test::with;
using Given = std::vector<std::pair<std::string, std::string>>;

/// Figures that put texts in different places: one to four matrices, windows, wide and tall, small and huge.
struct Case {
    std::string name;
    std::string figure;
    std::vector<Given> variants;
    bool chinese = false;
    Cursor cursor{};
};

void PrintTo(const Case& tested, std::ostream* out) { *out << tested.name; }

std::vector<Case> cases() {
    const Cursor over{true, false, 0, 900.5, 2500.5};
    const Given huge{{"length", "1000000"}, {"w", "4096"}};
    return {{"defaults", "main", {{}}, false, {}},
            {"defaults_pointed", "main", {{}}, false, over},
            {"chinese", "main", {{}}, true, over},
            {"matrix", "matrix", {{}}, false, over},
            {"profile", "profile", {{}}, false, {true, true, 0, 3000, 0}},
            {"huge", "main", {huge}, false, {true, false, 0, 123456, 765432}},
            {"largest", "main", {{{"length", "16777216"}, {"map", "inv-leaky-rerope"}, {"k", "1e6"}}}, false, {}},
            {"single", "main", {{{"length", "1"}}}, false, {}},
            {"twelve", "main", {{{"length", "12"}, {"w", "4"}, {"k", "3"}}}, false, {true, false, 0, 2.5, 9.5}},
            {"formula", "main", {{{"length", "12"}, {"w", "4"}, {"k", "3"}, {"cell-text", "formula"}}}, false, {}},
            {"rope", "main", {{{"map", "rope"}}}, false, {}},
            {"both_sides", "main", {{{"causal", "false"}, {"map", "pi"}}}, false, {}},
            {"wide", "main", {{{"rows", "3000:3100"}, {"cols", "0:4000"}}}, false, {}},
            {"tall", "main", {{{"cols", "3000:3100"}}}, false, {}},
            {"far", "main", {{{"length", "1000000"}, {"rows", "999000:1000000"}, {"cols", "0:1000"}}}, false, {}},
            {"two", "main", {{}, {{"map", "rerope"}}}, false, over},
            {"four", "main", {{}, {{"map", "rope"}}, {{"map", "pi"}}, {{"map", "rerope"}}}, false, over}};
}

std::vector<Variant> variants_of(const Case& tested, bool data) {
    const View& view = find_view("position-matrix");
    SampleRequest request;
    request.width = request.height = 60;
    request.curve_points = 300;
    std::vector<Variant> variants;
    for (const Given& given : tested.variants) {
        const Values values = view.checked(with(view, given));
        variants.push_back({values, data ? test::shared_data(view, values, request, cpu_engine()) : nullptr,
                            tested.variants.size() > 1 ? "k = " + std::to_string(variants.size()) : ""});
    }
    return variants;
}

Layout composed(const Case& tested, double width, double height, const TextMetrics& metrics, bool data = true) {
    LayoutOptions options;
    options.width = width;
    options.height = height;
    const Style style{Theme::light, tested.chinese ? Language::chinese : Language::english};
    const auto variants = variants_of(tested, data);
    return layout(find_view("position-matrix").figure(tested.figure, variants, style, tested.cursor), metrics, options);
}

struct Box {
    Rect rect;
    const TextRun* run;
};

/// What a text covers: its advance, and from the top of the capitals to the baseline (digits have no descenders).
std::vector<Box> boxes(const DrawList& list, const TextMetrics& metrics) {
    std::vector<Box> found;
    for (const DrawCommand& command : list.commands) {
        const auto* run = std::get_if<TextRun>(&command);
        if (run == nullptr) continue;
        const double width = metrics.width(run->text, run->font, run->size);
        const double left = run->anchor.x - (run->align == Align::left ? 0 : run->align == Align::center ? width / 2 : width);
        constexpr double capitals = 0.73;
        found.push_back({{left, run->anchor.y - capitals * run->size, width, capitals * run->size}, run});
    }
    return found;
}

bool overlap(const Rect& a, const Rect& b) { return a.x < b.right() && b.x < a.right() && a.y < b.bottom() && b.y < a.bottom(); }

/// The real fonts where they are installed; the fixed width is wider than most, so both are worth a look.
class Metrics {
  public:
    [[nodiscard]] std::vector<std::pair<std::string, const TextMetrics*>> all() const {
        std::vector<std::pair<std::string, const TextMetrics*>> list{{"fixed", &fixed_width_metrics()}};
        if (fonts_.missing().empty()) list.emplace_back("fonts", &metrics_);
        return list;
    }

  private:
    FontLibrary fonts_;
    FontMetrics metrics_{fonts_};
};

const std::vector<std::pair<double, double>> sizes{{640, 400},  {800, 600},   {1000, 500}, {1200, 750},
                                                   {900, 1400}, {1920, 1080}, {2560, 1440}};

class LayoutCases : public testing::TestWithParam<Case> {};
INSTANTIATE_TEST_SUITE_P(Figures, LayoutCases, testing::ValuesIn(cases()), [](const auto& tested) { return tested.param.name; });

TEST_P(LayoutCases, FramesDependOnTheShapeOfTheFigureOnly) {
    for (const auto& [width, height] : sizes) {
        const Layout with_data = composed(GetParam(), width, height, fixed_width_metrics(), true);
        const Layout without = composed(GetParam(), width, height, fixed_width_metrics(), false);
        ASSERT_EQ(with_data.frames.size(), without.frames.size());
        for (std::size_t i = 0; i < without.frames.size(); ++i) {
            EXPECT_EQ(with_data.frames[i].kind, without.frames[i].kind);
            EXPECT_EQ(with_data.frames[i].plot, without.frames[i].plot) << width << "x" << height;
        }
        test::expect_sound(with_data.draw);
        test::expect_sound(without.draw);
    }
}

TEST_P(LayoutCases, NumbersOnAxesDoNotOverlap) {
    const Metrics metrics;
    for (const auto& [name, measure] : metrics.all())
        for (const auto& [width, height] : sizes) {
            const Layout result = composed(GetParam(), width, height, *measure);
            std::vector<Box> numbers;
            for (const Box& box : boxes(result.draw, *measure))
                if ((box.run->font == Font::mono || box.run->font == Font::mono_medium) && box.run->size == 11)
                    numbers.push_back(box);
            for (std::size_t i = 0; i < numbers.size(); ++i)
                for (std::size_t j = 0; j < i; ++j)
                    EXPECT_FALSE(overlap(numbers[i].rect, numbers[j].rect))
                        << fmt::format("{} {}x{}: '{}' and '{}' at {:.0f},{:.0f}", name, width, height, numbers[j].run->text,
                                       numbers[i].run->text, numbers[i].rect.x, numbers[i].rect.y);
        }
}

// With the real fonts only: every character 0.6 em is wider than any sentence in Inter.
TEST_P(LayoutCases, TextsDoNotRunIntoEachOther) {
    const FontLibrary fonts;
    if (!fonts.missing().empty()) GTEST_SKIP() << fonts.missing().front();
    const FontMetrics metrics(fonts);
    for (const auto& [width, height] : sizes) {
        if (width * height < 480'000) continue;  // a thumbnail may be crowded, a figure may not
        const Layout result = composed(GetParam(), width, height, metrics);
        const auto texts = boxes(result.draw, metrics);
        for (std::size_t i = 0; i < texts.size(); ++i)
            for (std::size_t j = 0; j < i; ++j)
                EXPECT_FALSE(overlap(texts[i].rect, texts[j].rect))
                    << fmt::format("{}x{}: '{}' and '{}' at {:.0f},{:.0f}", width, height, texts[j].run->text, texts[i].run->text,
                                   texts[i].rect.x, texts[i].rect.y);
    }
}

TEST_P(LayoutCases, TextsAreInsideThePicture) {
    const Metrics metrics;
    for (const auto& [name, measure] : metrics.all())
        for (const auto& [width, height] : sizes) {
            const Layout result = composed(GetParam(), width, height, *measure);
            for (const Box& box : boxes(result.draw, *measure))
                EXPECT_TRUE(box.rect.x >= 0 && box.rect.y >= 0 && box.rect.right() <= width && box.rect.bottom() <= height)
                    << fmt::format("{} {}x{}: '{}' covers x {:.0f}...{:.0f} y {:.0f}...{:.0f}", name, width, height, box.run->text,
                                   box.rect.x, box.rect.right(), box.rect.y, box.rect.bottom());
        }
}

TEST_P(LayoutCases, FramesAreInsideThePictureAndApart) {
    for (const auto& [width, height] : sizes) {
        const Layout result = composed(GetParam(), width, height, fixed_width_metrics());
        for (std::size_t i = 0; i < result.frames.size(); ++i) {
            const Rect& plot = result.frames[i].plot;
            EXPECT_GT(plot.width, 0);
            EXPECT_GT(plot.height, 0);
            EXPECT_TRUE(plot.x >= 0 && plot.y >= 0 && plot.right() <= width && plot.bottom() <= height) << width << "x" << height;
            for (std::size_t j = 0; j < i; ++j)
                EXPECT_FALSE(overlap(plot, result.frames[j].plot)) << width << "x" << height << " " << i << j;
        }
    }
}

TEST_P(LayoutCases, CellsAreSquare) {
    for (const auto& [width, height] : sizes)
        for (const PanelFrame& frame : composed(GetParam(), width, height, fixed_width_metrics()).frames) {
            if (frame.kind != Panel::Kind::matrix) continue;
            const double columns = frame.x.high - frame.x.low, rows = frame.y.high - frame.y.low;
            if (std::max(columns / rows, rows / columns) > 12) continue;  // a strip would leave nothing to see
            // Both sides are rounded to whole pixels: half a pixel each.
            EXPECT_NEAR(frame.plot.width / columns * rows, frame.plot.height, 0.5 + 0.5 * rows / columns) << width << "x" << height;
        }
}

TEST_P(LayoutCases, PixelsAndDataAreInverse) {
    for (const PanelFrame& frame : composed(GetParam(), 1200, 750, fixed_width_metrics()).frames)
        for (const double across : {0.0, 0.25, 0.987, 1.0})
            for (const double along : {0.0, 0.4, 1.0}) {
                const Point pixel{frame.plot.x + across * frame.plot.width, frame.plot.y + along * frame.plot.height};
                const Point data = frame.to_data(pixel);
                const Point back = frame.to_pixels(data.x, data.y);
                EXPECT_NEAR(back.x, pixel.x, 1e-6);
                EXPECT_NEAR(back.y, pixel.y, 1e-6);
                EXPECT_NEAR(data.x, frame.x.low + across * (frame.x.high - frame.x.low), 1e-9 * frame.x.high);
            }
}

TEST(PanelFrame, MatricesGrowDownwardPlotsUpwardLogarithmsByRatio) {
    PanelFrame frame{{100, 50, 400, 200}, Panel::Kind::matrix, false, 0, {"", 0, 10, false}, {"", 0, 10, false}};
    EXPECT_EQ(frame.to_pixels(0, 0), (Point{100, 50}));
    EXPECT_EQ(frame.to_pixels(10, 10), (Point{500, 250}));
    frame.kind = Panel::Kind::plot;
    EXPECT_EQ(frame.to_pixels(0, 0), (Point{100, 250}));
    frame.x = {"", 1, 10'000, true};
    EXPECT_NEAR(frame.to_pixels(100, 0).x, 300, 1e-9) << "half the decades";
    EXPECT_NEAR(frame.to_data({300, 250}).x, 100, 1e-9);
    EXPECT_NEAR(frame.to_data({100, 250}).x, 1, 1e-12);
}

TEST(Layout, AWarningIsWrittenInside) {
    Figure figure;
    figure.title = "Title";
    figure.companions.emplace_back();
    figure.warnings = {"first", "second"};
    const Layout result = layout(figure, fixed_width_metrics(), {});
    int found = 0;
    for (const Box& box : boxes(result.draw, fixed_width_metrics()))
        if (box.run->text == "! first" || box.run->text == "! second") {
            ++found;
            EXPECT_LE(box.rect.bottom(), 750);
            EXPECT_GT(box.rect.y, result.frames[0].plot.bottom());
        }
    EXPECT_EQ(found, 2);
}

}  // namespace
}  // namespace poslab
