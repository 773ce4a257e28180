#include "app/paint/picture.hpp"

#include <fmt/format.h>

namespace poslab {

/// The size of the picture and its title, in one line.
const PictureFormat& outline_format() {
    static const PictureFormat format{
        .id = "outline",
        .label = untranslated("OUTLINE"),
        .render = [](const DrawList& list, const FontLibrary&, const PictureOptions& options) {
            return fmt::format("{:g} x {:g}: {}\n", list.width, list.height, options.metadata.at("Title"));
        }};
    return format;
}

}  // namespace poslab
