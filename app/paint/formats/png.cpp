#include "app/paint/cairo_painter.hpp"
#include "app/paint/cairo_surfaces.hpp"
#include "app/paint/image_surface.hpp"
#include "app/paint/picture.hpp"
#include "core/base/errors.hpp"

#include <fmt/format.h>
#include <png.h>

#include <algorithm>
#include <cmath>
#include <csetjmp>
#include <cstring>
#include <exception>
#include <new>
#include <optional>
#include <unordered_map>
#include <vector>

namespace poslab {

namespace {

constexpr int max_pixels = 32767;  // per side; Cairo's limit

/// The exception of an allocation that libpng requested; none may pass through C.
std::exception_ptr& refusal_of(png_structp png) {
    return *static_cast<std::exception_ptr*>(png_get_mem_ptr(png));
}

/// Allocates with the program's operator new, which enters the bytes in the ledger of memory.
png_voidp allocate(png_structp png, png_alloc_size_t bytes) noexcept {
    try {
        return ::operator new(bytes);
    } catch (...) {
        refusal_of(png) = std::current_exception();
        return nullptr;
    }
}

void deallocate(png_structp /*png*/, png_voidp memory) noexcept { ::operator delete(memory); }

void append(png_structp png, png_bytep data, png_size_t size) {
    auto* const out = static_cast<std::string*>(png_get_io_ptr(png));
    bool fits = true;
    // png_error must not jump over a catch block.
    try {
        out->append(static_cast<const char*>(static_cast<const void*>(data)), size);
    } catch (...) {
        refusal_of(png) = std::current_exception();
        fits = false;
    }
    if (!fits) png_error(png, "out of memory");
}

[[noreturn]] void give_up(png_structp png, png_const_charp /*why*/) { png_longjmp(png, 1); }

void ignore_warning(png_structp /*png*/, png_const_charp /*message*/) {}

/// Converts an opaque row without a branch per pixel; most pictures are opaque.
void convert_opaque_row(const std::uint8_t* row, int width, std::uint8_t* out) {
    for (int x = 0; x < width; ++x) {
        std::uint32_t word = 0;
        std::memcpy(&word, row + 4 * static_cast<std::ptrdiff_t>(x), sizeof word);
        out[3 * x] = static_cast<std::uint8_t>(word >> 16U);
        out[3 * x + 1] = static_cast<std::uint8_t>(word >> 8U);
        out[3 * x + 2] = static_cast<std::uint8_t>(word);
    }
}

/// Converts one row to the order of the file, RGB or RGBA.
void convert_row(const PixelView& view, const std::uint8_t* row, std::uint8_t* out) {
    if (view.order == PixelOrder::argb32_premultiplied && view.opaque) {
        convert_opaque_row(row, view.width, out);
        return;
    }
    for (int x = 0; x < view.width; ++x) {
        if (view.order == PixelOrder::argb32_premultiplied) {
            std::uint32_t word = 0;
            std::memcpy(&word, row + 4 * static_cast<std::ptrdiff_t>(x), sizeof word);
            const std::uint32_t a = word >> 24U;
            for (const unsigned shift : {16U, 8U, 0U}) {
                const std::uint32_t v = (word >> shift) & 0xFFU;
                *out++ = static_cast<std::uint8_t>(
                    a == 255 || a == 0 ? v : std::min(255U, (v * 255U + a / 2) / a));
            }
            *out++ = static_cast<std::uint8_t>(a);
        } else {
            const std::uint8_t* const pixel =
                row + (view.order == PixelOrder::rgba8 ? 4 : 3) * static_cast<std::ptrdiff_t>(x);
            out = std::copy_n(pixel, 3, out);
            if (!view.opaque && view.order == PixelOrder::rgba8) *out++ = pixel[3];
        }
    }
}

struct TextChunks {
    explicit TextChunks(const PictureMetadata& metadata) {
        for (const auto& [key, value] : metadata) {
            if (key.empty() || key.size() > 79) continue;
            png_text chunk{};
            const bool ascii =
                std::ranges::all_of(value, [](char c) { return static_cast<unsigned char>(c) < 0x80U; });
            chunk.compression = ascii ? PNG_TEXT_COMPRESSION_NONE : PNG_ITXT_COMPRESSION_NONE;
            // libpng only reads the key, although its interface is not const.
            chunk.key = const_cast<char*>(key.c_str());
            chunk.text = const_cast<char*>(value.c_str());
            (ascii ? chunk.text_length : chunk.itxt_length) = value.size();
            chunks.push_back(chunk);
        }
    }
    std::vector<png_text> chunks;
};

/// The colours of a picture of at most 256 ones.
struct PngColors {
    std::unordered_map<std::uint32_t, std::uint8_t> numbers;
    std::vector<png_color> colors;
    std::vector<png_byte> alphas;

