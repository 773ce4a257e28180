#pragma once

#include <cstddef>
#include <limits>
#include <new>
#include <vector>

namespace poslab {

/// Allocates numbers at addresses where no vector of up to 64 bytes crosses a cache line.
template <class Number>
struct CacheLineAllocator {
    using value_type = Number;

    CacheLineAllocator() = default;
    template <class Other>
    CacheLineAllocator(const CacheLineAllocator<Other>& /*other*/) {}

    [[nodiscard]] Number* allocate(std::size_t count) {
        if (count > std::numeric_limits<std::size_t>::max() / sizeof(Number)) throw std::bad_alloc();
        return static_cast<Number*>(::operator new(count * sizeof(Number), alignment));
    }
    void deallocate(Number* numbers, std::size_t /*count*/) { ::operator delete(numbers, alignment); }

    friend bool operator==(const CacheLineAllocator& /*a*/, const CacheLineAllocator& /*b*/) { return true; }

  private:
    static constexpr std::align_val_t alignment{64};
};

using AlignedNumbers = std::vector<double, CacheLineAllocator<double>>;

}  // namespace poslab
