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

/// An OpenGL device, held by the test's thread; without one the test is skipped, with the reason.
class OpenGl : public TestOfDevice<testing::Test> {
  protected:
    void SetUp() override {
        open("opengl", [] { return open_opengl_device(); });
    }
};

/// Returns the message of a failed action.
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
