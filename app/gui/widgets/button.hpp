#pragma once

#include "app/gui/widgets/icons.hpp"
#include "app/gui/widgets/ui.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace poslab {

enum class ButtonLook { primary, bordered, quiet };

struct ButtonOptions {
    ButtonLook look = ButtonLook::bordered;
    std::optional<Icon> icon;
    bool enabled = true;
    std::string tooltip, key;
    Font font = Font::medium;
};

/// Returns true if clicked. 32 high.
bool button(Ui& ui, std::string_view name, Rect rect, std::string_view label,
            const ButtonOptions& options = {});

/// The preferred width of a button with this label.
[[nodiscard]] double button_width(const Ui& ui, std::string_view label, bool icon);

/// A 32 x 32 button with an icon; its name and key are in the tooltip.
bool tool_button(Ui& ui, std::string_view name, Point top_left, Icon icon, bool active,
                 std::string_view tooltip, std::string_view key);

/// A rectangle that reacts like a quiet button; the caller draws its content.
ItemState spot(Ui& ui, std::string_view name, Rect rect, double corner = 6);

/// A link: a label in accent colour. Returns true if clicked.
bool link(Ui& ui, std::string_view name, double right, double center_y, std::string_view label);

}  // namespace poslab
