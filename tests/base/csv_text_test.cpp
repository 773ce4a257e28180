// Fields of CSV files.

#include "core/base/csv_text.hpp"

#include <gtest/gtest.h>

#include <string>

namespace poslab {
namespace {

TEST(CsvText, QuotesSeparatorsAndQuotes) {
    EXPECT_EQ(csv_field("row"), "row");
    EXPECT_EQ(csv_field("a, \"b\""), "\"a, \"\"b\"\"\"");
}

TEST(CsvText, ASpreadsheetEvaluatesNoName) {
    EXPECT_EQ(csv_field("=1+1"), "'=1+1");
    EXPECT_EQ(csv_field("=cmd|\"/C calc\"!A0"), "\"'=cmd|\"\"/C calc\"\"!A0\"");
    EXPECT_EQ(csv_field("@SUM(A1)"), "'@SUM(A1)");
    EXPECT_EQ(csv_field("-2+3"), "'-2+3");
    EXPECT_EQ(csv_field("+x"), "'+x");
    for (const char* const number : {"-0.5", "+3", "-1e-300", "-inf", "-", "nan", "w=3"})
        EXPECT_EQ(csv_field(number), number);
    EXPECT_EQ(csv_field("-1,+2,0.5"), "\"-1,+2,0.5\"");
    EXPECT_EQ(csv_field("-1,x"), "\"'-1,x\"");
    std::string many = "-1";
    for (int n = 0; n < 1'000'000; ++n) many += ",0";
    EXPECT_EQ(csv_field(many), "\"" + many + "\"");
}

}  // namespace
}  // namespace poslab
