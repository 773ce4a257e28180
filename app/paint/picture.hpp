#pragma once

#include "app/paint/fonts.hpp"
#include "app/paint/pgfplots.hpp"
#include "core/base/one_of.hpp"
#include "core/base/text.hpp"
#include "core/figure/draw_list.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace poslab {

/// Keys: Title, Author, Description, Software, CreationTime (ISO 8601); others are written unchanged. PNG
/// stores all as text chunks, SVG as title and desc, PDF these five as its own fields and the others among
/// the keywords.
using PictureMetadata = std::map<std::string, std::string>;

struct PictureOptions {
    double dpi = 96;  // 96 is one pixel per CSS pixel
    PictureMetadata metadata;
    std::optional<Color> background;  // empty: transparent
};

/// A file format for pictures. Each is one object in a file of app/paint/formats and one line of
/// formats.list; options, messages and the window are generated from them.
struct PictureFormat {
    std::string_view id;  // the file name's ending
    Text label;
    Text about{};  // a short note for the dialog, for formats that are not in pixels
    std::string (*render)(const DrawList&, const FontLibrary&, const PictureOptions&) = nullptr;
    bool in_pixels = false;  // its size depends on dpi
    /// Returns Title, Description and Software of a file by any program, as far as present; empty for another
    /// format or a file that is damaged before them. Accepts any bytes. Null: the format cannot be read back.
    std::optional<PictureMetadata> (*metadata)(std::string_view bytes) = nullptr;
    /// Replaces render(): returns source files for programs that typeset the figure themselves, the requested
    /// file first.
    std::vector<NamedFile> (*files)(const Figure&, const SourcePage&) = nullptr;
    bool every_point = false;  // uses all points of curves, not only as many as a picture shows

    [[nodiscard]] static std::span<const PictureFormat* const> all();
};

enum class PixelOrder { rgb8, rgba8, argb32_premultiplied };

/// Pixels in rows from the top, `stride` bytes apart. For rows that OpenGL read from below, `data` is the
/// last row and `stride` is negative.
struct PixelView {
    const std::uint8_t* data = nullptr;
    int width = 0, height = 0;
    std::ptrdiff_t stride = 0;
    PixelOrder order = PixelOrder::rgba8;
    bool opaque = false;   // every alpha is 255: written as RGB
    bool compact = false;  // small rather than fast: with a palette if there are at most 256 colours
};

/// Returns a PNG file. Throws OutputError only if memory is exhausted or the size is impossible.
[[nodiscard]] std::string encode_png(const PixelView& pixels, double dpi, const PictureMetadata& metadata);

/// Returns the number of pixels, a whole number of at least 1, that a PNG has for a length in CSS pixels.
[[nodiscard]] double pixels_for(double length, double dpi);

/// Returns the metadata of a PNG of this size if all its pixels can be decoded; empty for any other bytes.
[[nodiscard]] std::optional<PictureMetadata> whole_png_metadata(std::string_view bytes, int width,
                                                                int height);

/// Returns the picture as the bytes of a file. `dpi` scales only PNG (96 is one pixel per CSS pixel); without
/// `background` it is transparent. Throws TooLarge beyond 32,767 pixels per side.
[[nodiscard]] std::string render_picture(const DrawList& list, const FontLibrary& fonts,
                                         OneOf<PictureFormat> format, double dpi,
                                         const PictureMetadata& metadata, std::optional<Color> background);

/// Returns the metadata of a picture of any known format. Throws InputError if the file cannot be read.
[[nodiscard]] std::optional<PictureMetadata> picture_metadata(const std::string& path);

/// Writes render_picture() into a file atomically. Throws OutputError as AtomicFile does.
void write_picture(const DrawList& list, const FontLibrary& fonts, OneOf<PictureFormat> format, double dpi,
                   const std::string& path, const PictureMetadata& metadata, std::optional<Color> background);

}  // namespace poslab
