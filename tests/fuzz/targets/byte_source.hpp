#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace poslab::test {

/// Choices taken from the bytes of an input; all are 0 after its end.
class ByteSource {
  public:
    ByteSource(const std::uint8_t* data, std::size_t size) : bytes_(data, size) {}
    [[nodiscard]] std::uint64_t number(std::size_t bytes) {
        std::uint64_t number = 0;
        for (; bytes > 0; --bytes) {
            number = number << 8U;
            if (at_ < bytes_.size()) number |= bytes_[at_++];
        }
        return number;
    }
    [[nodiscard]] std::uint64_t below(std::uint64_t n) { return number(n > 256 ? 4 : 1) % n; }
    [[nodiscard]] bool chance() { return (number(1) & 1U) != 0; }

  private:
    std::span<const std::uint8_t> bytes_;
    std::size_t at_ = 0;
};

}  // namespace poslab::test
