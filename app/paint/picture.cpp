#include "app/paint/picture.hpp"

#include "core/base/errors.hpp"
#include "core/files/atomic_file.hpp"
#include "core/files/input_file.hpp"

namespace poslab {

std::string render_picture(const DrawList& list, const FontLibrary& fonts, OneOf<PictureFormat> format,
                           double dpi, const PictureMetadata& metadata, std::optional<Color> background) {
    if (format->render == nullptr) throw UsageError(tr("a .{} requires a figure, not a drawing", format->id));
    return format->render(list, fonts, {dpi, metadata, background});
}

std::optional<PictureMetadata> picture_metadata(const std::string& path) {
    constexpr std::size_t max_bytes = std::size_t{256} << 20U;
    const std::string bytes = read_beginning(path, max_bytes);
    for (const PictureFormat* format : PictureFormat::all()) {
        if (format->metadata == nullptr) continue;
        if (auto metadata = format->metadata(bytes)) return metadata;
    }
    return std::nullopt;
}

void write_picture(const DrawList& list, const FontLibrary& fonts, OneOf<PictureFormat> format, double dpi,
                   const std::string& path, const PictureMetadata& metadata,
                   std::optional<Color> background) {
    AtomicFile file(path);  // opened first, so that an unwritable path fails before the work
    file.write(render_picture(list, fonts, format, dpi, metadata, background));
    file.commit();
}

}  // namespace poslab
