#pragma once

#include "core/views/view.hpp"

#include <string>

namespace poslab {

/// `views`: all of them, or one with parameters, figures, arrays and values; for people and as JSON.
[[nodiscard]] std::string views_text(const View* view);
[[nodiscard]] std::string views_json(const View* view);

/// `doctor`: version, engines and what each supports, display, fonts, what is missing and how to get it.
[[nodiscard]] std::string doctor_text();
[[nodiscard]] std::string doctor_json();

}  // namespace poslab
