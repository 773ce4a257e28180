#include "core/base/large_pages.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <limits>
#include <memory>
#include <new>

namespace poslab {

namespace {

constexpr std::size_t large_page = std::size_t{1} << 21U;
constexpr std::size_t before_block = 2 * sizeof(void*);  // reserved by the C library

}  // namespace

void ask_for_large_pages(void* begin, std::size_t bytes) {
    if (bytes < large_page) return;
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    std::size_t rest = bytes;
    if (std::align(page, page, begin, rest) != nullptr) madvise(begin, rest / page * page, MADV_HUGEPAGE);
}

std::size_t capacity_in_large_pages(std::size_t count) {
    if (count > std::numeric_limits<std::ptrdiff_t>::max() / sizeof(double) - large_page)
        throw std::bad_alloc();
    const std::size_t bytes = count * sizeof(double);
    if (bytes < large_page) return count;
    return ((bytes + before_block + large_page - 1) / large_page * large_page - before_block) /
           sizeof(double);
}

}  // namespace poslab
