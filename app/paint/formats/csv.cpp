#include "app/paint/figure_numbers.hpp"
#include "app/paint/picture.hpp"

namespace poslab {

const PictureFormat& csv_format() {
    static const PictureFormat format{
        .id = "csv",
        .label = untranslated("CSV"),
        .about = "the numbers drawn, within the axes"_tr,
        .files = [](const Figure& figure, const SourcePage& page) -> std::vector<NamedFile> {
            return {{page.stem + ".csv", figure_csv(figure)}};
        },
        .every_point = true};
    return format;
}

}  // namespace poslab
