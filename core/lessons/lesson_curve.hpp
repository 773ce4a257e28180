#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace poslab {

/// A curve of a figure by its number, from 1, among the curves of its panel.
struct LessonCurve {
    std::size_t number = 0;
    std::size_t panel = 0;  // among Figure::main, then Figure::companions
    bool operator==(const LessonCurve&) const = default;
};

/// Parses "2" or "2 in 3", as in marks; empty for other text.
[[nodiscard]] std::optional<LessonCurve> read_lesson_curve(std::string_view text);

}  // namespace poslab
