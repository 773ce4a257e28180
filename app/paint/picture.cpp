#include "app/paint/picture.hpp"

#include "core/files/atomic_file.hpp"

namespace poslab {

std::string render_picture(const DrawList& list, const FontLibrary& fonts, OneOf<PictureFormat> format, double dpi,
                           const PictureMetadata& metadata, std::optional<Color> background) {
    return format->render(list, fonts, {dpi, metadata, background});
}

void write_picture(const DrawList& list, const FontLibrary& fonts, OneOf<PictureFormat> format, double dpi, const std::string& path,
                   const PictureMetadata& metadata, std::optional<Color> background) {
    AtomicFile file(path);  // first: a place that cannot be written is known before the work
    file.write(render_picture(list, fonts, format, dpi, metadata, background));
    file.commit();
}

}  // namespace poslab
