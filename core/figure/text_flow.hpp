#pragma once

#include "core/figure/draw_list.hpp"
#include "core/figure/text_metrics.hpp"

#include <span>
#include <string>
#include <vector>

namespace poslab {

/// Running text in one face and colour, or an inline formula.
struct FlowPiece {
    std::string text;  // for a formula its markup (core/figure/formula.hpp)
    Font font = Font::regular;
    Color color{};
    bool is_formula = false;
    Color accent{};  // for \live{} in a formula
};

struct FlowStyle {
    double size = 13;   // px, of the text; formulas are slightly larger because their letters are lower
    double pitch = 19;  // line height; larger if a formula is higher
    double width = 0;
};

/// A line after layout: the origin of its commands is its top left corner.
struct FlowLine {
    double width = 0, height = 0;
    double baseline = 0;  // from its top
    std::vector<DrawCommand> commands;
};

/// Breaks pieces into lines no wider than the style allows, at spaces and between Chinese characters like
/// wrapped_text(). A formula is not broken, and text attached to it without a space stays on its line if both
/// fit. Throws FormulaError.
[[nodiscard]] std::vector<FlowLine> flow_text(std::span<const FlowPiece> pieces, const TextMetrics& metrics,
                                              const FlowStyle& style);

/// Returns the commands of all lines, the first line's origin at `origin`.
[[nodiscard]] std::vector<DrawCommand> commands_at(std::span<const FlowLine> lines, Point origin);
[[nodiscard]] double height_of(std::span<const FlowLine> lines);

}  // namespace poslab
