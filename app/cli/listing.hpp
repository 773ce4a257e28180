#pragma once

#include "core/engine/catalogue.hpp"
#include "core/views/view.hpp"

#include <string>

namespace poslab {

/// `views`: all of them, or one with parameters, figures, arrays and values; for people and as JSON.
[[nodiscard]] std::string views_text(const View* view);
[[nodiscard]] std::string views_json(const View* view);

/// `doctor`: version, engines (all of them are started) with their devices and what each supports, display, fonts, what is missing
/// and how to get it.
[[nodiscard]] std::string doctor_text(const EngineCatalogue& engines);
[[nodiscard]] std::string doctor_json(const EngineCatalogue& engines);

}  // namespace poslab
