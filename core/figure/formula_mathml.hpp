#pragma once

#include <string>
#include <string_view>

namespace poslab {

/// A formula as an element of MathML (Core), for a page in HTML: on a line of its own where `display`, else within a line. Aligned
/// lines are a table; \live{} is of class "live". Throws FormulaError.
[[nodiscard]] std::string mathml_of(std::string_view markup, bool display = false);

/// Text with what means something in HTML and XML escaped, also within an attribute in double quotes; control characters, which
/// neither allows, are left out.
[[nodiscard]] std::string escaped_markup(std::string_view text);

}  // namespace poslab
