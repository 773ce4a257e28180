#pragma once

#include "core/engine/catalogue.hpp"
#include "core/views/view.hpp"

#include <string>

namespace poslab {

/// Returns the output of `views`: all views, or one with its parameters, figures, arrays and values; as text
/// and as JSON.
[[nodiscard]] std::string views_text(const View* view);
[[nodiscard]] std::string views_json(const View* view);

/// Returns the output of `doctor`: version, engines (all are started) with devices and supported operations,
/// display, fonts, and missing components with how to install them.
[[nodiscard]] std::string doctor_text(const EngineCatalogue& engines);
[[nodiscard]] std::string doctor_json(const EngineCatalogue& engines);

}  // namespace poslab
