#pragma once

#include <string>

namespace poslab {

/// `manual`: the page for man(1), made of the commands, their options and the views.
[[nodiscard]] std::string manual();

}  // namespace poslab
