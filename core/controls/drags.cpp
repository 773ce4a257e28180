#include "core/controls/drags.hpp"

#include "core/controls/slider_scale.hpp"

#include <algorithm>
#include <cmath>

namespace poslab {
namespace {

/// Rounds to a power of ten of at most a tenth of `unit`, the size of a pixel.
double rounded(double number, double unit) {
    if (!(std::abs(unit) > 0) || !std::isfinite(unit)) return number;
    const double digits = 1 - std::floor(std::log10(std::abs(unit)));
    const double power = std::pow(10.0, std::abs(digits));
    return digits >= 0 ? std::round(number * power) / power : std::round(number / power) * power;
}

bool is_number(Kind kind) {
    return kind == Kind::integer || kind == Kind::real || kind == Kind::optional_real;
}

}  // namespace

Point clamped(Point p, Rect rect) {
    return {std::clamp(p.x, rect.x, rect.right()), std::clamp(p.y, rect.y, rect.bottom())};
}

Point data_at(const PanelFrame& frame, Point pixel) {
    const Point at = clamped(pixel, frame.plot);
    const Point data = frame.to_data(at), next = frame.to_data({at.x + 1, at.y + 1});
    return {rounded(data.x, next.x - data.x), rounded(data.y, next.y - data.y)};
}

Values scrubbed(const View& view, Values values, std::string_view parameter, const PanelFrame& frame,
                Point pixel) {
    const int index = parameter_index(view, parameter);
    if (index < 0) return values;
    const auto place = static_cast<std::size_t>(index);
    const Descriptor track = on_track(view, values, place);
    if (is_number(track.kind)) values[place] = value_from(track, data_at(frame, pixel).x);
    return values;
}

}  // namespace poslab
