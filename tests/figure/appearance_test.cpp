#include "core/figure/appearance.hpp"

#include <gtest/gtest.h>

namespace poslab {
namespace {

DrawList drawing_of(TextRun run) { return {100, 100, {std::move(run)}}; }

std::vector<TextRun> runs_of(const DrawList& list) {
    std::vector<TextRun> runs;
    for (const DrawCommand& command : list.commands) runs.push_back(std::get<TextRun>(command));
    return runs;
}

/// STIX has neither ⁴ nor ⁻: digits and the minus sign of the same font, smaller and higher, replace them.
TEST(Appearance, StixComposesSuperscripts) {
    const TextRun run{"10⁻⁴ tokens", {20, 50}, Font::mono, 10, {}, Align::left};
    const std::vector<TextRun> runs =
        runs_of(with_appearance(drawing_of(run), Typeface::stix, Proof::none, fixed_width_metrics()));
    ASSERT_EQ(runs.size(), 3U);
    EXPECT_EQ(runs[0].text, "10");
    EXPECT_EQ(runs[1].text, "−4");
    EXPECT_EQ(runs[2].text, " tokens");
    for (const TextRun& part : runs) EXPECT_EQ(part.font, Font::math_upright);
    EXPECT_LT(runs[1].size, 10);
    EXPECT_LT(runs[1].anchor.y, 50) << "y grows downwards";
    EXPECT_DOUBLE_EQ(runs[2].anchor.y, 50);
    EXPECT_DOUBLE_EQ(runs[0].anchor.x, 20);
    EXPECT_DOUBLE_EQ(runs[1].anchor.x, 20 + 2 * 6) << "each character of these metrics is 0.6 em wide";
}

TEST(Appearance, StixComposesSubscripts) {
    const TextRun run{"R₁₂", {20, 50}, Font::semibold, 10, {}, Align::left};
    const std::vector<TextRun> runs =
        runs_of(with_appearance(drawing_of(run), Typeface::stix, Proof::none, fixed_width_metrics()));
    ASSERT_EQ(runs.size(), 2U);
    EXPECT_EQ(runs[1].text, "12");
    EXPECT_EQ(runs[1].font, Font::math_bold);
    EXPECT_GT(runs[1].anchor.y, 50);
}

TEST(Appearance, ComposedTextsKeepTheirAlignmentAndMeasuredWidth) {
    const TypefaceMetrics metrics(fixed_width_metrics(), Typeface::stix);
    const std::string text = "x₁\u2009=\u200910⁶";
    const double width = metrics.width(text, Font::regular, 10);
    for (const Align align : {Align::left, Align::center, Align::right}) {
        const TextRun run{text, {50, 50}, Font::regular, 10, {}, align};
        const std::vector<TextRun> runs =
            runs_of(with_appearance(drawing_of(run), Typeface::stix, Proof::none, fixed_width_metrics()));
        const TextRun &first = runs.front(), &last = runs.back();
        const double left = align == Align::left ? 50 : align == Align::center ? 50 - width / 2 : 50 - width;
        EXPECT_NEAR(first.anchor.x, left, 1e-9);
        EXPECT_NEAR(last.anchor.x + fixed_width_metrics().width(last.text, last.font, last.size),
                    left + width, 1e-9);
    }
}

TEST(Appearance, InterHasItsOwnSuperscripts) {
    const TextRun run{"10⁻⁴", {20, 50}, Font::mono, 10, {}, Align::right};
    const std::vector<TextRun> runs =
        runs_of(with_appearance(drawing_of(run), Typeface::inter, Proof::grey, fixed_width_metrics()));
    ASSERT_EQ(runs.size(), 1U);
    EXPECT_EQ(runs[0].text, "10⁻⁴");
    EXPECT_EQ(runs[0].font, Font::mono);
}

}  // namespace
}  // namespace poslab
