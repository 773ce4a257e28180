#pragma once

#include "gpu/device.hpp"

#include <algorithm>
#include <string>
#include <type_traits>
#include <vector>

namespace poslab::gpu {

/// Numbers of a kind in a device's memory; used while the device is held. There is room for one at least, so that a kernel's buffer
/// may be empty. Calls throw DeviceFailure.
template <typename T>
class Buffer {
    static_assert(std::is_trivially_copyable_v<T>);

  public:
    /// The content is not defined. `what` it is for: "the states of a scan".
    Buffer(Device& device, std::size_t count, std::string what)
        : device_(&device), what_(std::move(what)), memory_(device.allocate(std::max<std::size_t>(count, 1) * sizeof(T), what_)) {}
    Buffer(Device& device, std::span<const T> content, std::string what) : Buffer(device, content.size(), std::move(what)) {
        write(content);
    }

    [[nodiscard]] std::size_t capacity() const { return memory_->bytes() / sizeof(T); }
    [[nodiscard]] const DeviceBuffer* get() const { return memory_.get(); }

    void write(std::span<const T> content, std::size_t first = 0) {
        if (!content.empty()) device_->upload(*memory_, std::as_bytes(content), first * sizeof(T));
    }
    /// Room for `count`; what was there is lost where that is more than before.
    void reserve(std::size_t count) {
        if (count <= capacity()) return;
        memory_.reset();
        memory_ = device_->allocate(count * sizeof(T), what_);
    }
    void replace(std::span<const T> content) {
        reserve(content.size());
        write(content);
    }
    void clear() { device_->clear(*memory_); }

    /// Waits for what runs.
    void read(std::span<T> content, std::size_t first = 0) const {
        if (!content.empty()) device_->download(*memory_, std::as_writable_bytes(content), first * sizeof(T));
    }
    [[nodiscard]] std::vector<T> read(std::size_t count) const {
        std::vector<T> content(count);
        read(std::span<T>(content));
        return content;
    }

  private:
    Device* device_;
    std::string what_;
    std::unique_ptr<DeviceBuffer> memory_;
};

/// What Launch::task takes.
template <typename Task>
[[nodiscard]] std::span<const std::byte> task_bytes(const Task& task) {
    static_assert(std::is_trivially_copyable_v<Task>);
    return std::as_bytes(std::span<const Task>(&task, 1));
}

/// Groups of `size` threads that `count` of them need.
[[nodiscard]] inline std::uint32_t groups_of(std::int64_t count, std::int64_t size) {
    return static_cast<std::uint32_t>((count + size - 1) / size);
}

/// Elements of `bytes` each that one buffer may hold without taking most of the device.
[[nodiscard]] inline std::int64_t most_elements(const DeviceInfo& info, double bytes) {
    double room = 0x1p30;
    if (info.memory > 0) room = std::min(room, info.memory / 8);
    if (info.largest_buffer > 0) room = std::min(room, static_cast<double>(info.largest_buffer));
    return std::max<std::int64_t>(1, static_cast<std::int64_t>(room / bytes));
}

}  // namespace poslab::gpu
