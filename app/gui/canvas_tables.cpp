// Tables: scrolling, and rows that open states.

#include "app/gui/canvas.hpp"
#include "app/gui/canvas_parts.hpp"
#include "app/state/visit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace poslab {
namespace {

constexpr std::size_t companions_from = 1000;
constexpr double rows_of_turn = 3;

std::size_t table_place(const PanelFrame& frame) {
    return (frame.companion ? companions_from : 0) + frame.index;
}

}  // namespace

bool follow_links(Ui& ui, Store& store, const Layout& layout, Rect area,
                  const std::function<const Panel*(const PanelFrame&)>& panel_of) {
    for (const PanelFrame& frame : layout.frames)
        for (const LinkTarget& place : frame.links) {
            const Rect rect = moved(place.rect, area);
            const ItemState item = ui.item(fmt::format("link.{}.{}", table_place(frame), place.row), rect);
            if (item.ring) ui.focus_ring(rect, 4);
            if (item.hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
            if (item.hovered) ui.tooltip(item.id, rect, "poslab " + place.link.command);
            if (!item.clicked) continue;
            const Panel* panel = panel_of(frame);
            const Table* table = panel == nullptr ? nullptr : panel->as<Table>();
            begin_visit(store, place.link.command,
                        table == nullptr ? VisitLines() : lines_of_row(*table, place.row));
            return true;
        }
    return false;
}

/// Returns the table of the frame if it does not fit and scrolls; else null.
const Table* Canvas::scrolled_table(const PanelFrame& frame) const {
    const Panel* panel = panel_of(frame);
    const Table* table = panel == nullptr ? nullptr : panel->as<Table>();
    return table == nullptr || frame.parts.empty() || frame.parts.size() == table->rows.size() ? nullptr
                                                                                               : table;
}

void Canvas::scroll_tables(Ui& ui, Rect area) {
    const PanelFrame *over = nullptr, *first = nullptr;
    for (const PanelFrame& frame : layout_.frames) {
        if (scrolled_table(frame) == nullptr) continue;
        if (first == nullptr) first = &frame;
        if (ui.over(moved(frame.plot, area))) over = &frame;
    }
    const PanelFrame* keyed = over != nullptr ? over : first;
    if (keyed == nullptr) return;
    double rows = over != nullptr ? -rows_of_turn * ImGui::GetIO().MouseWheel : 0;
    const bool plots =
        std::any_of(layout_.frames.begin(), layout_.frames.end(), is_main_plane) && ui.focus_visible();
    if (ui.keys_are_free() && (over != nullptr || !plots))
        rows += static_cast<double>(std::max<std::size_t>(keyed->parts.size(), 2) - 1) *
                (ui.take(ImGuiKey_PageDown) - ui.take(ImGuiKey_PageUp));
    if (rows == 0) return;
    const double now = static_cast<double>(keyed->parts.front().index);
    first_rows_[scrolled_in_][table_place(*keyed)] =
        static_cast<std::size_t>(std::max(0.0, std::round(now + rows)));
    ui.request_frame();
}

void Canvas::begin_tables(const Store& store) {
    scrolled_in_ = {&store.view(), &store.figure()};
    for (const auto& [place, row] : first_rows_[scrolled_in_]) {
        auto& panels = place < companions_from ? figure_.main : figure_.companions;
        const std::size_t index = place % companions_from;
        if (index >= panels.size()) continue;
        if (auto* table = std::get_if<Table>(&panels[index].content)) table->first = row;
    }
}

}  // namespace poslab
