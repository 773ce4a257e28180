#include "core/views/comparison.hpp"

#include "core/base/masked.hpp"
#include "core/engine/engine.hpp"
#include "core/views/columns.hpp"
#include "core/views/figure_limits.hpp"
#include "core/views/registry.hpp"
#include "tests/views/view_requests.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace poslab::test {
namespace {

using How = Comparison::How;
using ParameterTexts = std::vector<std::pair<std::string, std::string>>;

/// One cell for each pair of twelve tokens.
Variant matrix_of(ParameterTexts parameters, const std::string& label) {
    parameters.emplace_back("length", "12");
    const View& view = find_view("position-matrix");
    Values values = view.checked(with(view, parameters));
    SampleRequest request;
    request.arrays = {"positions"};
    auto data = shared_data(view, values, request, reference_engine());
    return {std::move(values), std::move(data), label};
}

Figure figure_of(const std::vector<Variant>& variants, const Comparison& comparison) {
    return compared_figure(find_view("position-matrix"), "matrix", variants, {}, {}, comparison);
}

std::vector<const HeatMapMark*> maps_of(const Panel& panel) {
    std::vector<const HeatMapMark*> maps;
    for (const Mark& mark : panel.marks)
        if (const auto* map = std::get_if<HeatMapMark>(&mark)) maps.push_back(map);
    return maps;
}

const std::vector<Variant>& rope_and_rerope() {
    static const std::vector<Variant> two{matrix_of({{"map", "rope"}}, "RoPE"),
                                          matrix_of({{"map", "rerope"}, {"w", "4"}}, "ReRoPE")};
    return two;
}

TEST(Comparison, TheDifferenceOfRopeAndRerope) {
    const Figure figure = figure_of(rope_and_rerope(), {How::difference});
    ASSERT_EQ(figure.main.size(), 1U);
    const auto maps = maps_of(figure.main.front());
    ASSERT_EQ(maps.size(), 1U);
    for (int i = 0; i < 12; ++i)
        for (int j = 0; j < 12; ++j) {
            const double value = (*maps[0]->values)[static_cast<std::size_t>(12 * i + j)];
            if (j > i)
                EXPECT_TRUE(is_masked(value)) << i << " " << j;
            else  // max(Δ − w, 0): what ReRoPE cuts off (article 9708)
                EXPECT_EQ(value, std::max(i - j - 4, 0)) << i << " " << j;
        }
    EXPECT_EQ(maps[0]->scale.map, ColorMap::signed_diverging);
    EXPECT_EQ(maps[0]->scale.low, -maps[0]->scale.high);
    EXPECT_GE(maps[0]->scale.high, 7) << "of 11 − 4";
    EXPECT_EQ(figure.bars.size(), 1U);
    EXPECT_EQ(figure.bars.front().scale, maps[0]->scale);
    EXPECT_EQ(figure.main.front().title, "RoPE − ReRoPE w 4") << "in print, too, which has no subtitle";
    EXPECT_TRUE(figure.main.front().titled);
}

TEST(Comparison, NumbersAreMadeAnewOnlyForOthers) {
    const auto& two = rope_and_rerope();
    const View& view = find_view("position-matrix");
    ComparisonCache cache;
    const auto numbers = [&](const std::vector<Variant>& variants, const Comparison& how) {
        const Figure figure = compared_figure(view, "matrix", variants, {}, {}, how, &cache);
        const Column values = maps_of(figure.main.front()).at(0)->values;
        const Figure anew = figure_of(variants, how);
        const Column expected = maps_of(anew.main.front()).at(0)->values;
        EXPECT_TRUE(std::equal(values->begin(), values->end(), expected->begin(), expected->end(),
                               [](double a, double b) { return a == b || (is_masked(a) && is_masked(b)); }));
        return values;
    };
    const Column difference = numbers(two, {How::difference});
    EXPECT_EQ(numbers(two, {How::difference}), difference);
    const Column wiped = numbers(two, {How::wipe, 0.5});
    EXPECT_EQ(numbers(two, {How::wipe, 0.5}), wiped);
    EXPECT_NE(numbers(two, {How::wipe, 0.25}), wiped);
    EXPECT_NE(numbers({two[1], two[0]}, {How::difference}), difference);
}

TEST(Comparison, MatricesHaveOneColorMapAndOneScale) {
    const std::vector<ParameterTexts> maps{
        {{"map", "rope"}}, {{"map", "rerope"}, {"w", "4"}}, {{"map", "leaky-rerope"}, {"w", "4"}}};
    const auto variants_of = [&](const std::vector<ParameterTexts>& all, const char* causal) {
        std::vector<Variant> variants;
        for (ParameterTexts parameters : all) {
            parameters.emplace_back("causal", causal);
            variants.push_back(matrix_of(parameters, parameters[0].second));
        }
        return variants;
    };
    for (const char* causal : {"true", "false"})
        for (const auto& order : {std::vector{0U, 1U, 2U}, std::vector{2U, 0U}, std::vector{1U, 0U}}) {
            std::vector<ParameterTexts> chosen;
            for (const unsigned n : order) chosen.push_back(maps[n]);
            const Figure figure = figure_of(variants_of(chosen, causal), {});
            ASSERT_EQ(figure.main.size(), order.size());
            ASSERT_EQ(figure.bars.size(), 1U);
            for (const Panel& panel : figure.main)
                EXPECT_EQ(maps_of(panel).at(0)->scale, figure.bars[0].scale);
            EXPECT_EQ(figure.bars[0].scale.middle, 4) << "the colours of inside and outside w";
            EXPECT_EQ(figure.bars[0].scale.high, 11) << "the largest position of RoPE";
        }
    const Figure two_windows = figure_of(variants_of({maps[1], {{"map", "rerope"}, {"w", "6"}}}, "true"), {});
    ASSERT_EQ(two_windows.bars.size(), 1U);
    EXPECT_EQ(two_windows.bars[0].scale.map, ColorMap::viridis) << "there is no common w";
}

TEST(Comparison, TheReadoutOfTwoTellsTheirDifference) {
    const Cursor over{true, false, 0, 1.5, 11.5, "matrix"};  // query 11, key 1
    const Readout readout = find_view("position-matrix").readout(rope_and_rerope(), {}, over);
    const auto row = std::find_if(readout.rows.begin(), readout.rows.end(),
                                  [](const auto& one) { return one.label == "Difference"; });
    ASSERT_NE(row, readout.rows.end());
    EXPECT_EQ(row->value, "6") << "10 - 4";
}

TEST(Comparison, AWipeShowsEachOnItsSide) {
    const auto& two = rope_and_rerope();
    for (const double share : {0.0, 0.25, 0.5, 1.0}) {
        SCOPED_TRACE(share);
        const Figure figure = figure_of(two, {How::wipe, share});
        ASSERT_EQ(figure.main.size(), 1U);
        std::vector<double> seen(144, 1e9);
        for (const HeatMapMark* map : maps_of(figure.main.front())) {
            ASSERT_EQ(std::ssize(*map->values), map->height * map->width);
            for (std::int64_t row = 0; row < 12; ++row)
                for (std::int64_t column = 0; column < map->width; ++column)
                    seen[static_cast<std::size_t>(12 * row + map->columns.begin + column)] =
                        (*map->values)[static_cast<std::size_t>(row * map->width + column)];
        }
        for (std::size_t cell = 0; cell < seen.size(); ++cell) {
            const bool left = static_cast<double>(cell % 12) < 12 * share;
            const double expected = (*two[left ? 0 : 1].data->find("positions")->data)[cell];
            EXPECT_TRUE(seen[cell] == expected || (is_masked(seen[cell]) && is_masked(expected))) << cell;
        }
    }
}

TEST(Comparison, WhatIsNotOfTheSameCellsStaysSideBySide) {
    std::vector<Variant> two{rope_and_rerope()};
    const View& view = find_view("position-matrix");
    two[1].values = view.checked(with(view, {{"map", "rerope"}, {"length", "13"}}));
    for (const How how : {How::difference, How::wipe}) {
        const Figure figure = figure_of(two, {how});
        EXPECT_EQ(figure.main.size(), 2U);
        ASSERT_FALSE(figure.warnings.empty());
        EXPECT_NE(figure.warnings.back().find("side by side"), std::string::npos);
    }
}

TEST(Comparison, ANumberThatIsNoneIsNotMasked) {
    std::vector<Variant> two{rope_and_rerope()};
    Data data = *two[0].data;
    for (Array& array : data.arrays)
        if (array.name == "positions") {
            NumberBuffer values = *array.data;
            values[12 * 5] = std::nan("");
            array.data = std::make_shared<const NumberBuffer>(std::move(values));
        }
    two[0].data = std::make_shared<const Data>(std::move(data));
    const Figure figure = figure_of(two, {How::difference});
    const double value = (*maps_of(figure.main.front()).at(0)->values)[12 * 5];
    EXPECT_TRUE(std::isnan(value));
    EXPECT_FALSE(is_masked(value));
}

TEST(Comparison, EveryFigureTakesItBeforeAndAfterItIsComputed) {
    for (const View* view : all_views())
        for (const FigureInfo& info : view->info().figures) {
            SCOPED_TRACE(std::string(view->info().id) + " " + std::string(info.id));
            SampleRequest request;
            request.width = request.height = 64;
            request.arrays.assign(info.arrays.begin(), info.arrays.end());
            const Variant variant{view->defaults(),
                                  shared_data(*view, view->defaults(), request, cpu_engine()), "one"};
            const Variant none{view->defaults(), nullptr, "other"};
            for (const auto& variants :
                 {std::vector{variant, variant}, std::vector{variant, none}, std::vector{none, variant}})
                for (const How how : {How::side_by_side, How::difference, How::wipe}) {
                    const Figure figure = compared_figure(*view, info.id, variants, {}, {}, {how});
                    EXPECT_GT(figure.main.size() + figure.companions.size(), 0U);
                }
            const Figure marginal =
                compared_figure(*view, info.id, std::vector{variant, variant}, {}, {}, {});
            if (!shows_two(marginal)) continue;
            const Figure difference =
                compared_figure(*view, info.id, std::vector{variant, variant}, {}, {}, {How::difference});
            for (const Panel& panel : difference.main)
                for (const HeatMapMark* map : maps_of(panel))
                    for (const double value : *map->values)
                        EXPECT_TRUE(!std::isfinite(value) || value == 0) << "of two that are the same";
        }
}

TEST(Comparison, FiguresOfOneSetOfParametersShowEachOfSeveral) {
    struct Case {
        const char *view, *figure;
        ParameterTexts other;
    };
    const std::vector<Case> cases{
        {"memory", "speeds", {{"order", "16"}}},   {"memory", "sizes", {{"order", "16"}}},
        {"memory", "constant", {{"order", "8"}}},  {"rope-2d", "matrices", {{"theta", "2"}}},
        {"rope-2d", "flattened", {{"grid", "8"}}}, {"rope-2d", "similarity", {{"dim", "32"}}},
        {"rope-2d", "patch", {{"dim", "32"}}},     {"rope-2d", "claims", {{"theta", "2"}}}};
    for (const Case& tested : cases) {
        SCOPED_TRACE(std::string(tested.view) + " " + tested.figure);
        const View& view = find_view(tested.view);
        SampleRequest request;
        for (const FigureInfo& info : view.info().figures)
            if (info.id == tested.figure) request.arrays.assign(info.arrays.begin(), info.arrays.end());
        std::vector<Variant> two;
        for (const ParameterTexts& parameters : {ParameterTexts{}, tested.other}) {
            const Values values = view.checked(with(view, parameters));
            two.push_back({values, shared_data(view, values, request, cpu_engine()),
                           parameters.empty() ? "first" : "second"});
        }
        std::vector<Figure> single;
        for (const Variant& variant : two) {
            Variant alone = variant;
            alone.label.clear();
            single.push_back(view.figure(tested.figure, {&alone, 1}, {}, {}));
        }
        const Figure both = view.figure(tested.figure, two, {}, {});
        ASSERT_EQ(both.main.size(), single[0].main.size() + single[1].main.size());
        ASSERT_EQ(both.companions.size(), single[0].companions.size() + single[1].companions.size());
        FigureLimits limits;
        for (const Figure& figure : single) include(limits_of(figure), limits);
        for (const ScaleLimits& scale : limits_of(both).scales)
            EXPECT_TRUE(std::any_of(limits.scales.begin(), limits.scales.end(),
                                    [&](const ScaleLimits& all) { return all.scale == scale.scale; }))
                << scale.place << ": equal colours mean equal numbers";
        for (std::size_t n = 0; n < both.main.size(); ++n) {
            const bool first = n < single[0].main.size();
            const Panel& own_panel = first ? single[0].main[n] : single[1].main[n - single[0].main.size()];
            EXPECT_TRUE(both.main[n].title.starts_with(first ? "first" : "second")) << both.main[n].title;
            EXPECT_TRUE(both.main[n].title.ends_with(own_panel.title)) << both.main[n].title;
            EXPECT_EQ(both.main[n].marks.size(), own_panel.marks.size());
        }
        // Over a panel of the second variant, the readout is that variant's.
        const Cursor over{true, false, single[0].main.size(), 1, 1, tested.figure};
        const Readout readout = view.readout(two, {}, over);
        ASSERT_FALSE(readout.rows.empty());
        EXPECT_EQ(readout.rows.front().label, both.main.size() > single[0].main.size() ? "second" : "first");
    }
}

}  // namespace
}  // namespace poslab::test
