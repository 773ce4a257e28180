#include "core/figure/print_layout.hpp"

#include <algorithm>

namespace poslab {

namespace {
constexpr double points_per_pixel = 0.75, running_text = 13;  // a CSS pixel is 1/96 inch; of a layout
}  // namespace

double print_scale(const PrintType& type) { return type.running / points_per_pixel / running_text; }

Layout print_layout(const Figure& figure, const TextMetrics& metrics, LayoutOptions options, const PrintType& type) {
    const double scale = print_scale(type);
    options.paper = true;
    options.width /= scale;
    options.height /= scale;
    options.padding = 3;
    options.least_text = std::clamp(type.least / points_per_pixel / scale, 8.0, 11.0);
    options.titles = options.titles && !options.own_title.empty();
    return scaled(layout(figure, metrics, options), scale);
}

}  // namespace poslab
