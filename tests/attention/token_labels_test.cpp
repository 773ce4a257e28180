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

TEST(TokenLabels, BytesThatAreNoTextAreReplaced) {
    for (const std::string& label : labels("\\xff\n\xC3\n")) EXPECT_EQ(label, "\xEF\xBF\xBD");
}

TEST(TokenLabels, AMissingFileIsNamed) {
    EXPECT_THROW(static_cast<void>(token_labels("/nowhere/tokens.txt", 3)), InputError);
}

}  // namespace
}  // namespace poslab
