#include "core/figure/formula.hpp"
#include "core/figure/layout_parts.hpp"

#include <utility>

namespace poslab::layout_parts {

void draw_formula(const Pen& pen, const std::string& markup, const Rect& room) {
    if (markup.empty()) return;
    try {
        const Formula formula = parse_formula(markup);
        for (const double size : {17.0, 16.0, 15.0, 14.0, 13.0}) {
            const FormulaBox box =
                layout_formula(formula, pen.metrics, {size, pen.colors.text, pen.colors.accent, 0});
            if (box.width > room.width || box.height > room.height) continue;
            const Point origin{room.right() - box.width, room.y + (room.height - box.height) / 2};
            for (DrawCommand& command : commands_at(box, origin)) pen.add(std::move(command));
            return;
        }
        // A picture without its formula is better than none; tests find bad markup.
    } catch (const FormulaError&) {
    }
}

}  // namespace poslab::layout_parts
