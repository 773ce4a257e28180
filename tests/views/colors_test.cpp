#include "core/views/colors.hpp"

#include "core/engine/engine.hpp"
#include "core/views/comparison.hpp"
#include "core/views/registry.hpp"
#include "tests/views/view_requests.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <utility>
#include <vector>

namespace poslab::test {
namespace {

Variant attention(const std::vector<std::pair<std::string, std::string>>& more) {
    const View& view = find_view("attention");
    std::vector<std::pair<std::string, std::string>> parameters{{"length", "16"}};
    parameters.insert(parameters.end(), more.begin(), more.end());
    Values values = view.checked(with(view, parameters));
    auto data = shared_data(view, values, {}, reference_engine());
    return {std::move(values), std::move(data), "x"};
}

/// The colour maps of everything coloured in a figure.
std::set<ColorMap> maps_in(const Figure& figure) {
    std::set<ColorMap> maps;
    for (const Panel& panel : figure.main)
        for (const Mark& mark : panel.marks)
            if (const auto* map = std::get_if<HeatMapMark>(&mark)) maps.insert(map->scale.map);
    for (const ColorBar& bar : figure.bars) maps.insert(bar.scale.map);
    return maps;
}

Figure figure_with_colors(const std::vector<Variant>& variants, const Comparison& how = {}) {
    return compared_figure(find_view("attention"), find_view("attention").info().figures.front().id, variants,
                           {}, {}, how);
}

TEST(Colors, OfMagnitudesAndOfSignedValuesAreChosenApart) {
    EXPECT_EQ(maps_in(figure_with_colors({attention({})})), std::set{ColorMap::viridis});
    EXPECT_EQ(maps_in(figure_with_colors({attention({{"colors", "magma"}, {"signed-colors", "blue-red"}})})),
              std::set{ColorMap::magma});
    const Variant logits =
        attention({{"show", "logits"}, {"colors", "magma"}, {"signed-colors", "purple-green"}});
    EXPECT_EQ(maps_in(figure_with_colors({logits})), std::set{ColorMap::purple_green});
}

TEST(Colors, OfADifferenceAreTheSignedOnes) {
    const Figure figure = figure_with_colors({attention({{"signed-colors", "blue-red"}}),
                                              attention({{"signed-colors", "blue-red"}, {"map", "rope"}})},
                                             {Comparison::How::difference});
    EXPECT_EQ(maps_in(figure), std::set{ColorMap::blue_red});
}

TEST(Colors, AreOfferedWhereTheyShow) {
    const Figure figure = figure_with_colors({attention({})});
    const View& view = find_view("attention");
    const auto offered = [&](std::string_view id) {
        return shows_colors_of(figure,
                               view.parameters()[static_cast<std::size_t>(parameter_index(view, id))]);
    };
    EXPECT_TRUE(offered("colors"));
    EXPECT_FALSE(offered("signed-colors"));
}

TEST(Colors, EveryChoiceIsAMapOfItsOwn) {
    std::set<ColorMap> maps;
    std::size_t choices = 0;
    for (const Descriptor& descriptor : find_view("attention").parameters()) {
        if (descriptor.control.widget != Widget::colors) continue;
        choices += descriptor.domain.choices.size();
        for (const Choice& choice : descriptor.domain.choices) {
            const auto map = find_color_map(choice.id);
            ASSERT_TRUE(map) << choice.id;
            maps.insert(*map);
        }
    }
    EXPECT_EQ(choices, 7U);
    EXPECT_EQ(maps.size(), choices);
}

/// Relative luminance (IEC 61966-2-1).
double light_of(Color color) {
    const auto linear = [](double c) {
        return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(color.r / 255.0) + 0.7152 * linear(color.g / 255.0) +
           0.0722 * linear(color.b / 255.0);
}

TEST(Colors, GetLighterOrDarkerAllTheWay) {
    for (const ColorMap map : {ColorMap::viridis, ColorMap::cividis, ColorMap::magma, ColorMap::grey}) {
        const ColorTable& table = color_table(map);
        const double way = light_of(table.back()) > light_of(table.front()) ? 1 : -1;
        for (std::size_t n = 8; n < table.size(); ++n)
            EXPECT_GT(way * (light_of(table[n]) - light_of(table[n - 8])), -1e-3)
                << static_cast<int>(map) << " " << n;
    }
    for (const ColorMap map : {ColorMap::signed_diverging, ColorMap::blue_red, ColorMap::purple_green})
        for (std::size_t n = 8; n < 128; ++n) {
            EXPECT_GT(light_of(color_table(map)[n]), light_of(color_table(map)[n - 8])) << "to the middle";
            EXPECT_GT(light_of(color_table(map)[255 - n]), light_of(color_table(map)[255 - n + 8]));
        }
}

// grafana/grafana#8539: two pictures can be compared by their colours only if the colours mean the same.
TEST(Colors, KeepTheLimitsThatTheyAreGiven) {
    const Figure free = figure_with_colors({attention({})}),
                 held = figure_with_colors({attention({{"axes", "c:0:0.25"}})});
    ASSERT_EQ(held.bars.size(), 1U);
    EXPECT_EQ(held.bars[0].scale.low, free.bars[0].scale.low) << "a logarithmic scale has no 0";
    EXPECT_EQ(held.bars[0].scale.high, 0.25);
    EXPECT_NE(free.bars[0].scale.high, 0.25);
    EXPECT_TRUE(held.bars[0].open_high) << "larger values have the last colour";
    for (const Panel& panel : held.main)
        for (const Mark& mark : panel.marks)
            if (const auto* map = std::get_if<HeatMapMark>(&mark)) {
                EXPECT_EQ(map->scale, held.bars[0].scale);
            }
    ASSERT_TRUE(held.overview || !free.overview);
    if (held.overview) {
        EXPECT_EQ(held.overview->scale.high, 0.25);
    }
    EXPECT_EQ(figure_with_colors({attention({{"axes", "c2:0:0.25"}})}).bars[0].scale, free.bars[0].scale)
        << "there is one bar";
    const Figure two = figure_with_colors(
        {attention({{"axes", "c:0:0.25"}}), attention({{"axes", "c:0:0.25"}, {"map", "rope"}})});
    EXPECT_EQ(two.bars[0].scale.high, 0.25);
}

/// Weights are at most 1, although rounding may exceed 1 slightly.
TEST(Colors, EndAtOneForWeights) {
    for (const char* scale : {"log", "linear"})
        for (const char* map : {"rope", "rerope"})
            for (const char* length : {"2", "3", "7", "12", "13", "100"}) {
                const Figure figure = figure_with_colors({attention({{"source", "constant"},
                                                                     {"map", map},
                                                                     {"w", "0"},
                                                                     {"length", length},
                                                                     {"scale", scale}})});
                EXPECT_LE(figure.bars.at(0).scale.high, 1) << scale << " " << map << " " << length;
            }
}

TEST(Colors, OfGreyAreLightOnDarkGround) {
    const Variant grey = attention({{"colors", "grey"}});
    const std::vector<Variant> one{grey};
    const Figure dark = compared_figure(
        find_view("attention"), find_view("attention").info().figures.front().id, one, {Theme::dark}, {}, {});
    EXPECT_EQ(maps_in(figure_with_colors(one)), std::set{ColorMap::grey});
    EXPECT_EQ(maps_in(dark), std::set{ColorMap::grey_dark});
    EXPECT_GT(light_of(color_table(ColorMap::grey_dark).back()),
              light_of(color_table(ColorMap::grey_dark).front()));
}

}  // namespace
}  // namespace poslab::test
