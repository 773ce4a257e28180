#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace poslab::test {

/// Constant, so that a failure can be reproduced; POSLAB_TEST_SEED overrides it.
inline std::uint64_t test_seed(std::uint64_t standard = 1) {
    const char* const variable = std::getenv("POSLAB_TEST_SEED");
    const std::uint64_t seed = variable != nullptr ? std::strtoull(variable, nullptr, 10) : standard;
    std::printf("seed %llu (POSLAB_TEST_SEED)\n", static_cast<unsigned long long>(seed));
    return seed;
}

}  // namespace poslab::test
