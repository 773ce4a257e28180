#include "core/engine/attention.hpp"
#include "core/base/errors.hpp"
#include "core/base/masked.hpp"
#include "core/encoding/plan.hpp"
#include "core/encoding/precision.hpp"
#include "core/encoding/rotation.hpp"
#include "core/engine/cosine_sum.hpp"
#include "core/engine/each_operation.hpp"
#include "core/engine/engine.hpp"
#include "core/engine/field.hpp"
#include "core/engine/legs_scan.hpp"
#include "core/engine/rotation_residual.hpp"
#include "core/figure/layout.hpp"
#include "core/figure/palette.hpp"
#include "core/hippo/state_extent.hpp"
#include "tests/views/attention_requests.hpp"

#include <cmath>
#include <numeric>

namespace poslab::test {
namespace {

constexpr double exact = 1e-12;

/// The cpu engine, which records whose attention it computed.
class SeenVectors final : public EachOperation<SeenVectors> {
  public:
    [[nodiscard]] std::string_view name() const override { return "cpu"; }
    [[nodiscard]] Precision precision() const override { return cpu_engine().precision(); }
    [[nodiscard]] Message unsupported_reason(Operation operation, double size) const override {
        return cpu_engine().unsupported_reason(operation, size);
    }
    [[nodiscard]] bool is_slow(Operation operation, double size) const override {
        return cpu_engine().is_slow(operation, size);
    }
    template <class SampleContext>
    [[nodiscard]] auto each(const SampleContext& context, const Job& job) const {
        if constexpr (std::is_same_v<SampleContext, operation::Attention>) queries = context.input.queries;
        return cpu_engine().run(context, job);
    }

