#pragma once

#include "app/gui/widgets/ui.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace poslab {

/// The bytes of a typed text that a message quotes.
inline constexpr std::size_t max_quoted_bytes = 200;

struct FieldOptions {
    std::string_view unit{};  // at the right, in a column of `unit_width`
    double unit_width = 50;
    Align align = Align::right;
    double text_size = 12;
    bool quiet = false;  // the shown text is a placeholder
    FocusPolicy reach = FocusPolicy::tab;
    bool wrong = false;    // the shown text was rejected
    bool numeric = false;  // only a digit, sign or point starts typing; letters stay shortcuts
};

/// The user's input on a field.
struct FieldResult {
    ImGuiID id = 0;
    std::optional<std::string> entered;  // by Enter, Tab or leaving; to reject it, call fail_edit()
    bool by_leaving = false;             // the user left the field: discard a bad text or store it
    bool escaped = false;                // typing was cancelled
    bool hovered = false;
    bool right_clicked = false;
};

/// An item that shows `shown`; typing turns it into an ImGui::InputText of `editable` (without separators).
FieldResult text_field(Ui& ui, std::string_view name, Rect rect, std::string_view shown,
                       std::string_view editable, const FieldOptions& options = {});

/// True while the field with this label in the current scope and window is being edited.
[[nodiscard]] bool is_typed_in(const Ui& ui, std::string_view name);

/// Starts editing the field with this label in the current scope and window, with all text selected.
void start_edit(Ui& ui, std::string_view name, std::string_view text);

/// The same, with text that was already typed and the caret at its end.
void type_into(Ui& ui, std::string_view name, const std::string& typed);
/// The text typed in this frame, as UTF-8; empty while Ctrl is held.
[[nodiscard]] std::string typed_text();
/// The same; empty if it cannot start a number.
[[nodiscard]] std::string typed_number();

/// Rejects the entered text: it stays in the field with a red border, with `message` as the tooltip.
void fail_edit(Ui& ui, std::string_view name, std::string text, std::string message);

}  // namespace poslab
