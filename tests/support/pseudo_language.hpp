#pragma once

#include "core/base/catalogue.hpp"

#include <string>
#include <string_view>

namespace poslab::test {

/// Returns the English text lengthened by two fifths, with accents on vowels, like a language that needs more
/// space. Placeholders in braces are unchanged, and so are words of one or two letters, which are often
/// symbols.
[[nodiscard]] std::string lengthened(std::string_view english);

/// Returns a .po file with the texts of `catalogue`, lengthened.
[[nodiscard]] std::string pseudo_language(const Catalogue& catalogue);

}  // namespace poslab::test
