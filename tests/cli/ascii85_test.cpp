#include "app/cli/ascii85.hpp"

#include <gtest/gtest.h>

namespace poslab::test {
namespace {

// The first three are published examples (Adobe, btoa); "<" is not among the characters of a page's script.
TEST(Ascii85, TextsOfBytes) {
    EXPECT_EQ(ascii85("Man "), "9jqo^");
    EXPECT_EQ(ascii85("sure."), "F*2M7/c");
    EXPECT_EQ(ascii85("hello"), "BOu!rDZ");
    EXPECT_EQ(ascii85(""), "");
    EXPECT_EQ(ascii85(std::string_view("\0\0\0\0\0", 5)), "!!!!!!!") << "without the shorthand z";
    EXPECT_EQ(ascii85("\xFF\xFF\xFF\xFF"), "s8W-!");
    // each digit is 27 = '<' - '!': 27 (85⁴ + 85³ + 85² + 85 + 1)
    EXPECT_EQ(ascii85("\x55\x02\x04\xBF"), "vvvvv");
}

}  // namespace
}  // namespace poslab::test
