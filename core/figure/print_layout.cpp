#include "core/figure/print_layout.hpp"

#include <algorithm>

namespace poslab {

namespace {
// A CSS pixel is 1/96 inch. The smallest texts, ticks, have 11 units, which is min_text_share of the
// running text.
constexpr double points_per_pixel = 0.75, running_text = 11 / min_text_share;
}  // namespace

double print_scale(double points) { return points / points_per_pixel / running_text; }

Layout print_layout(const Figure& figure, const TextMetrics& metrics, LayoutOptions options, double points,
                    double min_cell) {
    const double scale = print_scale(points);
    options.paper = true;
    options.width /= scale;
    options.height /= scale;
    options.padding = 3;
    options.min_text = min_text_share * running_text;
    options.min_cell_text = min_cell / points_per_pixel / scale;
    options.titles = options.titles && !options.own_title.empty();
    return scaled(layout(figure, metrics, options), scale);
}

}  // namespace poslab
