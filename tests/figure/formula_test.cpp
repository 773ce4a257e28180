#include "core/figure/formula.hpp"

#include "app/paint/fonts.hpp"
#include "tests/support/seed.hpp"
#include "tests/support/text_painter.hpp"
#include "tests/views/check_draw_list.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace poslab {
namespace {

constexpr Color black = rgb(0x17191C), accent = rgb(0x4B44C4);
constexpr std::string_view leaky =
    R"(p(\Delta) &= \begin{cases} \Delta & \Delta < w \\ w + \frac{\Delta - w}{k} & \Delta \ge w \end{cases} \\)"
    R"(&= \live{8} + \frac{\live{18 - 8}}{\live{2}} = \live{13})";

FormulaBox laid_out(std::string_view markup, double max_width = 0, double size = 20) {
    return layout_formula(parse_formula(markup), fixed_width_metrics(), {size, black, accent, max_width});
}

std::vector<TextRun> runs(const FormulaBox& box) {
    std::vector<TextRun> found;
    for (const DrawCommand& command : box.commands)
        if (const auto* run = std::get_if<TextRun>(&command)) found.push_back(*run);
    return found;
}

TextRun run_of(const FormulaBox& box, std::string_view text, std::size_t which = 0) {
    for (const TextRun& run : runs(box))
        if (run.text == text && which-- == 0) return run;
    ADD_FAILURE() << "no " << text;
    return {};
}

Polyline first_line(const FormulaBox& box) {
    for (const DrawCommand& command : box.commands)
        if (const auto* line = std::get_if<Polyline>(&command)) return *line;
    ADD_FAILURE() << "no line";
    return {};
}

double middle_of(const TextRun& run) {
    return run.anchor.x + fixed_width_metrics().width(run.text, run.font, run.size) / 2;
}

void expect_within(const FormulaBox& box) {
    DrawList list{box.width, box.height, box.commands};
    test::expect_sound(list);
    for (const TextRun& run : runs(box)) {
        EXPECT_GE(run.anchor.x, -1e-9) << run.text;
        EXPECT_LE(run.anchor.x + fixed_width_metrics().width(run.text, run.font, run.size), box.width + 1e-9)
            << run.text;
        EXPECT_GE(run.anchor.y, 0) << run.text;
        EXPECT_LE(run.anchor.y, box.height) << run.text;
    }
    for (const DrawCommand& command : box.commands)
        if (const auto* polygon = std::get_if<FillPolygon>(&command))
            for (const Point p : polygon->points) {
                EXPECT_GE(p.y, -1.5);
                EXPECT_LE(p.y, box.height + 1.5);
            }
}

TEST(Formula, FontsByKindOfCharacter) {
    const FormulaBox box = laid_out(R"(x + 12 \Delta \theta \min \live{7} \text{位置})");
    EXPECT_EQ(run_of(box, "x").font, Font::math);
    EXPECT_EQ(run_of(box, "12").font, Font::math_upright);
    EXPECT_EQ(run_of(box, "Δ").font, Font::math_upright);
    EXPECT_EQ(run_of(box, "θ").font, Font::math);
    EXPECT_EQ(run_of(box, "min").font, Font::math_upright);
    EXPECT_EQ(run_of(box, "位置").font, Font::math_upright);
    EXPECT_EQ(run_of(box, "7").color, accent);
    EXPECT_EQ(run_of(box, "x").color, black);
}

TEST(Formula, ThousandsSeparatorsBelongToNumbers) {
    EXPECT_EQ(runs(laid_out("65,536")).size(), 1U);
    EXPECT_EQ(runs(laid_out("1,048,576.25")).size(), 1U);
    EXPECT_EQ(runs(laid_out("1, 2")).size(), 3U);
    EXPECT_EQ(runs(laid_out("0,1")).size(), 3U);
    EXPECT_EQ(runs(laid_out("4096,100")).size(), 3U);
    EXPECT_EQ(latex_of("65,536"), "65{,}536");
}

TEST(Formula, NumeratorAndDenominatorAreCenteredOverTheBar) {
    const FormulaBox box = laid_out(R"(a + \frac{b}{12345})");
    const Polyline bar = first_line(box);
    const double middle = (bar.points[0].x + bar.points[1].x) / 2;
    EXPECT_NEAR(middle_of(run_of(box, "b")), middle, 1e-9);
    EXPECT_NEAR(middle_of(run_of(box, "12345")), middle, 1e-9);
    EXPECT_LT(run_of(box, "b").anchor.y, bar.points[0].y);
    EXPECT_GT(run_of(box, "12345").anchor.y, bar.points[0].y + 12);
    EXPECT_LT(bar.points[0].y, run_of(box, "a").anchor.y);
    EXPECT_GT(bar.points[1].x - bar.points[0].x, 5 * 12);
    expect_within(box);
}

TEST(Formula, ScriptsAreSmallerAndStandOffTheBaseline) {
    const FormulaBox box = laid_out("x_i^2 + y'");
    const double baseline = run_of(box, "x").anchor.y;
    EXPECT_LT(run_of(box, "2").anchor.y, baseline);
    EXPECT_GT(run_of(box, "i").anchor.y, baseline);
    EXPECT_EQ(run_of(box, "′").size, 20);  // the glyph itself is small and raised
    EXPECT_GT(run_of(box, "2").anchor.x, run_of(box, "x").anchor.x + 11);
    EXPECT_LT(run_of(box, "2").size, 20);
    EXPECT_NEAR(box.baseline, baseline, 1e-9);
    const FormulaBox power = laid_out("1.05×10⁷");
    EXPECT_LT(run_of(power, "7").anchor.y, run_of(power, "10").anchor.y);
}

TEST(Formula, LimitsStandUnderAndOverTheSum) {
    const FormulaBox box = laid_out(R"(\sum_{n=1}^{N} n)");
    const TextRun sum = run_of(box, "∑");
    EXPECT_GT(sum.size, 20);
    EXPECT_NEAR(middle_of(run_of(box, "N")), middle_of(sum), 3);
    EXPECT_LT(run_of(box, "N").anchor.y, sum.anchor.y - 20);
    EXPECT_GT(run_of(box, "1").anchor.y, sum.anchor.y + 8);
    expect_within(box);
}

TEST(Formula, OperatorsHaveSpaceAndSignsHaveNone) {
    const auto gap = [](std::string_view markup, std::string_view left, std::string_view right) {
        const FormulaBox box = laid_out(markup);
        return run_of(box, right).anchor.x - run_of(box, left).anchor.x - 12;
    };
    EXPECT_NEAR(gap("a - 3", "−", "3"), 20 * 4 / 18.0, 1e-9);
    EXPECT_NEAR(gap("a = 3", "=", "3"), 20 * 5 / 18.0, 1e-9);
    EXPECT_NEAR(gap("-3", "−", "3"), 0, 1e-9);
    EXPECT_NEAR(gap("a = -3", "−", "3"), 0, 1e-9);
    EXPECT_NEAR(gap("(-3)", "−", "3"), 0, 1e-9);
    EXPECT_NEAR(gap("a &= -3", "−", "3"), 0, 1e-9);
    EXPECT_NEAR(gap("2^{a-3}", "2", "a") - gap("2^{a}", "2", "a"), 0, 1e-9);
}

TEST(Formula, TheBraceSpansAllCases) {
    const FormulaBox box = laid_out(R"(\begin{cases} 1 & a \\ 22 & b \\ 3 & c \end{cases})");
    double top = 1e9, bottom = -1e9;
    for (const DrawCommand& command : box.commands)
        if (const auto* line = std::get_if<Polyline>(&command)) {
            for (const Point p : line->points) top = std::min(top, p.y), bottom = std::max(bottom, p.y);
        }
    EXPECT_LT(top, run_of(box, "1").anchor.y - 10);
    EXPECT_GT(bottom, run_of(box, "3").anchor.y);
    EXPECT_NEAR(run_of(box, "1").anchor.x, run_of(box, "22").anchor.x, 1e-9);
    EXPECT_NEAR(run_of(box, "a").anchor.x, run_of(box, "c").anchor.x, 1e-9);
    expect_within(box);
}

TEST(Formula, EqualsSignsOfLinesAreAligned) {
    const FormulaBox box = laid_out(leaky);
    EXPECT_NEAR(run_of(box, "=", 0).anchor.x, run_of(box, "=", 1).anchor.x, 1e-9);
    EXPECT_GT(run_of(box, "=", 1).anchor.y, run_of(box, "=", 0).anchor.y + 30);
    EXPECT_GT(run_of(box, "=", 2).anchor.x, run_of(box, "=", 1).anchor.x + 30);
    expect_within(box);
}

TEST(Formula, BreaksBeforeItShrinks) {
    constexpr std::string_view markup = "p &= aaaaaaaa + bbbbbbbb = cccccccc";
    const double wide = laid_out(markup).width;
    const FormulaBox broken = laid_out(markup, wide - 5);
    EXPECT_EQ(broken.size, 20);
    EXPECT_LE(broken.width, wide - 5);
    EXPECT_NEAR(run_of(broken, "=", 0).anchor.x, run_of(broken, "=", 1).anchor.x, 1e-9);
    EXPECT_GT(run_of(broken, "=", 1).anchor.y, run_of(broken, "=", 0).anchor.y);

    const FormulaBox narrower = laid_out(markup, wide * 0.5);
    EXPECT_EQ(narrower.size, 20);
    EXPECT_GT(run_of(narrower, "+").anchor.x, run_of(narrower, "=", 0).anchor.x);
    EXPECT_GT(run_of(narrower, "+").anchor.y, run_of(narrower, "=", 0).anchor.y);

    const FormulaBox inside = laid_out("p = \\min(aaaaaaaa + bbbbbbbb, c)", 240);
    EXPECT_EQ(inside.size, 20);
    EXPECT_GT(run_of(inside, "+").anchor.y, run_of(inside, "=").anchor.y);

    EXPECT_LT(laid_out("abcdefghijklmnop", 150).size, 20);
    EXPECT_GE(laid_out("abcdefghijklmnop", 1).size, 12);
    EXPECT_EQ(laid_out("abcdefghijklmnop", 1, 9).size, 9);
}

TEST(Formula, DelimitersGrowWithWhatIsInside) {
    const FormulaBox small = laid_out(R"(\left( a \right))"),
                     tall = laid_out(R"(\left( \frac{a}{\frac{b}{c}} \right))");
    EXPECT_EQ(runs(small).front().text, "(");
    for (const TextRun& run : runs(tall)) EXPECT_NE(run.text, "(");
    EXPECT_GT(tall.height, 2 * small.height);
    for (const std::string_view markup :
         {R"(\left\lfloor \frac{i}{G} \right\rfloor)", R"(\lceil x \rceil)", R"(\left| \frac{1}{2} \right.)",
          R"(\left\{ \frac{1}{2} \right\})", R"(\begin{pmatrix} a & b \\ c & d \end{pmatrix})",
          R"(\left[ \begin{matrix} a \\ c \end{matrix} \right])", R"(\sqrt{\frac{x}{2} + 1})"})
        expect_within(laid_out(markup));
}

TEST(Formula, LatexOfIsLatex) {
    EXPECT_EQ(latex_of("p(Δ) = w + 10⁷"), R"(p(\Delta) = w + 10^{7})");
    EXPECT_EQ(latex_of(R"(\live{18 − 8} ≤ \theta x)"), R"(18 - 8 \le \theta x)");
    EXPECT_EQ(latex_of(R"(i \mod c)"), R"(i \bmod c)");
    EXPECT_EQ(latex_of("x位"), R"(x\text{位})");
    EXPECT_EQ(latex_of(R"(\text{50 %})"), R"(\text{50 \%})");
    EXPECT_EQ(latex_of(R"(\left\lfloor \frac12 \right.)"), R"(\left\lfloor \frac{1}{2} \right.)");
    EXPECT_EQ(
        latex_of(leaky),
        R"(\begin{aligned} p(\Delta) &= \begin{cases} \Delta & \Delta < w \\ w + \frac{\Delta - w}{k} & \Delta \ge w )"
        R"(\end{cases} \\ &= 8 + \frac{18 - 8}{2} = 13 \end{aligned})");
}

/// The output of latex_of is markup of the same formula.
TEST(Formula, LatexComesBackTheSame) {
    for (const std::string_view markup :
         {R"(a_{1}^{n+1} + \sqrt{x'} - 65,536 \cdot \max(\alpha, \beta))",
          R"(\sum_{n=0}^{N} \left( \frac{a}{b} \right)^2)",
          R"(\begin{pmatrix} \cos θ & -\sin θ \\ \sin θ & \cos θ \end{pmatrix})",
          R"(\mathrm{rank} \; \operatorname{softmax} x_{ij}'')",
          R"(\lfloor i/G \rfloor \times |x| \in \text{set one})"}) {
        const std::string once = latex_of(markup);
        EXPECT_EQ(latex_of(once), once);
        EXPECT_EQ(plain_text_of(once), plain_text_of(markup));
        EXPECT_EQ(paint_text({1, 1, laid_out(once).commands}), paint_text({1, 1, laid_out(markup).commands}))
            << markup;
    }
}

TEST(Formula, PlainTextIsOneLine) {
    EXPECT_EQ(plain_text_of(leaky), "p(Δ) = {Δ, Δ < w; w + (Δ − w)/k, Δ ≥ w} = 8 + (18 − 8)/2 = 13");
    EXPECT_EQ(plain_text_of(R"(-x_i^{10} = \min(3, -w))"), "−x_i¹⁰ = min(3, −w)");
    EXPECT_EQ(plain_text_of(R"(a &= 1 \\ b &= \sqrt{2x})"), "a = 1; b = √(2x)");
    EXPECT_EQ(plain_text_of("cos(θ Δ)"), "cos(θΔ)");
}

TEST(Formula, ErrorsSayWhereAndWhy) {
    const auto position = [](std::string_view markup) -> std::size_t {
        try {
            (void)parse_formula(markup);
        } catch (const FormulaError& error) {
            EXPECT_NE(std::string(error.what()).find(std::to_string(error.position())), std::string::npos);
            return error.position();
        }
        ADD_FAILURE() << markup << " is taken";
        return 0;
    };
    EXPECT_EQ(position("a + {b"), 4U);
    EXPECT_EQ(position("a }"), 2U);
    EXPECT_EQ(position(R"(x \foo)"), 2U);
    EXPECT_EQ(position(R"(x \left( y)"), 2U);
    EXPECT_EQ(position(R"(x \right))"), 2U);
    EXPECT_EQ(position(R"(\begin{cases} a)"), 0U);
    EXPECT_EQ(position(R"(\begin{cases} a \end{matrix})"), 16U);
    EXPECT_EQ(position(R"(\begin{tabular} a \end{tabular})"), 0U);
    EXPECT_EQ(position("x^1^2"), 3U);
    EXPECT_EQ(position("x^"), 2U);
    EXPECT_EQ(position(R"(\frac{a})"), 8U);
    EXPECT_EQ(position(R"(\text{a)"), 6U);
    EXPECT_EQ(position("a\\"), 1U);
    EXPECT_EQ(position("a $"), 2U);
    EXPECT_EQ(position("a\xFF"), 1U);
    EXPECT_EQ(position("\\text{ab\xC3}"), 8U);
    EXPECT_EQ(position("ab\x01"), 2U);
}

TEST(Formula, HostileMarkupEndsInAnErrorOrAFormula) {
    std::vector<std::string> all{std::string(100000, '{'), std::string(16384, '^'), std::string(16384, 'a'),
                                 std::string(16384, '&')};
    for (const std::string piece : {"{", "\\sqrt", "\\sqrt{", "x^{", "x_", "\\frac", "\\frac{1}{", "\\left(",
                                    "\\begin{cases}", "\\live{", "a=", "a+", "(", "\\\\", "&", "'", "⁷"}) {
        std::string repeated;
        while (repeated.size() + piece.size() < 4096) repeated += piece;
        all.push_back(repeated);
    }
    for (const std::string& markup : all) {
        try {
            expect_within(laid_out(markup, 300));
            EXPECT_FALSE(latex_of(markup).empty() && plain_text_of(markup).size() > 100);
        } catch (const FormulaError& error) {
            EXPECT_LE(error.position(), markup.size());
        }
    }
}

TEST(FormulaFuzz, AnyBytesEndInAnErrorOrAFormula) {
    std::mt19937_64 random(test::test_seed());
    const std::vector<std::string> words{"a",
                                         "1",
                                         "1,000",
                                         "+",
                                         "-",
                                         "=",
                                         "(",
                                         ")",
                                         "{",
                                         "}",
                                         "^",
                                         "_",
                                         "&",
                                         "\\\\",
                                         "\\frac",
                                         "\\sqrt",
                                         "\\sum",
                                         "\\left",
                                         "\\right",
                                         "\\begin{cases}",
                                         "\\end{cases}",
                                         "\\text{位 x}",
                                         "\\live{",
                                         "⌊",
                                         "\\min",
                                         "|",
                                         ".",
                                         "'",
                                         "⁻⁷",
                                         "\xE4\xBD",
                                         "Δ",
                                         "\\;"};
    for (int n = 0; n < 3000; ++n) {
        std::string markup;
        for (auto left = random() % 14; left > 0; --left) markup += words[random() % words.size()];
        SCOPED_TRACE(markup);
        std::string latex;
        try {
            const FormulaBox box = laid_out(markup, n % 3 == 0 ? 60 : 0);
            test::expect_sound({box.width, box.height, box.commands});
            latex = latex_of(markup);
            (void)plain_text_of(markup);
            EXPECT_EQ(
                latex_of(latex.starts_with("\\begin{aligned}") ? latex.substr(16, latex.size() - 16 - 14)
                                                               : latex),
                latex);
        } catch (const FormulaError& error) {
            EXPECT_TRUE(latex.empty()) << latex << ": " << error.what();
            EXPECT_LE(error.position(), markup.size());
        }
        if (HasFailure()) break;
    }
}

/// A row breaks at its wide spaces first, so a definition is not broken before its equals sign.
TEST(FormulaBreaks, OccurAtWideSpacesFirst) {
    constexpr std::string_view two = R"(a + b = c, \qquad d = e)";
    const double first = laid_out(R"(a + b = c,)").width, second = laid_out("d = e").width;
    const FormulaBox box = laid_out(two, std::max(first, second) + 1);
    EXPECT_EQ(run_of(box, "d").anchor.y, run_of(box, "e").anchor.y);
    EXPECT_EQ(run_of(box, "a").anchor.y, run_of(box, "c").anchor.y);
    EXPECT_GT(run_of(box, "d").anchor.y, run_of(box, "a").anchor.y);
    EXPECT_EQ(run_of(box, "d").anchor.x, run_of(box, "a").anchor.x);
    EXPECT_EQ(box.size, 20);
}

TEST(FormulaGolden, PaintedAsText) {
    const FormulaBox box = laid_out(R"(a &= \frac{1}{k} \\ &= \live{2}^3)", 0, 17);
    EXPECT_EQ(paint_text({box.width, box.height, box.commands}),
              "figure 48.5x64.5\n"
              "text \"a\" 0,23 left math 17 #17191C\n"
              "text \"=\" 15,23 left math-upright 17 #17191C\n"
              "text \"1\" 32,12 left math-upright 17 #17191C\n"
              "text \"k\" 32,35 left math 17 #17191C\n"
              "line 31,18.5 43.5,18.5 #17191C width 1.02\n"
              "text \"=\" 15,61 left math-upright 17 #17191C\n"
              "text \"2\" 30,61 left math-upright 17 #4B44C4\n"
              "text \"3\" 40.5,55 left math-upright 12.24 #17191C\n");
}

TEST(FormulaFonts, StixFacesHelpEachOther) {
    const FontLibrary library;
    if (library.file(Face::math_upright).path.find("STIX") == std::string::npos)
        GTEST_SKIP() << "STIX is not installed";
    EXPECT_EQ(library.resolve(Font::math, U'≤').face, Face::math_upright);
    EXPECT_EQ(library.resolve(Font::math, U'x').face, Face::math);
    EXPECT_EQ(library.resolve(Font::math_upright, U'∑').face, Face::math_upright);
    EXPECT_EQ(library.resolve(Font::math_upright, U'位').face, Face::cjk);
}

}  // namespace
}  // namespace poslab
