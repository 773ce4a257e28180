#include "app/paint/picture.hpp"
#include "app/paint/svg_painter.hpp"

namespace poslab {

const PictureFormat& svg_format();
const PictureFormat& svg_format() {
    static const PictureFormat format{.id = "svg",
                                      .label = untranslated("SVG"),
                                      .render = [](const DrawList& list, const FontLibrary&, const PictureOptions& options) {
                                          return paint_svg(list, options.metadata, options.background);
                                      }};
    return format;
}

}  // namespace poslab
