// Stacked panels: plots share left and right edges and the height left by dials and tables.

#include "core/figure/layout_parts.hpp"

#include <algorithm>
#include <cmath>

namespace poslab::layout_parts {

namespace {

constexpr double min_share = 0.38, min_plot = 32;  // share of the height for all plots; px for each
constexpr double lone_head = 12, tall_from = 700, tall_gap = 12;

/// A panel of the stack and the height it uses.
struct Item {
    const Panel* panel;
    double head = 0, foot = 0, height = 0;
    bool visible = true, bare = false;
};

struct Stack {
    std::vector<Item> items;
    Rect area;
    double gutter = 0, plots_right = 0;
    const Measures& measures;

    [[nodiscard]] std::size_t remaining() const {
        return static_cast<std::size_t>(
            std::count_if(items.begin(), items.end(), [](const Item& item) { return item.visible; }));
    }
    [[nodiscard]] double weights() const {
        double sum = 0;
        for (const Item& item : items)
            if (item.visible && has_axes(*item.panel)) sum += item.panel->weight;
        return sum;
    }
    /// Returns the height left for data areas without a height.
    [[nodiscard]] double room() const {
        double room = area.height;
        for (const Item& item : items)
            if (item.visible) room -= item.head + item.foot + (has_axes(*item.panel) ? 0 : item.height);
        return room;
    }
};

Item* next_kept(Stack& stack, std::size_t after) {
    for (std::size_t i = after + 1; i < stack.items.size(); ++i)
        if (stack.items[i].visible) return &stack.items[i];
    return nullptr;
}

/// Measures heads and feet, which depend on the neighbours.
void measure_edges(Stack& stack) {
    const Spacing& space = stack.measures.space;
    const bool tall = stack.area.height >= tall_from;
    bool first = true;
    for (std::size_t i = 0; i < stack.items.size(); ++i) {
        Item& item = stack.items[i];
        if (!item.visible) continue;
        const Item* next = next_kept(stack, i);
        const bool axes = has_axes(*item.panel);
        const auto* plot = item.panel->as<PlotPanel>();
        item.bare = plot != nullptr && plot->shares_x_below && next != nullptr &&
                    (next->panel->kind() == PanelKind::plot || has_x_below(*next->panel));
        const bool titled = axes || !item.panel->title.empty() || !item.panel->quantity.empty();
        item.head = !titled ? lone_head : axes ? plot_head(*item.panel, space) : space.plot_top;
        if (!axes && titled && tall && !first) item.head += tall_gap;
        item.foot =
            axes ? (item.bare ? space.shared_bottom : space.plot_bottom) : (next != nullptr ? lone_head : 0);
        if (space.paper && plot != nullptr)
            item.foot += key_lines_height(item.panel->key, stack.measures.metrics,
                                          stack.plots_right - stack.area.x - stack.gutter);
        first = false;
    }
}

double wanted_height(const Stack& stack, const Item& item, const TextMetrics& metrics, double room) {
    const bool table = item.panel->kind() == PanelKind::table;
    if (table && stack.measures.space.paper && stack.weights() > 0 &&
        breaks_words(*item.panel, stack.measures, stack.area.width))
        return 0;
    if (table) return table_height(*item.panel, stack.measures, stack.area.width, room);
    const DialPlan plan = plan_dials(*item.panel, metrics, stack.area.width, room);
    return plan.rows > 0 ? dials_height(*item.panel, plan) : 0;
}

/// Distributes the height over the remaining panels. Returns false if one was removed, so that edges must be
/// measured again.
bool share_heights(Stack& stack) {
    const TextMetrics& metrics = stack.measures.metrics;
    measure_edges(stack);
    for (Item& item : stack.items) item.height = 0;
    const double weights = stack.weights();
    const double least = weights > 0 ? min_share * stack.area.height : 0;
    for (Item& item : stack.items) {
        if (!item.visible || has_axes(*item.panel)) continue;
        item.height = wanted_height(stack, item, metrics, stack.room() - least);
        if (item.height > 0 || stack.remaining() == 1) continue;
        item.visible = false;
        return false;
    }
    const double room = stack.room();
    for (Item& item : stack.items) {
        if (!item.visible || !has_axes(*item.panel)) continue;
        item.height = room * item.panel->weight / weights;
        if (item.height >= min_plot || stack.remaining() == 1) continue;
        const auto last = std::find_if(stack.items.rbegin(), stack.items.rend(),
                                       [](const Item& other) { return other.visible; });
        last->visible = false;
        return false;
    }
    return true;
}

Rect rect_of(const Stack& stack, const Item& item, double y) {
    if (!item.visible) return {};
    const double left = stack.area.x + (has_axes(*item.panel) ? stack.gutter : 0);
    const double right = has_axes(*item.panel) ? stack.plots_right : stack.area.right();
    return {left, std::round(y + item.head), std::max(8.0, std::round(right - left)),
            std::max(8.0, std::round(item.height))};
}

}  // namespace

std::vector<StackedPanel> stack_panels(const Measures& measures, const std::vector<const Panel*>& panels,
                                       const Rect& area, double gutter, double plots_right) {
    Stack stack{{}, area, gutter, plots_right, measures};
    for (const Panel* panel : panels) stack.items.push_back({panel});
    while (!share_heights(stack)) {
    }
    std::vector<StackedPanel> placed;
    double y = area.y;
    for (const Item& item : stack.items) {
        placed.push_back({rect_of(stack, item, y), item.bare});
        if (item.visible) y += item.head + item.height + item.foot;
    }
    return placed;
}

namespace {

std::vector<const Panel*> stacked_panels(const Figure& figure) {
    std::vector<const Panel*> panels;
    for (const Panel& panel : figure.main) panels.push_back(&panel);
    for (const Panel& panel : figure.companions) panels.push_back(&panel);
    return panels;
}

/// Returns the first placed panel of cells, to which the bars belong.
const Rect* cells_of(const std::vector<const Panel*>& panels, const std::vector<StackedPanel>& placed) {
    for (std::size_t i = 0; i < panels.size(); ++i)
        if (shows_cells(panels[i]->kind()) && placed[i].rect.width > 0) return &placed[i].rect;
    return nullptr;
}

/// Places bars next to their cells (omitted with them), and the key in lines below everything.
void place_paper_stack(const Measures& measures, const Rect& area, bool bars, Areas& areas) {
    const Figure& figure = measures.figure;
    const std::vector<const Panel*> panels = stacked_panels(figure);
    const double gap = measures.space.side_gap;
    const double column = bars && measures.side.lone_bars > 0 ? measures.side.lone_bars + gap : 0;
    const double plots_right = area.right() - std::max(measures.labels, column);
    const double lines = key_lines_height(figure.key, measures.metrics, area.width - measures.gutter);
    const Rect stacked{area.x, area.y, area.width, area.height - lines};
    const std::vector<StackedPanel> placed =
        stack_panels(measures, panels, stacked, measures.gutter, plots_right);
    const Rect* cells = cells_of(panels, placed);
    if (column > 0 && cells == nullptr) return place_paper_stack(measures, area, false, areas);
    for (std::size_t i = 0; i < placed.size(); ++i) {
        (i < figure.main.size() ? areas.main : areas.companions).push_back(placed[i].rect);
        areas.bare_below[i] = placed[i].bare;
    }
    const Rect under{area.x + measures.gutter, stacked.bottom(), area.width - measures.gutter, lines};
    const Rect marginal = cells != nullptr ? *cells : area;
    areas.side = paper_side(
        figure, {plots_right + gap, marginal.y, area.right() - plots_right - gap, marginal.height}, under);
    if (column == 0) areas.side.bars.clear();
}

}  // namespace

void place_stack(const Measures& measures, const Rect& area, Areas& areas) {
    const Figure& figure = measures.figure;
    areas.left_axis.assign(figure.main.size(), true);
    if (measures.space.paper) return place_paper_stack(measures, area, true, areas);
    const double gap = measures.space.side_gap;
    const double side = measures.side.column > 0 && !figure.main.empty() ? measures.side.column + gap : 0;
    const double plots_right = area.right() - std::max(measures.labels, side);
    const std::vector<const Panel*> panels = stacked_panels(figure);
    const std::vector<StackedPanel> placed =
        stack_panels(measures, panels, area, measures.gutter, plots_right);
    for (std::size_t i = 0; i < placed.size(); ++i) {
        (i < figure.main.size() ? areas.main : areas.companions).push_back(placed[i].rect);
        areas.bare_below[i] = placed[i].bare;
    }
    const double left = plots_right + gap;
    const Rect column{left, area.y + measures.space.plot_top, area.right() - left, area.height};
    const bool has_cells = std::any_of(panels.begin(), panels.end(),
                                       [](const Panel* panel) { return shows_cells(panel->kind()); });
    const Rect* cells = cells_of(panels, placed);
    areas.side = has_cells && !figure.overview
                     ? place_side_of_cells(figure, measures.side, column,
                                           cells != nullptr ? std::optional(*cells) : std::nullopt)
                     : place_side(figure, measures.side, column);
}

}  // namespace poslab::layout_parts
