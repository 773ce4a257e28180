#pragma once

#include "core/base/sentence.hpp"

#include <ostream>

namespace poslab {

/// In the names of tests that run in every language.
inline void PrintTo(Language language, std::ostream* to) { *to << language.id(); }

namespace test {

/// The catalogue that the program is never without.
[[nodiscard]] inline Language chinese() { return language_with("zh").value(); }

}  // namespace test
}  // namespace poslab
