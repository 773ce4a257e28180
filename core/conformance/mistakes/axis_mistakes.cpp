#include "core/conformance/mistakes/families.hpp"

#include "core/conformance/axes.hpp"

#include <utility>

namespace poslab::mistakes {

namespace {

using Way = Mistake::Way;

/// Returns a way that applies to positions with several axes.
Way on_axes(void (*change_it)(AxesImplementation&)) {
    return [change_it](Implementation& implementation) {
        if (!is_2d(implementation.axes.layout) && implementation.axes.sections.empty()) return false;
        change_it(implementation.axes);
        return true;
    };
}

Way other_layout(AxisLayout layout) {
    return [layout](Implementation& implementation) {
        AxesImplementation& axes = implementation.axes;
        if (is_2d(axes.layout) && is_2d(layout)) return std::exchange(axes.layout, layout) != layout;
        if (is_2d(axes.layout) || is_2d(layout) || axes.sections.empty()) return false;
        return std::exchange(axes.section_layout, layout) != layout;
    };
}

std::vector<Way> other_layouts() {
    std::vector<Way> ways;
    for (const AxisLayout layout :
         {AxisLayout::axial, AxisLayout::axial_split_ladder, AxisLayout::axial_first_half,
          AxisLayout::axial_halved_ladder, AxisLayout::alternating, AxisLayout::sections,
          AxisLayout::sections_interleaved, AxisLayout::sections_alternating})
        ways.push_back(other_layout(layout));
    return ways;
}

Way other_coordinates(Coordinates coordinates) {
    return [coordinates](Implementation& implementation) {
        return is_2d(implementation.axes.layout) &&
               std::exchange(implementation.axes.coordinates, coordinates) != coordinates;
    };
}

}  // namespace

std::vector<Mistake> of_axes() {
    return {
        {"axes-exchanged",
         "height and width are exchanged"_tr,
         "Positions are (y, x): the row of a patch, then its column."_tr,
         {on_axes([](AxesImplementation& axes) { axes.exchanged = true; })}},
        {"axis-layout", "pairs rotate along other axes, or with other frequencies"_tr,
         "Models divide pairs among axes in halves, alternating, or in sections: --layout-2d, --mrope-layout."_tr,
         other_layouts()},
        {"column-major",
         "patches are numbered column by column"_tr,
         "Tokens follow the rows of the picture."_tr,
         {on_axes([](AxesImplementation& axes) { axes.column_major = true; })}},
        {"coordinates-off-by-half",
         "coordinates are off by half a patch"_tr,
         "Normalised coordinates refer to patch centres, (i + ½)/n; the others are whole numbers."_tr,
         {on_axes([](AxesImplementation& axes) { axes.shift = 0.5; }),
          on_axes([](AxesImplementation& axes) { axes.shift = -0.5; })}},
        {"coordinate-kind",
         "coordinates use another convention"_tr,
         "They are whole patches, or range from −1 to 1; DINOv3 also multiplies them by 2π."_tr,
         {other_coordinates(Coordinates::patches), other_coordinates(Coordinates::normalised),
          other_coordinates(Coordinates::dinov3),
          on_axes([](AxesImplementation& axes) { axes.corners = true; })}},
        {"positions-as-text",
         "tokens are counted, and their positions on the axes are ignored"_tr,
         "Every token of a picture has a position on each axis."_tr,
         {on_axes([](AxesImplementation& axes) { axes.as_text = true; })}},
    };
}

}  // namespace poslab::mistakes
