#pragma once

#include "app/state/worker.hpp"
#include "core/figure/figure.hpp"
#include "core/figure/geometry.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace poslab {

/// A request that the user draw a curve in a panel.
struct CurveRequest {
    std::size_t panel = 0;                               // among Figure::main and then Figure::companions
    std::string hint{};                                  // in the status bar while the panel is hovered
    std::function<void(std::span<const Point>)> draw{};  // called with the growing path, data coordinates
    std::function<void(bool)> end{};                     // true: released; false: cancelled
};

/// A lesson's alteration of the figure before its layout.
struct FigureChange {
    std::function<bool()> is_needed{};  // false: apply() alters nothing
    std::function<void(Figure&)> apply{};
};

/// The canvas's position in the window, its engine and the state that affects its layout.
struct CanvasContext {
    Rect area;  // below the header
    double padding = 24;
    double scale = 1;  // device pixels per CSS pixel
    EngineChoice engine{};
    bool lecture = false;       // text sizes and spacing for a lecture room
    bool playing = false;       // a parameter is playing
    std::vector<Point> path{};  // earlier pointer positions of this frame, while a button is held
    std::optional<FigureChange> change{};
    std::optional<CurveRequest> curve_request{};
    std::vector<std::size_t> needed{};  // panels (numbered by named_panels()) to show alone if space is short
};

}  // namespace poslab
