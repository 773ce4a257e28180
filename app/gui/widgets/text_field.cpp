#include "app/gui/widgets/text_field.hpp"

#include "app/gui/imgui_versions.hpp"
#include "core/base/utf8_parts.hpp"

#include <imgui_stdlib.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace poslab {
namespace {

constexpr double padding = 10;
constexpr double field_radius = 4;
constexpr std::size_t max_drawn_bytes = 4096;  // more than any field shows

/// The label of the item and of ImGui::InputText; "##" hides it.
std::string label_of(std::string_view name) { return "##" + std::string(name); }

ImGuiID id_of(std::string_view name) { return ImGui::GetID(label_of(name).c_str()); }

bool begins_text(const std::string& text, bool numeric) {
    return !text.empty() &&
           (!numeric || std::string_view("0123456789.+-").find(text.front()) != std::string_view::npos);
}

/// An entry with the characters typed in this frame, which Dear ImGui has inserted into the text.
struct TypedEntry {
    TextEntry& entry;
    std::string typed;
};

void replace_text(ImGuiInputTextCallbackData* data, const TextEntry::Replacement& by,
                  const std::string& typed) {
    data->DeleteChars(0, data->BufTextLen);
    data->InsertChars(0, by.text.c_str());
    data->CursorPos = data->SelectionEnd = static_cast<int>(by.caret);
    data->SelectionStart = static_cast<int>(by.anchor);
    if (typed.empty() || by.typed_in == ImGui::GetFrameCount()) return;
    const int begin = static_cast<int>(std::min(by.caret, by.anchor));
    data->DeleteChars(begin, static_cast<int>(std::max(by.caret, by.anchor)) - begin);
    data->InsertChars(begin, typed.c_str());
    data->CursorPos = begin + static_cast<int>(typed.size());
    data->ClearSelection();
}

int exchange_text(ImGuiInputTextCallbackData* data) {
    const auto& [entry, typed] = *static_cast<TypedEntry*>(data->UserData);
    if (const auto found = std::exchange(entry.replacement, std::nullopt)) replace_text(data, *found, typed);
    const bool from_end = data->CursorPos == data->SelectionEnd;
    entry.caret = static_cast<std::size_t>(data->CursorPos);
    entry.anchor = data->HasSelection()
                       ? static_cast<std::size_t>(from_end ? data->SelectionStart : data->SelectionEnd)
                       : entry.caret;
    return 0;
}

/// The width to the right of a number: its unit, or the padding.
double right_column(const FieldOptions& options) {
    return options.unit.empty() ? padding : options.unit_width + 4;
}

/// The left padding of the edited text, in pixels. Dear ImGui writes from the left, so this keeps the right
/// end of a number fixed.
float left_padding(const Ui& ui, const std::string& text, Rect rect, const FieldOptions& options) {
    const auto pixels = [&](double css) { return static_cast<float>(css * ui.scale()); };
    if (options.align == Align::left) return pixels(padding);
    return std::max(pixels(padding),
                    pixels(rect.width - right_column(options)) - ImGui::CalcTextSize(text.c_str()).x);
}

/// Handles one frame of typing; returns true if it continues.
bool type_on(Ui& ui, const std::string& label, Rect rect, const FieldOptions& options) {
    ImGuiContext& g = *ImGui::GetCurrentContext();
    TextEntry& entry = ui.entry();
    ui.need_glyphs(typed_text());
    entry.since = ImGui::GetFrameCount();
    ImGui::PushFont(ui.font(Font::mono, options.text_size));
    const float above = std::max(0.0F, (ui.pixels({0, rect.height}).y - ImGui::GetFontSize()) / 2);
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding,
                        {left_padding(ui, entry.text + typed_text(), rect, options), above});
    push_tab_stop(false);  // PosLab handles Tab
    const bool begins = std::exchange(entry.begins, false);
    if (begins) ImGui::ClearActiveID();
    if (begins) enter_item(g, entry.id);  // this selects all text
    const std::string before = entry.text;
    TypedEntry typed{entry, typed_text()};
    ImGui::SetCursorScreenPos(ui.pixels({rect.x, rect.y}));
    ImGui::SetNextItemWidth(ui.pixels({rect.width, 0}).x);
    ImGui::InputText(label.c_str(), &entry.text, ImGuiInputTextFlags_CallbackAlways, exchange_text, &typed);
    if (begins) enter_item(g, 0);
    pop_tab_stop();
    ImGui::PopStyleVar();
    ImGui::PopFont();
    if (entry.text != before) {
        entry.error.clear();
        ui.need_glyphs(entry.text);
    }
    return g.ActiveId == entry.id;
}

