#pragma once

#include "gpu/opengl/opengl_device.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace poslab::gpu {

/// A device of OpenGL, held by the thread of the test; skipped, with the reason, where there is none.
class OpenGl : public testing::Test {
  protected:
    void SetUp() override {
        try {
            device_ = open_opengl_device();
        } catch (const DeviceFailure& failure) {
            GTEST_SKIP() << "opengl: " << failure.what();
        }
    }

    [[nodiscard]] Device& device() const { return *device_; }

    template <typename T>
    [[nodiscard]] std::unique_ptr<DeviceBuffer> buffer_of(const std::vector<T>& values) const {
        auto buffer = device_->allocate(std::as_bytes(std::span(values)).size(), "values of a test");
        device_->upload(*buffer, std::as_bytes(std::span(values)));
        return buffer;
    }

    template <typename T>
    [[nodiscard]] std::vector<T> values_of(const DeviceBuffer& buffer) const {
        std::vector<T> values(buffer.bytes() / sizeof(T));
        device_->download(buffer, std::as_writable_bytes(std::span(values)));
        return values;
    }

    std::unique_ptr<Device> device_;
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
