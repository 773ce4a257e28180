#include "core/figure/print_layout.hpp"

#include <algorithm>

namespace poslab {

namespace {
// A CSS pixel is 1/96 inch. The smallest texts, ticks, have 11 units, which is least_text_share of the
// running text.
constexpr double points_per_pixel = 0.75, running_text = 11 / least_text_share;
}  // namespace

double print_scale(double points) { return points / points_per_pixel / running_text; }

Layout print_layout(const Figure& figure, const TextMetrics& metrics, LayoutOptions options, double points, double least_cell) {
    const double scale = print_scale(points);
    options.paper = true;
    options.width /= scale;
    options.height /= scale;
    options.padding = 3;
    options.least_text = least_text_share * running_text;
    options.least_cell_text = least_cell / points_per_pixel / scale;
    options.titles = options.titles && !options.own_title.empty();
    return scaled(layout(figure, metrics, options), scale);
}

}  // namespace poslab
