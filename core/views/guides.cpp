#include "core/views/guides.hpp"

#include <vector>

namespace poslab {
namespace {

bool is_guide(const Mark& mark) {
    if (const auto* level = std::get_if<LevelMark>(&mark)) return !level->label.empty();
    if (const auto* text = std::get_if<AnnotationMark>(&mark)) return text->guide;
    if (const auto* boundary = std::get_if<BoundaryMark>(&mark))
        return boundary->kind != BoundaryMark::Kind::wipe;
    return std::holds_alternative<BandMark>(mark) || std::holds_alternative<SpanMark>(mark) ||
           std::holds_alternative<RuleMark>(mark);
}

}  // namespace

void remove_guides(Figure& figure) {
    const auto remove = [](Panel& panel) { std::erase_if(panel.marks, is_guide); };
    for (Panel& panel : figure.main) remove(panel);
    for (Panel& panel : figure.companions) remove(panel);
    if (figure.marginal) remove(*figure.marginal);
}

}  // namespace poslab
