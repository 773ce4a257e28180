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

/// What a graphics processor could not do: out of memory, a lost context, an error of its driver, a kernel that does not compile.
/// The sentence names which of them and what it needed; whoever may choose goes on with the next engine.
struct DeviceFailure : Unavailable {
    explicit DeviceFailure(const std::string& sentence) : Unavailable(sentence) {}
};

/// Memory of a device, freed with its owner while the device is held.
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

/// One run of a kernel: groups_x by groups_y groups of threads, at most 65,535 of each (what every device takes), asynchronous.
/// `task` is the kernel's struct of shaders/common/tasks.h; buffers come in the order given there.
struct Launch {
    Kernel kernel;
    std::uint32_t groups_x = 1, groups_y = 1;
    std::span<const std::byte> task{};
    std::vector<const DeviceBuffer*> buffers{};
};

struct DeviceInfo {
    std::string name;                // "NVIDIA H200", "llvmpipe (LLVM 15.0.6, 256 bits)"
    std::string driver;              // "OpenGL 4.5, Mesa 22.3.6", "CUDA 13.0, compute capability 9.0"
    double memory = 0;               // bytes that may be free, 0: not known
    bool software = false;           // runs on the processor after all
    int multiprocessors = 1;         // groups that run at once, about
    std::size_t largest_buffer = 0;  // bytes
    int strip_rows = 64;             // rows that a group of attention_strips takes together
    int chunk_dims = 0;              // dims that it takes at once; 0: it knows itself
    bool split_keys = false;         // PackTask.split of keys and queries
};

/// What a device did while its clock ran, by that clock: kernels apart from what they wait for.
struct DeviceTimes {
    std::array<double, kernel_count> kernels{};  // seconds
    std::array<std::int64_t, kernel_count> launches{};
    double uploads = 0, downloads = 0;          // seconds
    std::int64_t uploaded = 0, downloaded = 0;  // bytes
    std::int64_t most_memory = 0;               // bytes of buffers held at once
};

/// Bytes of a buffer that are wanted part by part.
struct DownloadParts {
    std::size_t offset = 0, bytes = 0;
    std::size_t unit = 1;  // a part is a whole number of them
};
/// Has the bytes as long as it runs; their place is counted from DownloadParts::offset.
using TakePart = std::function<void(std::size_t first, std::span<const std::byte>)>;

/// Results on their way home. Its device and its buffer must outlive it.
class Download {
  public:
    virtual ~Download() = default;
    /// Waits for them and hands them over in order; where the device can, a part is on its way while the one before is taken. Once.
    virtual void take(const TakePart& part) = 0;
};

/// A processor with memory and kernels of its own. One thread at a time uses it, while it holds it (`hold`). All of its calls throw
/// DeviceFailure; allocate() says what the memory is for.
class Device {
  public:
    virtual ~Device() = default;

    [[nodiscard]] virtual const DeviceInfo& info() const = 0;

    /// Waits until no other thread holds the device and makes it current to this one; let go by the destructor of what it returns.
    class Hold {
      public:
        virtual ~Hold() = default;
    };
    [[nodiscard]] virtual std::unique_ptr<Hold> hold() = 0;

    /// The content is not defined.
    [[nodiscard]] virtual std::unique_ptr<DeviceBuffer> allocate(std::size_t bytes, std::string_view what) = 0;
    virtual void upload(DeviceBuffer& to, std::span<const std::byte> bytes, std::size_t offset = 0) = 0;
    /// Waits for what runs.
    virtual void download(const DeviceBuffer& from, std::span<std::byte> bytes, std::size_t offset = 0) = 0;
    /// Zeros.
    virtual void clear(DeviceBuffer& buffer) = 0;
    /// How many groups of the kernel run at once with such a task, about. Where the device does not tell: of a multiprocessor's
    /// room for some 2048 threads, groups of 256.
    [[nodiscard]] virtual int groups_at_once(Kernel /*kernel*/, std::span<const std::byte> /*task*/) {
        return info().software ? info().multiprocessors : 8 * info().multiprocessors;
    }
    virtual void run(const Launch& launch) = 0;
    /// Waits for what runs.
    virtual void finish() = 0;

    /// The bytes as everything that was asked for until now leaves them. What is asked for before they are taken goes on meanwhile,
    /// and must not write them.
    [[nodiscard]] virtual std::unique_ptr<Download> start_download(const DeviceBuffer& from, const DownloadParts& parts);

    /// From here on the device measures what it does; nothing that others ask of it meanwhile is told apart.
    virtual void start_clock() = 0;
    /// Waits for what runs.
    [[nodiscard]] virtual DeviceTimes stop_clock() = 0;
};

}  // namespace poslab::gpu
