#include "core/base/number_format.hpp"

#include "tests/support/read_number.hpp"
#include "tests/support/seed.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

namespace poslab {
namespace {

TEST(NumberFormat, DigitsAreReadAsWritten) {
    for (const double number : {0.1, 1.5, -1e-300, 12345.678})
        EXPECT_EQ(number_of_digits(fmt::format("{}", number)), number);
    for (const char* const text : {"", "1,5", "1.5 ", "x"}) EXPECT_TRUE(std::isnan(number_of_digits(text)));
}

TEST(NumberFormat, Integers) {
    EXPECT_EQ(format_integer(0), "0");
    EXPECT_EQ(format_integer(4096), "4096");
    EXPECT_EQ(format_integer(65'536), "65,536");
    EXPECT_EQ(format_integer(1'000'000), "1,000,000");
    EXPECT_EQ(format_integer(-12'345), "−12,345");
    EXPECT_EQ(format_integer(std::numeric_limits<std::int64_t>::max()), "9,223,372,036,854,775,807");
    EXPECT_EQ(format_integer(std::numeric_limits<std::int64_t>::min()), "−9,223,372,036,854,775,808");
}

TEST(NumberFormat, Numbers) {
    EXPECT_EQ(format_number(0), "0");
    EXPECT_EQ(format_number(-0.0), "0") << "no minus before nothing";
    EXPECT_EQ(format_number(0.5), "0.5");
    EXPECT_EQ(format_number(-3.25), "−3.25");
    EXPECT_EQ(format_number(1.0 / 3), "0.3333");
    EXPECT_EQ(format_number(2.0 / 3, 2), "0.67");
    EXPECT_EQ(format_number(65'536.5, 1), "65,536.5");
    EXPECT_EQ(format_number(1e11), "100,000,000,000");
    EXPECT_EQ(format_number(1.05e13), "1.050×10¹³");
    EXPECT_EQ(format_number(0.00001234), "1.23×10⁻⁵") << "not 0: it is not zero";
    EXPECT_EQ(format_number(-0.5, 0), "−5.00×10⁻¹") << "half of the last digit rounds to an even one, to 0";
    EXPECT_EQ(format_number(1.5, 0), "2");
    EXPECT_EQ(format_number(std::nan("")), "NaN");
    EXPECT_EQ(format_number(-std::numeric_limits<double>::infinity()), "−∞");
}

TEST(NumberFormat, MantissasStayBelowTen) {
    EXPECT_EQ(format_count(9.999e9), "1.00×10¹⁰") << "rounding carries into the exponent";
    EXPECT_EQ(format_number(9.9996e13), "1.000×10¹⁴");
    EXPECT_EQ(format_number(0.0000099999), "1.00×10⁻⁵");
}

TEST(NumberFormat, Counts) {
    EXPECT_EQ(format_count(4096), "4096");
    EXPECT_EQ(format_count(9'999'999), "9,999,999");
    EXPECT_EQ(format_count(1.1e12), "1.10×10¹²");
    EXPECT_EQ(power_of_ten(6), "10⁶");
    EXPECT_EQ(power_of_ten(-12), "10⁻¹²");
    EXPECT_EQ(power_of_ten(0), "10⁰");
}

TEST(NumberFormat, Ticks) {
    EXPECT_EQ(format_tick(0, 1), "0");
    EXPECT_EQ(format_tick(4096, 1024), "4096");
    EXPECT_EQ(format_tick(65'536, 32'768), "65,536") << "not a whole number of thousands";
    EXPECT_EQ(format_tick(200'000, 100'000), "200k");
    EXPECT_EQ(format_tick(1'200'000, 200'000), "1.2M");
    EXPECT_EQ(format_tick(-1'000'000, 500'000), "−1M");
    EXPECT_EQ(format_tick(1'000'500, 500), "1,000,500");
    EXPECT_EQ(format_tick(0.3, 0.1), "0.3");
    EXPECT_EQ(format_tick(0.75, 0.25), "0.75");
    EXPECT_EQ(format_tick(12'345'670'000.0, 10'000), "12345.67M");
}

// A formatted number reads back within half a unit of its last digit.
TEST(NumberFormat, ReadsBackAsTheNumber) {
    std::mt19937_64 random(test::test_seed());
    for (int n = 0; n < 20'000; ++n) {
        const double size = std::pow(10.0, std::uniform_real_distribution<double>(-8, 16)(random));
        const double value = n % 2 == 0 ? size : -size;
        for (const int decimals : {0, 2, 6}) {
            const std::string text = format_number(value, decimals);
            const bool scientific = text.find("×") != std::string::npos;  // three digits at least
            const double tolerance = scientific ? 0.0051 * std::abs(value) : 0.5 * std::pow(10.0, -decimals);
            EXPECT_NEAR(test::read_number(text), value, tolerance + 1e-15 * std::abs(value)) << text;
            EXPECT_LE(text.size(), 32U) << text;
        }
    }
}

TEST(NumberFormat, RoundsWithoutExponents) {
    EXPECT_EQ(format_rounded(11.0 / 3, 1), "3.7");
    EXPECT_EQ(format_rounded(4, 2), "4");
    EXPECT_EQ(format_rounded(0.0004, 2), "0.00") << "not 0, but too small to show";
    EXPECT_EQ(format_rounded(0.2, 0), "0");
    EXPECT_EQ(format_rounded(-0.5, 0), "0") << "no minus before nothing";
    EXPECT_EQ(format_rounded(0, 2), "0");
    EXPECT_EQ(format_rounded(-1.25, 1), "−1.2");
}

TEST(NumberFormat, RoundsATimeThatIsExpected) {
    EXPECT_EQ(format_rough_time(0.2), "1 s");
    EXPECT_EQ(format_rough_time(7.4), "7 s");
    EXPECT_EQ(format_rough_time(44), "40 s");
    EXPECT_EQ(format_rough_time(95), "2 min");
    EXPECT_EQ(format_rough_time(3 * 3600), "3 h");
    EXPECT_EQ(format_rough_time(9000), "2.5 h");
    EXPECT_EQ(format_rough_time(47 * 3600), "47 h");
    EXPECT_EQ(format_rough_time(14'000 * 3600.0), "583 d");
}

TEST(NumberFormat, WritesQuotientsAsMixedNumbers) {
    EXPECT_EQ(format_fraction(11.0 / 3), "3⅔");
    EXPECT_EQ(format_fraction(-0.5), "−½");
    EXPECT_EQ(format_fraction(2 + 7.0 / 12), "2⁷⁄₁₂");
    EXPECT_EQ(format_fraction(65536 + 1.0 / 8), "65,536⅛");
    EXPECT_EQ(format_fraction(7), "7");
    EXPECT_EQ(format_fraction(0), "0");
    EXPECT_FALSE(format_fraction(3.14159265358979));
    EXPECT_FALSE(format_fraction(std::sqrt(2.0)));
    EXPECT_FALSE(format_fraction(std::nan("")));
    // Computed as the maps compute positions: w + (Δ − w) / k. The expected whole part and fraction come from
    // integer arithmetic.
    for (std::int64_t k = 1; k <= 64; ++k)
        for (const std::int64_t w : {0, 4, 4096})
            for (std::int64_t beyond = 0; beyond < 200; beyond += 7) {
                const auto text = format_fraction(static_cast<double>(w) +
                                                  static_cast<double>(beyond) / static_cast<double>(k));
                const std::string whole = format_integer(w + beyond / k);
                ASSERT_TRUE(text) << w << " + " << beyond << "/" << k;
                if (beyond % k == 0) {
                    EXPECT_EQ(*text, whole);
                } else if (w + beyond / k > 0) {
                    EXPECT_TRUE(text->starts_with(whole) && text->size() > whole.size()) << *text;
                }
            }
}

}  // namespace
}  // namespace poslab
