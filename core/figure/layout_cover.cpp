// The area that texts inside a plot avoid, and the search for free positions.

#include "core/figure/layout_parts.hpp"

#include <algorithm>

namespace poslab::layout_parts {

CurveCover::CurveCover(const Panel& panel, const PanelFrame& frame) {
    for (const Mark& mark : panel.marks) {
        if (const auto* bars = std::get_if<BarMark>(&mark)) bars_.push_back(bar_columns(*bars, panel, frame));
        const auto* line = std::get_if<LineMark>(&mark);
        if (line == nullptr || !line->x || !line->y) continue;
        CurveColumns columns(frame.plot.x, frame.plot.width);
        for (const auto& run : pieces(*line, frame, frame.x.low, frame.x.high))
            for (std::size_t i = 1; i < run.size(); ++i) columns.add(run[i - 1], run[i]);
        curves_.push_back({line, std::move(columns)});
    }
}

bool CurveCover::crossed(const Rect& box, const LineMark* except) const {
    return std::any_of(bars_.begin(), bars_.end(),
                       [&](const CurveColumns& bars) { return bars.runs_through(box); }) ||
           std::any_of(curves_.begin(), curves_.end(), [&](const Curve& curve) {
               return curve.line != except && curve.columns.runs_through(box);
           });
}

Rect clear_place(const Pen& pen, std::string_view text, const std::vector<Rect>& places, const Rect& room,
                 const std::vector<Rect>& taken, const CurveCover& cover) {
    for (const bool curves : {true, false}) {
        if (!curves && pen.space.paper) break;
        for (const Rect& area : places)
            if (is_inside(area, room) && !overlaps_any(area, taken) && !(curves && cover.crossed(area)))
                return area;
    }
    pen.leave_out(text);
    return {};
}

}  // namespace poslab::layout_parts
