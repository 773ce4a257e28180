// The program's operator new and delete, which enter every allocation in the ledger of memory. All other
// forms of operator new and delete call these. Builds with sanitizers, which have their own, omit this file.

#include "core/base/memory_ledger.hpp"

#include <malloc.h>

#include <algorithm>
#include <cstdlib>
#include <new>

namespace {

using poslab::memory_ledger::enter;
using poslab::memory_ledger::remove;

/// Large requests are refused before they are allocated. Enters what `allocate` returned; the system may give
/// more than the requested size.
template <class Allocate>
[[gnu::always_inline]] inline void* entered(std::size_t size, const Allocate& allocate) {
    enter(size);
    void* const memory = allocate();
    if (memory == nullptr) {
        remove(size);
        throw std::bad_alloc();
    }
    remove(size - malloc_usable_size(memory));  // adds the difference: unsigned numbers wrap
    return memory;
}

}  // namespace

void* operator new(std::size_t size) {
    return entered(size, [size] { return std::malloc(std::max<std::size_t>(size, 1)); });
}

void* operator new(std::size_t size, std::align_val_t alignment) {
    const auto step = static_cast<std::size_t>(alignment);
    return entered(size, [&] { return std::aligned_alloc(step, (size + step - 1) / step * step); });
}

void operator delete(void* memory) noexcept {
    if (memory == nullptr) return;
    remove(malloc_usable_size(memory));
    std::free(memory);
}

void operator delete(void* memory, std::size_t /*size*/) noexcept { operator delete(memory); }
void operator delete(void* memory, std::align_val_t /*alignment*/) noexcept { operator delete(memory); }
void operator delete(void* memory, std::size_t /*size*/, std::align_val_t /*alignment*/) noexcept {
    operator delete(memory);
}
