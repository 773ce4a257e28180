#pragma once

#include "core/base/message.hpp"

#include <ostream>

namespace poslab {

/// Names the language in tests that run in every language.
inline void PrintTo(Language language, std::ostream* to) { *to << language.id(); }

namespace test {

/// The Chinese catalogue, which is always built in.
[[nodiscard]] inline Language chinese() { return language_with("zh").value(); }

}  // namespace test
}  // namespace poslab
