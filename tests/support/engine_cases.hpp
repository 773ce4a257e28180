#pragma once

#include "core/engine/engine.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace poslab::test {

/// An engine that tests of engines run for, or why this machine or this build has none.
struct EngineUnderTest {
    const Engine* engine = nullptr;  // null: absent
    std::string reason;              // why
    bool on_device = false;          // launches pieces of work
    bool slow = false;               // a processor stands in for the device: less of the same is enough
};

/// "cuda_on_host" is the CUDA kernels on the emulation of tests/gpu/host_cuda. Opened once.
[[nodiscard]] const EngineUnderTest& engine_under_test(const std::string& name);

[[nodiscard]] inline std::vector<std::string> all_engines() { return {"reference", "cpu", "opengl", "cuda", "cuda_on_host"}; }

/// Those that are held against the reference, where it would be held against itself.
[[nodiscard]] inline std::vector<std::string> fast_engines() { return {"cpu", "opengl", "cuda", "cuda_on_host"}; }

/// Tests of one engine each; skipped by name where it is absent.
class EngineTest : public testing::TestWithParam<std::string> {
  protected:
    void SetUp() override {
        if (under_test().engine == nullptr) GTEST_SKIP() << GetParam() << ": " << under_test().reason;
    }

    [[nodiscard]] static const EngineUnderTest& under_test() { return engine_under_test(GetParam()); }
    [[nodiscard]] static const Engine& engine() { return *under_test().engine; }
    [[nodiscard]] static bool on_device() { return under_test().on_device; }
    [[nodiscard]] static bool slow() { return under_test().slow; }
    /// How often to try what is drawn at random.
    [[nodiscard]] static int trials(int of_all) { return slow() ? (of_all + 19) / 20 : of_all; }
};

[[nodiscard]] inline std::string engine_name(const testing::TestParamInfo<std::string>& engine) { return engine.param; }

}  // namespace poslab::test
