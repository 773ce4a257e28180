#include "core/params/json.hpp"

#include "core/base/errors.hpp"
#include "core/views/registry.hpp"
#include "core/views/view.hpp"
#include "tests/support/random_values.hpp"
#include "tests/support/seed.hpp"

#include <gtest/gtest.h>

namespace poslab {
namespace {

using nlohmann::json;

std::string refusal(const json& parameters) {
    const View& view = find_view("position-matrix");
    Values values = view.defaults();
    try {
        apply_json(view.parameters(), parameters, values);
        return "accepted";
    } catch (const UsageError& error) {
        EXPECT_EQ(values, view.defaults()) << "half applied: " << parameters.dump();
        return error.what();
    }
}

TEST(ParameterJson, RoundTripsThroughText) {
    const std::uint64_t seed = test::test_seed();
    for (const View* view : all_views())
        for (std::uint64_t n = 0; n <= 1000; ++n) {
            SCOPED_TRACE("seed " + std::to_string(seed) + " point " + std::to_string(n));
            const Values values = n == 0 ? view->defaults() : random_values(view->parameters(), seed + n);
            const std::string text = to_json(view->parameters(), values).dump();
            Values back = random_values(view->parameters(), ~n);
            apply_json(view->parameters(), json::parse(text), back);
            EXPECT_EQ(back, values) << text;
        }
}

TEST(ParameterJson, TypesAreThoseOfTheContract) {
    const View& view = find_view("position-matrix");
    Values values = view.defaults();
    apply_json(view.parameters(), json::parse(R"({"rows": "10:20", "resolution": "30x20", "k": 2.5})"),
               values);
    const auto written = to_json(view.parameters(), values);
    EXPECT_EQ(written["map"], "leaky-rerope");
    EXPECT_TRUE(written["w"].is_number_integer());
    EXPECT_EQ(written["k"], 2.5);
    EXPECT_EQ(written["causal"], true);
    EXPECT_EQ(written["rows"], "10:20");
    EXPECT_TRUE(written["cols"].is_null());
    EXPECT_EQ(written["resolution"], "30x20");
    EXPECT_EQ(written.size(), view.parameters().size());
    EXPECT_EQ(written.begin().key(), "map") << "in the order of the list";
}

TEST(ParameterJson, NamesOnlyWhatItSets) {
    const View& view = find_view("position-matrix");
    Values values = view.defaults();
    apply_json(view.parameters(), json::parse(R"({"w": 1e3, "rows": null})"), values);
    Values expected = view.defaults();
    expected[static_cast<std::size_t>(parameter_index(view, "w"))] = std::int64_t{1000};
    EXPECT_EQ(values, expected);
}

TEST(ParameterJson, RefusesAndChangesNothing) {
    EXPECT_EQ(refusal(json::parse(R"({"w": 5, "window": 5})")), "unknown parameter 'window'");
    EXPECT_EQ(refusal(json::parse(R"({"k": 2, "w": -1})")),
              "--w -1: must be a whole number in [0, 16777216]");
    EXPECT_EQ(refusal(json::parse(R"({"k": 2, "w": 1.5})")),
              "--w 1.5: must be a whole number in [0, 16777216]");
    for (const char* text : {R"({"w": true})",
                             R"({"w": null})",
                             R"({"w": [5]})",
                             R"({"w": {}})",
                             R"({"w": "five"})",
                             R"({"w": 1e18})",
                             R"({"w": 99999999999999999999999})",
                             R"({"map": 3})",
                             R"({"map": "RoPE"})",
                             R"({"map": true})",
                             R"({"map": null})",
                             R"({"causal": 1})",
                             R"({"causal": null})",
                             R"({"rows": 5})",
                             R"({"rows": [0, 5]})",
                             R"({"rows": "5:5"})",
                             R"({"resolution": 8})",
                             R"({"": 1})",
                             "[]",
                             "5",
                             "null",
                             "\"w\""})
        EXPECT_NE(refusal(json::parse(text)), "accepted") << text;
    json not_a_number;
    not_a_number["k"] = std::numeric_limits<double>::quiet_NaN();
    EXPECT_NE(refusal(not_a_number), "accepted");
    not_a_number["k"] = std::numeric_limits<double>::infinity();
    EXPECT_NE(refusal(not_a_number), "accepted");
}

}  // namespace
}  // namespace poslab
