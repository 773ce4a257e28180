#pragma once

#include <cstddef>
#include <span>

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif

/// Tells AddressSanitizer which memory is off limits and when the stack is switched. Does nothing without it.
namespace host_cuda {

struct StackBounds {
    const void* bottom = nullptr;
    std::size_t size = 0;
};

#if defined(__SANITIZE_ADDRESS__)
inline constexpr bool has_address_sanitizer = true;
inline void forbid_access(std::span<const std::byte> bytes) {
    __asan_poison_memory_region(bytes.data(), bytes.size());
}
inline void allow_access(std::span<const std::byte> bytes) {
    __asan_unpoison_memory_region(bytes.data(), bytes.size());
}
/// Call before switching to another stack; `left` receives the state of this one, or is null if it will not
/// be resumed.
inline void leave_stack(void** left, const StackBounds& to) {
    __sanitizer_start_switch_fiber(left, to.bottom, to.size);
}
/// Call after the switch; `from` receives the stack that was left.
inline void enter_stack(void* left, StackBounds* from) {
    __sanitizer_finish_switch_fiber(left, from == nullptr ? nullptr : &from->bottom,
                                    from == nullptr ? nullptr : &from->size);
}
#else
inline constexpr bool has_address_sanitizer = false;
inline void forbid_access(std::span<const std::byte>) {}
inline void allow_access(std::span<const std::byte>) {}
inline void leave_stack(void**, const StackBounds&) {}
inline void enter_stack(void*, StackBounds*) {}
#endif

}  // namespace host_cuda
