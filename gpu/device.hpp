#pragma once

#include "core/base/errors.hpp"
#include "gpu/kernels.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace poslab::gpu {

/// A failure of a graphics processor: out of memory, a lost context, an error of its driver, a kernel that
/// does not compile. The message names the failure and what was needed; an engine that chooses among others
/// continues with the next one.
struct DeviceFailure : Unavailable {
    explicit DeviceFailure(const std::string& message) : Unavailable(message) {}
};

/// Memory of a device, freed by its owner while the device is held.
class DeviceBuffer {
  public:
    explicit DeviceBuffer(std::size_t bytes) : bytes_(bytes) {}
    virtual ~DeviceBuffer() = default;
    DeviceBuffer(const DeviceBuffer&) = delete;
    DeviceBuffer& operator=(const DeviceBuffer&) = delete;
    [[nodiscard]] std::size_t bytes() const { return bytes_; }

  private:
    std::size_t bytes_;
};

/// One asynchronous launch of a kernel: groups_x by groups_y thread groups, at most 65,535 of each, the limit
/// of every device. `task` is the kernel's struct in shaders/common/tasks.h; buffers are in the order given
/// there.
struct Launch {
    Kernel kernel;
    std::uint32_t groups_x = 1, groups_y = 1;
    std::span<const std::byte> task{};
    std::vector<const DeviceBuffer*> buffers{};
};

struct DeviceInfo {
    std::string name;                // "NVIDIA H200", "llvmpipe (LLVM 15.0.6, 256 bits)"
    std::string driver;              // "OpenGL 4.5, Mesa 22.3.6", "CUDA 13.0, compute capability 9.0"
    double memory = 0;               // free bytes, approximately; 0: unknown
    bool software = false;           // rendered in software on the processor
    int multiprocessors = 1;         // approximate number of groups that run at once
    std::size_t largest_buffer = 0;  // bytes
    int strip_rows = 64;             // rows that a group of flash_attention processes together
    int chunk_dims = 0;              // dims processed together; 0: decided by the device
    bool split_keys = false;         // PackTask.split for keys and queries
};

/// Activity of a device while its clock ran, by that clock: kernel times exclude waiting.
struct DeviceTimes {
    std::array<double, kernel_count> kernels{};  // seconds
    std::array<std::int64_t, kernel_count> launches{};
    double uploads = 0, downloads = 0;          // seconds
    std::int64_t uploaded = 0, downloaded = 0;  // bytes
    std::int64_t max_memory = 0;                // peak bytes of buffers
};

/// Bytes of a buffer that are downloaded in parts.
struct DownloadParts {
    std::size_t offset = 0, bytes = 0;
    std::size_t unit = 1;  // a part is a whole number of units
};
/// Receives a part, valid only during the call; `first` is relative to DownloadParts::offset.
using TakePart = std::function<void(std::size_t first, std::span<const std::byte>)>;

/// A pending transfer of results to the host. Its device and its buffer must outlive it.
class Download {
  public:
    virtual ~Download() = default;
    /// Waits for the bytes and passes them on in order; if the device supports it, a part is transferred
    /// while the previous one is processed. Call once.
    virtual void take(const TakePart& part) = 0;
};

/// A processor with its own memory and kernels. One thread at a time uses it, while it holds it (`hold`). All
/// calls throw DeviceFailure; the message of allocate() names the purpose of the memory.
class Device {
  public:
    virtual ~Device() = default;

    [[nodiscard]] virtual const DeviceInfo& info() const = 0;

    /// Waits until no other thread holds the device and makes it current to this one; the destructor of the
    /// result releases it.
    class Hold {
      public:
        virtual ~Hold() = default;
    };
    [[nodiscard]] virtual std::unique_ptr<Hold> hold() = 0;

    /// The content is uninitialized. `what` names its purpose in messages.
    [[nodiscard]] virtual std::unique_ptr<DeviceBuffer> allocate(std::size_t bytes,
                                                                 std::string_view what) = 0;
    virtual void upload(DeviceBuffer& to, std::span<const std::byte> bytes, std::size_t offset = 0) = 0;
    /// Waits for running work.
    virtual void download(const DeviceBuffer& from, std::span<std::byte> bytes, std::size_t offset = 0) = 0;
    /// Fills with zeros.
    virtual void clear(DeviceBuffer& buffer) = 0;
    /// Returns the approximate number of groups of the kernel that run at once with such a task. Default:
    /// groups of 256 threads, with room for about 2048 threads per multiprocessor.
    [[nodiscard]] virtual int groups_at_once(Kernel /*kernel*/, std::span<const std::byte> /*task*/) {
        return info().software ? info().multiprocessors : 8 * info().multiprocessors;
    }
    virtual void run(const Launch& launch) = 0;
    /// Waits for running work.
    virtual void finish() = 0;

    /// Starts a download of the bytes as left by all work queued so far. Work queued afterwards runs
    /// concurrently and must not write these bytes.
    [[nodiscard]] virtual std::unique_ptr<Download> start_download(const DeviceBuffer& from,
                                                                   const DownloadParts& parts);

    /// Starts measuring; work queued by other threads in the meantime is included.
    virtual void start_clock() = 0;
    /// Waits for running work.
    [[nodiscard]] virtual DeviceTimes stop_clock() = 0;
};

}  // namespace poslab::gpu
