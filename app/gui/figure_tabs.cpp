#include "app/gui/figure_tabs.hpp"

#include "app/gui/widgets/button.hpp"
#include "app/gui/widgets/choice.hpp"
#include "app/gui/widgets/pane.hpp"

#include <algorithm>
#include <vector>

namespace poslab {
namespace {

constexpr double tab_row_height = 36, tab_padding = 8, tab_gap = 4, combo_width = 240;
constexpr std::size_t max_keys = 9;

TextStyle tab_style(const Ui& ui, bool active) {
    return {active ? Font::medium : Font::regular, 13, active ? ui.colors().text : ui.colors().text2,
            Align::center};
}

/// Wide enough for the label in both states, so that nothing moves when the active tab changes.
double tab_width(const Ui& ui, std::string_view label) {
    return std::max(ui.text_width(label, tab_style(ui, true)), ui.text_width(label, tab_style(ui, false))) +
           2 * tab_padding;
}

bool draw_tab(Ui& ui, const std::string& name, Rect rect, std::string_view label, bool active,
              const std::string& key) {
    const ItemState item = ui.item(name, rect);
    TextStyle style = tab_style(ui, active);
    if (item.hovered) style.color = ui.colors().text;
    ui.text(label, rect.x + rect.width / 2, rect.y + rect.height / 2 - 1, style);
    if (active)
        ui.fill({rect.x + tab_padding, rect.bottom() - 4, rect.width - 2 * tab_padding, 2},
                ui.colors().accent);
    if (item.ring) ui.focus_ring(rect.inset(4), 4);
    if (item.hovered && !key.empty()) ui.tooltip(item.id, rect, std::string(label), key);
    return item.clicked;
}

void choose(Store& store, const FigureInfo& figure) {
    if (&figure == &store.figure()) return;
    static_cast<void>(store.choose_figure(store.view().info().id, figure.id));
}

void draw_tabs(Ui& ui, Store& store, Rect area, double padding) {
    const auto figures = offered_figures(store.view());
    double width = -tab_gap;
    for (const FigureInfo* figure : figures)
        width += tab_width(ui, in(store.language, figure->title)) + tab_gap;
    const double room = area.width - 2 * padding;
    if (width > room + 2 * tab_padding) {
        std::vector<Option> options;
        int now = 0;
        for (const FigureInfo* figure : figures) {
            if (figure == &store.figure()) now = static_cast<int>(options.size());
            options.push_back({figure->id, in(store.language, figure->title)});
        }
        const int next =
            combo(ui, "figures", {area.x + padding, area.y, std::min(room, combo_width), 32}, options, now);
        return choose(store, *figures[static_cast<std::size_t>(next)]);
    }
    Rect tab{area.x + padding - tab_padding, area.y, 0, area.height};
    for (std::size_t i = 0; i < figures.size(); ++i) {
        const std::string_view label = in(store.language, figures[i]->title);
        tab.width = tab_width(ui, label);
        const std::string name = "figure:" + std::string(figures[i]->id);
        if (draw_tab(ui, name, tab, label, figures[i] == &store.figure(),
                     i < max_keys ? std::to_string(i + 1) : ""))
            choose(store, *figures[i]);
        tab.x += tab.width + tab_gap;
    }
}

}  // namespace

double figure_tabs_height(const Store& store) {
    return offered_figures(store.view()).size() > 1 ? tab_row_height : 0;
}

bool draw_figure_tabs(Ui& ui, Store& store, Rect area, double padding) {
    if (offered_figures(store.view()).size() < 2 || area.height <= 0) return false;
    const Pane pane(ui, "tabs", area);
    if (!store.view().info().trains) {
        draw_tabs(ui, store, area, padding);
        return false;
    }
    const std::string_view label = in(store.language, "Train"_tr);
    const double width = button_width(ui, label, false);
    draw_tabs(ui, store, {area.x, area.y, area.width - width - tab_padding, area.height}, padding);
    ButtonOptions options;
    options.look = ButtonLook::quiet;
    options.tooltip = in(store.language, "Train a small model and watch how it extrapolates"_tr);
    return button(ui, "tool.train", {area.right() - padding - width, area.y, width, 32}, label, options);
}

void figure_keys(Store& store) {
    const auto figures = offered_figures(store.view());
    for (std::size_t i = 0; figures.size() > 1 && i < std::min(figures.size(), max_keys); ++i)
        if (Ui::typed(static_cast<char>('1' + i))) choose(store, *figures[i]);
}

}  // namespace poslab
