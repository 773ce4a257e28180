#include "host_cuda/random_order.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>

namespace {

// So that what went wrong can be seen again.
class SeedListener : public testing::EmptyTestEventListener {
    void OnTestEnd(const testing::TestInfo& test) override {
        if (!test.result()->Failed()) return;
        const char* const given = std::getenv(host_cuda::seed_variable);
        std::printf("the emulated CUDA machine took its orders and delays from %s=%s\n", host_cuda::seed_variable,
                    given != nullptr ? given : host_cuda::standard_seed);
    }
};

// GoogleTest deletes it.
const bool listens = [] {
    testing::UnitTest::GetInstance()->listeners().Append(new SeedListener);
    return true;
}();

}  // namespace
