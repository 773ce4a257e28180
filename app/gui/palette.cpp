#include "app/gui/palette.hpp"

#include "app/gui/widgets/fitting_text.hpp"
#include "app/gui/widgets/icons.hpp"
#include "app/gui/widgets/pane.hpp"
#include "app/gui/widgets/text_field.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace poslab {
namespace {

constexpr double palette_width = 680, palette_height = 508, palette_row = 32, field_height = 36,
                 palette_pad = 16, kind_column = 84, hint_height = 34, scroll_column = 12;
constexpr const char* field_name = "palette.query";

Text prompt_of(const PaletteSearch& search) {
    if (!search.name_prompt()) return "Search or ask: views, parameters, lessons, terms, actions"_tr;
    return search.name_prompt()->purpose == PromptName::For::renaming ? "A new name for the preset"_tr
                                                                      : "A name for the preset"_tr;
}

}  // namespace

void CommandPalette::open(Ui& ui, const PaletteSource& source, bool animated) {
    search_.begin(source);
    taken_.reset();
    clicked_ = false;
    follows_ = true;
    typed_on_ = std::string();
    pop_up_.open(ui, field_name, animated);
}

std::optional<PaletteEntry> CommandPalette::draw(Ui& ui, const PaletteSource& source) {
    if (!pop_up_.is_open()) return std::nullopt;
    const Language language = source.store.language;
    const auto found = pop_up_.begin(ui, {.name = "palette",
                                          .title = {},
                                          .close = in(language, "Close"_tr),
                                          .width = palette_width,
                                          .height = palette_height,
                                          .footer = false,
                                          .header = false});
    if (!found) return std::nullopt;
    const Rect body = found->body;
    const Rect field{body.x + palette_pad, body.y + palette_pad, body.width - 2 * palette_pad, field_height};
    type(ui, source, field);
    const double top = field.bottom() + 10;
    draw_rows(ui, language,
              {body.x + 8, top, body.width - 16, std::max(0.0, body.bottom() - hint_height - top)});
    draw_hint(ui, source, {body.x, body.bottom() - hint_height, body.width, hint_height});
    if (std::exchange(clicked_, false)) take(source);
    if (taken_) pop_up_.close();
    pop_up_.end(ui);
    return is_open() ? std::nullopt : std::exchange(taken_, std::nullopt);
}

void CommandPalette::type(Ui& ui, const PaletteSource& source, Rect rect) {
    const bool held =
        ImGui::IsMouseDown(ImGuiMouseButton_Left) || ImGui::IsMouseReleased(ImGuiMouseButton_Left);
    // While the button is down, a row may be pressed.
    if (typed_on_ && !held) type_into(ui, field_name, *std::exchange(typed_on_, std::nullopt));
    const bool typing = is_typed_in(ui, field_name);
    if (typing) keys(ui);
    if (typing && ui.take(ImGuiKey_Escape) > 0) return pop_up_.close();
    FieldOptions options;
    options.align = Align::left;
    options.text_size = 14;
    const FieldResult result = text_field(ui, field_name, rect, search_.query(), search_.query(), options);
    const bool goes_on = is_typed_in(ui, field_name);
    const std::string text = goes_on ? ui.entry().text : result.entered.value_or(search_.query());
    if (text != search_.query()) {
        search_.set_query(source, text);
        follows_ = true;
    }
    if (text.empty())
        draw_elided(ui, in(source.store.language, prompt_of(search_)), {Font::regular, 13, ui.colors().text3},
                    {rect.x + 14, rect.y, rect.width - 28, rect.height});
    if (goes_on) return;
    typed_on_ = search_.query();  // the field keeps the keyboard while the palette is open
    ui.request_frame();
    if (ui.pressed(ImGuiKey_Enter)) take(source);
}

void CommandPalette::keys(Ui& ui) {
    const int pages = ui.take(ImGuiKey_PageDown) - ui.take(ImGuiKey_PageUp);
    const int rows = ui.take(ImGuiKey_DownArrow) - ui.take(ImGuiKey_UpArrow);
    if (rows == 0 && pages == 0) return;
    search_.move(rows + pages * static_cast<int>(rows_));
    follows_ = true;
}

