#pragma once

#include "gpu/opengl/opengl_device.hpp"
#include "tests/gpu/test_of_device.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace poslab::gpu {

/// A device of OpenGL, held by the thread of the test; skipped, with the reason, where there is none.
class OpenGl : public TestOfDevice<testing::Test> {
  protected:
    void SetUp() override {
        open("opengl", [] { return open_opengl_device(); });
    }
};

/// What an action says where it fails.
template <typename Action>
[[nodiscard]] std::string failure_of(const Action& action) {
    try {
        action();
    } catch (const DeviceFailure& failure) {
        return failure.what();
    }
    return "nothing failed";
}

template <typename Task>
[[nodiscard]] std::span<const std::byte> task_of(const Task& task) {
    return std::as_bytes(std::span(&task, 1));
}

}  // namespace poslab::gpu
