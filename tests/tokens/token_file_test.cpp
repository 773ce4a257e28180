#include "core/tokens/token_file.hpp"
#include "core/tokens/text_file.hpp"
#include "core/tokens/token_label.hpp"
#include "core/tokens/tokenizer.hpp"
#include "tests/tokens/token_fixtures.hpp"

#include <array>

namespace poslab::test {
namespace {

class TokenFile : public testing::Test {
  protected:
    [[nodiscard]] Tokens tokens_of(const std::string& bytes, std::int64_t vocabulary = 50'000) const {
        std::ofstream(path_, std::ios::binary) << bytes;
        return read_tokens(path_, vocabulary);
    }
    [[nodiscard]] std::string refusal(const std::string& bytes, std::int64_t vocabulary = 50'000) const {
        const std::string message = refusal_of([&] { static_cast<void>(tokens_of(bytes, vocabulary)); });
        EXPECT_TRUE(message.starts_with(path_ + ": ")) << message;
        return message.substr(std::min(message.size(), path_.size() + 2));
    }
    TemporaryFolder folder_;
    std::string path_ = folder_ / "tokens";
};

/// NumPy's format: version 1.0, a header padded to 64 bytes.
std::string npy_of(const std::string& type, const std::string& shape, const std::string& data) {
    std::string header = "{'descr': '" + type + "', 'fortran_order': False, 'shape': (" + shape + "), }";
    header.resize(117, ' ');
    header += '\n';
    return std::string("\x93NUMPY\x01\x00", 8) + static_cast<char>(header.size()) + '\0' + header + data;
}

TEST_F(TokenFile, ReadsText) {
    const Tokens expected{1, 2, 30, 49'999, 0};
    EXPECT_EQ(tokens_of("1 2 30 49999 0"), expected);
    EXPECT_EQ(tokens_of("1, 2,\t30\r\n49999\n\n0\n"), expected);
    EXPECT_EQ(tokens_of("7"), Tokens{7});
}

TEST_F(TokenFile, ReadsJson) {
    EXPECT_EQ(tokens_of(" [1, 2,\n 30]\n"), (Tokens{1, 2, 30}));
    EXPECT_EQ(refusal("[1, 2, 3.0]"), "token 2 is 3.0, not a whole number");
    EXPECT_EQ(refusal("[1, \"2\"]"), "token 1 is \"2\", not a whole number");
    EXPECT_EQ(refusal("[[1, 2]]"), "token 0 is […], not a whole number");
    EXPECT_EQ(refusal("[1, true]"), "token 1 is true, not a whole number");
    EXPECT_EQ(refusal("[1, -2]"), "token 1 is -2; the vocabulary has ids 0 to 49999");
    const std::string vocabulary = "; the vocabulary has ids 0 to 49999";
    for (const std::string number : {"18446744073709551615", "99999999999999999999", "-99999999999999999999"})
        EXPECT_EQ(refusal("[ 1 ,\n " + number + " ]"), "token 1 is " + number + vocabulary);
    EXPECT_EQ(refusal("[1e2,2]"), "token 0 is 1e2, not a whole number");
    EXPECT_EQ(refusal("[7, 2,-0.50\n, 3]"), "token 2 is -0.50, not a whole number");
    EXPECT_EQ(refusal("[1, 2"),
              "is not JSON at line 1, column 6: the text ends, but '[' of line 1, column 1 is not closed");
    EXPECT_EQ(refusal("[]"), "holds no tokens");
}

TEST_F(TokenFile, NamesThePlaceInText) {
    EXPECT_EQ(refusal("1 2\n3 x4"), "line 2: token 3 is 'x4', not a whole number");
    EXPECT_EQ(refusal("1\n2.5"), "line 2: token 1 is '2.5', not a whole number");
    EXPECT_EQ(refusal("1 +2"), "line 1: token 1 is '+2', not a whole number");
    EXPECT_EQ(refusal("1 1e3"), "line 1: token 1 is '1e3', not a whole number");
    EXPECT_EQ(refusal("1 256", 256), "token 1 is 256; the vocabulary has ids 0 to 255");
    EXPECT_EQ(refusal("-1"), "token 0 is -1; the vocabulary has ids 0 to 49999");
    for (const std::string number : {"99999999999999999999999", "-99999999999999999999999"})
        EXPECT_EQ(refusal(number), "token 0 is " + number + "; the vocabulary has ids 0 to 49999");
    EXPECT_EQ(refusal(" \n"), "holds no tokens");
    EXPECT_EQ(refusal(""), "holds no tokens");
    EXPECT_EQ(refusal("\xff\x01"), "line 1: token 0 is '\uFFFD\\u0001', not a whole number");
}

TEST_F(TokenFile, SkipsAByteOrderMark) {
    EXPECT_EQ(tokens_of("\xEF\xBB\xBF[1, 2]"), (Tokens{1, 2}));
    EXPECT_EQ(tokens_of("\xEF\xBB\xBF 1 2\r\n"), (Tokens{1, 2}));
    EXPECT_EQ(refusal("1 \xEF\xBB\xBF"
                      "2"),
              "line 1: token 1 is '\uFEFF2', not a whole number");
}

TEST_F(TokenFile, ReadsEveryTypeOfIntegersOfNpy) {
    struct Case {
        std::string type, data;
    };
    const auto bytes = [](const char* from, std::size_t size) { return std::string(from, size); };
    for (const Case& c :
         {Case{"|u1", "\x01\x7f"}, Case{"|i1", "\x01\x7f"}, Case{"<i2", bytes("\x01\0\x7f\0", 4)},
          Case{">i2", bytes("\0\x01\0\x7f", 4)}, Case{"<u2", bytes("\x01\0\x7f\0", 4)},
          Case{"<i4", bytes("\x01\0\0\0\x7f\0\0\0", 8)}, Case{">u4", bytes("\0\0\0\x01\0\0\0\x7f", 8)},
          Case{"<i8", bytes("\x01\0\0\0\0\0\0\0\x7f\0\0\0\0\0\0\0", 16)},
          Case{">u8", bytes("\0\0\0\0\0\0\0\x01\0\0\0\0\0\0\0\x7f", 16)}})
        EXPECT_EQ(tokens_of(npy_of(c.type, "2,", c.data)), (Tokens{1, 127})) << c.type;
}

TEST_F(TokenFile, RefusesOtherNpy) {
    EXPECT_EQ(refusal(npy_of("<i2", "2,", std::string("\x01\0\xff\xff", 4))),
              "token 1 is -1; the vocabulary has ids 0 to 49999");
    EXPECT_EQ(refusal(npy_of("<u2", "2,", std::string("\x01\0\xff\xff", 4))),
              "token 1 is 65535; the vocabulary has ids 0 to 49999");
    EXPECT_EQ(refusal(npy_of("<u8", "1,", std::string(8, '\xff'))),
              "token 0 is 18446744073709551615; the vocabulary has ids 0 to 49999");
    EXPECT_EQ(refusal(npy_of("<f4", "1,", std::string(4, '\0'))),
              "holds float32 ('<f4'); tokens must be integers");
    EXPECT_EQ(refusal(npy_of("|b1", "1,", "\x01")), "holds bool ('|b1'); tokens must be integers");
    EXPECT_EQ(refusal(npy_of("<i4", "1, 2", std::string(8, '\0'))),
              "has the shape [1, 2]; tokens must be a list, [tokens]");
    EXPECT_EQ(refusal(npy_of("<i4", "3,", std::string(8, '\0'))),
              "truncated: [3] of int32 needs 12 bytes, the file has 8");
    EXPECT_EQ(refusal(npy_of("<i4", "0,", "")), "holds no tokens");
    EXPECT_EQ(refusal(npy_of("|u1", "16777217,", std::string(16'777'217, '\1'))),
              "has more than 16777216 tokens, the maximum");
}

TEST_F(TokenFile, ThatIsNone) {
    EXPECT_EQ(refusal_of([&] { return read_tokens(folder_ / "none", 10); }),
              folder_ / "none" + ": no such file");
    EXPECT_EQ(refusal_of([&] { return read_tokens(folder_.path(), 10); }), folder_.path() + ": is a folder");
}

TEST_F(TokenFile, TextIsUtf8) {
    const auto text_of = [&](const std::string& bytes) {
        std::ofstream(path_, std::ios::binary) << bytes;
        return read_text(path_);
    };
    EXPECT_EQ(text_of("人\uFFFDa"), "人\uFFFDa");
    EXPECT_EQ(refusal_of([&] { text_of("人\xE4\xBA"); }), path_ + ": invalid UTF-8 at byte 4");
    EXPECT_EQ(refusal_of([&] { text_of("a\xC0\x80"); }), path_ + ": invalid UTF-8 at byte 2");
    EXPECT_EQ(refusal_of([&] { text_of(""); }), path_ + ": is empty");
    EXPECT_EQ(refusal_of([&] { text_of(std::string(max_text_bytes + 1, 'a')); }),
              path_ + ": has more than 67108864 bytes, the limit for a text");
}

TEST(TokenLabel, ShowsWhatHasNoShape) {
    EXPECT_EQ(token_label(" the"), "·the");
    EXPECT_EQ(token_label("\n\n\t\r"), "\\n\\n\\t\\r");
    EXPECT_EQ(token_label("人"), "人");
    EXPECT_EQ(token_label("\xE4"), "<0xE4>");
    EXPECT_EQ(token_label(" \xE4\xBA"), "·<0xE4><0xBA>");
    EXPECT_EQ(token_label(std::string_view("\0\x7f", 2)), "<0x00><0x7F>");
    EXPECT_EQ(token_label("\u0085"), "<0xC2><0x85>");
    EXPECT_EQ(token_label("\uFFFD"), "\uFFFD");
    EXPECT_EQ(token_label(""), "∅");
}

TEST(TokenLabel, PartsOfOneCharacterAreCounted) {
    using Labels = std::vector<std::string>;
    const auto labels = [](const std::vector<std::string_view>& tokens) { return labels_of_text(tokens); };
    EXPECT_EQ(labels({"a", "\xE4", "\xBA", "\xBA", " "}), (Labels{"a", "人 1/3", "人 2/3", "人 3/3", "·"}));
    EXPECT_EQ(labels({"\xE4\xBA", "\xBA", "人"}), (Labels{"人 1/2", "人 2/2", "人"}));
    EXPECT_EQ(labels({"\xC3", "\xA9", "\xF0", "\x9F", "\x98", "\x80"}),
              (Labels{"é 1/2", "é 2/2", "😀 1/4", "😀 2/4", "😀 3/4", "😀 4/4"}));
    // Truncated before and after, invalid as a character, no shape, no bytes.
    EXPECT_EQ(labels({"\xBA", "\xBA", "\xE4", "\xBA"}), (Labels{"<0xBA>", "<0xBA>", "<0xE4>", "<0xBA>"}));
    EXPECT_EQ(labels({"\xE4", "a", "\xC2", "\x85", ""}), (Labels{"<0xE4>", "a", "<0xC2>", "<0x85>", "∅"}));
    EXPECT_TRUE(labels({}).empty());
}

}  // namespace
}  // namespace poslab::test
