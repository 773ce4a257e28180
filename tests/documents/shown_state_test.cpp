#include "core/documents/shown_state.hpp"

#include "core/base/errors.hpp"
#include "core/views/registry.hpp"

#include <gtest/gtest.h>

#include <string>

namespace poslab {
namespace {

std::string refusal_of_state(const std::string& command) {
    try {
        static_cast<void>(read_shown_state(command, all_views()));
    } catch (const UsageError& error) {
        return error.what();
    }
    return "";
}

TEST(ShownState, HasEachOptionOnce) {
    const std::string end = " is given several times: at most one is allowed";
    EXPECT_EQ(refusal_of_state("position-matrix --w 5 --k 2 --w 6"), "--w" + end);
    EXPECT_EQ(refusal_of_state("position-matrix --w=5 --w 6"), "--w" + end);
    EXPECT_EQ(refusal_of_state("position-matrix --figure matrix --figure profile"), "--figure" + end);
    EXPECT_EQ(refusal_of_state("position-matrix --versus w=5 --versus w=6"), "");
}

}  // namespace
}  // namespace poslab
