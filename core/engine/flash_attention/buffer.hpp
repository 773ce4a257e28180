#pragma once

#include "core/engine/flash_attention/kernels.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>

namespace poslab::flash_attention {

/// Uninitialized numbers at a vector's alignment: large buffers are first touched by the thread that fills
/// them.
template <class Number>
class Buffer {
  public:
    Buffer() = default;
    explicit Buffer(std::size_t size)
        : numbers_(static_cast<Number*>(
              ::operator new(rounded_up(size * sizeof(Number), vector_bytes) + vector_bytes, alignment))),
          size_(size) {}

    [[nodiscard]] Number* data() { return numbers_.get(); }
    [[nodiscard]] const Number* data() const { return numbers_.get(); }
    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] bool empty() const { return size_ == 0; }
    Number& operator[](std::size_t n) { return numbers_.get()[n]; }
    const Number& operator[](std::size_t n) const { return numbers_.get()[n]; }
    void fill(Number number) { std::fill_n(data(), size_, number); }

  private:
    static constexpr std::align_val_t alignment{vector_bytes};
    struct Release {
        void operator()(Number* numbers) const { ::operator delete(numbers, alignment); }
    };
    std::unique_ptr<Number, Release> numbers_;
    std::size_t size_ = 0;
};

using Floats = Buffer<float>;
using Integers = Buffer<std::int32_t>;

}  // namespace poslab::flash_attention
