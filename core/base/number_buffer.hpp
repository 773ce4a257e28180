#pragma once

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <memory>
#include <vector>

namespace poslab {

/// A list of numbers: those of a vector, or memory that is not zeroed before results are written to it.
class NumberBuffer {
  public:
    NumberBuffer() = default;
    /// Takes the numbers of a vector without copying them.
    NumberBuffer(std::vector<double> numbers);
    NumberBuffer(std::initializer_list<double> numbers) : NumberBuffer(std::vector<double>(numbers)) {}
    template <class Iterator>
    NumberBuffer(Iterator begin, Iterator end) : NumberBuffer(std::vector<double>(begin, end)) {}
    NumberBuffer(const NumberBuffer& other);
    NumberBuffer(NumberBuffer&& other) noexcept;
    NumberBuffer& operator=(NumberBuffer other) noexcept;
    ~NumberBuffer() = default;

    /// Returns `count` numbers in large pages, each of which is to be written before it is read. Throws
    /// std::bad_alloc.
    [[nodiscard]] static NumberBuffer unwritten(std::size_t count);
    /// Returns `count` times `value` in large pages.
    [[nodiscard]] static NumberBuffer filled(std::size_t count, double value);

    [[nodiscard]] std::size_t size() const { return count_; }
    [[nodiscard]] bool empty() const { return count_ == 0; }
    [[nodiscard]] double* data() { return begin_; }
    [[nodiscard]] const double* data() const { return begin_; }
    [[nodiscard]] double* begin() { return begin_; }
    [[nodiscard]] double* end() { return begin_ + count_; }
    [[nodiscard]] const double* begin() const { return begin_; }
    [[nodiscard]] const double* end() const { return begin_ + count_; }
    [[nodiscard]] double& operator[](std::size_t n) { return begin_[n]; }
    [[nodiscard]] double operator[](std::size_t n) const { return begin_[n]; }
    [[nodiscard]] double front() const { return *begin_; }
    [[nodiscard]] double back() const { return begin_[count_ - 1]; }

    [[nodiscard]] friend bool operator==(const NumberBuffer& a, const NumberBuffer& b) {
        return std::equal(a.begin(), a.end(), b.begin(), b.end());
    }

  private:
    std::vector<double> vector_;
    std::unique_ptr<double[]> block_;
    double* begin_ = nullptr;  // of one of the two
    std::size_t count_ = 0;
};

}  // namespace poslab
