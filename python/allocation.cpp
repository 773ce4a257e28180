// The module's operator new and delete, which enter large allocations in the ledger of memory. Libraries may
// free what the module allocates, and the other way round, so the entered allocations are listed; small ones
// are not counted.

#include "core/base/memory_ledger.hpp"

#include <malloc.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <mutex>
#include <new>
#include <unordered_map>
#include <utility>

namespace {

using poslab::memory_ledger::enter;
using poslab::memory_ledger::large;
using poslab::memory_ledger::remove;

/// Allocates the list itself, which is not counted.
template <class Value>
struct SystemAllocator {
    using value_type = Value;
    SystemAllocator() = default;
    template <class Other>
    SystemAllocator(const SystemAllocator<Other>&) noexcept {}  // NOLINT(google-explicit-constructor)
    Value* allocate(std::size_t count) {
        void* const memory = std::malloc(count * sizeof(Value));
        if (memory == nullptr) throw std::bad_alloc();
        return static_cast<Value*>(memory);
    }
    void deallocate(Value* memory, std::size_t) noexcept { std::free(memory); }
    bool operator==(const SystemAllocator&) const = default;
};

class Entered {
  public:
    /// Replaces an entry whose memory another library has freed.
    void add(void* memory, std::size_t bytes) {
        const std::scoped_lock lock(mutex_);
        remove(std::exchange(bytes_[memory], bytes));
    }
    void erase(void* memory) noexcept {
        const std::scoped_lock lock(mutex_);
        const auto found = bytes_.find(memory);
        if (found == bytes_.end()) return;
        remove(found->second);
        bytes_.erase(found);
    }

  private:
    std::mutex mutex_;
    std::unordered_map<void*, std::size_t, std::hash<void*>, std::equal_to<>,
                       SystemAllocator<std::pair<void* const, std::size_t>>>
        bytes_;
};

/// Never destroyed, because memory is freed until the very end.
Entered& entered() {
    alignas(Entered) static unsigned char place[sizeof(Entered)];
    static auto* const only = ::new (place) Entered;
    return *only;
}

template <class Allocate>
void* allocated(std::size_t size, const Allocate& allocate) {
    if (size >= large) enter(size);
    void* const memory = allocate();
    if (memory == nullptr) {
        if (size >= large) remove(size);
        throw std::bad_alloc();
    }
    if (size >= large) entered().add(memory, size);
    return memory;
}

}  // namespace

void* operator new(std::size_t size) {
    return allocated(size, [size] { return std::malloc(std::max<std::size_t>(size, 1)); });
}

void* operator new(std::size_t size, std::align_val_t alignment) {
    const auto step = static_cast<std::size_t>(alignment);
    return allocated(size, [&] { return std::aligned_alloc(step, (size + step - 1) / step * step); });
}

// The C++ library's forms for arrays call the library's own operator new, not those of a module.
void* operator new[](std::size_t size) { return operator new(size); }
void* operator new[](std::size_t size, std::align_val_t alignment) { return operator new(size, alignment); }

void operator delete(void* memory) noexcept {
    if (memory == nullptr) return;
    if (malloc_usable_size(memory) >= large) entered().erase(memory);
    std::free(memory);
}

void operator delete(void* memory, std::size_t /*size*/) noexcept { operator delete(memory); }
void operator delete(void* memory, std::align_val_t /*alignment*/) noexcept { operator delete(memory); }
void operator delete(void* memory, std::size_t /*size*/, std::align_val_t /*alignment*/) noexcept {
    operator delete(memory);
}
void operator delete[](void* memory) noexcept { operator delete(memory); }
void operator delete[](void* memory, std::size_t /*size*/) noexcept { operator delete(memory); }
void operator delete[](void* memory, std::align_val_t /*alignment*/) noexcept { operator delete(memory); }
void operator delete[](void* memory, std::size_t /*size*/, std::align_val_t /*alignment*/) noexcept {
    operator delete(memory);
}
