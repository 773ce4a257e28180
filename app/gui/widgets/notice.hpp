#pragma once

#include "app/gui/widgets/ui.hpp"

#include <string_view>

namespace poslab {

/// A sentence with the warning sign in the footer of a pop-up: up to three lines about the middle of `room`.
void footer_notice(Ui& ui, Rect room, std::string_view sentence, Color color);

}  // namespace poslab
