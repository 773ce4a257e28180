// After a change the window draws the previous data until new ones arrive: nothing may be read that they do
// not contain.
#include "core/engine/engine.hpp"
#include "core/figure/layout.hpp"
#include "core/views/comparison.hpp"
#include "core/views/marks.hpp"
#include "core/views/registry.hpp"
#include "tests/support/random_values.hpp"
#include "tests/views/check_draw_list.hpp"
#include "tests/views/view_requests.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>

namespace poslab::test {
namespace {

class OldData : public testing::TestWithParam<const View*> {};

/// Changes those of `values` that need no new preparation to random ones in their domains.
Values looked_at_otherwise(const View& view, Values values, std::uint64_t seed) {
    const Values anywhere = random_values(view.parameters(), seed);
    for (std::size_t n = 0; n < values.size(); ++n)
        if (const Stage stage = view.parameters()[n].stage; stage == Stage::sample || stage == Stage::window)
            values[n] = anywhere[n];
    return view.adjusted(values);
}

std::shared_ptr<const Data> data_of(const View& view, const FigureInfo& info, const Values& values,
                                    const Held& prepared) {
    SampleRequest request;
    request.arrays = {info.arrays.begin(), info.arrays.end()};
    return std::make_shared<const Data>(view.sample(values, prepared, request, cpu_engine(), Job{}));
}

void draw(const View& view, const FigureInfo& info, const Values& values,
          const std::shared_ptr<const Data>& data) {
    const std::vector<Variant> shown = alone(values, data);
    const Figure figure = compared_figure(view, info.id, shown, {}, {}, {});
    expect_sound(layout(figure, fixed_width_metrics(), {}).draw);
    for (std::size_t panel = 0; panel < figure.main.size(); ++panel) {
        const Axis &x = figure.main[panel].x, &y = figure.main[panel].y;
        for (const double at : {0.0, 0.5, 1.0}) {
            const Cursor cursor{true,
                                false,
                                panel,
                                x.low + at * (x.high - x.low),
                                y.low + at * (y.high - y.low),
                                std::string(info.id)};
            static_cast<void>(view.readout(shown, {}, cursor));
            static_cast<void>(compared_figure(view, info.id, shown, {}, cursor, {}));
        }
    }
}

TEST_P(OldData, AreDrawnUnderWhateverIsLookedAtNow) {
    const View& view = *GetParam();
    Values values = view.defaults();
    // of a language model's text: one is enough here
    for (const std::string_view count : {"pieces", "needles"})
        if (const int at = parameter_index(view, count); at >= 0)
            values[static_cast<std::size_t>(at)] = std::int64_t{1};
    const Held prepared = view.prepare(values, cpu_engine(), Job{});
    for (const FigureInfo& info : view.info().figures) {
        const auto data = data_of(view, info, values, prepared);
        for (std::uint64_t seed = 0; seed < 6; ++seed) {
            SCOPED_TRACE(testing::Message() << info.id << ", seed " << seed);
            draw(view, info, looked_at_otherwise(view, values, seed), data);
        }
    }
}

/// Limits at the ends of the numbers' range, and as close to each other as they can be.
TEST_P(OldData, AreDrawnOnAnyAxes) {
    constexpr std::array<std::string_view, 11> settings{"-8e307:8e307",
                                                        "0:1e-300",
                                                        "1:1.00000000000002",
                                                        "9007199254740992:9007199254741100",
                                                        "1e17:1.00000000000002e17",
                                                        "-1e300:-9.999999999999e299",
                                                        "log:5e-324:1.7e308",
                                                        "log:1:1.00000000000002",
                                                        "symlog:-8e307:8e307",
                                                        "symlog:0:1e-300",
                                                        "symlog:1e17:1.00000000000002e17"};
    const View& view = *GetParam();
    const int axes = parameter_index(view, "axes");
    if (axes < 0) GTEST_SKIP() << "no plots";
    const Values values = view.defaults();
    const Held prepared = view.prepare(values, cpu_engine(), Job{});
    for (const FigureInfo& info : view.info().figures) {
        const auto data = data_of(view, info, values, prepared);
        for (const std::string_view setting : settings)
            for (const std::string_view axis : {"x", "y", "x2", "y2"}) {
                const std::string text = fmt::format("{}/{}:{}", info.id, axis, setting);
                SCOPED_TRACE(text);
                Values on_axis = values;
                const auto place = static_cast<std::size_t>(axes);
                on_axis[place] = parse_value(view.parameters()[place], text);
                draw(view, info, view.adjusted(on_axis), data);
            }
    }
}

INSTANTIATE_TEST_SUITE_P(Views, OldData, testing::ValuesIn(all_views().begin(), all_views().end()),
                         [](const auto& view) {
                             std::string name(view.param->info().id);
                             std::ranges::replace(name, '-', '_');
                             return name;
                         });

TEST(HeatMap, HasNoLayerBeyondTheLast) {
    Array array{"maps", {2, 2, 3}, {"n", "rows", "columns"}, {{0, 2}, {0, 2}, {0, 3}}, "", nullptr};
    array.data = std::make_shared<const NumberBuffer>(std::vector<double>(12, 0.5));
    EXPECT_EQ(heat_map(&array, {}, 1).values->size(), 6U);
    EXPECT_EQ(heat_map(&array, {}, 2).values, nullptr);
    EXPECT_EQ(heat_map(nullptr, {}, 0).values, nullptr);
}

}  // namespace
}  // namespace poslab::test
