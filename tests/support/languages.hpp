#pragma once

#include "core/base/message.hpp"

#include <ostream>
#include <vector>

namespace poslab {

/// Names the language in tests that run in every language.
inline void PrintTo(Language language, std::ostream* to) { *to << language.id(); }

namespace test {

/// The Chinese catalogue, which is always built in.
[[nodiscard]] inline Language chinese() { return language_with("zh").value(); }

/// The languages that have all texts.
[[nodiscard]] inline std::vector<Language> complete_languages() {
    std::vector<Language> all;
    for (const Language language : languages())
        if (language.is_complete()) all.push_back(language);
    return all;
}

}  // namespace test
}  // namespace poslab
