#pragma once

#include <string>

namespace poslab {

/// The style of a page in the look of the program: light, dark where the reader's system is, and on paper. `dark_rules` of the
/// figures' colours stand where it is dark.
[[nodiscard]] std::string html_style(const std::string& dark_rules);

}  // namespace poslab
