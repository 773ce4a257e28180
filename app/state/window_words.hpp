#pragma once

#include "core/base/message.hpp"
#include "core/views/view.hpp"

#include <cstddef>
#include <optional>
#include <string>

namespace poslab {

/// An error message for the window.
struct WindowWords {
    std::string text;
    /// The first file parameter that the message names, so that another file can be chosen for it.
    std::optional<std::size_t> file;
};

/// Returns a message with the parameters' flags (--keys) replaced by the labels of their controls (“Keys”).
[[nodiscard]] WindowWords in_window_words(const View& view, const Message& message, Language language);

}  // namespace poslab
