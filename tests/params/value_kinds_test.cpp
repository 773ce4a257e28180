// Optional numbers, lists and files: what the command line may say, what it may not, and what is written back.
#include "core/errors.hpp"
#include "core/params/descriptor.hpp"
#include "core/params/json.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

namespace poslab {
namespace {

constexpr Descriptor scale{.id = "scale", .minimum = 0, .maximum = 10, .open_minimum = true, .kind = Kind::optional_real};
constexpr Descriptor factors{.id = "factors", .minimum = -2, .maximum = 100, .kind = Kind::list};
constexpr Descriptor sections{.id = "sections", .minimum = 1, .maximum = 64, .whole = true, .kind = Kind::list};
constexpr Descriptor config{.id = "config", .kind = Kind::file};

struct Case {
    const Descriptor& descriptor;
    std::string text;
    std::optional<std::string> written;  // none: refused
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
    {factors, "none", "none"},
    {factors, "", "none"},
    {factors, "1", "1"},
    {factors, "1,2.5,-2", "1,2.5,-2"},
    {factors, "1, 2 ,3", "1,2,3"},
    {factors, many(most_numbers), many(most_numbers)},
    {factors, many(most_numbers + 1), std::nullopt},
    {factors, "1,,2", std::nullopt},
    {factors, ",", std::nullopt},
    {factors, "1,", std::nullopt},
    {factors, "1;2", std::nullopt},
    {factors, "1,x", std::nullopt},
    {factors, "1,101", std::nullopt},
    {factors, "-3", std::nullopt},
    {factors, "inf", std::nullopt},
    {factors, "[1,2]", std::nullopt},
    {sections, "16,24,24", "16,24,24"},
    {sections, "1e1", "10"},
    {sections, "16.5", std::nullopt},
    {sections, "0", std::nullopt},
    {config, "none", "none"},
    {config, "", "none"},
    {config, "./none", "./none"},
    {config, "a b/c,d=e.json#part", "a b/c,d=e.json#part"},
    {config, "配置.json", "配置.json"},
    {config, std::string(4096, 'a'), std::string(4096, 'a')},
    {config, std::string(4097, 'a'), std::nullopt},
    {config, std::string("a\0b", 3), std::nullopt},
};

TEST(ValueKinds, GoodTextsAreTakenAndBadOnesRefused) {
    for (const Case& one : cases) {
        SCOPED_TRACE(std::string(one.descriptor.id) + " '" + one.text.substr(0, 40) + "'");
        try {
            const Value value = parse_value(one.descriptor, one.text);
            ASSERT_TRUE(one.written.has_value()) << "taken as " << to_string(one.descriptor, value);
            EXPECT_EQ(to_string(one.descriptor, value), *one.written);
            EXPECT_EQ(parse_value(one.descriptor, *one.written), value);
            EXPECT_NO_THROW(check_value(one.descriptor, value));
            Values back{parse_value(one.descriptor, one.descriptor.kind == Kind::file ? "x" : "5")};
            const auto json = nlohmann::json::parse(to_json({&one.descriptor, 1}, {value}).dump());
            apply_json({&one.descriptor, 1}, json, back);
            EXPECT_EQ(back.front(), value) << json.dump();
        } catch (const UsageError& error) {
            EXPECT_FALSE(one.written.has_value()) << error.what();
            EXPECT_TRUE(std::string(error.what()).starts_with("--" + std::string(one.descriptor.id) + " ")) << error.what();
            EXPECT_LT(std::string(error.what()).size(), 10'000U);
        }
    }
}

TEST(ValueKinds, UnsetIsNullInJson) {
    const std::vector<Descriptor> list{scale, factors, config};
    const Values unset{OptionalReal{}, NumberList{}, FileName{}};
    const auto json = to_json(list, unset);
    for (const auto& [id, value] : json.items()) EXPECT_TRUE(value.is_null()) << id;
    Values back{OptionalReal{3, true}, NumberList{{1}}, FileName{"a"}};
    apply_json(list, nlohmann::json::parse(json.dump()), back);
    EXPECT_EQ(back, unset);
}

TEST(ValueKinds, JsonOfAnotherTypeIsRefused) {
    for (const char* text : {R"({"factors": [1, "2"]})", R"({"factors": [[1]]})", R"({"factors": {"a": 1}})",
                             R"({"factors": true})", R"({"factors": [null]})"}) {
        Values values{NumberList{{7}}};
        EXPECT_THROW(apply_json({&factors, 1}, nlohmann::json::parse(text), values), UsageError) << text;
        EXPECT_EQ(values.front(), Value(NumberList{{7}})) << "half applied";
    }
}

}  // namespace
}  // namespace poslab
