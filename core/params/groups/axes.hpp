#pragma once

#include "core/params/parameters.hpp"

namespace poslab {

/// How the axes of a view's plots are drawn: of every view that has plots. Zoom and pan write it.
struct AxesGroup {
    AxisSettings axes;

    static auto fields() {
        return std::tuple{parameter(
            &AxesGroup::axes,
            {.id = "axes",
             .label = "Axes"_tr,
             .help =
                 "Scale and limits of plots, x:0:100,y:log: [FIGURE/] x or y with the plot's number, linear, log or symlog, A:B."_tr,
             .stage = Stage::style,
             .control = {.listed = Listed::nowhere}})};
    }
};

}  // namespace poslab
