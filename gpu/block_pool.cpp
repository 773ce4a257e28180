#include "gpu/block_pool.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace poslab::gpu {
namespace {

constexpr std::size_t min_block = 256;
constexpr std::size_t steps = 8;             // block sizes between two powers of two
constexpr std::uint64_t max_operations = 8;  // for which a block may stay idle

}  // namespace

BlockPool::~BlockPool() { free_idle(); }

std::size_t BlockPool::rounded(std::size_t bytes) const {
    if (bytes <= min_block) return min_block;
    const std::size_t step = std::max(std::bit_floor(bytes) / steps, min_block);
    const std::size_t size = (bytes + step - 1) / step * step;
    return largest_ > 0 ? std::max(bytes, std::min(size, largest_)) : size;
}

std::optional<MemoryBlock> BlockPool::take_idle(std::size_t bytes) {
    const auto found = idle_.lower_bound(bytes);
    if (found == idle_.end() || found->first > bytes + bytes / steps) return std::nullopt;
    const MemoryBlock block{found->second.place, found->first};
    idle_.erase(found);
    idle_bytes_ -= block.bytes;
    return block;
}

std::optional<MemoryBlock> BlockPool::take(std::size_t bytes) {
    const std::scoped_lock lock(mutex_);
    const std::size_t size = rounded(bytes);
    std::optional<MemoryBlock> block = take_idle(size);
    if (!block) {
        std::optional<std::uint64_t> place = allocate_(size);
        if (!place && !idle_.empty()) {
            free_where([](const Idle&) { return true; });
            place = allocate_(size);
        }
        if (!place) return std::nullopt;
        block = MemoryBlock{*place, size};
    }
    in_use_ += block->bytes;
    max_in_use_ = std::max(max_in_use_, in_use_);
    return block;
}

void BlockPool::give_back(const MemoryBlock& block) noexcept {
    const std::scoped_lock lock(mutex_);
    in_use_ -= block.bytes;
    idle_bytes_ += block.bytes;
    idle_.emplace(block.bytes, Idle{block.place, operation_});
}

void BlockPool::begin_operation() {
    const std::scoped_lock lock(mutex_);
    ++operation_;
    free_where([this](const Idle& idle) { return operation_ - idle.since > max_operations; });
}

void BlockPool::free_idle() {
    const std::scoped_lock lock(mutex_);
    free_where([](const Idle&) { return true; });
}

void BlockPool::free_where(const std::function<bool(const Idle&)>& unwanted) {
    for (auto one = idle_.begin(); one != idle_.end();) {
        if (!unwanted(one->second)) {
            ++one;
            continue;
        }
        free_(one->second.place);
        idle_bytes_ -= one->first;
        one = idle_.erase(one);
    }
}

std::size_t BlockPool::in_use() const {
    const std::scoped_lock lock(mutex_);
    return in_use_;
}

std::size_t BlockPool::idle() const {
    const std::scoped_lock lock(mutex_);
    return idle_bytes_;
}

std::size_t BlockPool::max_in_use() {
    const std::scoped_lock lock(mutex_);
    return std::exchange(max_in_use_, in_use_);
}

}  // namespace poslab::gpu
