#include "app/state/readout_text.hpp"

#include "tests/gui/content_driver.hpp"

#include <charconv>
#include <sstream>

namespace poslab::test {
namespace {

TEST(ReadoutText, NumbersComeBackExactly) {
    const double third = 1.0 / 3;
    Readout readout;
    readout.heads.push_back({"key j", "4,096", "", no_swatch, false, 4096});
    readout.rows.push_back({"Weight", "0.3333", "nats", no_swatch, false, third});
    readout.rows.push_back({"Range", "inside w", "", no_swatch});
    const std::string text = readout_text(readout);
    EXPECT_EQ(text, "key j\t4096\nWeight\t0.3333333333333333\tnats\nRange\tinside w\n");
}

/// Compares with the numbers that the view itself returns.
TEST(ReadoutText, CtrlShiftCCopiesAllDigits) {
    ContentDriver window(of_view("attention"));
    window.settle();
    window.move(window.at("matrix", 0.3, 0.8));
    window.settle();
    window.letter('C', true, true);
    std::istringstream lines(window.clipboard);
    std::size_t exact = 0;
    for (std::string line; std::getline(lines, line);) {
        const std::size_t tab = line.find('\t');
        ASSERT_NE(tab, std::string::npos) << line;
        const std::string value = line.substr(tab + 1, line.find('\t', tab + 1) - tab - 1);
        EXPECT_EQ(value.find(','), std::string::npos) << "a spreadsheet takes it as a number: " << line;
        const auto digits =
            std::count_if(value.begin(), value.end(), [](char c) { return c >= '0' && c <= '9'; });
        if (digits >= 14) ++exact;
    }
    EXPECT_GE(exact, 2U) << window.clipboard;
}

}  // namespace
}  // namespace poslab::test
