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
    bool enabled = true;
    double text_size = 12;
    bool quiet = false;    // what it shows stands for nothing given
    bool numeric = false;  // only digits, a sign or a point begin to be typed into it; letters stay shortcuts
};

/// What a field tells: it began to be typed in, or a text is to be taken.
struct FieldTouch {
    std::optional<std::string> entered;  // by Enter, Tab or leaving; the caller says fail_edit() if it does not like it
    bool by_leaving = false;             // the user went elsewhere: a bad text is better forgotten than held on to
    bool hovered = false;
    bool right_clicked = false;
};

/// Shows `shown`; when typing begins, `editable` (without separators) is what is edited.
FieldTouch text_field(Ui& ui, std::string_view name, Rect rect, std::string_view shown, std::string_view editable,
                      const FieldOptions& options = {});

/// Starts typing in the field of this name, all selected.
void start_edit(Ui& ui, std::string_view name, std::string_view text);

/// The entered text was not taken: stays in the field, red, the sentence beside it.
void fail_edit(Ui& ui, std::string_view name, std::string text, std::string sentence);

}  // namespace poslab
