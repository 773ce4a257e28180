#include "app/paint/image_surface.hpp"

#include "core/base/large_pages.hpp"
#include "core/base/memory_ledger.hpp"

#include <sys/mman.h>

#include <cstddef>
#include <cstdint>
#include <memory>

namespace poslab {

namespace {

constexpr std::size_t large_page = std::size_t{1} << 21U;

/// Zeroed memory aligned to large pages.
class LargePages {
  public:
    explicit LargePages(std::size_t bytes)
        : mapped_((bytes + large_page - 1) / large_page * large_page + large_page), entry_(bytes) {
        void* const mapping =
            mmap(nullptr, mapped_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (mapping == MAP_FAILED) return;
        mapping_ = mapping;
        std::size_t space = mapped_;
        begin_ = mapping;
        std::align(large_page, bytes, begin_, space);
        ask_for_large_pages(begin_, mapped_ - large_page);
    }
    ~LargePages() {
        if (mapping_ != nullptr) munmap(mapping_, mapped_);
    }
    LargePages(const LargePages&) = delete;
    LargePages& operator=(const LargePages&) = delete;

    [[nodiscard]] unsigned char* begin() const { return static_cast<unsigned char*>(begin_); }

  private:
    std::size_t mapped_;
    LedgerEntry entry_;
    void* mapping_ = nullptr;
    void* begin_ = nullptr;  // null if allocation failed
};

void release(void* pages) { delete static_cast<LargePages*>(pages); }

constexpr cairo_user_data_key_t pages_of{};

}  // namespace

CairoSurface image_surface(cairo_format_t format, int width, int height) {
    const int stride = cairo_format_stride_for_width(format, width);
    const std::size_t bytes =
        stride > 0 && height > 0 ? static_cast<std::size_t>(stride) * static_cast<std::size_t>(height) : 0;
    const auto small = [&] { return CairoSurface(cairo_image_surface_create(format, width, height)); };
    if (bytes < large_page) return small();
    auto pages = std::make_unique<LargePages>(bytes);
    if (pages->begin() == nullptr) return small();
    CairoSurface surface(cairo_image_surface_create_for_data(pages->begin(), format, width, height, stride));
    if (cairo_surface_set_user_data(surface.get(), &pages_of, pages.get(), release) != CAIRO_STATUS_SUCCESS)
        return small();
    static_cast<void>(pages.release());
    return surface;
}

}  // namespace poslab
