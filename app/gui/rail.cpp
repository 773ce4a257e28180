#include "app/gui/rail.hpp"

#include "app/gui/widgets/button.hpp"
#include "app/gui/widgets/fitting_text.hpp"
#include "app/gui/widgets/icons.hpp"
#include "app/gui/widgets/pane.hpp"
#include "app/state/actions.hpp"

#include <array>

namespace poslab {
namespace {

constexpr double glyph_width = 56;  // a rail of at most this width shows only glyphs

struct Heading {
    Section section = Section::positions;
    Text text;
};

constexpr std::array<Heading, 5> headings{{{Section::positions, "Positions"_tr},
                                           {Section::attention, "Attention"_tr},
                                           {Section::memory, "Memory"_tr},
                                           {Section::rotation, "Rotation"_tr},
                                           {Section::learn, "Learn"_tr}}};

void draw_item(Ui& ui, Store& store, const View& view, Rect rect) {
    const Palette& colors = ui.colors();
    const bool active = &store.view() == &view;
    const double middle = rect.y + rect.height / 2;
    if (active) {
        ui.fill(rect, colors.selected, 6);
        ui.fill({rect.x, middle - 8, 3, 16}, colors.accent, 1.5);
    }
    const std::string name = "rail:" + std::string(view.info().id);
    const ItemState item = active ? ui.item(name, rect) : spot(ui, name, rect);
    if (active && item.ring) ui.focus_ring(rect.inset(2), 4);
    draw_glyph(ui, view.info().id, {rect.x + 20, middle}, active ? colors.accent : colors.text2);
    const std::string_view label = in(store.language, view.info().short_title);
    const TextStyle style{active ? Font::medium : Font::regular, 13, active ? colors.text : colors.text2};
    if (rect.width > glyph_width)
        draw_elided(ui, label, style, {rect.x + 40, rect.y, rect.width - 48, rect.height});
    if (item.hovered)
        ui.tooltip(item.id, rect, std::string(in(store.language, view.info().summary)), "Ctrl Page ↑ ↓",
                   true);
    if (item.clicked) store.choose(view.info().id);
}

/// Draws the entry of the page of lessons, in the section Learn.
void draw_lessons(Ui& ui, Store& store, Rect rect) {
    const Palette& colors = ui.colors();
    SidePage& page = store.lessons.page;
    const bool active = page != SidePage::parameters;
    const double middle = rect.y + rect.height / 2;
    const ItemState item = spot(ui, "rail:lessons", rect);
    draw_icon(ui, Icon::book, {rect.x + 20, middle}, active ? colors.accent : colors.text2, 17);
    const TextStyle style{active ? Font::medium : Font::regular, 13, active ? colors.text : colors.text2};
    const std::string_view label = in(store.language, "Lessons"_tr);
    if (rect.width > glyph_width)
        draw_elided(ui, label, style, {rect.x + 40, rect.y, rect.width - 48, rect.height});
    const std::string_view tip = in(store.language, "Step by step, with the live figure"_tr);
    if (item.hovered)
        ui.tooltip(item.id, rect, std::string(tip), keys_of(Action::show_lessons, store.language), true);
    if (item.clicked) page = page == SidePage::lessons ? SidePage::parameters : SidePage::lessons;
}

RailResult draw_open(Ui& ui, const Store& store, Rect rect) {
    const Palette& colors = ui.colors();
    const auto text = [&](Text what) { return in(store.language, what); };
    const bool glyph_only = rect.width <= glyph_width, recent = !store.recent.empty() && !glyph_only;
    ui.fill({rect.x + 8, rect.y - 8, rect.width - 16, 1}, colors.divider);
    const Rect row{rect.x, rect.y, rect.width - (recent ? 28 : 0), rect.height};
    RailResult touched;
    const ItemState item = spot(ui, "rail.open", row);
    const double middle = rect.y + rect.height / 2;
    draw_icon(ui, Icon::folder, {rect.x + 20, middle}, colors.text2);
    const std::string open_keys = keys_of(Action::open_file, store.language);
    const TextStyle key{Font::regular, 11, colors.text3, Align::right};
    const double key_width = recent ? 0 : ui.text_width(open_keys, key);  // the tooltip also shows it
    if (!glyph_only) {
        draw_elided(ui, text("Open file…"_tr), {Font::regular, 13, colors.text2},
                    {rect.x + 40, middle - 8, row.width - 50 - key_width, 16});
        if (!recent) ui.text(open_keys, row.right() - 8, middle, key);
    }
    if (item.hovered) ui.tooltip(item.id, row, std::string(text("Open file…"_tr)), open_keys, true);
    touched.open = item.clicked;
    if (!recent) return touched;
    const Rect more{row.right(), rect.y, 28, rect.height};
    const ItemState again = spot(ui, "rail.recent", more);
    draw_icon(ui, Icon::chevron, {more.x + 14, middle}, colors.text2, 14);
    if (again.hovered)
        ui.tooltip(again.id, more, std::string(text("Recent files"_tr)),
                   keys_of(Action::open_recent, store.language), true);
    touched.recent = again.clicked;
    return touched;
}

/// Draws the name of a section, or a gap if only glyphs are shown. Returns the height.
double draw_heading(Ui& ui, std::string_view text, double x, double y, bool glyphs_only, bool small) {
    if (glyphs_only) return 4;
    ui.text(text, x, y + 12, {Font::regular, 12, ui.colors().text2});
    return small ? 24 : 26;
}

}  // namespace

RailResult draw_rail(Ui& ui, Store& store, Rect area, bool small) {
    const Palette& colors = ui.colors();
    const Pane pane(ui, "rail", area);
    ui.ground(area, colors.chrome);
    ui.fill({area.right() - 1, area.y, 1, area.height}, colors.hairline);
    const double margin = small ? 8 : 12;
    const double top = small ? 28 : 32;
    draw_mark(ui, {area.x + margin + 9, top - 11});
    const bool glyphs_only = area.width <= glyph_width;
    if (!glyphs_only) ui.text("PosLab", area.x + margin + 40, top, {Font::semibold, 15, colors.text});
    const double item = small ? 28 : 32;
    double y = small ? 56 : 70;
    for (const Heading& heading : headings) {
        bool begun = false;
        for (const ViewState& state : store.views()) {
            if (state.view->info().section != heading.section) continue;
            if (!begun)
                y += draw_heading(ui, in(store.language, heading.text), area.x + margin + 10, y, glyphs_only,
                                  small);
            begun = true;
            draw_item(ui, store, *state.view, {area.x + margin, y, area.width - 2 * margin - 1, item});
            y += small ? 28 : 34;
        }
        if (heading.section == Section::learn) {
            if (!begun)
                y += draw_heading(ui, in(store.language, heading.text), area.x + margin + 10, y, glyphs_only,
                                  small);
            begun = true;
            draw_lessons(ui, store, {area.x + margin, y, area.width - 2 * margin - 1, item});
            y += small ? 28 : 34;
        }
        if (begun) y += small ? 10 : 12;
    }
    return draw_open(ui, store,
                     {area.x + margin, area.bottom() - item - 12, area.width - 2 * margin - 1, item});
}

}  // namespace poslab
