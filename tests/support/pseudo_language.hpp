#pragma once

#include "core/base/catalogue.hpp"

#include <string>
#include <string_view>

namespace poslab::test {

/// English as a language that needs more room would say it: two fifths longer, vowels with accents. What stands in braces is kept,
/// and so are words of one or two letters, which are symbols as often as not.
[[nodiscard]] std::string lengthened(std::string_view english);

/// A .po file of the texts of `catalogue`, lengthened.
[[nodiscard]] std::string pseudo_language(const Catalogue& catalogue);

}  // namespace poslab::test
