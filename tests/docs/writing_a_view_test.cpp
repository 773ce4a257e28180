// The code of docs/writing-a-view.md is the file that it explains, which is built and tested as a view.
#include "tests/docs/pages.hpp"

#include <gtest/gtest.h>

namespace poslab::test {
namespace {

TEST(WritingAView, ShowsTheWholeFile) {
    std::string shown;
    for (const Block& block : blocks_of(page_text("docs/writing-a-view.md"))) {
        if (block.kind != "cpp") continue;
        if (!shown.empty()) shown += "\n";
        for (const std::string& line : block.lines) shown += line + "\n";
    }
    const std::string file = page_text("tests/views/tiny/tiny_cosine.cpp");
    EXPECT_EQ(shown, file.substr(file.find("#include")));
}

}  // namespace
}  // namespace poslab::test
