#include "core/controls/value_text.hpp"
#include "tests/support/languages.hpp"

#include <gtest/gtest.h>

#include <array>

namespace poslab::test {
namespace {

/// A width of one per byte.
double bytes(std::string_view text) { return static_cast<double>(text.size()); }

TEST(ValueText, AListShowsWhatFitsAndAlwaysItsLast) {
    const NumberList list{{1, 1.0199999809265137, 3, 4, 64.8}};
    EXPECT_EQ(shown_numbers(list, bytes, 100), "1, 1.02, 3, 4, 64.8");
    EXPECT_EQ(shown_numbers(list, bytes, 19), "1, 1.02, 3, 4, 64.8");
    EXPECT_EQ(shown_numbers(list, bytes, 18), "1, 1.02, …, 64.8");
    EXPECT_EQ(shown_numbers(list, bytes, 13), "1, …, 64.8");
    EXPECT_EQ(shown_numbers(list, bytes, 0), "…, 64.8");
    EXPECT_EQ(shown_numbers({{7}}, bytes, 0), "7");
    EXPECT_EQ(shown_numbers({}, bytes, 10), "");
}

TEST(ValueText, ANameIsCutInItsMiddle) {
    EXPECT_EQ(middle_elided("config.json", bytes, 11), "config.json");
    EXPECT_EQ(middle_elided("config.json", bytes, 10), "con…json");  // the ellipsis has three bytes
    EXPECT_EQ(middle_elided("配置文件", bytes, 9), "配…件");
    EXPECT_EQ(middle_elided("abc", bytes, 0), "…");
}

TEST(ValueText, AFileIsNamedWithoutItsFolders) {
    EXPECT_EQ(file_label({"/models/a/config.json"}), "config.json");
    EXPECT_EQ(file_label({"config.json"}), "config.json");
    EXPECT_EQ(file_label({"/models/config.json#full/attention"}), "config.json#full/attention");
}

TEST(ValueText, ValuesAreNamedInBothLanguages) {
    static constexpr std::array<Choice, 2> choices{{{"none", "None"_tr}, {"llama", "Llama"_tr}}};
    const Descriptor choice{.id = "c", .domain = {.choices = choices}, .kind = Kind::choice},
        number{.id = "n", .kind = Kind::optional_real}, list{.id = "l", .kind = Kind::list},
        file{.id = "f", .kind = Kind::file}, real{.id = "r", .kind = Kind::real};
    EXPECT_EQ(shown_value(choice, ChoiceIndex{1}, Language::english), "Llama");
    static constexpr std::array<Choice, 3> biases{
        {{"alibi", "ALiBi"_tr}, {"t5", "T5"_tr}, {"none-too", "No"_tr}}};
    const Descriptor several{.id = "s", .domain = {.choices = biases}, .kind = Kind::choice_list};
    EXPECT_EQ(shown_value(several, ChoiceList{{0, 1}}, Language::english), "ALiBi, T5");
    EXPECT_EQ(shown_value(several, ChoiceList{{1, 2}}, test::chinese()), "T5、否");
    EXPECT_EQ(shown_value(several, ChoiceList{}, Language::english), "none");
    EXPECT_EQ(shown_value(several, ChoiceList{}, test::chinese()), "无");
    EXPECT_EQ(shown_value(number, OptionalReal{}, Language::english), "auto");
    EXPECT_EQ(shown_value(number, OptionalReal{}, test::chinese()), "自动");
    EXPECT_EQ(shown_value(number, OptionalReal{1.5, true}, Language::english), "1.5");
    EXPECT_EQ(shown_value(list, NumberList{{1, 2}}, Language::english), "2 numbers");
    EXPECT_EQ(shown_value(file, FileName{}, test::chinese()), "无");
    EXPECT_EQ(shown_value(real, -12345.0, Language::english), "−12,345");
}

TEST(ValueText, WhatWouldBeTakenIsSaid) {
    const Descriptor number{.id = "n",
                            .domain = {.minimum = 0, .maximum = 1e6, .open_minimum = true},
                            .kind = Kind::optional_real};
    EXPECT_EQ(range_sentence(number, Language::english), "A number above 0 up to 1,000,000; empty: auto");
    EXPECT_EQ(range_sentence(number, test::chinese()), "大于 0、不超过 1,000,000 的数；留空为自动");
    const Descriptor share{.id = "s",
                           .domain = {.minimum = 0, .maximum = 1, .open_minimum = true, .open_maximum = true},
                           .kind = Kind::real};
    EXPECT_EQ(range_sentence(share, Language::english), "A number above 0 and below 1");
    EXPECT_EQ(range_sentence(share, test::chinese()), "大于 0、小于 1 的数");
    const Descriptor list{
        .id = "l", .domain = {.minimum = 1, .maximum = 64, .whole = true}, .kind = Kind::list};
    EXPECT_EQ(range_sentence(list, Language::english),
              "Whole numbers from 1 to 64, separated by commas, at most 2048 of them");
}

TEST(ValueText, ARangeHasTheSeparatorsOfTheWindowsNumbers) {
    const Descriptor whole{.id = "w", .domain = {.minimum = 0, .maximum = 16777216}, .kind = Kind::integer};
    const Descriptor open{.id = "r",
                          .domain = {.minimum = 0, .maximum = 1, .open_minimum = true, .open_maximum = true},
                          .kind = Kind::real};
    EXPECT_EQ(shown_range(whole), "0 … 16,777,216");
    EXPECT_EQ(shown_range(open), "> 0 … < 1");
}

}  // namespace
}  // namespace poslab::test