    static std::uint32_t at(const std::uint8_t* row, int x) {
        std::uint32_t rgba = 0;
        std::memcpy(&rgba, row + 4 * static_cast<std::ptrdiff_t>(x), sizeof rgba);
        return rgba;
    }

    /// Returns no palette for more colours, or for pixels in another order.
    static std::optional<PngColors> of(const PixelView& view) {
        if (!view.compact || view.order != PixelOrder::rgba8) return std::nullopt;
        PngColors palette;
        for (int y = 0; y < view.height; ++y) {
            const std::uint8_t* const row = view.data + y * view.stride;
            for (int x = 0; x < view.width; ++x) {
                const auto number = static_cast<std::uint8_t>(palette.colors.size());
                if (!palette.numbers.emplace(at(row, x), number).second) continue;
                if (palette.colors.size() == 256) return std::nullopt;
                const std::uint8_t* const pixel = row + 4 * static_cast<std::ptrdiff_t>(x);
                palette.colors.push_back({pixel[0], pixel[1], pixel[2]});
                palette.alphas.push_back(view.opaque ? png_byte{255} : pixel[3]);
            }
        }
        return palette;
    }

    void convert_row(const std::uint8_t* row, int width, std::uint8_t* out) const {
        for (int x = 0; x < width; ++x) out[x] = numbers.find(at(row, x))->second;
    }
};

/// Returns false if libpng failed. Must not contain objects with destructors, because libpng uses longjmp.
bool run_libpng(png_structp png, png_infop info, const PixelView& view, const PngColors* palette, double dpi,
                std::vector<png_text>& text, std::string& file, std::vector<std::uint8_t>& row) {
    if (setjmp(png_jmpbuf(png)) != 0) return false;
    const bool alpha = !view.opaque && view.order != PixelOrder::rgb8;
    png_set_write_fn(png, &file, append, nullptr);
    png_set_user_limits(png, 1U << 24U, 1U << 24U);
    png_set_IHDR(png, info, static_cast<png_uint_32>(view.width), static_cast<png_uint_32>(view.height), 8,
                 palette != nullptr ? PNG_COLOR_TYPE_PALETTE
                 : alpha            ? PNG_COLOR_TYPE_RGB_ALPHA
                                    : PNG_COLOR_TYPE_RGB,
                 PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    if (palette != nullptr) {
        const int size = static_cast<int>(palette->colors.size());
        png_set_PLTE(png, info, palette->colors.data(), size);
        png_set_tRNS(png, info, palette->alphas.data(), size, nullptr);
    }
    const auto per_metre = static_cast<png_uint_32>(std::lround(std::clamp(dpi, 1.0, 1e6) / 0.0254));
    png_set_pHYs(png, info, per_metre, per_metre, PNG_RESOLUTION_METER);
    if (!text.empty()) png_set_text(png, info, text.data(), static_cast<int>(text.size()));
    // Measured on figures of 1600 x 1000: level 1 without a filter 14 ms and 270 kB, sub 16 ms and 310 kB, up
    // 17 ms and 305 kB; levels 2 and 3 save 5 to 10 % in the same time or slightly more. Flat areas and exact
    // repetitions need no filter.
    png_set_compression_level(png, view.compact ? 6 : 1);
    png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_NONE);
    png_write_info(png, info);
    for (int y = 0; y < view.height; ++y) {
        const std::uint8_t* const pixels = view.data + y * view.stride;
        if (palette != nullptr) {
            palette->convert_row(pixels, view.width, row.data());
        } else {
            convert_row(view, pixels, row.data());
        }
        png_write_row(png, row.data());
    }
    png_write_end(png, info);
    return true;
}

struct Pixels {
    CairoSurface surface;
    int width = 0, height = 0;
};

Pixels paint_pixels(const DrawList& list, const FontLibrary& fonts, double dpi,
                    std::optional<Color> background) {
    const double scale = dpi / css_dpi;
    const double width = pixels_for(list.width, dpi), height = pixels_for(list.height, dpi);
    if (!(width <= max_pixels && height <= max_pixels)) {
        throw TooLarge(tr("The picture would have {:.0f} x {:.0f} pixels; at most {} per side are allowed.",
                          width, height, max_pixels));
    }
    Pixels pixels{CairoSurface(), static_cast<int>(width), static_cast<int>(height)};
    const bool opaque = background && background->a == 255;
    pixels.surface =
        image_surface(opaque ? CAIRO_FORMAT_RGB24 : CAIRO_FORMAT_ARGB32, pixels.width, pixels.height);
    const Cairo cairo(cairo_create(pixels.surface.get()));
    if (cairo_status(cairo.get()) != CAIRO_STATUS_SUCCESS) {
        throw TooLarge(tr("A picture of {:.0f} x {:.0f} pixels does not fit into memory.", width, height));
    }
    paint_background(cairo.get(), background);
    cairo_scale(cairo.get(), scale, scale);
    CairoFonts cairo_fonts(fonts);
    paint_cairo(cairo.get(), list, cairo_fonts, CairoTarget::image, scale);
    cairo_surface_flush(pixels.surface.get());
    return pixels;
}

std::string render_png(const DrawList& list, const FontLibrary& fonts, const PictureOptions& options) {
    const auto& [dpi, metadata, background] = options;
    const Pixels pixels = paint_pixels(list, fonts, dpi, background);
    return encode_png({cairo_image_surface_get_data(pixels.surface.get()), pixels.width, pixels.height,
                       cairo_image_surface_get_stride(pixels.surface.get()), PixelOrder::argb32_premultiplied,
                       background && background->a == 255},
                      dpi, metadata);
}

struct Reading {
    std::string_view rest;
    std::exception_ptr refusal;  // of the last allocation
};

void take(png_structp png, png_bytep to, std::size_t count) {
    auto& reading = *static_cast<Reading*>(png_get_io_ptr(png));
    if (reading.rest.size() < count) png_error(png, "the file is truncated");
    std::copy_n(reading.rest.data(), count, to);
    reading.rest.remove_prefix(count);
}

/// Reads what precedes the pixels. Returns false if libpng failed; must not contain objects with destructors,
/// because libpng uses longjmp.
bool read_head(png_structp png, png_infop info, Reading& reading) {
    if (setjmp(png_jmpbuf(png)) != 0) return false;
    png_set_read_fn(png, &reading, take);
    png_set_user_limits(png, 1U << 24U, 1U << 24U);
    png_set_chunk_malloc_max(png, 1U << 20U);
    png_set_chunk_cache_max(png, 64);  // texts; PosLab writes fewer than ten
    // otherwise an oversized chunk only causes a warning and still gets its memory
    png_set_benign_errors(png, 0);
    png_read_info(png, info);
    return true;
}

/// Decodes the pixels, one row at a time, and what follows them. Returns false if libpng failed; must not
/// contain objects with destructors, because libpng uses longjmp.
bool read_pixels(png_structp png, std::uint32_t height, std::uint8_t* row) {
    if (setjmp(png_jmpbuf(png)) != 0) return false;
    for (std::uint32_t y = 0; y < height; ++y) png_read_row(png, row, nullptr);
    png_read_end(png, nullptr);
    return true;
}

/// A PNG that is read from memory up to its pixels.
class PngReader {
  public:
    explicit PngReader(std::string_view bytes)
        : reading_{bytes, {}},
          png_(png_create_read_struct_2(PNG_LIBPNG_VER_STRING, nullptr, give_up, ignore_warning,
                                        &reading_.refusal, allocate, deallocate)),
          info_(png_ != nullptr ? png_create_info_struct(png_) : nullptr) {
        has_head_ =
            bytes.starts_with("\x89PNG\r\n\x1a\n") && info_ != nullptr && read_head(png_, info_, reading_);
    }
    ~PngReader() { png_destroy_read_struct(&png_, &info_, nullptr); }
    PngReader(const PngReader&) = delete;
    PngReader& operator=(const PngReader&) = delete;

