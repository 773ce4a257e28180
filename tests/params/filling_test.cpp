#include "core/params/filling.hpp"

#include "core/base/errors.hpp"
#include "core/files/file_deadline.hpp"
#include "tests/support/dead_server.hpp"
#include "tests/support/patience.hpp"

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <thread>
#include <utility>
#include <vector>

namespace poslab {
namespace {

using nlohmann::json;

constexpr std::array<Choice, 3> models{{{"none", {}}, {"small", {}}, {"large", {}}}};

json of_preset(const Value& value) {
    switch (std::get<ChoiceIndex>(value).index) {
        case 1:
            return {{"config", nullptr}, {"base", 10.0}, {"size", 64}, {"elsewhere", 5}};
        case 2:
            return {{"config", nullptr}, {"base", 500.0}, {"size", 128}, {"factors", {1, 2}}};
        default:
            return json::object();
    }
}

json of_config(const Value& value) {
    const std::string& path = std::get<FileName>(value).path;
    if (path == "gone") throw InputError("gone: there is no such file");
    if (path == "wild") return {{"base", 1e9}};
    return {{"preset", "none"}, {"base", 77.0}};
}

enum Place : std::size_t { preset, config, base, size, factors };

const std::vector<Descriptor> list{
    {.id = "preset", .domain = {.choices = models}, .expand_preset = of_preset, .kind = Kind::choice},
    {.id = "config", .expand_preset = of_config, .kind = Kind::file},
    {.id = "base", .domain = {.minimum = 1, .maximum = 1e6}, .kind = Kind::real},
    {.id = "size", .domain = {.minimum = 1, .maximum = 4096}, .kind = Kind::integer},
    {.id = "factors", .domain = {.minimum = 0, .maximum = 9}, .kind = Kind::list},
};

const Values defaults{ChoiceIndex{0}, FileName{}, 2.0, std::int64_t{8}, NumberList{}};

Values with(Values values, std::vector<std::pair<std::size_t, Value>> changes) {
    for (auto& [place, value] : changes) values[place] = std::move(value);
    return values;
}

const Values small = with(defaults, {{preset, ChoiceIndex{1}}, {base, 10.0}, {size, std::int64_t{64}}});

TEST(Filling, UsesTheLastReadingOfAFileWhoseServerDoesNotAnswer) {
    const test::DeadServer server;
    const FileDeadline deadline(server.before());
    const auto parameters = [] { return filled_parameters(list, config, FileName{"file"}); };
    const json expected{{"preset", "none"}, {"base", 77.0}};
    server.hold("file");
    EXPECT_EQ(parameters(), expected) << "waits, unless a prompt filling is requested";
    {
        const PromptFilling prompt;
        EXPECT_TRUE(prompt.is_complete());
        EXPECT_THROW(static_cast<void>(parameters()), InputError);
        EXPECT_FALSE(prompt.is_complete());
    }
    server.answer("file");
    const auto is_read = [&] {
        const PromptFilling prompt;
        try {
            return parameters() == expected && prompt.is_complete();
        } catch (const InputError&) {
            return false;
        }
    };
    const auto end = std::chrono::steady_clock::now() + test::patience;
    while (!is_read() && std::chrono::steady_clock::now() < end)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    EXPECT_TRUE(is_read());
    server.hold("file");
    const auto is_complete = [&] {
        const PromptFilling prompt;
        EXPECT_EQ(parameters(), expected) << "what it set before";
        return prompt.is_complete();
    };
    while (is_complete() && std::chrono::steady_clock::now() < end)  // a late answer still counts
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    EXPECT_FALSE(is_complete()) << "it may set others now";
    server.answer("file");
}

TEST(Filling, RefusesAMissingFilePromptlyAsUsual) {
    const FileDeadline deadline({}, test::patience);
    const PromptFilling prompt;
    EXPECT_THROW(static_cast<void>(filled_parameters(list, config, FileName{"gone"})), InputError);
    EXPECT_TRUE(prompt.is_complete());
}

TEST(Filling, SetsTheParameterAndWhatItStandsFor) {
    Values values = with(defaults, {{config, FileName{"file"}}});
    set_and_fill(list, preset, ChoiceIndex{1}, values);
    EXPECT_EQ(values, small) << "the other preset is cleared, ids missing in the list are skipped";
    set_and_fill(list, config, FileName{"file"}, values);
    EXPECT_EQ(values, with(small, {{preset, ChoiceIndex{0}}, {config, FileName{"file"}}, {base, 77.0}}))
        << "parameters that the config omits are unchanged";
    set_and_fill(list, config, FileName{"other"}, values);
    EXPECT_EQ(values[config], Value(FileName{"other"}));
}

TEST(Filling, SetsNoMoreThanTheParameterAllows) {
    std::vector<Descriptor> limited = list;
    limited[size].control.max_filled = 100;
    Values values = defaults;
    set_and_fill(limited, preset, ChoiceIndex{2}, values);
    EXPECT_EQ(values[size], Value(std::int64_t{100}));
    set_and_fill(limited, preset, ChoiceIndex{1}, values);
    EXPECT_EQ(values[size], Value(std::int64_t{64})) << "a smaller value is set unchanged";
    set_all_and_fill(
        limited,
        std::vector<std::pair<std::size_t, Value>>{{size, std::int64_t{4000}}, {preset, ChoiceIndex{2}}},
        values);
    EXPECT_EQ(values[size], Value(std::int64_t{4000})) << "the user can set more";
}

TEST(Filling, LeavesEverythingAsItWasWhenItFails) {
    Values values = small;
    EXPECT_THROW(set_and_fill(list, config, FileName{"gone"}, values), InputError);
    EXPECT_EQ(values, small);
    EXPECT_THROW(set_and_fill(list, config, FileName{"wild"}, values), InputError) << "a value out of range";
    EXPECT_EQ(values, small);
    const std::vector<std::pair<std::size_t, Value>> assignments{{base, 3.0}, {config, FileName{"gone"}}};
    EXPECT_THROW(set_all_and_fill(list, assignments, values), InputError);
    EXPECT_EQ(values, small);
}

TEST(Filling, WhatIsNamedBeatsWhatFillsInWhateverOrder) {
    const std::vector<std::pair<std::size_t, Value>> named{
        {base, 3.0}, {config, FileName{"file"}}, {preset, ChoiceIndex{2}}};
    const Values expected{ChoiceIndex{2}, FileName{"file"}, 3.0, std::int64_t{128}, NumberList{{1, 2}}};
    std::vector<std::pair<std::size_t, Value>> assignments = named;
    for (int turn = 0; turn < 3; ++turn) {
        Values values = defaults;
        set_all_and_fill(list, assignments, values);
        EXPECT_EQ(values, expected);
        std::rotate(assignments.begin(), assignments.begin() + 1, assignments.end());
    }
    Values values = defaults;
    set_all_and_fill(
        list,
        std::vector<std::pair<std::size_t, Value>>{{config, FileName{"file"}}, {preset, ChoiceIndex{2}}},
        values);
    EXPECT_EQ(values[base], Value(77.0)) << "the config overrides the preset";
    EXPECT_EQ(values[size], Value(std::int64_t{128}));
}

TEST(Filling, BaselineIsWhatTheFillingOnesGive) {
    EXPECT_EQ(baseline(list, defaults, defaults), defaults);
    EXPECT_EQ(baseline(list, defaults, with(small, {{base, 99.0}, {factors, NumberList{{4}}}})), small);
    const Values both = with(small, {{config, FileName{"file"}}, {base, 77.0}});
    EXPECT_EQ(baseline(list, defaults, both), both) << "a state with both set is its own baseline";
    EXPECT_THROW(static_cast<void>(baseline(list, defaults, with(small, {{config, FileName{"gone"}}}))),
                 InputError);
}

TEST(Filling, ReadableBaselinePassesOverWhatIsGone) {
    const Values values = with(small, {{config, FileName{"gone"}}, {base, 5.0}});
    const ReadableBaseline result = readable_baseline(list, defaults, values);
    EXPECT_EQ(result.values, small);
    EXPECT_EQ(result.unreadable, std::vector<std::size_t>{config});
    EXPECT_TRUE(readable_baseline(list, defaults, small).unreadable.empty());
}

TEST(Filling, PartialJsonIsFilledAndCompleteJsonIsNot) {
    Values values = defaults;
    apply_json_and_fill(list, {{"preset", "small"}, {"size", 32}}, values);
    EXPECT_EQ(values, with(small, {{size, std::int64_t{32}}}));
    values = defaults;
    apply_json_and_fill(
        list, {{"preset", "small"}, {"config", "gone"}, {"base", 4}, {"size", 5}, {"factors", nullptr}},
        values);
    EXPECT_EQ(values, (Values{ChoiceIndex{1}, FileName{"gone"}, 4.0, std::int64_t{5}, NumberList{}}))
        << "nothing is read if everything is specified";
}

}  // namespace
}  // namespace poslab
