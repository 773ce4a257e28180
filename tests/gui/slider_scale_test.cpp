#include "core/controls/slider_scale.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace poslab::test {
namespace {

constexpr Descriptor gamma{.id = "gamma",
                           .domain = {.minimum = 0, .maximum = 1, .open_minimum = true, .open_maximum = true},
                           .control = {.spacing = Spacing::logarithmic_to_maximum},
                           .kind = Kind::real};

double at(double fraction) { return std::get<double>(slider_value(gamma, fraction)); }

// 1 − value falls from 1 to 10⁻⁶, one decade per sixth of the track.
TEST(SliderScale, NearTheUpperEndDecadesAreEven) {
    EXPECT_NEAR(at(1.0 / 6), 0.9, 1e-12);
    EXPECT_NEAR(at(0.5), 0.999, 1e-12);
    EXPECT_NEAR(at(5.0 / 6), 0.99999, 1e-12);
    for (const double number : {0.5, 0.9, 0.999, 0.9999})
        EXPECT_NEAR(std::get<double>(slider_value(gamma, slider_fraction(gamma, number))), number, 1e-9);
    EXPECT_NEAR(slider_fraction(gamma, 0.999), 0.5, 1e-12);
}

TEST(SliderScale, OpenEndsAreNeverTaken) {
    for (const double fraction : {-1.0, 0.0, 1e-9, 1 - 1e-9, 1.0, 2.0}) {
        EXPECT_GT(at(fraction), 0) << fraction;
        EXPECT_LT(at(fraction), 1) << fraction;
        EXPECT_NO_THROW(check_value(gamma, slider_value(gamma, fraction))) << fraction;
    }
    EXPECT_NEAR(slider_fraction(gamma, at(1)), 1, 1e-9) << "1 - 1e-6 is rounded";
    EXPECT_NEAR(slider_fraction(gamma, std::nextafter(1.0, 0.0)), 1, 1e-9);
}

TEST(SliderScale, ArrowsMoveByATenthOfTheDecadeThatIsLeft) {
    const auto stepped = [](double number, double factor) {
        return std::get<double>(stepped_value(gamma, number, factor));
    };
    EXPECT_NEAR(stepped(0.999, 1), 0.9991, 1e-12);
    EXPECT_NEAR(stepped(0.999, -1), 0.9989, 1e-12);
    EXPECT_NEAR(stepped(0.999, 10), 0.9999, 1e-12) << "not to 1";
    EXPECT_LT(stepped(0.999999, 10), 1);
    EXPECT_GT(stepped(1e-6, -10), 0);
}

TEST(SliderScale, LargeNumbersAreRoundedToWholeOnes) {
    const Descriptor base{.id = "base",
                          .domain = {.minimum = 2, .maximum = 1e12},
                          .control = {.spacing = Spacing::logarithmic},
                          .kind = Kind::real};
    for (int n = 0; n <= 1000; ++n) {
        const double value = std::get<double>(slider_value(base, n / 1000.0));
        if (value < 1e6) continue;
        EXPECT_EQ(std::fmod(value, 100), 0) << value;  // at most four digits
    }
}

TEST(SliderScale, OnlyCommasBetweenGroupsOfThreeDigitsAreSeparators) {
    for (const auto& [typed, read] : {std::pair{"65,536", "65536"},
                                      {"-65,536", "-65536"},
                                      {"+1,234,567.5", "+1234567.5"},
                                      {"999,000k", "999000k"},
                                      {"0,125", "0,125"},
                                      {"-0,125", "-0,125"},
                                      {"012,345", "012,345"},
                                      {"1234,567", "1234,567"},
                                      {"-1234,567", "-1234,567"},
                                      {"4,5", "4,5"},
                                      {",500", ",500"},
                                      {"-,500", "-,500"},
                                      {"1,234,", "1,234,"},
                                      {" 12 ", "12"},
                                      {"65 536", "65536"},
                                      {"1 234 567 k", "1234567k"},
                                      {"- 3 . 5", "-3.5"},
                                      {"2 ^ 10", "2^10"},
                                      {"1 2", "1 2"},
                                      {"12 34", "12 34"},
                                      {"0 125", "0 125"},
                                      {"1,000 000", "1000 000"},
                                      {"+-", "+-"},
                                      {",", ","},
                                      {"", ""}})
        EXPECT_EQ(without_separators(typed), read) << typed;
}

TEST(SliderScale, ItemsOfAListAreSeparatedByCommas) {
    for (const auto& [typed, read] : {std::pair{"1,2,4", "1,2,4"},
                                      {"1, 2 ,4", "1,2,4"},
                                      {"[1. 0.5 0.25]", "1.,0.5,0.25"},
                                      {" [[1\t2] [3 4]] ", "1,2,3,4"},
                                      {"1，2， 4", "1,2,4"},
                                      {"1,,2", "1,,2"},
                                      {"1,", "1,"},
                                      {"2 ^ 10, 4 k 8 k", "2^10,4k,8k"},
                                      {"- 3 4 -5", "-3,4,-5"},
                                      {"1 000, 2 000", "1 000,2 000"},
                                      {"[]", ""},
                                      {"", ""}})
        EXPECT_EQ(separated_by_commas(typed), read) << typed;
}

}  // namespace
}  // namespace poslab::test
