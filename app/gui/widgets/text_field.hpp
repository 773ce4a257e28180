#pragma once

#include "app/gui/widgets/ui.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace poslab {

struct FieldOptions {
    std::string_view unit{};  // set apart at the right, in a column of `unit_width`
    double unit_width = 50;
    Align align = Align::right;
    double text_size = 12;
    bool quiet = false;  // what it shows stands for nothing given
    Reach reach = Reach::tab;
    bool wrong = false;    // what it shows was refused
    bool numeric = false;  // only digits, a sign or a point begin to be typed into it; letters stay shortcuts
};

/// What a field tells: a text is to be taken.
struct FieldTouch {
    ImGuiID id = 0;
    std::optional<std::string> entered;  // by Enter, Tab or leaving; the caller says fail_edit() if it does not like it
    bool by_leaving = false;             // the user went elsewhere: a bad text is forgotten, or kept apart
    bool escaped = false;                // typing was given up
    bool hovered = false;
    bool right_clicked = false;
};

/// An item that shows `shown` and becomes an ImGui::InputText of `editable` (without separators) when typing begins.
FieldTouch text_field(Ui& ui, std::string_view name, Rect rect, std::string_view shown, std::string_view editable,
                      const FieldOptions& options = {});

/// Whether the field with this label of the present scope and window is being typed in.
[[nodiscard]] bool is_typed_in(const Ui& ui, std::string_view name);

/// Starts typing in the field with this label of the present scope and window, all selected.
void start_edit(Ui& ui, std::string_view name, std::string_view text);

/// The same, with what was typed already.
void type_into(Ui& ui, std::string_view name, const std::string& typed);
/// What was typed in this frame, as UTF-8; nothing with Ctrl.
[[nodiscard]] std::string typed_text();
/// The same; empty if it would not begin a number.
[[nodiscard]] std::string typed_number();

/// The entered text was not taken: stays in the field, red, the sentence beside it.
void fail_edit(Ui& ui, std::string_view name, std::string text, std::string sentence);

}  // namespace poslab