void draw_border(Ui& ui, Rect rect, bool typing, bool refused) {
    const Palette& colors = ui.colors();
    const bool wrong = typing ? !ui.entry().error.empty() : refused;
    ui.fill(rect, colors.raised, field_radius);
    const Color border = wrong ? colors.error : typing ? colors.accent : colors.border;
    ui.frame(rect, border, typing ? 1.5 : 1, field_radius);
}

void draw_text(Ui& ui, Rect rect, std::string_view shown, const FieldOptions& options) {
    const Palette& colors = ui.colors();
    const Color color = options.quiet ? colors.text3 : colors.text;
    const bool right = options.align == Align::right;
    ui.push_clip(rect.inset(2));
    ui.text(utf8_beginning(shown, max_drawn_bytes),
            right ? rect.right() - right_column(options) : rect.x + padding, rect.y + rect.height / 2,
            {Font::mono, options.text_size, color, right ? Align::right : Align::left});
    ui.pop_clip();
}

void begin_entry(Ui& ui, ImGuiID id, std::string text, std::string error) {
    TextEntry& entry = ui.entry() = {};
    entry.id = id;
    entry.text = std::move(text);
    entry.error = std::move(error);
    entry.since = ImGui::GetFrameCount();
    entry.begins = true;
    ui.need_glyphs(ui.entry().text);
    ui.request_frame();
}

}  // namespace

bool is_typed_in(const Ui& ui, std::string_view name) { return ui.entry().id == id_of(name); }

void start_edit(Ui& ui, std::string_view name, std::string_view text) {
    begin_entry(ui, id_of(name), std::string(text), {});
}

void fail_edit(Ui& ui, std::string_view name, std::string text, std::string message) {
    begin_entry(ui, id_of(name), std::move(text), std::move(message));
}

std::string typed_text() {
    std::string text;
    if (ImGui::GetIO().KeyCtrl) return text;
    const auto& characters = ImGui::GetIO().InputQueueCharacters;
    for (const ImWchar c : characters) {
        std::array<char, 5> bytes{};
        ImTextCharToUtf8(bytes.data(), c);
        if (c >= ' ' && c != 0x7F) text += bytes.data();
    }
    return text;
}

std::string typed_number() {
    std::string text = typed_text();
    return begins_text(text, true) ? text : "";
}

void type_into(Ui& ui, std::string_view name, const std::string& typed) {
    begin_entry(ui, id_of(name), typed, {});
    ui.entry().replacement =
        TextEntry::Replacement{typed, typed.size(), typed.size(), ImGui::GetFrameCount()};
}

FieldResult text_field(Ui& ui, std::string_view name, Rect rect, std::string_view shown,
                       std::string_view editable, const FieldOptions& options) {
    FieldResult result;
    ItemState item;
    const ImGuiID id = id_of(name);
    if (ui.entry().id == id)
        ui.note_item(id, label_of(name), rect, options.reach);
    else
        item = ui.item(label_of(name), rect, options.reach);
    result.id = id;
    result.hovered = item.hovered;
    result.right_clicked = item.right_clicked;
    if (item.hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_TextInput);
    const std::string typed = item.ring && !ui.editing() ? typed_text() : "";
    if (item.pressed || item.by_key)
        start_edit(ui, name, editable);
    else if (begins_text(typed, options.numeric))
        type_into(ui, name, typed);
    draw_border(ui, rect, ui.entry().id == id, options.wrong);
    if (ui.entry().id == id && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left) &&
        rect.contains(ui.mouse()))
        ui.entry().replacement = TextEntry::Replacement{ui.entry().text, ui.entry().text.size(), 0};
    if (ui.entry().id != id) {
        if (item.ring) ui.focus_ring(rect, field_radius);
        draw_text(ui, rect, shown, options);
    } else if (!type_on(ui, label_of(name), rect, options)) {
        result.by_leaving = !ui.pressed(ImGuiKey_Enter);
        result.escaped = ui.pressed(ImGuiKey_Escape);
        TextEntry entry = std::exchange(ui.entry(), {});
        if (!result.escaped && entry.text != editable) result.entered = std::move(entry.text);
        ui.request_frame();
    }
    if (!options.unit.empty())
        ui.text(options.unit, rect.right() - options.unit_width + 4, rect.y + rect.height / 2,
                {Font::regular, 12, ui.colors().text3});
    if (ui.entry().id == id && !ui.entry().error.empty()) ui.tooltip(id, rect, ui.entry().error);
    return result;
}

}  // namespace poslab