void CommandPalette::take(const PaletteSource& source) {
    PaletteSearch::Taken taken = search_.take(source);
    taken_ = std::move(taken.entry);
    if (taken.query) typed_on_ = *taken.query;
    follows_ = true;
}

void CommandPalette::draw_hint(Ui& ui, const PaletteSource& source, Rect rect) const {
    const Palette& colors = ui.colors();
    ui.fill({rect.x, rect.y, rect.width, 1}, colors.hairline);
    const Translator translate(source.store.language);
    std::string hint = translate("↑ ↓ select, Enter runs, Esc closes"_tr);
    const auto parameters = source.store.view().parameters();
    const auto example = std::find_if(parameters.begin(), parameters.end(), [](const Descriptor& parameter) {
        return (parameter.kind == Kind::integer || parameter.kind == Kind::real) && !parameter.symbol.empty();
    });
    if (example != parameters.end() && !search_.name_prompt())
        hint += "  ·  " +
                translate(
                    "set a parameter by name and value: {} {}", example->symbol,
                    to_string(*example,
                              source.store.values()[static_cast<std::size_t>(example - parameters.begin())]));
    draw_elided(ui, hint, {Font::regular, 12, colors.text2},
                {rect.x + palette_pad + 4, rect.y, rect.width - 2 * palette_pad - 8, rect.height});
}

void CommandPalette::draw_rows(Ui& ui, Language language, Rect area) {
    Pane pane(ui, "found", area, Pane::Scrolls::down);
    rows_ = static_cast<std::size_t>(std::max(1.0, std::floor(area.height / palette_row)));
    const auto& found = search_.found();
    if (std::exchange(follows_, false)) {
        pane.show(palette_row * static_cast<double>(search_.chosen()), palette_row);
        ui.request_frame();
    }
    const double offset = pane.offset(), width = area.width - scroll_column;
    const auto first = static_cast<std::size_t>(offset / palette_row);
    for (std::size_t index = first; index < std::min(found.size(), first + rows_ + 2); ++index) {
        const Rect row{area.x + 4, area.y + palette_row * static_cast<double>(index) - offset, width,
                       palette_row};
        const ItemState item = ui.item("palette.row." + std::to_string(index), row, FocusPolicy::mouse);
        if (item.clicked) {
            search_.choose(index);
            clicked_ = true;
        }
        draw_row(ui, language, row, index, item.hovered);
    }
    if (found.empty())
        ui.text(in(language, "No matches."_tr), area.x + area.width / 2, area.y + 48,
                {Font::regular, 13, ui.colors().text3, Align::center});
    pane.set_content(palette_row * static_cast<double>(found.size()));
}

void CommandPalette::draw_row(Ui& ui, Language language, Rect row, std::size_t index, bool hovered) {
    const Palette& colors = ui.colors();
    const PaletteEntry& entry = search_.found()[index];
    const bool chosen = index == search_.chosen(),
               refused = std::holds_alternative<Refused>(entry.palette_action);
    if (chosen || hovered) ui.fill(row, chosen ? colors.selected : colors.hover, 5);
    const double middle = row.y + row.height / 2;
    draw_elided(ui, in(language, name_of(entry.group)), {Font::regular, 12, colors.text3},
                {row.x + 12, row.y, kind_column - 8, row.height});
    double right = row.right() - 12;
    const auto at_right = [&](const std::string& text, const TextStyle& style, double most) {
        if (text.empty()) return;
        const std::string shown = ui.fitted(text, style, most);
        ui.text(shown, right, middle, style);
        right -= ui.text_width(shown, style) + 14;
    };
    at_right(entry.key, {Font::regular, 12, colors.text2, Align::right}, 120);
    at_right(entry.value, {Font::mono, 12, colors.text2, Align::right}, 200);
    const TextStyle title{chosen ? Font::medium : Font::regular, 13,
                          refused  ? colors.text3
                          : chosen ? colors.accent
                                   : colors.text};
    const double left = row.x + kind_column + 8;
    const std::string shown = ui.fitted(entry.title, title, right - left);
    ui.text(shown, left, middle, title);
    const TextStyle aside{Font::regular, 12, colors.text2};
    const double after = left + ui.text_width(shown, title) + 12;
    if (right - after > 40) ui.text(ui.fitted(entry.detail, aside, right - after), after, middle, aside);
}

}  // namespace poslab