    mutable std::shared_ptr<const TokenVectors> queries;
};

std::string refusal(const ParameterTexts& parameters) {
    try {
        static_cast<void>(attention_data(parameters));
    } catch (const Error& error) {
        return error.what();
    }
    return {};
}

TEST(AttentionView, ValuesAreMeansOfTheRows) {
    const Data data =
        attention_data({{"length", "60"}, {"dim", "8"}, {"w", "8"}, {"train-length", "16"}, {"map", "rope"}});
    EXPECT_EQ(data.number("tokens"), 60);
    EXPECT_EQ(data.number("cells"), 60 * 61 / 2);
    for (const auto& [value, rows] :
         {std::pair{"mean_entropy", "entropy"}, std::pair{"mean_distance", "mean_distance"},
          std::pair{"near_mass", "near_mass"}, std::pair{"beyond_mass", "beyond_mass"}}) {
        const auto& numbers = array(data, rows);
        EXPECT_NEAR(data.number(value), std::accumulate(numbers.begin(), numbers.end(), 0.0) / 60, exact)
            << value;
    }
    const auto& map = array(data, "map");
    const auto& row = array(data, "row");
    ASSERT_EQ(map.size(), 3600U);
    double near = 0, beyond = 0, distance = 0, entropy = 0;
    for (std::size_t j = 0; j < 60; ++j) {
        const double weight = map[59 * 60 + j];
        EXPECT_NEAR(row[j], weight, exact);
        near += 59 - j < 8 ? weight : 0;
        beyond += 59 - j > 15 ? weight : 0;
        distance += weight * static_cast<double>(59 - j);
        entropy -= weight * std::log(weight);
    }
    EXPECT_NEAR(array(data, "near_mass")[59], near, exact);
    EXPECT_NEAR(array(data, "beyond_mass")[59], beyond, exact);
    EXPECT_NEAR(array(data, "mean_distance")[59], distance, exact);
    EXPECT_NEAR(array(data, "entropy")[59], entropy, exact);
    EXPECT_NEAR(array(data, "normalized_entropy")[59], entropy / std::log(60), exact);
    EXPECT_TRUE(is_masked(array(data, "normalized_entropy")[0]));
}

// weight_by_distance and its value under uniform weights, by counting cells.
TEST(AttentionView, DistancesAreMeansOverRowsThatHaveThem) {
    for (const char* map : {"rope", "sinks", "dual-chunk"})
        for (const char* bias : {"none", "window"})
            for (const char* causal : {"true", "false"}) {
                const Data data = attention_data({{"length", "40"},
                                                  {"dim", "4"},
                                                  {"map", map},
                                                  {"bias", bias},
                                                  {"w", "9"},
                                                  {"causal", causal},
                                                  {"sinks", "3"},
                                                  {"recent", "8"},
                                                  {"chunk", "16"},
                                                  {"local", "4"}});
                const auto& weights = array(data, "map");
                const bool one_side = std::string(causal) == "true";
                const auto& found = array(data, "weight_by_distance");
                const auto& uniform = array(data, "uniform_by_distance");
                ASSERT_EQ(found.size(), one_side ? 40U : 79U);
                for (std::int64_t distance = one_side ? 0 : -39; distance < 40; ++distance) {
                    double sum = 0, share = 0;
                    int rows = 0;
                    for (std::int64_t i = 0; i < 40; ++i) {
                        const std::int64_t j = i - distance;
                        if (j < 0 || j >= 40 || is_masked(weights[static_cast<std::size_t>(40 * i + j)]))
                            continue;
                        const auto begin = weights.begin() + 40 * i;
                        const auto keys = std::count_if(begin, begin + 40,
                                                        [](double weight) { return !is_masked(weight); });
                        sum += weights[static_cast<std::size_t>(40 * i + j)];
                        share += 1 / static_cast<double>(keys);
                        ++rows;
                    }
                    const auto n = static_cast<std::size_t>(distance + (one_side ? 0 : 39));
                    ASSERT_EQ(is_masked(found[n]), rows == 0) << map << bias << causal << distance;
                    ASSERT_EQ(is_masked(uniform[n]), rows == 0) << map << bias << causal << distance;
                    if (rows == 0) continue;
                    ASSERT_NEAR(found[n], sum / rows, exact) << map << bias << causal << distance;
                    ASSERT_NEAR(uniform[n], share / rows, exact) << map << bias << causal << distance;
                }
            }
}

TEST(AttentionView, RatioToUniformIsOneWithoutContent) {
    const Data data = attention_data(
        {{"length", "300"}, {"dim", "4"}, {"map", "rerope"}, {"w", "0"}, {"source", "constant"}},
        cpu_engine(), asking({"distance_step", "ratio_to_uniform"}));
    const auto& ratio = array(data, "ratio_to_uniform");
    const auto& steps = array(data, "distance_step");
    EXPECT_EQ(steps.front(), 1);
    EXPECT_GT(ratio.size(), 50U);
    for (const double value : ratio)
        EXPECT_NEAR(value, 1, 1e-5) << "all keys have equal weight without rotation";
}

TEST(AttentionView, WindowsArePartsOfTheWhole) {
    for (const char* show : {"weights", "logits", "difference", "near", "far"}) {
        const ParameterTexts all{{"length", "80"}, {"dim", "8"}, {"w", "10"}, {"k", "4"}, {"show", show}};
        ParameterTexts part = all;
        part.insert(part.end(), {{"rows", "30:70"}, {"cols", "5:45"}});
        const Data whole = attention_data(all), window = attention_data(part);
        const auto& a = array(whole, "map");
        const auto& b = array(window, "map");
        ASSERT_EQ(b.size(), 1600U);
        for (std::size_t i = 0; i < 40; ++i)
            for (std::size_t j = 0; j < 40; ++j) {
                const double left = b[40 * i + j], right = a[80 * (i + 30) + j + 5];
                ASSERT_EQ(is_masked(left), is_masked(right)) << show;
                if (!is_masked(left)) {
                    ASSERT_NEAR(left, right, exact) << show;
                }
            }
        const auto& sums = array(window, "log_sum_exp");
        EXPECT_EQ(sums, array(whole, "log_sum_exp")) << "rows are those of the whole matrix";
    }
}

TEST(AttentionView, ZoomingAgainNeedsNoSecondPass) {
    const View& view = attention();
    const Values values = attention_values({{"length", "200"}, {"dim", "8"}});
    const auto prepared = view.prepare(values, cpu_engine(), {});
    const Data first = view.sample(values, prepared, {}, cpu_engine(), {});
    Values zoomed = values;
    zoomed[static_cast<std::size_t>(parameter_index(view, "rows"))] = Interval{100, 120, true};
    zoomed[static_cast<std::size_t>(parameter_index(view, "cols"))] = Interval{80, 120, true};
    const Data second = view.sample(zoomed, prepared, {}, cpu_engine(), {});
    EXPECT_EQ(array(first, "entropy"), array(second, "entropy"));
    for (std::size_t i = 0; i < 20; ++i)
        for (std::size_t j = 0; j <= i; ++j)
            EXPECT_NEAR(array(second, "map")[40 * i + j], array(first, "map")[200 * (100 + i) + 80 + j],
                        1e-6);
}

// An engine that caches vectors on its device identifies them by their address.
TEST(AttentionView, VectorsStayWhileTheMapChanges) {
    const View& view = attention();
    const auto parameters = [](const char* w, const char* seed) {
        return attention_values(
            {{"length", "60"}, {"dim", "8"}, {"map", "rerope"}, {"w", w}, {"seed", seed}});
    };
    const SeenVectors seen;
    const auto data = [&](const Values& values, const Held& reusable) {
        const Held prepared = view.prepare(values, seen, {}, reusable);
        return std::pair{view.sample(values, prepared, {}, seen, {}), view.reusable(prepared)};
    };
    const auto [first, cache] = data(parameters("8", "1"), nullptr);
    const std::shared_ptr<const TokenVectors> queries = seen.queries;
    const auto [second, second_cache] = data(parameters("16", "1"), cache);
    EXPECT_EQ(seen.queries, queries);
    EXPECT_EQ(array(second, "entropy"), array(data(parameters("16", "1"), nullptr).first, "entropy"));
    EXPECT_NE(array(second, "entropy"), array(first, "entropy"));
    const auto [other, ignored] = data(parameters("16", "2"), second_cache);
    EXPECT_NE(seen.queries, queries) << "of another seed";
    EXPECT_EQ(array(other, "entropy"), array(data(parameters("16", "2"), nullptr).first, "entropy"));
}

TEST(AttentionView, DifferenceIsTheMapLessRoPE) {
    const ParameterTexts parameters{
        {"length", "50"}, {"dim", "8"}, {"w", "6"}, {"map", "sinks"}, {"recent", "12"}};
    ParameterTexts rope = parameters, less = parameters;
    rope[3] = {"map", "rope"};
    less.emplace_back("show", "difference");
    const Data plain = attention_data(rope), difference = attention_data(less);
    const auto& b = array(plain, "map");
    const Data again = attention_data(parameters);
    const auto& c = array(again, "map");
    for (std::size_t n = 0; n < 2500; ++n) {
        if (is_masked(b[n])) continue;
        EXPECT_NEAR(array(difference, "map")[n], (is_masked(c[n]) ? 0 : c[n]) - b[n], exact)
            << "evicted keys have weight 0 in the map";
    }
}

TEST(AttentionView, ThePooledMaximumOfADifferenceIsThatOfACell) {
    const ParameterTexts parameters{{"length", "37"}, {"dim", "4"},           {"map", "rerope"},
                                    {"w", "2"},       {"show", "difference"}, {"causal", "false"}};
    ParameterTexts pooled = parameters;
    pooled.insert(pooled.end(), {{"pool", "max"}, {"resolution", "5x7"}});
    const Data cells = attention_data(parameters), largest = attention_data(pooled);
    for (std::size_t a = 0; a < 7; ++a)
        for (std::size_t b = 0; b < 5; ++b) {
            double most = -1;
            for (std::size_t i = a * 37 / 7; i < (a + 1) * 37 / 7; ++i)
                for (std::size_t j = b * 37 / 5; j < (b + 1) * 37 / 5; ++j)
                    most = std::max(most, array(cells, "map")[37 * i + j]);
            EXPECT_NEAR(array(largest, "map")[5 * a + b], most, exact) << a << ", " << b;
        }
}

TEST(AttentionView, ThePooledMeanOfADifferenceCountsEvictedKeys) {
    const ParameterTexts parameters{{"length", "37"}, {"dim", "4"},    {"map", "sinks"},
                                    {"sinks", "1"},   {"recent", "4"}, {"show", "difference"}};
    ParameterTexts pooled = parameters;
    pooled.insert(pooled.end(), {{"pool", "mean"}, {"resolution", "5x7"}});
    const Data cells = attention_data(parameters), means = attention_data(pooled);
    for (std::size_t a = 0; a < 7; ++a)
        for (std::size_t b = 0; b < 5; ++b) {
            double sum = 0, count = 0;
            for (std::size_t i = a * 37 / 7; i < (a + 1) * 37 / 7; ++i)
                for (std::size_t j = b * 37 / 5; j < (b + 1) * 37 / 5; ++j) {
                    const double cell = array(cells, "map")[37 * i + j];
                    sum += is_masked(cell) ? 0 : cell;
                    count += is_masked(cell) ? 0 : 1;
                }
            const double mean = array(means, "map")[5 * a + b];
            EXPECT_EQ(is_masked(mean), count == 0) << a << ", " << b;
            if (count == 0) continue;
            EXPECT_NEAR(mean, sum / count, exact) << a << ", " << b;
        }
}

TEST(AttentionView, HeadsSideBySideAreTheHeadsAlone) {
    const ParameterTexts parameters{{"length", "40"}, {"dim", "8"}, {"bias", "alibi"}, {"heads", "4"}};
    ParameterTexts all = parameters;
    all.emplace_back("head", "all");
    std::vector<int> seen;
    SampleRequest request;
    request.publish = [&](const Data& data) {
        EXPECT_TRUE(data.partial);
        seen.push_back(1);
    };
    const Data together = attention_data(all, cpu_engine(), request);
    EXPECT_EQ(seen.size(), 3U) << "each head is shown when it is complete";
    ASSERT_EQ(together.find("map")->shape, (std::vector<std::int64_t>{4, 40, 40}));
    for (std::size_t head = 0; head < 4; ++head) {
        ParameterTexts texts = parameters;
        texts.insert(texts.end(), {{"head", std::to_string(head)}, {"slope-head", std::to_string(head + 1)}});
        const Data alone = attention_data(texts);
        for (std::size_t n = 0; n < 1600; ++n)
            if (!is_masked(array(alone, "map")[n])) {
                EXPECT_NEAR(array(together, "map")[1600 * head + n], array(alone, "map")[n], 1e-6);
            }
        EXPECT_NEAR(array(together, "head_distance")[head], alone.number("mean_distance"), 1e-4);
        EXPECT_NEAR(array(together, "head_entropy")[head], alone.number("mean_normalized_entropy"), 1e-5);
    }
}

TEST(AttentionView, HeadsSideBySideShareOnePointer) {
    const View& view = find_view("attention");
    Values values = view.checked(
        with(view, {{"length", "24"}, {"dim", "8"}, {"heads", "3"}, {"head", "all"}, {"bias", "alibi"}}));
    auto data = shared_data(view, values, {}, cpu_engine());
    const std::vector<Variant> one{{std::move(values), std::move(data), ""}};
    Cursor cursor;
    cursor.active = true;
    cursor.panel = 1;
    cursor.x = 5.5;
    cursor.y = 17.5;
    const Figure figure = view.figure(view.info().figures.front().id, one, {}, cursor);
    ASSERT_GE(figure.main.size(), 3U);
    for (std::size_t head = 0; head < 3; ++head) {
        ASSERT_TRUE(figure.main[head].pointer) << head;
        EXPECT_EQ(figure.main[head].pointer->x, 5);
        EXPECT_EQ(figure.main[head].pointer->y, 17);
        EXPECT_FALSE(figure.main[head].pointer->tip_value.empty()) << "each shows its own value";
    }
}

TEST(AttentionView, RefusesWhatDoesNotFit) {
    EXPECT_EQ(refusal({{"map", "rope"}, {"show", "far"}}),
              "--show far: map rope has one pass; maps with two are rerope, leaky-rerope, inv-leaky-rerope, "
              "self-extend, dual-chunk");
    EXPECT_EQ(refusal({{"source", "needle"}, {"length", "50"}, {"needle-position", "50"}}),
              "--needle-position 50: must be below the length 50");
    EXPECT_EQ(refusal({{"length", "50"}, {"row", "50"}}), "--row 50: must be below the length 50, or last");
    EXPECT_EQ(refusal({{"head", "8"}}), "--head 8: must be below --heads 8, or all");
    EXPECT_EQ(refusal({{"length", "50"}, {"rows", "10:60"}}),
              "--rows 10:60: must be within 0:50 (length 50)");
    EXPECT_NE(refusal({{"source", "file"}}).find("no file is chosen"), std::string::npos);
}

// Both fast engines agree for anything a slider may set, over random parameters of small size.
TEST(AttentionView, EveryParameterSetGivesAnAnswer) {
    const View& view = attention();
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        Values values = view.defaults();
        for (std::size_t i = 0; i < values.size(); ++i) {
            const Descriptor& d = view.parameters()[i];
            if (d.kind == Kind::choice && d.id != "preset" && d.id != "source")
                values[i] =
                    ChoiceIndex{static_cast<std::int32_t>(random_bits(seed, 1, i) % d.domain.choices.size())};
            if (d.kind == Kind::toggle) values[i] = random_bits(seed, 2, i) % 2 == 0;
            if (d.id == "length") values[i] = static_cast<std::int64_t>(1 + random_bits(seed, 3, i) % 40);
            if (d.id == "dim") values[i] = std::int64_t{8};
            if (d.id == "w") values[i] = static_cast<std::int64_t>(random_bits(seed, 4, i) % 30);
        }
        values = view.adjusted(values);
        const Data a = computed(view, values, {}, reference_engine()),
                   b = computed(view, values, {}, cpu_engine());
        const auto &x = array(a, "map"), &y = array(b, "map");
        ASSERT_EQ(x.size(), y.size()) << seed;
        for (std::size_t n = 0; n < x.size(); ++n) {
            ASSERT_EQ(is_masked(x[n]), is_masked(y[n])) << seed;
            if (!is_masked(x[n])) {
                ASSERT_NEAR(x[n], y[n], 1e-4 * (1 + std::abs(x[n]))) << seed;
            }
        }
    }
}

/// The border between the passes is drawn on weights and on logits, with a light line under the dark one,
/// since maps have dark and light ends.
TEST(AttentionFigure, TheWindowIsBorderedOnWeightsAndLogits) {
    for (const char* show : {"weights", "logits"})
        for (const Theme theme : {Theme::light, Theme::dark}) {
            const Values values =
                attention_values({{"map", "rerope"}, {"w", "8"}, {"length", "32"}, {"show", show}});
            const auto data = shared_data(attention(), values, asking({"map"}), cpu_engine());
            const Figure figure =
                attention().figure("map", std::vector<Variant>{{values, data, ""}}, {theme}, {});
            const auto& marks = figure.main.at(0).marks;
            const auto border = std::find_if(marks.begin(), marks.end(), [](const Mark& mark) {
                const auto* boundary = std::get_if<BoundaryMark>(&mark);
                return boundary != nullptr && boundary->kind == BoundaryMark::Kind::window &&
                       boundary->label == "Δ = w";
            });
            ASSERT_NE(border, marks.end()) << show;
            for (const Point& point : std::get<BoundaryMark>(*border).points)
                EXPECT_NEAR(point.y - point.x, 7.5, 0.51) << "cells i − j ≥ 8 lie on one side";
            const Layout placed = layout(figure, fixed_width_metrics(), {600, 500, 24, false, theme});
            std::vector<Color> strokes;
            for (const DrawCommand& command : placed.draw.commands)
                if (const auto* line = std::get_if<Polyline>(&command);
                    line != nullptr && line->points.size() > 30)
                    strokes.push_back(line->color);
            ASSERT_EQ(strokes.size(), 2U);
            EXPECT_EQ(strokes[0], rgb(0xFFFFFF));
            EXPECT_EQ(strokes[1], rgb(0x101216));
        }
}

}  // namespace
}  // namespace poslab::test
