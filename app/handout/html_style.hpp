#pragma once

#include <string>

namespace poslab {

/// Returns the colours as variables (--text, --accent, …), light and dark as the reader's system is, and the
/// figures' `dark_rules`.
[[nodiscard]] std::string html_colors(const std::string& dark_rules);

/// Returns the style sheet of a page: light, dark if the reader's system is, and for print. `dark_rules` are
/// the figures' colours in the dark style.
[[nodiscard]] std::string html_style(const std::string& dark_rules);

}  // namespace poslab
