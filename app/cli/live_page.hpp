#pragma once

#include "app/cli/export.hpp"

#include <string>
#include <vector>

namespace poslab {

/// A live page: a figure that anybody opens in a browser, with its controls.
struct LivePageRequest {
    PictureRequest picture;               // the exported state; its theme has no effect
    std::vector<std::string> controls{};  // ids of parameters; empty: those that the window lists first
    bool fixed_language = false;          // false: the page is in the reader's language if it has that
};

/// Writes the page into one HTML file, which needs nothing else: the figure as SVG, the engine of pages, and
/// the script that connects them. Returns the engine's notices. Throws UsageError for an unknown control,
/// Unavailable if the program has no engine of pages, OutputError, Cancelled.
std::vector<Message> write_live_page(const LivePageRequest& request, const FontLibrary& fonts,
                                     const Job& job);

}  // namespace poslab
