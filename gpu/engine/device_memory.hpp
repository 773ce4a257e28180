#pragma once

#include "gpu/device.hpp"

#include <algorithm>
#include <span>
#include <string_view>
#include <vector>

namespace poslab::gpu {

/// Numbers in a device's memory; at least one, as no device has empty buffers.
template <class Number>
class DeviceArray {
  public:
    /// Not set to anything. `what` they are for a sentence.
    DeviceArray(Device& device, std::size_t count, std::string_view what)
        : device_(&device), count_(count), buffer_(device.allocate(std::max<std::size_t>(count, 1) * sizeof(Number), what)) {}
    DeviceArray(Device& device, std::span<const Number> numbers, std::string_view what)
        : DeviceArray(device, numbers.size(), what) {
        write(numbers);
    }

    void write(std::span<const Number> numbers, std::size_t first = 0) {
        if (!numbers.empty()) device_->upload(*buffer_, std::as_bytes(numbers), first * sizeof(Number));
    }
    void clear() { device_->clear(*buffer_); }
    /// Waits for what runs.
    [[nodiscard]] std::vector<Number> read(std::size_t first, std::size_t count) const {
        std::vector<Number> numbers(count);
        if (count > 0) device_->download(*buffer_, std::as_writable_bytes(std::span(numbers)), first * sizeof(Number));
        return numbers;
    }
    [[nodiscard]] std::vector<Number> read() const { return read(0, count_); }
    [[nodiscard]] std::size_t size() const { return count_; }
    [[nodiscard]] const DeviceBuffer* buffer() const { return buffer_.get(); }

  private:
    Device* device_;
    std::size_t count_;
    std::unique_ptr<DeviceBuffer> buffer_;
};

template <class Task>
[[nodiscard]] std::span<const std::byte> task_bytes(const Task& task) {
    return std::as_bytes(std::span(&task, 1));
}

}  // namespace poslab::gpu
