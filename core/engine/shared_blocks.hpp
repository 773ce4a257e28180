#pragma once

#include "core/base/index_range.hpp"

#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace poslab {

/// Values of blocks of one window that edges cross, shared by all threads. If all pieces in a block have a
/// period (PooledPiece), its value depends on the numbers of its rows and columns, on the distance between
/// its first ones, and on the first row modulo the period; thousands of blocks then have a dozen different
/// values, or some hundred.
class SharedBlocks {
  public:
    static constexpr std::int64_t max_period = 64;

    /// Returns the value of the block, calling `compute()` if no such block is known. Thread-safe; two
    /// threads may compute the same value.
    template <class Compute>
    [[nodiscard]] double value(const IndexRange& rows, const IndexRange& columns, std::int64_t period,
                               const Compute& compute) {
        Slot* const slot = slot_of(key_of(rows, columns, period));
        if (slot == nullptr) return compute();
        const std::uint64_t known = slot->value.load(std::memory_order_relaxed);
        if (known != unknown) return std::bit_cast<double>(known);
        const double computed = compute();
        slot->value.store(std::bit_cast<std::uint64_t>(computed), std::memory_order_relaxed);
        return computed;
    }

  private:
    struct Slot {
        std::atomic<std::uint64_t> key{0};  // written once; 0: free
        std::atomic<std::uint64_t> value{unknown};
    };
    static constexpr std::uint64_t unknown = 0x7FF8'0000'0000'0BAD;  // a NaN that no block has
    static constexpr unsigned slot_bits = 10;
    static constexpr std::size_t slot_count = std::size_t{1} << slot_bits;

    /// The numbers of rows of two blocks of a window differ by at most 1, and so do those of columns.
    [[nodiscard]] static std::uint64_t key_of(const IndexRange& rows, const IndexRange& columns,
                                              std::int64_t period);
    /// Returns the slot of the key, a free one if the key is new; null if all slots tried have other keys.
    [[nodiscard]] Slot* slot_of(std::uint64_t key);

    std::array<Slot, slot_count> slots_;
};

}  // namespace poslab
