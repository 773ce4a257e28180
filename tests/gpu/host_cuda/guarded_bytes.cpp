#include "host_cuda/guarded_bytes.hpp"

#include "host_cuda/address_sanitizer.hpp"

#include <algorithm>

namespace host_cuda {
namespace {

constexpr std::byte in_guards{0xA5};
constexpr std::byte at_first{0xFF};

}  // namespace

GuardedBytes::GuardedBytes(std::size_t size)
    : size_(size),
      all_(static_cast<std::byte*>(::operator new[](size + 2 * guard, std::align_val_t(guard)))) {
    std::fill_n(all_.get(), size + 2 * guard, in_guards);
    std::ranges::fill(bytes(), at_first);
    forbid_access({all_.get(), guard});
    forbid_access({all_.get() + guard + size, guard});
}

GuardedBytes::~GuardedBytes() { allow_access({all_.get(), size_ + 2 * guard}); }

bool GuardedBytes::intact() const {
    if (has_address_sanitizer) return true;
    const auto whole = [this](std::size_t first) {
        return std::all_of(all_.get() + first, all_.get() + first + guard,
                           [](std::byte b) { return b == in_guards; });
    };
    return whole(0) && whole(guard + size_);
}

}  // namespace host_cuda
