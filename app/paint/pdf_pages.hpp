#pragma once

#include "app/paint/picture.hpp"

#include <span>
#include <string>
#include <vector>

namespace poslab {

/// An area of a page that opens an address.
struct PdfLink {
    Rect place;
    std::string address;
};

struct PdfPage {
    DrawList draw;
    std::vector<std::string> bookmarks{};  // entries of the outline for content that begins on this page
    std::vector<PdfLink> links{};
};

/// Returns a PDF of these pages (at least one) with embedded fonts and searchable text. The same pages always
/// give the same file. Throws OutputError.
[[nodiscard]] std::string pdf_of_pages(std::span<const PdfPage> pages, const FontLibrary& fonts,
                                       const PictureOptions& options);

}  // namespace poslab
