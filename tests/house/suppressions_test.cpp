#include "tests/support/run_program.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <regex>
#include <sstream>
#include <string>

namespace poslab::test {
namespace {

/// A sanitizer ends every program if it cannot parse one of its suppressions, such as "race : library".
TEST(Suppressions, AreCommentsOrKindsWithPatterns) {
    const std::regex suppression("#.*|[a-z_]+:\\S+|");
    int files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(POSLAB_ROOT "/tests/support")) {
        if (entry.path().extension() != ".supp") continue;
        ++files;
        std::istringstream lines(read_file(entry.path()));
        for (std::string line; std::getline(lines, line);)
            EXPECT_TRUE(std::regex_match(line, suppression)) << entry.path() << ": " << line;
    }
    EXPECT_GT(files, 0);
}

}  // namespace
}  // namespace poslab::test
