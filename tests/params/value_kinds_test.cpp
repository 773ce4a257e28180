// Optional numbers, lists, files and multiple choices: what the command line accepts, what it refuses, and
// what is written back.
#include "core/base/errors.hpp"
#include "core/params/descriptor.hpp"
#include "core/params/json.hpp"
#include "core/params/parameters.hpp"
#include "tests/support/random_values.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace poslab {
namespace {

constexpr Descriptor scale{.id = "scale",
                           .domain = {.minimum = 0, .maximum = 10, .open_minimum = true},
                           .kind = Kind::optional_real};
constexpr Descriptor factor_list{
    .id = "factors", .domain = {.minimum = -2, .maximum = 100}, .kind = Kind::list};
constexpr Descriptor sections{
    .id = "sections", .domain = {.minimum = 1, .maximum = 64, .whole = true}, .kind = Kind::list};
constexpr Descriptor config_file{.id = "config", .kind = Kind::file};

constexpr std::array<Choice, 4> biases{
    {{"alibi", "ALiBi"_tr}, {"t5", "T5"_tr}, {"kerple-log", "KERPLE (log)"_tr}, {"xpos", "xPos"_tr}}};
constexpr Descriptor compare{.id = "compare", .domain = {.choices = biases}, .kind = Kind::choice_list};

struct Case {
    const Descriptor& descriptor;
    std::string text;
    std::optional<std::string> written;  // empty: refused
};

std::string many(std::size_t count) {
    std::string text = "1";
    for (std::size_t i = 1; i < count; ++i) text += ",1";
    return text;
}

const std::vector<Case> cases{
    {scale, "auto", "auto"},
    {scale, "1.5", "1.5"},
    {scale, "+2", "2"},
    {scale, "1e-3", "0.001"},
    {scale, "10", "10"},
    {scale, "0", std::nullopt},
    {scale, "10.000001", std::nullopt},
    {scale, "Auto", std::nullopt},
    {scale, "", std::nullopt},
    {scale, "nan", std::nullopt},
    {scale, "none", std::nullopt},
    {factor_list, "none", "none"},
    {factor_list, "", "none"},
    {factor_list, "1", "1"},
    {factor_list, "1,2.5,-2", "1,2.5,-2"},
    {factor_list, "1, 2 ,3", "1,2,3"},
    {factor_list, many(max_numbers), many(max_numbers)},
    {factor_list, many(max_numbers + 1), std::nullopt},
    {factor_list, "1,,2", std::nullopt},
    {factor_list, ",", std::nullopt},
    {factor_list, "1,", std::nullopt},
    {factor_list, "1;2", std::nullopt},
    {factor_list, "1,x", std::nullopt},
    {factor_list, "1,101", std::nullopt},
    {factor_list, "-3", std::nullopt},
    {factor_list, "inf", std::nullopt},
    {factor_list, "[1,2]", std::nullopt},
    {sections, "16,24,24", "16,24,24"},
    {sections, "1e1", "10"},
    {sections, "16.5", std::nullopt},
    {sections, "0", std::nullopt},
    {compare, "none", "none"},
    {compare, "alibi", "alibi"},
    {compare, "xpos,alibi", "alibi,xpos"},  // in the order of the choices, whatever the order of the input
    {compare, "t5,t5, alibi ,t5", "alibi,t5"},
    {compare, "kerple-log,xpos,t5,alibi", "alibi,t5,kerple-log,xpos"},
    {compare, "", std::nullopt},
    {compare, " ", std::nullopt},
    {compare, ",", std::nullopt},
    {compare, "alibi,", std::nullopt},
    {compare, "alibi,,t5", std::nullopt},
    {compare, "alibi,none", std::nullopt},
    {compare, "none,none", std::nullopt},
    {compare, "ALiBi", std::nullopt},
    {compare, "alibi t5", std::nullopt},
    {compare, "alibi;t5", std::nullopt},
    {compare, "[alibi]", std::nullopt},
    {compare, "kerple", std::nullopt},
    {compare, "0", std::nullopt},
    {compare, "true", std::nullopt},
    {config_file, "none", "none"},
    {config_file, "", "none"},
    {config_file, "./none", "./none"},
    {config_file, "a b/c,d=e.json#part", "a b/c,d=e.json#part"},
    {config_file, "配置.json", "配置.json"},
    {config_file, std::string(4096, 'a'), std::string(4096, 'a')},
    {config_file, std::string(4097, 'a'), std::nullopt},
    {config_file, std::string("a\0b", 3), std::nullopt},
};

TEST(ValueKinds, GoodTextsAreTakenAndBadOnesRefused) {
    for (const Case& tested : cases) {
        SCOPED_TRACE(std::string(tested.descriptor.id) + " '" + tested.text.substr(0, 40) + "'");
        try {
            const Value value = parse_value(tested.descriptor, tested.text);
            ASSERT_TRUE(tested.written.has_value()) << "taken as " << to_string(tested.descriptor, value);
            EXPECT_EQ(to_string(tested.descriptor, value), *tested.written);
            EXPECT_EQ(parse_value(tested.descriptor, *tested.written), value);
            EXPECT_NO_THROW(check_value(tested.descriptor, value));
            const bool choices = tested.descriptor.kind == Kind::choice_list;
            Values back{parse_value(tested.descriptor, tested.descriptor.kind == Kind::file ? "x"
                                                       : choices                            ? "t5"
                                                                                            : "5")};
            const auto json = nlohmann::json::parse(to_json({&tested.descriptor, 1}, {value}).dump());
            apply_json({&tested.descriptor, 1}, json, back);
            EXPECT_EQ(back.front(), value) << json.dump();
        } catch (const UsageError& error) {
            EXPECT_FALSE(tested.written.has_value()) << error.what();
            EXPECT_TRUE(std::string(error.what()).starts_with("--" + std::string(tested.descriptor.id) + " "))
                << error.what();
            EXPECT_LT(std::string(error.what()).size(), 10'000U);
        }
    }
}

TEST(ValueKinds, UnsetIsNullInJson) {
    const std::vector<Descriptor> list{scale, factor_list, config_file, compare};
    const Values unset{OptionalReal{}, NumberList{}, FileName{}, ChoiceList{}};
    const auto json = to_json(list, unset);
    for (const auto& [id, value] : json.items()) EXPECT_TRUE(value.is_null()) << id;
    Values back{OptionalReal{3, true}, NumberList{{1}}, FileName{"a"}, ChoiceList{{1}}};
    apply_json(list, nlohmann::json::parse(json.dump()), back);
    EXPECT_EQ(back, unset);
}

TEST(ValueKinds, JsonOfAnotherTypeIsRefused) {
    for (const char* text :
         {R"({"factor_list": [1, "2"]})", R"({"factor_list": [[1]]})", R"({"factor_list": {"a": 1}})",
          R"({"factor_list": true})", R"({"factor_list": [null]})"}) {
        Values values{NumberList{{7}}};
        EXPECT_THROW(apply_json({&factor_list, 1}, nlohmann::json::parse(text), values), UsageError) << text;
        EXPECT_EQ(values.front(), Value(NumberList{{7}})) << "half applied";
    }
}

std::string refusal_of_text(const Descriptor& descriptor, std::string_view text) {
    try {
        return "accepted as " + to_string(descriptor, parse_value(descriptor, text));
    } catch (const UsageError& error) {
        return error.what();
    }
}

TEST(ChoiceLists, ARefusalNamesParameterWordAndChoices) {
    EXPECT_EQ(range_text(compare), "none, or some of alibi, t5, kerple-log, xpos separated by commas");
    EXPECT_EQ(refusal_of_text(compare, "alibi,kerple,t5"),
              "--compare alibi,kerple,t5: must be none, or some of alibi, t5, kerple-log, xpos separated by "
              "commas (not 'kerple')");
    EXPECT_EQ(
        refusal_of_text(compare, ""),
        "--compare '': must be none, or some of alibi, t5, kerple-log, xpos separated by commas (not '')");
}

TEST(ChoiceLists, OnesThatAreNotRisingOrNotOfferedAreRefused) {
    EXPECT_NO_THROW(check_value(compare, ChoiceList{{0, 2, 3}}));
    for (const ChoiceList& bad :
         {ChoiceList{{2, 0}}, ChoiceList{{1, 1}}, ChoiceList{{-1}}, ChoiceList{{0, 4}}})
        EXPECT_THROW(check_value(compare, bad), UsageError) << bad.indices.back();
}

TEST(ChoiceLists, AreSetsWhateverTheOrderTheyWereMadeIn) {
    ChoiceList list;
    for (const std::int32_t index : {3, 0, 2, 0}) list.set(index, true);
    EXPECT_EQ(list, (ChoiceList{{0, 2, 3}}));
    EXPECT_TRUE(list.contains(2));
    EXPECT_FALSE(list.contains(1));
    list.set(2, false);
    list.set(1, false);
    EXPECT_EQ(list, (ChoiceList{{0, 3}}));
}

TEST(ChoiceLists, AreArraysInJson) {
    EXPECT_EQ(to_json({&compare, 1}, {ChoiceList{{0, 2}}}).dump(), R"({"compare":["alibi","kerple-log"]})");
    const auto read = [](const char* text) {
        Values values{ChoiceList{{1}}};
        apply_json({&compare, 1}, nlohmann::json::parse(text), values);
        return values.front();
    };
    EXPECT_EQ(read(R"({"compare": ["xpos", "alibi", "xpos"]})"), Value(ChoiceList{{0, 3}}));
    EXPECT_EQ(read(R"({"compare": []})"), Value(ChoiceList{}));
    EXPECT_EQ(read(R"({"compare": "xpos,alibi"})"), Value(ChoiceList{{0, 3}}));
    for (const char* text :
         {R"({"compare": ["alibi", "kerple"]})", R"({"compare": ["alibi,t5"]})", R"({"compare": ["none"]})",
          R"({"compare": [""]})", R"({"compare": ["alibi", 1]})", R"({"compare": [null]})",
          R"({"compare": [["alibi"]]})", R"({"compare": {"alibi": true}})", R"({"compare": ""})",
          R"({"compare": 0})", R"({"compare": true})"}) {
        Values values{ChoiceList{{1}}};
        EXPECT_THROW(apply_json({&compare, 1}, nlohmann::json::parse(text), values), UsageError) << text;
        EXPECT_EQ(values.front(), Value(ChoiceList{{1}})) << "half applied";
    }
}

TEST(ChoiceLists, AreAMemberOfAGroup) {
    struct Group {
        ChoiceList chosen{{0, 3}};
        static auto fields() {
            return std::tuple{parameter(&Group::chosen, {.id = "drawn", .domain = {.choices = biases}})};
        }
    };
    struct Params {
        Group group;
    };
    const std::vector<Descriptor> list = descriptors_of<Params>();
    ASSERT_EQ(list.size(), 1U);
    EXPECT_EQ(list.front().kind, Kind::choice_list);
    Values values = values_of(Params{});
    EXPECT_EQ(to_string(list.front(), values.front()), "alibi,xpos");
    values.front() = parse_value(list.front(), "t5");
    EXPECT_EQ(params_from<Params>(values).group.chosen, (ChoiceList{{1}}));
}

// 16 sets of four choices, all equally likely: 1000 draws miss one of them with a probability below 16
// (15/16)^1000 < 1e-26.
TEST(ChoiceLists, RandomOnesReachEverySet) {
    std::set<std::string> seen;
    for (std::uint64_t seed = 0; seed < 1000; ++seed) {
        const Values values = random_values({&compare, 1}, seed);
        EXPECT_NO_THROW(check_value(compare, values.front()));
        seen.insert(to_string(compare, values.front()));
    }
    EXPECT_EQ(seen.size(), std::size_t{1} << biases.size());
}

}  // namespace
}  // namespace poslab
