// Fields of CSV files.

#include "core/base/csv_text.hpp"

#include <gtest/gtest.h>

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
}

}  // namespace
}  // namespace poslab
