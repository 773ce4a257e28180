#include "core/engine/shared_blocks.hpp"

namespace poslab {

std::uint64_t SharedBlocks::key_of(const IndexRange& rows, const IndexRange& columns, std::int64_t period) {
    constexpr std::int64_t above_all = std::int64_t{1} << 32;  // so that no key is 0
    const auto odd = [](std::int64_t size) { return static_cast<std::uint64_t>(size & 1); };
    const auto distance = static_cast<std::uint64_t>(rows.begin - columns.begin + above_all);
    const auto phase = static_cast<std::uint64_t>(rows.begin % period);
    return (distance * static_cast<std::uint64_t>(period) + phase) << 2U | odd(rows.size()) << 1U |
           odd(columns.size());
}

SharedBlocks::Slot* SharedBlocks::slot_of(std::uint64_t key) {
    constexpr std::uint64_t golden = 0x9E37'79B9'7F4A'7C15;  // spreads neighbouring keys (Knuth, 6.4)
    constexpr std::size_t tries = 8;
    const std::uint64_t place = key * golden >> (64U - slot_bits);
    for (std::size_t n = 0; n < tries; ++n) {
        Slot& slot = slots_[(place + n) % slot_count];
        std::uint64_t found = slot.key.load(std::memory_order_relaxed);
        if (found == 0 && slot.key.compare_exchange_strong(found, key, std::memory_order_relaxed))
            return &slot;
        if (found == key) return &slot;
    }
    return nullptr;
}

}  // namespace poslab