    [[nodiscard]] std::optional<PictureMetadata> metadata() const {
        if (reading_.refusal) std::rethrow_exception(reading_.refusal);
        if (!has_head_) return std::nullopt;
        PictureMetadata metadata;
        png_textp texts = nullptr;
        const int count = png_get_text(png_, info_, &texts, nullptr);
        for (int n = 0; n < count; ++n)
            metadata[texts[n].key] =
                std::string(texts[n].text, std::max(texts[n].text_length, texts[n].itxt_length));
        return metadata;
    }

    /// True if it has this size, is not interlaced, can be decoded, and ends with the bytes.
    [[nodiscard]] bool is_whole(int width, int height) {
        if (reading_.refusal) std::rethrow_exception(reading_.refusal);
        if (!has_head_ || png_get_image_width(png_, info_) != static_cast<std::uint32_t>(width) ||
            png_get_image_height(png_, info_) != static_cast<std::uint32_t>(height) ||
            png_get_interlace_type(png_, info_) != PNG_INTERLACE_NONE)
            return false;
        std::vector<std::uint8_t> row(png_get_rowbytes(png_, info_));
        const bool whole = read_pixels(png_, static_cast<std::uint32_t>(height), row.data());
        if (reading_.refusal) std::rethrow_exception(reading_.refusal);
        return whole && reading_.rest.empty();
    }

