#include "app/paint/pgfplots.hpp"
#include "app/paint/picture.hpp"

namespace poslab {

const PictureFormat& tex_format();
const PictureFormat& tex_format() {
    static const PictureFormat format{.id = "tex", .label = untranslated("TeX"), .files = pgfplots_files};
    return format;
}

}  // namespace poslab
