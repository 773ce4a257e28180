#include "core/base/large_pages.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <memory>
#include <new>

namespace poslab {

namespace {

constexpr std::size_t large_page = std::size_t{1} << 21U;
constexpr std::size_t before_block = 2 * sizeof(void*);  // reserved by the C library

/// Rounds up so that the C library maps a whole number of large pages, which Linux aligns to one.
std::size_t capacity_for(std::size_t count) {
    const std::size_t bytes = count * sizeof(double);
    if (bytes < large_page) return count;
    return ((bytes + before_block + large_page - 1) / large_page * large_page - before_block) /
           sizeof(double);
}

}  // namespace

void ask_for_large_pages(void* begin, std::size_t bytes) {
    if (bytes < large_page) return;
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    std::size_t rest = bytes;
    if (std::align(page, page, begin, rest) != nullptr) madvise(begin, rest / page * page, MADV_HUGEPAGE);
}

std::vector<double> reserved_in_large_pages(std::size_t count) {
    std::vector<double> numbers;
    if (count > numbers.max_size()) throw std::bad_alloc();
    numbers.reserve(capacity_for(count));
    ask_for_large_pages(numbers.data(), numbers.capacity() * sizeof(double));
    return numbers;
}

std::vector<double> numbers_in_large_pages(std::size_t count, double value) {
    std::vector<double> numbers = reserved_in_large_pages(count);
    numbers.resize(count, value);
    return numbers;
}

}  // namespace poslab
