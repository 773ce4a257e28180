#pragma once

#include <cstddef>
#include <span>

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif

/// What AddressSanitizer has to be told: memory that nobody may touch, and when another stack is gone to. Nothing without it.
namespace host_cuda {

struct StackBounds {
    const void* bottom = nullptr;
    std::size_t size = 0;
};

#if defined(__SANITIZE_ADDRESS__)
inline constexpr bool has_address_sanitizer = true;
inline void forbid_access(std::span<const std::byte> bytes) { __asan_poison_memory_region(bytes.data(), bytes.size()); }
inline void allow_access(std::span<const std::byte> bytes) { __asan_unpoison_memory_region(bytes.data(), bytes.size()); }
/// Before going to another stack; `left` keeps what belongs to this one, none if it will not be come back to.
inline void leave_stack(void** left, const StackBounds& to) { __sanitizer_start_switch_fiber(left, to.bottom, to.size); }
/// After having come; `from` gets the stack that was left.
inline void enter_stack(void* left, StackBounds* from) {
    __sanitizer_finish_switch_fiber(left, from == nullptr ? nullptr : &from->bottom, from == nullptr ? nullptr : &from->size);
}
#else
inline constexpr bool has_address_sanitizer = false;
inline void forbid_access(std::span<const std::byte>) {}
inline void allow_access(std::span<const std::byte>) {}
inline void leave_stack(void**, const StackBounds&) {}
inline void enter_stack(void*, StackBounds*) {}
#endif

}  // namespace host_cuda
