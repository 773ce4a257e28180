#pragma once

#include "core/base/language.hpp"
#include "core/figure/geometry.hpp"
#include "core/figure/palette.hpp"

#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace poslab {

/// One change of the state that the user made.
struct PageAction {
    enum class Kind { value, slider, step, figure, zoom, pan, drag, home, compare } kind = Kind::home;
    std::string parameter{};    // value, slider, step
    std::string text{};         // value: as on the command line; figure: its id; compare: words, empty: none
    double number = 0;          // slider: the fraction; step: how many; zoom: the factor
    Point at{};                 // zoom, pan, drag: pixels of the last answer's figure
    Point by{};                 // pan: pixels
    std::vector<Point> path{};  // drag: pixels
};

/// A step of the page's lesson.
struct PageStep {
    std::string lesson;     // the text of the lesson, as read_lesson() reads it
    std::size_t step = 0;   // from 0
    bool answered = false;  // its question was answered
};

/// A request of a page's script.
struct PageRequest {
    std::string state;  // as `plot` takes it: "position-matrix --w 12"
    std::vector<PageAction> actions{};
    std::optional<std::vector<std::string>> controls{};  // absent: those that the window lists first
    double width = 0, height = 0;                        // CSS pixels
    double pixel_ratio = 1;                              // device pixels per CSS pixel
    Theme theme = Theme::light;
    Language language = Language::english;
    std::optional<Point> pointer{};  // CSS pixels in the figure
    bool coarse = false;             // the first coarse result is enough
    std::optional<PageStep> step{};  // of a page with a lesson
};

/// Reads a request, in which sizes and coordinates are clamped to what a screen has. Throws UsageError.
[[nodiscard]] PageRequest read_page_request(std::string_view text);

}  // namespace poslab
