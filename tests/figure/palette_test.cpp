// Checks the contrast: at least 4.5 : 1 for text and 3 : 1 for marks (WCAG 2.1, relative luminance).
#include "core/figure/palette.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <tuple>
#include <vector>

namespace poslab::test {
namespace {

double luminance(Color c) {
    const auto channel = [](std::uint8_t v) {
        const double s = v / 255.0;
        return s <= 0.04045 ? s / 12.92 : std::pow((s + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * channel(c.r) + 0.7152 * channel(c.g) + 0.0722 * channel(c.b);
}

double contrast(Color a, Color b) {
    const double x = luminance(a), y = luminance(b);
    return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

class Contrast : public testing::TestWithParam<Theme> {};

TEST_P(Contrast, BlackOnWhiteIs21) { EXPECT_NEAR(contrast(rgb(0x000000), rgb(0xFFFFFF)), 21, 1e-9); }

TEST_P(Contrast, OfTextIsFourAndAHalf) {
    const Palette& p = palette(GetParam());
    const std::vector<std::tuple<const char*, Color, Color>> pairs{
        {"text on canvas", p.text, p.canvas},
        {"text on chrome", p.text, p.chrome},
        {"text on raised", p.text, p.raised},
        {"text on hover", p.text, p.hover},
        {"text on selected", p.text, p.selected},
        {"text on segment", p.text, p.segment},
        {"text on thumb", p.text, p.thumb},
        {"text2 on canvas", p.text2, p.canvas},
        {"text2 on chrome", p.text2, p.chrome},
        {"text2 on raised", p.text2, p.raised},
        {"text2 on hover", p.text2, p.hover},
        {"text2 on segment", p.text2, p.segment},
        {"text3 on chrome", p.text3, p.chrome},
        {"text3 on raised", p.text3, p.raised},
        {"on accent", p.on_accent, p.accent},
        {"on accent, hover", p.on_accent, p.accent_hover},
        {"accent on raised", p.accent, p.raised},
        {"accent on chrome", p.accent, p.chrome},
        {"accent on selected", p.accent, p.selected},
        {"tooltip", p.tooltip_text, p.tooltip},
        {"tooltip label", p.tooltip_label, p.tooltip},
        {"ok on raised", p.ok, p.raised},
        {"warn on canvas", p.warn, p.canvas},
        {"error on raised", p.error, p.raised},
        {"error on chrome", p.error, p.chrome},
    };
    for (const auto& [name, text, ground] : pairs) EXPECT_GE(contrast(text, ground), 4.5) << name;
}

TEST_P(Contrast, OfMarksIsThree) {
    const Palette& p = palette(GetParam());
    const std::vector<std::tuple<const char*, Color, Color>> pairs{
        {"accent on canvas", p.accent, p.canvas},     {"accent on chrome", p.accent, p.chrome},
        {"ink on chrome", p.ink, p.chrome},           {"axis on canvas", p.axis, p.canvas},
        {"ghost on canvas", p.ghost, p.canvas},       {"edge on band", p.edge, p.band},
        {"warm on canvas", p.warm, p.canvas},         {"cool on canvas", p.cool, p.canvas},
        {"NaN mark on fill", p.nan_mark, p.nan_fill},
    };
    for (const auto& [name, mark, ground] : pairs) EXPECT_GE(contrast(mark, ground), 3) << name;
    // Orange and sky on white need a dash pattern or a label.
    int weak = 0;
    for (const Color curve : p.curves) weak += contrast(curve, p.canvas) < 3 ? 1 : 0;
    EXPECT_LE(weak, GetParam() == Theme::light ? 2 : 0);
}

INSTANTIATE_TEST_SUITE_P(Themes, Contrast, testing::Values(Theme::light, Theme::dark));

}  // namespace
}  // namespace poslab::test
