#pragma once

#include <string>
#include <string_view>

namespace poslab {

/// Returns a formula as MathML (Core) for an HTML page: on a line of its own if `display`, else inline.
/// Aligned lines become a table; \live{} has class "live". Throws FormulaError.
[[nodiscard]] std::string mathml_of(std::string_view markup, bool display = false);

/// Escapes text for HTML and XML, also for attributes in double quotes; control characters, which neither
/// allows, are removed.
[[nodiscard]] std::string escaped_markup(std::string_view text);

}  // namespace poslab
