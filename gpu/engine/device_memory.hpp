#pragma once

#include "gpu/device.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace poslab::gpu {

/// Numbers in a device's memory; at least one, because devices do not allow empty buffers.
template <class Number>
class DeviceArray {
  public:
    /// Uninitialized. `what` describes them in messages.
    DeviceArray(Device& device, std::size_t count, std::string what)
        : device_(&device), what_(std::move(what)), count_(count) {
        allocate();
    }
    DeviceArray(Device& device, std::span<const Number> numbers, std::string what)
        : DeviceArray(device, numbers.size(), std::move(what)) {
        write(numbers);
    }

    /// Makes room for at least `count` numbers; discards the content if it has to grow.
    void reserve(std::size_t count) {
        if (count <= count_) return;
        buffer_.reset();
        count_ = count;
        allocate();
    }
    /// Writes the first numbers, growing if necessary.
    void replace(std::span<const Number> numbers) {
        reserve(numbers.size());
        write(numbers);
    }

    void write(std::span<const Number> numbers, std::size_t first = 0) {
        if (!numbers.empty()) device_->upload(*buffer_, std::as_bytes(numbers), first * sizeof(Number));
    }
    void clear() { device_->clear(*buffer_); }
    /// Waits for running work.
    [[nodiscard]] std::vector<Number> read(std::size_t first, std::size_t count) const {
        std::vector<Number> numbers(count);
        read_to(numbers, first);
        return numbers;
    }
    void read_to(std::span<Number> numbers, std::size_t first = 0) const {
        if (!numbers.empty())
            device_->download(*buffer_, std::as_writable_bytes(numbers), first * sizeof(Number));
    }
    [[nodiscard]] std::vector<Number> read() const { return read(0, count_); }
    /// Starts a download of `count` numbers from `first` on, in parts of whole `unit`s.
    [[nodiscard]] std::unique_ptr<Download> start_download(std::size_t first, std::size_t count,
                                                           std::size_t unit = 1) const {
        return device_->start_download(
            *buffer_, {first * sizeof(Number), count * sizeof(Number), unit * sizeof(Number)});
    }
    /// Starts a download of the first numbers, as left by running work, and returns the function that
    /// completes it.
    [[nodiscard]] std::function<void()> later_to(std::span<Number> numbers) const {
        std::shared_ptr<Download> download = start_download(0, numbers.size());
        return [download, numbers] {
            const std::span<std::byte> to = std::as_writable_bytes(numbers);
            download->take([to](std::size_t first, std::span<const std::byte> part) {
                std::memcpy(to.data() + first, part.data(), part.size());
            });
        };
    }
    [[nodiscard]] std::size_t size() const { return count_; }
    [[nodiscard]] const DeviceBuffer* buffer() const { return buffer_.get(); }

  private:
    void allocate() { buffer_ = device_->allocate(std::max<std::size_t>(count_, 1) * sizeof(Number), what_); }

    Device* device_ = nullptr;
    std::string what_;
    std::size_t count_ = 0;
    std::unique_ptr<DeviceBuffer> buffer_;
};

template <class Task>
[[nodiscard]] std::span<const std::byte> task_bytes(const Task& task) {
    return std::as_bytes(std::span(&task, 1));
}

/// Returns the number of groups of `size` threads for `count` items.
[[nodiscard]] inline std::uint32_t groups_of(std::int64_t count, std::int64_t size) {
    return static_cast<std::uint32_t>((count + size - 1) / size);
}

/// Returns how many elements of `bytes` bytes one buffer may have without taking most of the device; at least
/// one.
[[nodiscard]] inline std::int64_t max_elements(const DeviceInfo& info, double bytes) {
    double room = 0x1p30;
    if (info.memory > 0) room = std::min(room, info.memory / 8);
    if (info.largest_buffer > 0) room = std::min(room, static_cast<double>(info.largest_buffer));
    return std::max<std::int64_t>(1, static_cast<std::int64_t>(room / bytes));
}

}  // namespace poslab::gpu
