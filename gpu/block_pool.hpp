#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>

namespace poslab::gpu {

/// A piece of a device's memory, by the driver's own name for it.
struct MemoryBlock {
    std::uint64_t place = 0;
    std::size_t bytes = 0;
};

/// Memory of a device that is used again: drivers wait for the device, or clear what they hand out, each time they are asked for
/// memory or given it back. A block that lay idle for some operations goes back to the driver.
class BlockPool {
  public:
    /// None: there is no room. May throw what else the driver finds.
    using Allocate = std::function<std::optional<std::uint64_t>(std::size_t bytes)>;
    using Free = std::function<void(std::uint64_t place)>;

    /// Both are called while the device is held. `largest`: of a block; 0: no limit.
    BlockPool(Allocate allocate, Free free, std::size_t largest = 0)
        : allocate_(std::move(allocate)), free_(std::move(free)), largest_(largest) {}
    /// Frees what is idle; all blocks must be back.
    ~BlockPool();
    BlockPool(const BlockPool&) = delete;
    BlockPool& operator=(const BlockPool&) = delete;

    /// Of so many bytes at least, an eighth more at most. None: there is no room, even without what is idle.
    [[nodiscard]] std::optional<MemoryBlock> take(std::size_t bytes);
    /// By any thread, whether or not it holds the device; what was asked of the device before may still use the block.
    void give_back(const MemoryBlock& block) noexcept;

    /// An operation begins: blocks that several of them did without are freed.
    void begin_operation();
    void free_idle();

    [[nodiscard]] std::size_t in_use() const;
    [[nodiscard]] std::size_t idle() const;
    /// The most in use at once since the last time this was asked.
    [[nodiscard]] std::size_t most_in_use();

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
    std::size_t in_use_ = 0, idle_bytes_ = 0, most_in_use_ = 0;
};

}  // namespace poslab::gpu
