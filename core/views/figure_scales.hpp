#pragma once

#include "core/figure/figure.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <variant>

namespace poslab {

/// Calls `see` with the location ("main 0") and the scale of every element coloured by a scale.
template <class AFigure, class See>
void each_scale(AFigure& figure, const See& see) {
    const auto of_panels = [&](auto& panels, std::string_view where) {
        for (std::size_t n = 0; n < panels.size(); ++n)
            for (std::size_t m = 0; m < panels[n].marks.size(); ++m)
                if (auto* map = std::get_if<HeatMapMark>(&panels[n].marks[m]))
                    see(fmt::format("{} {}", where, n), map->scale);
    };
    of_panels(figure.main, "main");
    of_panels(figure.companions, "companion");
    for (std::size_t n = 0; n < figure.bars.size(); ++n) see(fmt::format("bar {}", n), figure.bars[n].scale);
    if (figure.overview) see(std::string("overview"), figure.overview->scale);
}

}  // namespace poslab
