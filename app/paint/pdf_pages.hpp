#pragma once

#include "app/paint/picture.hpp"

#include <span>
#include <string>
#include <vector>

namespace poslab {

/// A place on a page that opens an address.
struct PdfLink {
    Rect place;
    std::string address;
};

struct PdfPage {
    DrawList draw;
    std::vector<std::string> bookmarks{};  // of what begins there, in the list of contents beside the pages
    std::vector<PdfLink> links{};
};

/// A document of these pages, fonts embedded, text as text; at least one. The same pages always make the same file. Throws
/// OutputError.
[[nodiscard]] std::string pdf_of_pages(std::span<const PdfPage> pages, const FontLibrary& fonts, const PictureOptions& options);

}  // namespace poslab
