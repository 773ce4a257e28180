// Mistyped names and the nearest known names.

#include "core/base/nearest_name.hpp"

#include <gtest/gtest.h>
#include <array>
#include <span>
#include <string>
#include <vector>

namespace poslab {
namespace {

constexpr std::array<std::string_view, 5> names{"positions", "distance", "profile", "profiles", "overview"};

TEST(NearestName, CorrectsOneTypingErrorPerThreeLetters) {
    EXPECT_EQ(nearest_name("positons", names), "positions");    // one letter missing
    EXPECT_EQ(nearest_name("possitions", names), "positions");  // one letter too many
    EXPECT_EQ(nearest_name("pasitions", names), "positions");   // one letter wrong
    EXPECT_EQ(nearest_name("psoitions", names), "positions");   // two letters swapped
    EXPECT_EQ(nearest_name("psoitoins", names), "positions");   // two errors in nine letters
    EXPECT_EQ(nearest_name("profil", names), "profile");        // the first of two with this prefix
    EXPECT_EQ(nearest_name("over", names), "overview");         // the only one with this prefix
}

TEST(NearestName, SuggestsNothingForOtherWords) {
    for (const std::string_view text : {"", "p", "nothing", "heads", "-", "ПОЗИЦИЯ"})
        EXPECT_EQ(nearest_name(text, names), "") << text;
    EXPECT_EQ(nearest_name(std::string(100'000, 'p'), names), "");
    EXPECT_EQ(nearest_name("positions", {}), "");
}

TEST(NearestName, FollowsTheListOfARefusal) {
    EXPECT_EQ(unknown_choice("array", "positons", names).message().english(),
              "--array positons: must be one of positions, distance, profile, profiles, overview (did you "
              "mean positions?)");
    EXPECT_EQ(unknown_choice("array", "heads", names).message().english(),
              "--array heads: must be one of positions, distance, profile, profiles, overview");
}

TEST(Alternatives, HaveAnOrBeforeTheLast) {
    const std::vector<std::string> ids{"en", "zh", "de"};
    const std::span all(ids);
    EXPECT_EQ(alternatives(all.first(0)).english(), "");
    EXPECT_EQ(alternatives(all.first(1)).english(), "en");
    EXPECT_EQ(alternatives(all.first(2)).english(), "en or zh");
    EXPECT_EQ(alternatives(all).english(), "en, zh or de");
}

}  // namespace
}  // namespace poslab
