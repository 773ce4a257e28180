#pragma once

#include "core/figure/draw_list.hpp"
#include "core/figure/text_metrics.hpp"

#include <span>
#include <string>
#include <vector>

namespace poslab {

/// Running text in one face and colour, or a formula that stands in it.
struct FlowPiece {
    std::string text;  // of a formula its markup (core/figure/formula.hpp)
    Font font = Font::regular;
    Color color{};
    bool is_formula = false;
    Color accent{};  // of \live{} in a formula
};

struct FlowStyle {
    double size = 13;   // px, of the text; formulas a little larger, as their letters are lower
    double pitch = 19;  // from line to line; where a formula is higher, more
    double width = 0;
};

/// A line in its place: the origin of its commands is its left upper corner.
struct FlowLine {
    double width = 0, height = 0;
    double baseline = 0;  // from its top
    std::vector<DrawCommand> commands;
};

/// Pieces one after the other in lines no wider than the style says. Breaks at spaces and between Chinese characters as
/// wrapped_text() does; a formula is not broken, and what stands beside it without a space stays there. Throws FormulaError.
[[nodiscard]] std::vector<FlowLine> flow_text(std::span<const FlowPiece> pieces, const TextMetrics& metrics,
                                              const FlowStyle& style);

/// The lines below each other, their origin at `origin`.
[[nodiscard]] std::vector<DrawCommand> commands_at(std::span<const FlowLine> lines, Point origin);
[[nodiscard]] double height_of(std::span<const FlowLine> lines);

}  // namespace poslab
