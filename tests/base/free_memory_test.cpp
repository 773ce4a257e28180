#include "core/base/free_memory.hpp"
#include "core/base/errors.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

namespace poslab {
namespace {

TEST(MemorySize, IsReadInBytesUnitsOf1024AndShares) {
    EXPECT_EQ(read_memory_size("4096", 1), 4096);
    EXPECT_EQ(read_memory_size("2K", 1), 2048);
    EXPECT_EQ(read_memory_size("1.5M", 1), 1.5 * 1024 * 1024);
    EXPECT_EQ(read_memory_size("8G", 1), 8.0 * (1U << 30U));
    EXPECT_EQ(read_memory_size("1T", 1), 1099511627776.0);
    EXPECT_EQ(read_memory_size("75%", 1000), 750);
    for (const char* wrong : {"", "G", "8GB", "8 G", "-1G", "0", "nan", "inf", "eight", "1e3", "8g"})
        EXPECT_THROW(static_cast<void>(read_memory_size(wrong, 1)), UsageError) << wrong;
}

TEST(MemoryCeiling, IsHalfOfWhatIsThereUnlessItIsSet) {
    unsetenv("POSLAB_MEMORY");
    EXPECT_EQ(memory_ceiling(), present_memory() / 2);
    setenv("POSLAB_MEMORY", "100M", 1);
    EXPECT_EQ(memory_ceiling(), 104857600);
    unsetenv("POSLAB_MEMORY");
}

TEST(MemoryCeiling, RefusesWhatGoesBeyondItAndSaysWhatSetsIt) {
    setenv("POSLAB_MEMORY", "1G", 1);
    EXPECT_NO_THROW(check_memory(0x1p29, "numbers"_tr));
    try {
        check_memory(0x1p30, "numbers"_tr);
        ADD_FAILURE() << "what the process has already counts, too";
    } catch (const TooLarge& error) {
        const std::string text = error.what();
        EXPECT_TRUE(text.starts_with("numbers need 1.0 GiB of memory, ")) << text;
        EXPECT_NE(text.find("POSLAB_MEMORY"), std::string::npos) << text;
    }
    unsetenv("POSLAB_MEMORY");
}

}  // namespace
}  // namespace poslab
