#include "app/gui/measured_difference.hpp"

#include "core/base/number_format.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

namespace poslab {
namespace {

/// The measured point: the pointer, moved to the sample and curve that the figure marks there.
Point measured_at(const FigureOnScreen& shown, const PanelFrame& frame, const Cursor& cursor) {
    Point at{cursor.x, cursor.y};
    const Panel* panel = shown.panel_of(frame);
    if (panel == nullptr || !panel->pointer || panel->as<PlotPanel>() == nullptr ||
        panel->as<PlotPanel>()->sideways)
        return at;
    const PointerMark& pointer = *panel->pointer;
    if (std::isfinite(pointer.x)) at.x = pointer.x;
    if (pointer.y) at.y = *pointer.y;
    const double height = frame.to_pixels(at.x, cursor.y).y;
    double nearest = std::numeric_limits<double>::infinity();
    for (const PointMark& dot : pointer.dots) {
        const double apart = std::abs(frame.to_pixels(dot.at.x, dot.at.y).y - height);
        if (!(apart < nearest)) continue;
        nearest = apart;
        at = dot.at;
    }
    return at;
}

}  // namespace

void MeasuredDifference::begin_or_end(const Store& store, const FigureOnScreen& shown, const Cursor& cursor) {
    if (anchor_ && anchor_->figure == store.figure().id && anchor_->view == &store.view())
        return anchor_.reset();
    anchor_.reset();
    if (!cursor.active || cursor.marginal) return;
    for (const PanelFrame& frame : shown.layout().frames)
        if (frame.companion == cursor.companion && frame.index == cursor.panel &&
            frame.kind == PanelKind::plot)
            anchor_ = Anchor{&store.view(), store.figure().id, frame.companion, frame.index,
                             measured_at(shown, frame, cursor)};
}

const PanelFrame* MeasuredDifference::frame(const Store& store, const FigureOnScreen& shown) const {
    if (!anchor_ || anchor_->view != &store.view() || anchor_->figure != store.figure().id) return nullptr;
    for (const PanelFrame& frame : shown.layout().frames)
        if (frame.companion == anchor_->companion && frame.index == anchor_->panel &&
            frame.kind == PanelKind::plot && !frame.marginal)
            return &frame;
    return nullptr;
}

std::optional<Point> MeasuredDifference::to(const Store& store, const FigureOnScreen& shown,
                                            const Cursor& cursor) const {
    const PanelFrame* plot = frame(store, shown);
    const bool here = plot != nullptr && cursor.active && cursor.companion == anchor_->companion &&
                      cursor.panel == anchor_->panel;
    if (!here) return std::nullopt;
    return measured_at(shown, *plot, cursor);
}

std::vector<ReadoutRow> MeasuredDifference::rows(const Store& store, const FigureOnScreen& shown,
                                                 const Cursor& cursor) const {
    const auto end_point = to(store, shown, cursor);
    if (!end_point) return {};
    const PanelFrame& plot = *frame(store, shown);
    // The number of digits that a pixel resolves.
    const Point to = *end_point, from = anchor_->at;
    const Point pixel = plot.to_pixels(to.x, to.y), next = plot.to_data({pixel.x + 1, pixel.y - 1});
    const auto difference = [](std::string label, double end, double begin, double marginal) {
        const double step = std::max(std::abs(marginal - end), 1e-300);
        const int decimals = std::clamp(static_cast<int>(-std::floor(std::log10(step))), 0, 15);
        return ReadoutRow{std::move(label), format_number(end - begin, decimals, 4), {}, no_swatch, false,
                          end - begin};
    };
    std::vector<ReadoutRow> rows{difference("Δx", to.x, from.x, next.x),
                                 difference("Δy", to.y, from.y, next.y)};
    const auto ratio = [&](std::string label, const Axis& axis, double end, double begin) {
        if (!axis.logarithmic || !(end > 0) || !(begin > 0)) return;
        rows.push_back(
            {std::move(label), format_number(end / begin, 4, 5), {}, no_swatch, false, end / begin});
    };
    ratio("x₂/x₁", plot.x, to.x, from.x);
    ratio("y₂/y₁", plot.y, to.y, from.y);
    return rows;
}

}  // namespace poslab
