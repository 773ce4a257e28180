// Command lines as text: what is quoted is read as it was.
#include "core/documents/shell_words.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace poslab::test {
namespace {

using Words = std::vector<std::string>;

TEST(ShellWords, AreThoseThatWereQuoted) {
    const std::string zero("a\0b", 3);
    for (const std::string& word :
         {std::string("plain"), std::string(), std::string("two words"), std::string("it's"),
          std::string("$'x'"), std::string("back\\slash"), std::string("line\nbreak"),
          std::string("\t'\\\r\x7f"), std::string("\n7"), std::string("\xff\xfe"), std::string("位置\n"),
          std::string("\xef\xbf\xbf"), zero}) {
        EXPECT_EQ(shell_words(shell_quoted(word)), Words{word}) << word;
        EXPECT_EQ(shell_words("a " + shell_quoted(word) + " b"), (Words{"a", word, "b"})) << word;
    }
}

TEST(ShellWords, AreOneLineOfText) {
    EXPECT_EQ(shell_quoted("a\nb's\\.csv"), R"($'a\012b\047s\134.csv')") << "as bash and zsh read it";
    EXPECT_EQ(shell_quoted("\xff"), R"($'\377')");
    EXPECT_EQ(shell_quoted("位 置"), "'位 置'");
    EXPECT_EQ(shell_words(R"($'a\'b\\c' $x $'')"), (Words{R"(a'b\c)", "$x", ""}));
    EXPECT_EQ(shell_words(R"($'a\)"), Words{"a\\"});
}

}  // namespace
}  // namespace poslab::test
