#pragma once

#include "app/paint/fonts.hpp"
#include "core/base/job.hpp"
#include "core/base/language.hpp"
#include "core/engine/engine_choice.hpp"

#include <string>
#include <vector>

namespace poslab {

/// PosLab for browsers: static files for a web server or a USB stick.
struct PageSiteRequest {
    std::string folder;               // is created
    std::vector<Language> languages;  // of index and lessons; views are in the reader's
    EngineChoice engine{};
};

/// Writes an index with pictures, a live page per view and per lesson, and the engine that they share, either
/// all of these files or none. Returns the engine's notices. Throws Unavailable if the program has no engine
/// of pages, TooLarge, OutputError, Cancelled.
std::vector<Message> write_page_site(const PageSiteRequest& request, const FontLibrary& fonts,
                                     const Job& job);

}  // namespace poslab
