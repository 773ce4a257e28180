#include "core/models/model_types.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string_view>

namespace poslab::test {
namespace {

TEST(ModelTypes, EachOnceAndWithItsSource) {
    std::set<std::string_view> names;
    for (const ModelTypeFacts& facts : model_types()) {
        EXPECT_TRUE(names.insert(facts.model_type).second) << facts.model_type;
        EXPECT_FALSE(facts.since.empty() && facts.source.empty()) << facts.model_type;
        EXPECT_TRUE(!facts.rotary_if || !facts.instead.empty()) << facts.model_type;
    }
    EXPECT_GE(names.size(), 200U);
}

}  // namespace
}  // namespace poslab::test
