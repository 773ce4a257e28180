#include "core/engine/engine.hpp"
#include "core/figure/layout.hpp"
#include "core/params/parameters.hpp"
#include "core/views/registry.hpp"
#include "core/views/view.hpp"
#include "tests/support/random_values.hpp"
#include "tests/support/text_painter.hpp"

#include <gtest/gtest.h>

namespace poslab {
namespace {

TEST(Contract, WhatTheMapDoesNotUseIsSaidSo) {
    const View& view = find_view("position-matrix");
    const auto used = [&](const char* map, const char* id) -> bool {
        Values values = view.defaults();
        values[0] = parse_value(view.parameters()[0], map);
        return view.used(values)[static_cast<std::size_t>(parameter_index(view, id))];
    };
    // From formulas.md, position maps: the letters in each formula.
    const std::vector<std::pair<std::string, std::vector<std::string>>> letters{
        {"rope", {}},
        {"pi", {"k"}},
        {"rerope", {"w"}},
        {"leaky-rerope", {"w", "k"}},
        {"inv-leaky-rerope", {"w", "k"}},
        {"self-extend", {"w", "group", "group-shift"}},
        {"dual-chunk", {"chunk", "local"}},
        {"sinks", {"sinks", "recent"}}};
    for (const auto& [map, named] : letters)
        for (const char* id : {"w", "k", "group", "chunk", "local", "sinks", "recent"})
            EXPECT_EQ(used(map.c_str(), id), std::count(named.begin(), named.end(), id) == 1)
                << map << " " << id;
}

TEST(Contract, TracksEndAtNumbersOfTheSameView) {
    for (const View* view : all_views())
        for (const Descriptor& descriptor : view->parameters()) {
            if (descriptor.control.maximum_parameter.empty()) continue;
            SCOPED_TRACE(testing::Message() << view->info().id << " " << descriptor.id);
            const int index = parameter_index(*view, descriptor.control.maximum_parameter);
            ASSERT_GE(index, 0);
            const Kind kind = view->parameters()[static_cast<std::size_t>(index)].kind;
            EXPECT_TRUE(kind == Kind::integer || kind == Kind::real);
            EXPECT_TRUE(descriptor.kind == Kind::integer || descriptor.kind == Kind::real ||
                        descriptor.kind == Kind::optional_real);
            EXPECT_NE(descriptor.control.widget, Widget::buttons) << "it has no track";
            EXPECT_NE(descriptor.control.play.run, Play::Run::count) << "which requires a fixed range";
        }
}

// A range symmetric about 0 changes at both ends; an unset optional number is at the position that the view
// defines.
TEST(Contract, TracksFollowTheirParameter) {
    const View& view = find_view("rope-2d");
    Values values = view.defaults();
    values[static_cast<std::size_t>(parameter_index(view, "extent"))] = 2.5;
    values[static_cast<std::size_t>(parameter_index(view, "grid"))] = std::int64_t{9};
    const Descriptor x = on_track(view, values, static_cast<std::size_t>(parameter_index(view, "x1")));
    EXPECT_EQ(x.domain.minimum, -2.5);
    EXPECT_EQ(x.domain.maximum, 2.5);
    const Descriptor patch =
        on_track(view, values, static_cast<std::size_t>(parameter_index(view, "patch-x")));
    EXPECT_EQ(patch.domain.minimum, 0);
    EXPECT_EQ(patch.domain.maximum, 9);
    EXPECT_EQ(patch.control.unset_at, 4);
}

// A config may contain extreme values; a slider covers the usual range, extended to the current value.
TEST(Contract, ATrackOfItsOwnHoldsTheValue) {
    const View& view = find_view("frequencies");
    Values values = view.defaults();
    const auto factor = static_cast<std::size_t>(parameter_index(view, "factor"));
    EXPECT_EQ(on_track(view, values, factor).domain.minimum, 0.0625);
    EXPECT_EQ(on_track(view, values, factor).domain.maximum, 4096);
    values[factor] = 0.001;
    EXPECT_EQ(on_track(view, values, factor).domain.minimum, 0.001);
    values[factor] = 1e5;
    EXPECT_EQ(on_track(view, values, factor).domain.maximum, 1e5);
    EXPECT_EQ(view.parameters()[factor].domain.maximum, 1e6);
}

/// Parameters listed as idle for a figure change neither its numbers nor its drawing.
TEST(Contract, IdleParametersChangeNothing) {
    for (const View* view : all_views())
        for (const FigureInfo& figure : view->info().figures) {
            if (figure.idle.empty()) continue;
            SampleRequest request;
            request.arrays.assign(figure.arrays.begin(), figure.arrays.end());
            request.width = request.height = 9;
            // a model would take the loops minutes
            const Engine& engine = view->info().trains ? cpu_engine() : reference_engine();
            const auto picture_of = [&](const Values& values) {
                const auto prepared = view->prepare(values, engine, Job{});
                const std::vector<Variant> variants{
                    {values,
                     std::make_shared<const Data>(view->sample(values, prepared, request, engine, Job{})),
                     ""}};
                const Layout all =
                    layout(view->figure(figure.id, variants, {}, {}), fixed_width_metrics(), {});
                return paint_text(all.draw);
            };
            Values defaults = view->defaults();
            if (view->info().id == "extrapolation")  // its whole text would take the loops minutes
                defaults[static_cast<std::size_t>(parameter_index(*view, "length"))] = std::int64_t{136};
            const std::string before = picture_of(defaults);
            for (const std::string_view id : figure.idle) {
                SCOPED_TRACE(testing::Message() << view->info().id << " " << figure.id << " " << id);
                const int index = parameter_index(*view, id);
                ASSERT_GE(index, 0);
                const auto place = static_cast<std::size_t>(index);
                // a missing file is an error in every figure
                if (view->parameters()[place].kind == Kind::file) continue;
                const std::uint64_t seeds = view->info().id == "extrapolation" ? 1 : 3;
                for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
                    Values values = defaults;
                    values[place] = random_values(view->parameters(), seed)[place];
                    if (id == "start") values[place] = std::int64_t{5};   // the text is short
                    if (id == "pieces") values[place] = std::int64_t{3};  // and has only a few pieces
                    values = view->adjusted(values);
                    EXPECT_EQ(picture_of(values), before)
                        << to_string(view->parameters()[place], values[place]);
                }
            }
        }
}

TEST(Contract, OnlySlidersRunThrough) {
    for (const View* view : all_views())
        for (const Descriptor& descriptor : view->parameters()) {
            if (descriptor.control.play.run != Play::Run::through) continue;
            SCOPED_TRACE(testing::Message() << view->info().id << " " << descriptor.id);
            EXPECT_NE(descriptor.control.widget, Widget::buttons);
            EXPECT_TRUE(
                descriptor.kind == Kind::integer || descriptor.kind == Kind::real ||
                (descriptor.kind == Kind::optional_real && !descriptor.control.maximum_parameter.empty()));
        }
}

}  // namespace
}  // namespace poslab
