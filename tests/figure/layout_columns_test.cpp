// Variants side by side, each with its own companions, including plots next to matrices.

#include "tests/figure/layout_cases.hpp"
#include "tests/views/check_draw_list.hpp"

#include <gtest/gtest.h>

namespace poslab::test {
namespace {

Figure reports_of(const std::vector<std::string>& checked, bool chinese) {
    const View& view = find_view("conformance");
    const SampleRequest request;
    std::vector<Variant> variants;
    for (const std::string& text : checked) {
        const Values values = view.checked(with(view, {{"checked", text}}));
        variants.push_back({values, shared_data(view, values, request, cpu_engine()), text});
    }
    return view.figure("report", variants, {Theme::light, chinese ? test::chinese() : Language::english}, {});
}

void expect_apart(const Layout& made, const TextMetrics& metrics) {
    expect_sound(made.draw);
    for (std::size_t n = 0; n < made.frames.size(); ++n)
        for (std::size_t other = 0; other < n; ++other)
            EXPECT_FALSE(overlap(made.frames[n].plot, made.frames[other].plot))
                << "panels " << other << " and " << n;
    const std::vector<Box> texts = boxes(made.draw, metrics);
    for (std::size_t n = 0; n < texts.size(); ++n) {
        EXPECT_LE(texts[n].rect.right(), made.draw.width) << texts[n].run->text;
        for (std::size_t other = 0; other < n; ++other)
            EXPECT_FALSE(overlap(texts[n].rect, texts[other].rect))
                << texts[n].run->text << ", " << texts[other].run->text;
    }
}

TEST(LayoutColumns, ReportsOfDifferentQuantitiesStandApart) {
    const Metrics metrics;
    const std::vector<std::vector<std::string>> all{{"t5-buckets", "alibi-slopes"},
                                                    {"alibi-slopes", "t5-buckets"},
                                                    {"rotation", "logits"},
                                                    {"inverse-frequency", "logits", "t5-buckets"}};
    for (const auto& checked : all)
        for (const bool chinese : {false, true}) {
            const Figure figure = reports_of(checked, chinese);
            for (const auto& [width, height] : sizes)
                for (const auto& [name, measured] : metrics.all()) {
                    SCOPED_TRACE(checked.front() + " " + std::to_string(width) + "x" +
                                 std::to_string(height) + " " + name);
                    expect_apart(layout(figure, *measured, {width, height, 24, true, Theme::light}),
                                 *measured);
                }
        }
}

TEST(LayoutColumns, CompanionsStandBelowTheirOwnVariant) {
    const Figure figure = reports_of({"t5-buckets", "alibi-slopes"}, false);
    const Layout made = layout(figure, fixed_width_metrics(), {1200, 750, 24, true, Theme::light});
    ASSERT_EQ(made.frames.size(), 5U) << "a map and a plot, the plot below the map, a table of each";
    const Rect &map = made.frames[0].plot, &plot = made.frames[1].plot;
    EXPECT_EQ(map.y, plot.y);
    for (std::size_t n = 2; n < 5; ++n) {
        const Rect& below = made.frames[n].plot;
        const std::size_t variant = *figure.companions[made.frames[n].index].of_variant;
        EXPECT_GT(below.y, map.bottom());
        EXPECT_EQ(below.x < map.right(), variant == 0) << n;
    }
    EXPECT_EQ(made.frames[2].plot.x, map.x) << "positions in the plot are aligned with those in the map";
}

TEST(LayoutColumns, ATableBreaksNoNumber) {
    const Figure figure = reports_of({"t5-buckets", "alibi-slopes"}, false);
    const Layout made = layout(figure, fixed_width_metrics(), {1100, 750, 24, true, Theme::light});
    const auto& rows = std::get<Table>(figure.companions.back().content).rows;
    ASSERT_FALSE(rows.empty());
    const std::string& largest = rows.front().at(3).text;
    const auto texts = boxes(made.draw, fixed_width_metrics());
    EXPECT_TRUE(std::any_of(texts.begin(), texts.end(), [&](const Box& box) {
        return box.run->text == largest;
    })) << largest;
}

}  // namespace
}  // namespace poslab::test
