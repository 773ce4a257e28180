#include "core/base/number_buffer.hpp"

#include "core/base/large_pages.hpp"

#include <algorithm>
#include <new>
#include <utility>

namespace poslab {

NumberBuffer::NumberBuffer(std::vector<double> numbers)
    : vector_(std::move(numbers)), begin_(vector_.data()), count_(vector_.size()) {}

NumberBuffer::NumberBuffer(const NumberBuffer& other)
    : NumberBuffer(std::vector<double>(other.begin(), other.end())) {}

NumberBuffer::NumberBuffer(NumberBuffer&& other) noexcept
    : vector_(std::move(other.vector_)),
      block_(std::move(other.block_)),
      begin_(std::exchange(other.begin_, nullptr)),
      count_(std::exchange(other.count_, 0)) {}

NumberBuffer& NumberBuffer::operator=(NumberBuffer other) noexcept {
    vector_.swap(other.vector_);  // a vector's numbers do not move
    block_.swap(other.block_);
    begin_ = other.begin_;
    count_ = other.count_;
    return *this;
}

NumberBuffer NumberBuffer::unwritten(std::size_t count) {
    NumberBuffer buffer;
    const std::size_t capacity = capacity_in_large_pages(count);
    buffer.block_.reset(new double[capacity]);
    ask_for_large_pages(buffer.block_.get(), capacity * sizeof(double));
    buffer.begin_ = buffer.block_.get();
    buffer.count_ = count;
    return buffer;
}

NumberBuffer NumberBuffer::filled(std::size_t count, double value) {
    NumberBuffer buffer = unwritten(count);
    std::fill_n(buffer.begin_, count, value);
    return buffer;
}

}  // namespace poslab
