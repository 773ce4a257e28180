#include "host_cuda/random_order.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>

namespace {

// Prints the seed, so that a failure can be reproduced.
class SeedListener : public testing::EmptyTestEventListener {
    void OnTestEnd(const testing::TestInfo& test) override {
        if (!test.result()->Failed()) return;
        const char* const variable = std::getenv(host_cuda::seed_variable);
        std::printf("the emulated CUDA machine took its orders and delays from %s=%s\n",
                    host_cuda::seed_variable, variable != nullptr ? variable : host_cuda::standard_seed);
    }
};

// GoogleTest deletes it.
const bool listens = [] {
    testing::UnitTest::GetInstance()->listeners().Append(new SeedListener);
    return true;
}();

}  // namespace
