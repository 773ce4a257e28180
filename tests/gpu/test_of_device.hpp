#pragma once

#include "gpu/device.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace poslab::gpu {

/// A device for a test, with helpers for its buffers. `Base` is a GoogleTest fixture.
template <class Base>
class TestOfDevice : public Base {
  protected:
    /// Opens the device, or skips the test with the device's name and the reason.
    void open(const std::string& name, const std::function<std::unique_ptr<Device>()>& opened) {
        try {
            device_ = opened();
        } catch (const DeviceFailure& failure) {
            GTEST_SKIP() << name << ": " << failure.what();
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

}  // namespace poslab::gpu
