#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>

namespace poslab::gpu {

/// A block of a device's memory, identified by the driver's handle.
struct MemoryBlock {
    std::uint64_t place = 0;
    std::size_t bytes = 0;
};

/// A pool that reuses a device's memory, because drivers wait for the device, or clear memory, on each
/// allocation or release. A block that stays idle for several operations is returned to the driver.
class BlockPool {
  public:
    /// Returns nothing if memory is exhausted. May throw other errors of the driver.
    using Allocate = std::function<std::optional<std::uint64_t>(std::size_t bytes)>;
    using Free = std::function<void(std::uint64_t place)>;

    /// Both functions are called while the device is held. `largest`: maximum size of a block; 0: no limit.
    BlockPool(Allocate allocate, Free free, std::size_t largest = 0)
        : allocate_(std::move(allocate)), free_(std::move(free)), largest_(largest) {}
    /// Frees idle blocks; all blocks must have been given back.
    ~BlockPool();
    BlockPool(const BlockPool&) = delete;
    BlockPool& operator=(const BlockPool&) = delete;

    /// Returns a block of at least `bytes`, at most an eighth more. Empty if memory is exhausted even after
    /// freeing idle blocks.
    [[nodiscard]] std::optional<MemoryBlock> take(std::size_t bytes);
    /// Callable from any thread, whether or not it holds the device; work queued earlier may still use the
    /// block.
    void give_back(const MemoryBlock& block) noexcept;

    /// Begins an operation: frees blocks that were idle for several operations.
    void begin_operation();
    void free_idle();

    [[nodiscard]] std::size_t in_use() const;
    [[nodiscard]] std::size_t idle() const;
    /// Returns the peak of the bytes in use since the last call.
    [[nodiscard]] std::size_t max_in_use();

  private:
    struct Idle {
        std::uint64_t place;
        std::uint64_t since;  // operation
    };

    [[nodiscard]] std::size_t rounded(std::size_t bytes) const;
    [[nodiscard]] std::optional<MemoryBlock> take_idle(std::size_t bytes);
    void free_where(const std::function<bool(const Idle&)>& unwanted);

    Allocate allocate_;
    Free free_;
    std::size_t largest_;
    mutable std::mutex mutex_;
    std::multimap<std::size_t, Idle> idle_;  // by size
    std::uint64_t operation_ = 0;
    std::size_t in_use_ = 0, idle_bytes_ = 0, max_in_use_ = 0;
};

}  // namespace poslab::gpu
