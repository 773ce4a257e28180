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

/// True when it was clicked. 32 high.
bool button(Ui& ui, std::string_view name, Rect rect, std::string_view label, const ButtonOptions& options = {});

/// The width that a button with this label wants.
[[nodiscard]] double button_width(const Ui& ui, std::string_view label, bool icon);

/// 32 x 32 with an icon; its name and key stand in the tooltip.
bool tool_button(Ui& ui, std::string_view name, Point top_left, Icon icon, bool active, std::string_view tooltip,
                 std::string_view key);

/// Any rectangle that reacts like a quiet button; the caller draws what is on it.
Touch spot(Ui& ui, std::string_view name, Rect rect, double corner = 6);

/// A name in accent colour that opens something.
bool link(Ui& ui, std::string_view name, double right, double center_y, std::string_view label);

}  // namespace poslab
