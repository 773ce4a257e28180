#pragma once

#include "core/base/sentence.hpp"
#include "core/views/view.hpp"

#include <cstddef>
#include <optional>
#include <string>

namespace poslab {

/// What went wrong, as the window says it.
struct WindowWords {
    std::string text;
    /// The first parameter among those that it names which is a file, so that one can be chosen for it.
    std::optional<std::size_t> file;
};

/// A sentence that names parameters as the command line does (--keys) with what their controls are called (“Keys”).
[[nodiscard]] WindowWords in_window_words(const View& view, const Sentence& sentence, Language language);

}  // namespace poslab
