#include "core/params/number_text.hpp"

#include "core/base/errors.hpp"
#include "core/views/registry.hpp"
#include "core/views/view.hpp"

#include <gtest/gtest.h>

namespace poslab::test {
namespace {

TEST(NumberText, ReadsWhatPeopleType) {
    EXPECT_EQ(read_number("12"), 12);
    EXPECT_EQ(read_number("+0.5"), 0.5);
    EXPECT_EQ(read_number("-1e-3"), -1e-3);
    EXPECT_EQ(read_number("2^12"), 4096);
    EXPECT_EQ(read_number("2^-1"), 0.5);
    EXPECT_EQ(read_number("500k"), 500'000);
    EXPECT_EQ(read_number("1.5M"), 1'500'000);
    EXPECT_EQ(read_number("128K", 1024), 131'072);
    EXPECT_EQ(read_number("1M", 1024), 1'048'576);
    EXPECT_EQ(read_number("２＾１０"), 1024);
    EXPECT_EQ(read_number("１２．５"), 12.5);
    EXPECT_EQ(read_number("－４ｋ", 1024), -4096);
}

TEST(NumberText, WhatIsNoNumberIsNone) {
    for (const char* text : {"", "k", "2^", "^2", "2^^3", "4kk", "4 k", "4m", "0x10", "1e400", "10^400",
                             "-2^0.5", "nan", "inf", "+-1", "1e308k", "\xff", "１２a"})
        EXPECT_EQ(read_number(text), std::nullopt) << text;
}

TEST(NumberText, ThousandsOfTokensArePowersOfTwoOthersAreThousands) {
    const View& view = find_view("frequencies");
    const auto parse = [&](std::string_view id, std::string_view text) {
        return parse_value(view.parameters()[static_cast<std::size_t>(parameter_index(view, id))], text);
    };
    EXPECT_EQ(parse("length", "128k"), Value{std::int64_t{131'072}});
    EXPECT_EQ(parse("length", "2^17"), Value{std::int64_t{131'072}});
    EXPECT_EQ(parse("base", "500k"), Value{500'000.0});
    EXPECT_THROW((void)parse("length", "0.3k"), UsageError) << "307.2 tokens";
}

}  // namespace
}  // namespace poslab::test
