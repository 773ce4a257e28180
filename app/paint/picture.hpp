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

/// Keys: Title, Author, Description, Software, CreationTime (ISO 8601), others as they are. PNG keeps all as text chunks, SVG
/// as title and desc, PDF the five by its own names and others among the keywords.
using PictureMetadata = std::map<std::string, std::string>;

struct PictureOptions {
    double dpi = 96;  // 96 is one pixel per CSS pixel
    PictureMetadata metadata;
    std::optional<Color> background;  // none is transparent
};

/// A kind of file for pictures. Each is one object in a file of app/paint/formats and one line of formats.list; flags, messages and
/// the window take it from there.
struct PictureFormat {
    std::string_view id;  // the ending
    Text label;
    Text about{};  // a few words for the dialog, of what is not in pixels
    std::string (*render)(const DrawList&, const FontLibrary&, const PictureOptions&) = nullptr;
    bool in_pixels = false;  // dpi makes it larger
    /// Title, Description and Software of such a file, as far as it has them, whoever made it; none of another kind of file, or of
    /// one that is broken before them. For any bytes. Null: nothing can be read back.
    std::optional<PictureMetadata> (*metadata)(std::string_view bytes) = nullptr;
    /// Instead of render(): what programs need that set the figure themselves, the file itself first.
    std::vector<NamedFile> (*files)(const Figure&, const SourcePage&) = nullptr;
    bool every_point = false;  // of curves, not only as many as a picture shows

    [[nodiscard]] static std::span<const PictureFormat* const> all();
};

enum class PixelOrder { rgb8, rgba8, argb32_premultiplied };

/// Rows from the top, `stride` bytes apart. A window that OpenGL read from below: data at the last row, stride negative.
struct PixelView {
    const std::uint8_t* data = nullptr;
    int width = 0, height = 0;
    std::ptrdiff_t stride = 0;
    PixelOrder order = PixelOrder::rgba8;
    bool opaque = false;  // every alpha is 255: written as RGB
};

/// A PNG file. Throws OutputError only for want of memory or an impossible size.
[[nodiscard]] std::string encode_png(const PixelView& pixels, double dpi, const PictureMetadata& metadata);

/// The picture as the bytes of a file. `dpi` scales PNG only (96 is one pixel per CSS pixel); no `background` is transparent.
/// Throws TooLarge beyond 32,767 pixels a side.
[[nodiscard]] std::string render_picture(const DrawList& list, const FontLibrary& fonts, OneOf<PictureFormat> format, double dpi,
                                         const PictureMetadata& metadata, std::optional<Color> background);

/// By the formats' own metadata(): what a picture of whatever format tells of itself. Throws InputError for a file that cannot be
/// read.
[[nodiscard]] std::optional<PictureMetadata> picture_metadata(const std::string& path);

/// render_picture into a file, atomically: throws OutputError as AtomicFile does.
void write_picture(const DrawList& list, const FontLibrary& fonts, OneOf<PictureFormat> format, double dpi, const std::string& path,
                   const PictureMetadata& metadata, std::optional<Color> background);

}  // namespace poslab
