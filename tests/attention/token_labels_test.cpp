#include "core/attention/file_vectors.hpp"
#include "core/base/errors.hpp"

#include <gtest/gtest.h>
#include <unistd.h>
#include <filesystem>
#include <fstream>

namespace poslab {
namespace {

std::vector<std::string> labels(const std::string& text, std::int64_t most = 100) {
    const auto path = std::filesystem::temp_directory_path() / ("poslab-labels-" + std::to_string(getpid()));
    std::ofstream(path, std::ios::binary) << text;
    const auto found = token_labels(path.string(), most);
    std::filesystem::remove(path);
    return found;
}

using Lines = std::vector<std::string>;

TEST(TokenLabels, AreReadOnePerLine) {
    EXPECT_EQ(labels("<s>\n the\n\n中文"), (Lines{"<s>", " the", "", "中文"}));
    EXPECT_EQ(labels("a\nb\nc\n", 2), (Lines{"a", "b"}));
    EXPECT_THROW(static_cast<void>(labels("")), InputError);
}

// scripts/dump_qk.py escapes labels in this way.
TEST(TokenLabels, ReplaceEscapes) {
    EXPECT_EQ(labels("\\n\n\\t\n\\xe6\\xb7\\xb1\n"), (Lines{"↵", "→", "深"}));
    EXPECT_EQ(labels("\\q\n\\x1\nx\\"), (Lines{"\\\\q", "\\\\x1", "x\\\\"}))
        << "other backslashes are unchanged, written as in JSON";
}

// A token may be a part of a character, which scripts/dump_qk.py writes with an escape.
TEST(TokenLabels, EscapedBytesThatAreNoTextAreReplaced) {
    for (const std::string& label : labels("\\xff\n\\xc3\n")) EXPECT_EQ(label, "\xEF\xBF\xBD");
}

TEST(TokenLabels, AreReadAsEditorsOfWindowsWrite) {
    EXPECT_EQ(labels("\xEF\xBB\xBF<s>\r\n the\r\n\r\nx"), (Lines{"<s>", " the", "", "x"}));
    EXPECT_EQ(labels("a\rb\\r\r\n"), (Lines{"a\\rb↵"})) << "one return is the end of the line";
}

// 位 in GBK, and a text in UTF-16.
TEST(TokenLabels, OtherEncodingsAreRefused) {
    const auto refusal = [](const std::string& text) {
        try {
            static_cast<void>(labels(text));
            return std::string("accepted");
        } catch (const InputError& error) {
            const std::string message = error.what();
            return message.substr(std::min(message.find(": "), message.size() - 2) + 2);
        }
    };
    EXPECT_EQ(refusal("<s>\nab\xCE\xBB\xCE\n"), "line 2: invalid UTF-8 at its byte 5");
    EXPECT_EQ(refusal(std::string("\xFF\xFE"
                                  "a\0\n\0",
                                  6)),
              "line 1: invalid UTF-8 at its byte 1");
    EXPECT_EQ(labels("a\n\xCE\n", 1), (Lines{"a"})) << "further lines are not read";
}

TEST(TokenLabels, AFileIsReadWholeOrNotAtAll) {
    const auto path =
        std::filesystem::temp_directory_path() / ("poslab-large-labels-" + std::to_string(getpid()));
    std::ofstream(path) << "a\n";
    std::filesystem::resize_file(path, (std::uintmax_t{64} << 20U) + 1);
    EXPECT_THROW(static_cast<void>(token_labels(path.string(), 3)), InputError);
    std::filesystem::remove(path);
}

TEST(TokenLabels, AMissingFileIsNamed) {
    EXPECT_THROW(static_cast<void>(token_labels("/nowhere/tokens.txt", 3)), InputError);
}

}  // namespace
}  // namespace poslab