  private:
    Reading reading_;
    png_structp png_;
    png_infop info_;
    bool has_head_ = false;
};

std::optional<PictureMetadata> png_metadata(std::string_view bytes) { return PngReader(bytes).metadata(); }

}  // namespace

std::string encode_png(const PixelView& pixels, double dpi, const PictureMetadata& metadata) {
    if (pixels.width <= 0 || pixels.height <= 0) throw OutputError("Cannot make a PNG without pixels."_tr);
    TextChunks text(metadata);
    const std::optional<PngColors> palette = PngColors::of(pixels);
    std::string file;
    std::vector<std::uint8_t> row(static_cast<std::size_t>(pixels.width) * 4);
    std::exception_ptr refusal;
    png_structp png = png_create_write_struct_2(PNG_LIBPNG_VER_STRING, nullptr, give_up, ignore_warning,
                                                &refusal, allocate, deallocate);
    png_infop info = png != nullptr ? png_create_info_struct(png) : nullptr;
    const bool written = info != nullptr && run_libpng(png, info, pixels, palette ? &*palette : nullptr, dpi,
                                                       text.chunks, file, row);
    png_destroy_write_struct(&png, &info);
    if (refusal) std::rethrow_exception(refusal);
    if (!written) throw TooLarge("Cannot make the PNG: it is too large for memory."_tr);
    return file;
}

double pixels_for(double length, double dpi) { return std::max(1.0, std::round(length * (dpi / css_dpi))); }

std::optional<PictureMetadata> whole_png_metadata(std::string_view bytes, int width, int height) {
    PngReader reader(bytes);
    if (!reader.is_whole(width, height)) return std::nullopt;
    return reader.metadata();
}

const PictureFormat& png_format() {
    static const PictureFormat format{.id = "png",
                                      .label = untranslated("PNG"),
                                      .render = render_png,
                                      .in_pixels = true,
                                      .metadata = png_metadata};
    return format;
}

}  // namespace poslab
