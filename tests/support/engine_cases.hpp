#pragma once

#include "core/engine/engine.hpp"

#include <gtest/gtest.h>

#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

namespace poslab::test {

/// An engine under test, or why this machine or this build lacks it.
struct EngineUnderTest {
    const Engine* engine = nullptr;  // null: absent
    std::string reason;              // the reason
    bool on_device = false;          // launches work in pieces
    bool slow = false;               // runs on the processor in place of a device: smaller cases suffice
    bool emulated = false;           // emulated thread by thread: even smaller cases
};

/// "cuda_on_host" is the CUDA kernels on the emulation of tests/gpu/host_cuda. The engine is opened once.
[[nodiscard]] const EngineUnderTest& engine_under_test(const std::string& name);

[[nodiscard]] inline std::vector<std::string> all_engines() {
    return {"reference", "cpu", "opengl", "cuda", "cuda_on_host"};
}

/// Engines that are compared with the reference engine.
[[nodiscard]] inline std::vector<std::string> fast_engines() {
    return {"cpu", "opengl", "cuda", "cuda_on_host"};
}

/// Tests of one engine each, alone or first in a tuple; skipped with the engine's name if it is absent.
template <typename Parameter>
class TestOfEngine : public testing::TestWithParam<Parameter> {
  protected:
    void SetUp() override {
        if (under_test().engine == nullptr) GTEST_SKIP() << name() << ": " << under_test().reason;
    }

    [[nodiscard]] static std::string name() {
        if constexpr (std::is_same_v<Parameter, std::string>)
            return testing::TestWithParam<Parameter>::GetParam();
        else
            return std::get<0>(testing::TestWithParam<Parameter>::GetParam());
    }
    [[nodiscard]] static const EngineUnderTest& under_test() { return engine_under_test(name()); }
    [[nodiscard]] static const Engine& engine() { return *under_test().engine; }
    [[nodiscard]] static bool on_device() { return under_test().on_device; }
    [[nodiscard]] static bool slow() { return under_test().slow; }
    [[nodiscard]] static bool emulated() { return under_test().emulated; }
    /// Returns the number of random trials.
    [[nodiscard]] static int trials(int of_all) { return slow() ? (of_all + 19) / 20 : of_all; }
};

using EngineTest = TestOfEngine<std::string>;
[[nodiscard]] inline std::string engine_name(const testing::TestParamInfo<std::string>& engine) {
    return engine.param;
}

}  // namespace poslab::test
