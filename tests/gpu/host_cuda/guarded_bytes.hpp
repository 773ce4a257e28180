#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <span>

namespace host_cuda {

/// Bytes as a device has them: aligned to 256, NaN of every type at first, and with guards on both sides. AddressSanitizer does not
/// let a kernel touch these at all; without it intact() finds out afterwards.
class GuardedBytes {
  public:
    explicit GuardedBytes(std::size_t size);
    ~GuardedBytes();
    GuardedBytes(const GuardedBytes&) = delete;
    GuardedBytes& operator=(const GuardedBytes&) = delete;

    [[nodiscard]] std::span<std::byte> bytes() const { return {all_.get() + guard, size_}; }
    [[nodiscard]] bool intact() const;

  private:
    static constexpr std::size_t guard = 256;
    struct Free {
        void operator()(std::byte* bytes) const { ::operator delete[](bytes, std::align_val_t(guard)); }
    };

    std::size_t size_;
    std::unique_ptr<std::byte[], Free> all_;
};

}  // namespace host_cuda
