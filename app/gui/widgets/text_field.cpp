#include "app/gui/widgets/text_field.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace poslab {
namespace {

constexpr double padding = 10;
constexpr double radius = 4;

bool continues(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

std::size_t before(const std::string& text, std::size_t at) {
    if (at > 0) --at;
    while (at > 0 && continues(text[at])) --at;
    return at;
}

std::size_t after(const std::string& text, std::size_t at) {
    if (at < text.size()) ++at;
    while (at < text.size() && continues(text[at])) ++at;
    return at;
}

void replace_selection(TextEdit& edit, std::string_view with) {
    const auto [from, to] = std::minmax(edit.caret, edit.anchor);
    edit.text.replace(from, to - from, with);
    edit.caret = edit.anchor = from + with.size();
}

void erase(TextEdit& edit, bool forward) {
    if (edit.caret == edit.anchor) edit.anchor = forward ? after(edit.text, edit.caret) : before(edit.text, edit.caret);
    replace_selection(edit, "");
}

void move_caret(TextEdit& edit, std::size_t to, bool keep_anchor) {
    edit.caret = to;
    if (!keep_anchor) edit.anchor = to;
}

std::string selected(const TextEdit& edit) {
    const auto [from, to] = std::minmax(edit.caret, edit.anchor);
    return edit.text.substr(from, to - from);
}

void clipboard_keys(Ui& ui, TextEdit& edit) {
    if (ui.take_letter('A', true)) {
        edit.anchor = 0;
        edit.caret = edit.text.size();
    }
    const bool cut = ui.take_letter('X', true);
    if (ui.take_letter('C', true) || cut) {
        if (ui.write_clipboard && edit.caret != edit.anchor) ui.write_clipboard(selected(edit));
        if (cut) replace_selection(edit, "");
    }
    if (ui.take_letter('V', true) && ui.read_clipboard) {
        std::string pasted = ui.read_clipboard();
        std::erase_if(pasted, [](char c) { return c == '\n' || c == '\r'; });
        replace_selection(edit, pasted);
    }
}

void typing_keys(Ui& ui, TextEdit& edit) {
    clipboard_keys(ui, edit);
    for (const KeyPress& key : ui.take(Key::left)) move_caret(edit, before(edit.text, edit.caret), key.shift);
    for (const KeyPress& key : ui.take(Key::right)) move_caret(edit, after(edit.text, edit.caret), key.shift);
    for (const KeyPress& key : ui.take(Key::home)) move_caret(edit, 0, key.shift);
    for (const KeyPress& key : ui.take(Key::end)) move_caret(edit, edit.text.size(), key.shift);
    const std::string before_text = edit.text;
    if (!ui.input().text.empty()) replace_selection(edit, ui.input().text);
    for (std::size_t n = ui.take(Key::backspace).size(); n > 0; --n) erase(edit, false);
    for (std::size_t n = ui.take(Key::erase).size(); n > 0; --n) erase(edit, true);
    if (edit.text != before_text) edit.error.clear();
}

/// ui.text_width(), quick for long texts where all characters are of one width, as in the fields' own font.
double width_of(const Ui& ui, std::string_view text, const TextStyle& style) {
    constexpr std::size_t long_text = 64;
    const auto plain = [](char c) { return c >= 0x20 && c < 0x7F; };
    if (text.size() < long_text || !std::all_of(text.begin(), text.end(), plain)) return ui.text_width(text, style);
    const double one = ui.text_width("0", style);
    const bool even = ui.text_width("i", style) == one && ui.text_width("W", style) == one;
    return even ? one * static_cast<double>(text.size()) : ui.text_width(text, style);
}

struct TextPlace {
    double left = 0;  // where the text begins
    TextStyle style;
};

TextPlace place_text(const Ui& ui, Rect rect, std::string_view text, const FieldOptions& options) {
    TextPlace place;
    place.style = {Font::mono, options.text_size, options.enabled ? ui.colors().text : ui.colors().text3};
    const double width = width_of(ui, text, place.style);
    const double column = options.unit.empty() ? padding : options.unit_width + 4;
    place.left = options.align == Align::right ? rect.right() - column - width : rect.x + padding;
    return place;
}

/// Where characters end, from the text's beginning on.
std::vector<std::size_t> character_ends(const std::string& text) {
    std::vector<std::size_t> ends{0};
    while (ends.back() < text.size()) ends.push_back(after(text, ends.back()));
    return ends;
}

/// The first of `ends` that lies to the right of `x`, the last one if none does: by halves, as texts may be long.
std::size_t end_beyond(const Ui& ui, const std::string& text, const std::vector<std::size_t>& ends, const TextPlace& place,
                       double x) {
    const auto left_of = [&](std::size_t at) {
        return place.left + width_of(ui, std::string_view(text).substr(0, at), place.style) <= x;
    };
    const auto found = std::partition_point(ends.begin(), ends.end(), left_of);
    return found == ends.end() ? ends.back() : *found;
}

void caret_by_mouse(Ui& ui, TextEdit& edit, const TextPlace& place, bool keep_anchor) {
    const double x = ui.input().mouse.x;
    const auto x_of = [&](std::size_t at) {
        return place.left + width_of(ui, std::string_view(edit.text).substr(0, at), place.style);
    };
    std::size_t best = end_beyond(ui, edit.text, character_ends(edit.text), place, x);
    const std::size_t left = before(edit.text, best);
    if (x - x_of(left) < x_of(best) - x) best = left;
    move_caret(edit, best, keep_anchor);
}

/// Of a long text only what is seen is drawn.
void draw_visible(Ui& ui, const std::string& text, Rect rect, const TextPlace& place) {
    const double middle = rect.y + rect.height / 2;
    constexpr std::size_t short_enough = 200;
    if (text.size() <= short_enough) return ui.text(text, place.left, middle, place.style);
    const auto ends = character_ends(text);
    const std::size_t from = before(text, before(text, end_beyond(ui, text, ends, place, rect.x)));
    const std::size_t to = end_beyond(ui, text, ends, place, rect.right());
    const double left = place.left + width_of(ui, std::string_view(text).substr(0, from), place.style);
    ui.text(std::string_view(text).substr(from, to - from), left, middle, place.style);
}

void draw_edit(Ui& ui, Rect rect, const TextPlace& place) {
    const TextEdit& edit = ui.edit();
    const auto x_of = [&](std::size_t at) {
        return place.left + width_of(ui, std::string_view(edit.text).substr(0, at), place.style);
    };
    const double middle = rect.y + rect.height / 2;
    const auto [from, to] = std::minmax(edit.caret, edit.anchor);
    if (from != to) ui.fill({x_of(from) - 1, middle - 9, x_of(to) - x_of(from) + 2, 18}, ui.colors().selected, 2);
    draw_visible(ui, edit.text, rect, place);
    ui.fill({std::round(x_of(edit.caret)), middle - 8, 1.5, 16}, ui.colors().accent);
}

/// A text longer than its field is shifted so that the caret is seen.
void keep_caret_visible(const Ui& ui, Rect rect, TextPlace& place, const FieldOptions& options) {
    const double caret = place.left + width_of(ui, std::string_view(ui.edit().text).substr(0, ui.edit().caret), place.style);
    const double right = rect.right() - (options.unit.empty() ? padding : options.unit_width + 4);
    if (caret > right) place.left -= caret - right;
    if (caret < rect.x + padding) place.left += rect.x + padding - caret;
}

bool begins_text(std::string_view text, bool numeric) {
    return !text.empty() && (!numeric || std::string_view("0123456789.+-").find(text.front()) != std::string_view::npos);
}

/// True when typing ended with a text to take.
bool edit_field(Ui& ui, Rect rect, const Touch& touch, const FieldOptions& options, bool began, bool& by_leaving) {
    TextEdit& edit = ui.edit();
    typing_keys(ui, edit);
    if (!ui.take(Key::escape).empty()) {
        edit = {};
        return false;
    }
    const bool left = (ui.input().pressed[0] && !touch.hovered) || !ui.has_focus(edit.id);
    const bool tabbed =
        std::any_of(ui.input().keys.begin(), ui.input().keys.end(), [](const KeyPress& k) { return k.key == Key::tab; });
    by_leaving = left || tabbed;
    if (!ui.take(Key::enter).empty() || by_leaving) return true;
    TextPlace place = place_text(ui, rect, edit.text, options);
    keep_caret_visible(ui, rect, place, options);
    if (edit.fresh)
        edit.fresh = ui.input().down[0];
    else if (touch.held && !began)
        caret_by_mouse(ui, edit, place, !touch.pressed);
    return false;
}

}  // namespace

void start_edit(Ui& ui, std::string_view name, std::string_view text) {
    const Id id = id_of(name);
    ui.edit() = {id, std::string(text), text.size(), 0, {}, ui.input().down[0]};
    ui.focus(id);
}

void fail_edit(Ui& ui, std::string_view name, std::string text, std::string sentence) {
    const std::size_t size = text.size();
    ui.edit() = {id_of(name), std::move(text), size, 0, std::move(sentence), false};
    ui.focus(id_of(name));
}

FieldTouch text_field(Ui& ui, std::string_view name, Rect rect, std::string_view shown, std::string_view editable,
                      const FieldOptions& options) {
    const Palette& colors = ui.colors();
    const Id id = id_of(name);
    ui.mark(std::string(name), rect);
    FieldTouch result;
    Touch touch;
    if (options.enabled) touch = ui.interact(id, rect);
    result.hovered = touch.hovered;
    result.right_clicked = touch.right_clicked;
    if (touch.hovered) ui.set_pointer(PointerShape::text);
    bool began = false;
    bool typing = ui.edit().id == id;
    const bool typed_into = touch.focused && !ui.editing() && !ui.input().ctrl && begins_text(ui.input().text, options.numeric);
    if (!typing && (touch.pressed || (touch.clicked && touch.focused) || typed_into)) {
        start_edit(ui, name, editable);
        typing = began = true;
    }
    if (typing && edit_field(ui, rect, touch, options, began, result.by_leaving)) {
        result.entered = ui.edit().text;
        const bool unchanged = ui.edit().text == editable;
        ui.edit() = {};
        if (unchanged) result.entered.reset();
        typing = false;
    }
    const bool wrong = typing && !ui.edit().error.empty();
    ui.fill(rect, options.enabled ? colors.raised : colors.chrome, radius);
    const Color border = wrong ? colors.error : typing ? colors.accent : options.enabled ? colors.border : colors.hairline;
    ui.frame(rect, border, typing ? 1.5 : 1, radius);
    if (touch.ring && !typing) ui.focus_ring(rect, radius);
    ui.push_clip(rect.inset(2));
    const std::string_view text = typing ? std::string_view(ui.edit().text) : shown;
    TextPlace place = place_text(ui, rect, text, options);
    if (typing) {
        keep_caret_visible(ui, rect, place, options);
        draw_edit(ui, rect, place);
    } else {
        if (options.quiet) place.style.color = colors.text3;
        ui.text(shown, place.left, rect.y + rect.height / 2, place.style);
    }
    if (!options.unit.empty())
        ui.text(options.unit, rect.right() - options.unit_width + 4, rect.y + rect.height / 2, {Font::regular, 12, colors.text3});
    ui.pop_clip();
    if (wrong) ui.tooltip(id, rect, ui.edit().error);
    return result;
}

}  // namespace poslab
