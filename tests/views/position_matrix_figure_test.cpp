#include "core/base/masked.hpp"
#include "core/base/random.hpp"
#include "core/encoding/positions.hpp"
#include "core/engine/engine.hpp"
#include "core/figure/formula.hpp"
#include "core/figure/layout.hpp"
#include "core/params/groups/position_map.hpp"
#include "core/views/registry.hpp"
#include "core/views/view.hpp"
#include "tests/support/languages.hpp"
#include "tests/support/random_values.hpp"
#include "tests/support/read_number.hpp"
#include "tests/support/seed.hpp"
#include "tests/support/text_painter.hpp"
#include "tests/views/check_draw_list.hpp"
#include "tests/views/view_requests.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

namespace poslab {
namespace {

using test::with;

const View& matrix_view() { return find_view("position-matrix"); }

SampleRequest small_request() {
    SampleRequest request;
    request.width = 40;
    request.height = 30;
    request.curve_points = 200;
    return request;
}

const std::vector<Cursor> cursors{{},
                                  {true, false, 0, 0, 0},
                                  {true, false, 0, 17.5, 30.25},
                                  {true, false, 0, 40, 5},
                                  {true, false, 0, -1e9, 1e9},
                                  {true, true, 0, 20.5, 3},
                                  {true, true, 0, -5, -5},
                                  {true, true, 0, 1e12, 1e12},
                                  {true, false, 7, 4, 4}};

void expect_drawable(const Figure& figure, const Style& style) {
    for (const auto& [width, height] : {std::pair{640.0, 400.0}, {1200.0, 750.0}}) {
        LayoutOptions options;
        options.width = width;
        options.height = height;
        options.theme = style.theme;
        const Layout composed = layout(figure, fixed_width_metrics(), options);
        test::expect_sound(composed.draw);
        // A picture of small height omits the companions if there is a main figure.
        const bool low = height < 480 && !figure.main.empty();
        EXPECT_EQ(composed.frames.size(), figure.main.size() + (low ? 0 : figure.companions.size()));
        EXPECT_FALSE(paint_text(composed.draw).empty());
    }
}

// Smoke test: every figure can be drawn for any number of variants, language, theme and cursor, with and
// without data.
TEST(PositionMatrixFigure, EveryFigureWithAndWithoutDataInEveryStyle) {
    const std::vector<std::vector<std::pair<std::string, std::string>>> changes{
        {{"length", "64"}, {"w", "8"}},
        {{"length", "64"}, {"map", "rope"}},
        {{"length", "64"}, {"map", "sinks"}, {"recent", "9"}},
        {{"length", "64"}, {"map", "pi"}, {"causal", "false"}}};
    for (const FigureInfo& info : matrix_view().info().figures)
        for (std::size_t count = 1; count <= changes.size(); ++count)
            for (const Language language : test::complete_languages())
                for (const Theme theme : {Theme::light, Theme::dark})
                    for (const bool data : {false, true}) {
                        SCOPED_TRACE(fmt::format("{} x{} {} {} data {}", info.id, count, language.id(),
                                                 static_cast<int>(theme), data));
                        std::vector<Variant> variants;
                        for (std::size_t i = 0; i < count; ++i) {
                            const Values values = with(matrix_view(), changes[i]);
                            variants.push_back({values,
                                                data ? test::shared_data(matrix_view(), values,
                                                                         small_request(), cpu_engine())
                                                     : nullptr,
                                                count > 1 ? "variant " + std::to_string(i) : ""});
                        }
                        for (const Cursor& cursor : cursors) {
                            const Style style{theme, language};
                            const Figure figure = matrix_view().figure(info.id, variants, style, cursor);
                            EXPECT_EQ(figure.main.size(), info.id == "profile" ? 0U : count);
                            EXPECT_EQ(figure.companions.size(), info.id == "matrix" ? 0U : 1U);
                            EXPECT_FALSE(figure.title.empty());
                            expect_drawable(figure, style);
                            EXPECT_FALSE(matrix_view().readout(variants, style, cursor).heads.empty());
                        }
                    }
}

// A figure must be right with exactly the arrays that it declares.
TEST(PositionMatrixFigure, NeedsNoMoreThanItSays) {
    for (const FigureInfo& info : matrix_view().info().figures) {
        const Values values = with(matrix_view(), {{"length", "64"}, {"w", "8"}});
        SampleRequest all = small_request();
        all.width = all.height = 64;  // not pooled
        SampleRequest named = all;
        named.arrays.assign(info.arrays.begin(), info.arrays.end());
        const auto painted = [&](const SampleRequest& request) {
            const std::vector<Variant> variants =
                test::alone(values, test::shared_data(matrix_view(), values, request, cpu_engine()));
            return paint_text(
                layout(matrix_view().figure(info.id, variants, {}, {}), fixed_width_metrics(), {}).draw);
        };
        EXPECT_EQ(painted(named), painted(all)) << info.id;
    }
}

TEST(PositionMatrixFigure, APartHasAnOverviewOfTheWhole) {
    const auto figure_of = [](const std::vector<std::pair<std::string, std::string>>& parameters,
                              Language language) {
        const Values values = with(matrix_view(), parameters);
        return matrix_view().figure(
            "main",
            test::alone(values, test::shared_data(matrix_view(), values, small_request(), cpu_engine())),
            {Theme::light, language}, {});
    };
    EXPECT_FALSE(figure_of({{"length", "1000"}}, Language::english).overview);
    const Figure part = figure_of({{"length", "1000"}, {"rows", "200:300"}}, Language::english);
    ASSERT_TRUE(part.overview);
    EXPECT_EQ(part.overview->title, "Overview");
    EXPECT_EQ(figure_of({{"length", "1000"}, {"rows", "200:300"}}, test::chinese()).overview->title, "总览");
    EXPECT_EQ(part.overview->rows.begin, 200);
    EXPECT_EQ(part.overview->rows.end, 300);
    EXPECT_EQ(part.overview->columns.size(), 1000);
    EXPECT_EQ(part.overview->total_rows, 1000);
    ASSERT_TRUE(part.overview->values);
    EXPECT_EQ(part.overview->values->size(), 128U * 128U);
}

std::vector<std::string> curves_of(const std::string& map) {
    std::vector<std::string> names;
    const Figure figure =
        matrix_view().figure("profile", test::alone(with(matrix_view(), {{"map", map}})), {}, {});
    for (const Mark& mark : figure.companions.front().marks)
        if (const auto* line = std::get_if<LineMark>(&mark)) names.push_back(line->label);
    return names;
}

TEST(PositionMatrixFigure, FewMapsAreShownBesideTheChosenOne) {
    EXPECT_EQ(curves_of("pi"),
              (std::vector<std::string>{"RoPE", "ReRoPE", "Leaky ReRoPE", "Self-Extend", "PI"}));
    EXPECT_EQ(curves_of("sinks"),
              (std::vector<std::string>{"RoPE", "PI", "ReRoPE", "Leaky ReRoPE", "Self-Extend", "Sinks"}));
}

TEST(PositionMatrixFigure, ThePointerTellsDistanceAndPosition) {
    const Values values =
        with(matrix_view(), {{"length", "1048576"}, {"w", "65536"}, {"map", "leaky-rerope"}, {"k", "8"}});
    const Figure figure =
        matrix_view().figure("main", test::alone(values), {}, {true, false, 0, 262144.5, 655360.5});
    ASSERT_TRUE(figure.main.front().pointer);
    EXPECT_EQ(figure.main.front().pointer->tip_label, "Δ 393,216 →");
    EXPECT_EQ(figure.main.front().pointer->tip_value, "106,496");
    ASSERT_EQ(figure.companions.front().pointer->dots.size(), 1U);
    EXPECT_EQ(figure.companions.front().pointer->dots.front().label, "106,496");
    const Figure masked =
        matrix_view().figure("main", test::alone(values), {}, {true, false, 0, 655360.5, 262144.5});
    EXPECT_EQ(masked.main.front().pointer->tip_value, "");
}

TEST(PositionMatrixFigure, LanguagesAndThemesDiffer) {
    const std::vector<Variant> variants = test::alone(matrix_view().defaults());
    const auto painted = [&](Style style) {
        LayoutOptions options;
        options.theme = style.theme;
        return paint_text(
            layout(matrix_view().figure("main", variants, style, {}), fixed_width_metrics(), options).draw);
    };
    EXPECT_NE(painted({Theme::light, Language::english}), painted({Theme::light, test::chinese()}));
    EXPECT_NE(painted({Theme::light, Language::english}), painted({Theme::dark, Language::english}));
    EXPECT_NE(painted({Theme::light, test::chinese()}).find("位置矩阵"), std::string::npos);
}

/// The number after the last "=" of the last line, the value of the formula.
double value_of(const std::vector<std::string>& formula) {
    const std::string line = plain_text_of(formula.back());
    const auto equals = line.rfind("= ");
    return test::read_number(line.substr(equals + 2));
}

TEST(PositionMatrixReadout, FormulasHoldTheirNumbersAndComeToThePosition) {
    const Values base = with(matrix_view(), {{"length", "3000"},
                                             {"w", "100"},
                                             {"k", "7"},
                                             {"group", "6"},
                                             {"chunk", "90"},
                                             {"local", "20"},
                                             {"sinks", "5"},
                                             {"recent", "40"}});
    const std::vector<std::string> maps{
        "rope", "pi", "rerope", "leaky-rerope", "inv-leaky-rerope", "self-extend", "dual-chunk", "sinks"};
    for (std::size_t m = 0; m < maps.size(); ++m)
        for (const auto& [i, j] : {std::pair{2999, 0},
                                   {2999, 2999},
                                   {1500, 3},
                                   {1500, 1450},
                                   {160, 60},
                                   {101, 0},
                                   {150, 20},
                                   {30, 12}}) {
            SCOPED_TRACE(fmt::format("{} i {} j {}", maps[m], i, j));
            const std::vector<Variant> variants = test::alone(with(matrix_view(), {{"map", maps[m]}}, base));
            const Readout readout = matrix_view().readout(variants, {}, {true, false, 0, j + 0.5, i + 0.5});
            EXPECT_EQ(test::read_number(readout.heads[0].value), i);
            EXPECT_EQ(test::read_number(readout.heads[1].value), j);
            EXPECT_EQ(test::read_number(readout.heads[2].value), i - j);
            PositionMapSpec spec{
                OneOf<PositionMap>::at(m), 100, 7, 6, GroupShift::decode, 90, 20, 5, 40, true};
            const double position = position_at(position_plan(spec), i, j);
            if (is_masked(position)) {
                EXPECT_EQ(readout.formula.size(), 1);  // the definition remains, without numbers
                EXPECT_EQ(readout.rows.front().value, "–");
                continue;
            }
            ASSERT_EQ(readout.formula.size(), 2U);
            EXPECT_NEAR(value_of(readout.formula), position, 0.5e-4 + 1e-12)
                << readout.formula.back();  // four decimals
            EXPECT_NEAR(test::read_number(readout.rows.front().value), position, 0.5e-6 + 1e-12)
                << "six decimals";
            const std::string line = plain_text_of(readout.formula.back());
            const bool beyond = i - j >= 100;
            const auto mentions = [&](std::int64_t number) {
                return line.find(fmt::format("{}", number)) != std::string::npos || number > 999;
            };
            if (maps[m] == "pi" || (beyond && maps[m].find("leaky") != std::string::npos)) {
                EXPECT_TRUE(mentions(i - j)) << line;
                EXPECT_TRUE(mentions(7)) << line;
            }
            if (beyond && maps[m].find("rerope") != std::string::npos) {
                EXPECT_TRUE(mentions(100)) << line;
            }
        }
}

TEST(PositionMatrixReadout, MirroredCellsSayMinus) {
    const std::vector<Variant> variants = test::alone(with(matrix_view(), {{"causal", "false"}}));
    const Readout readout = matrix_view().readout(variants, {}, {true, false, 0, 812.5, 300.5});
    EXPECT_EQ(test::read_number(readout.heads[2].value), -512);
    EXPECT_EQ(test::read_number(readout.rows.front().value), -(256 + (512 - 256) / 16.0));
    EXPECT_EQ(plain_text_of(readout.formula[1]), "p(−Δ) = 256 + (512 − 256)/16 = 272");
    EXPECT_EQ(plain_text_of(readout.formula[2]), "p(Δ) = −p(−Δ) = −272");
}

TEST(PositionMatrixReadout, EveryFormulaIsUnderstood) {
    const std::uint64_t seed = test::test_seed();
    for (const Choice& map : choices_of<PositionMap>())
        for (const char* const causal : {"true", "false"})
            for (const Language language : test::complete_languages())
                for (std::uint64_t n = 0; n < 40; ++n) {
                    Values values = random_values(matrix_view().parameters(), seed + n);
                    values = matrix_view().adjusted(
                        with(matrix_view(), {{"map", std::string(map.id)}, {"causal", causal}}, values));
                    const std::uint64_t bits = random_bits(seed, 5, n);
                    const Cursor cursor{true, false, 0, static_cast<double>(bits & 0xFFFU),
                                        static_cast<double>(bits >> 52U)};
                    const Readout readout =
                        matrix_view().readout(test::alone(values), {Theme::light, language}, cursor);
                    const std::string block = joined_lines(readout.formula);
                    SCOPED_TRACE(block);
                    const FormulaBox box =
                        layout_formula(parse_formula(block), fixed_width_metrics(), {17, {}, {}, 272});
                    test::expect_sound({box.width, box.height, box.commands});
                    EXPECT_EQ(readout.formula.front().find("live"), std::string::npos)
                        << "the definition has no numbers";
                    EXPECT_EQ(readout.formula.size() == 1, readout.rows.front().value == "–");
                    EXPECT_NE(plain_text_of(block).find("p("), std::string::npos);
                    EXPECT_EQ(latex_of(block).find("live"), std::string::npos);
                }
}

TEST(PositionMatrixReadout, WithoutACursorItIsTheLastQuery) {
    const std::vector<Variant> variants = test::alone(matrix_view().defaults());
    const Readout readout = matrix_view().readout(variants, {}, {});
    EXPECT_EQ(readout.where, "last query");
    EXPECT_EQ(readout.heads[0].value, "4095");
    EXPECT_EQ(readout.heads[1].value, "0");
}

TEST(PositionMatrixFuzz, AnyPointOfTheDomainIsDrawn) {
    const std::uint64_t seed = test::test_seed();
    const auto list = matrix_view().parameters();
    for (std::uint64_t n = 0; n < 300; ++n) {
        SCOPED_TRACE(fmt::format("seed {} point {}", seed, n));
        const Values values = matrix_view().adjusted(random_values(list, seed + n));
        const Values other = matrix_view().adjusted(random_values(list, ~(seed + n)));
        const std::uint64_t bits = random_bits(seed, 99, n);
        const Engine& engine = cpu_engine();  // the reference engine refuses matrices beyond 2^28 cells
        std::vector<Variant> variants =
            test::alone(values, test::shared_data(matrix_view(), values, small_request(), engine));
        if (bits % 3 == 0) variants.push_back({other, nullptr, "other"});
        const Style style{(bits & 8U) != 0 ? Theme::dark : Theme::light,
                          (bits & 16U) != 0 ? test::chinese() : Language::english};
        const auto length = static_cast<double>(std::get<std::int64_t>(
            values[static_cast<std::size_t>(parameter_index(matrix_view(), "length"))]));
        const Cursor cursor{bits % 4 != 0, (bits & 64U) != 0, 0,
                            length * static_cast<double>(bits >> 40U & 0xFFU) / 255.0,
                            length * static_cast<double>(bits >> 50U & 0xFFU) / 255.0};
        const auto& figures = matrix_view().info().figures;
        expect_drawable(matrix_view().figure(figures[bits % figures.size()].id, variants, style, cursor),
                        style);
        const std::string formula = joined_lines(matrix_view().readout(variants, style, cursor).formula);
        DrawList draw_list;
        draw_list.commands =
            layout_formula(parse_formula(formula), fixed_width_metrics(), {17, {}, {}, 296}).commands;
        EXPECT_FALSE(draw_list.commands.empty());
        test::expect_sound(draw_list);
        EXPECT_FALSE(latex_of(formula).empty());
        if (HasFailure()) break;
    }
}

}  // namespace
}  // namespace poslab
