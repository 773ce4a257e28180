#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <span>

namespace host_cuda {

/// Bytes as on a device: aligned to 256, initially NaN in every type, with guards on both sides.
/// AddressSanitizer reports a kernel that touches the guards; without it, intact() detects that afterwards.
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
