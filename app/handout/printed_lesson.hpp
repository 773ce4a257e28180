#pragma once

#include "app/handout/handout_format.hpp"
#include "app/paint/pdf_pages.hpp"

#include <vector>

namespace poslab {

// A lesson as printed pages, before they become a file. The functions throw Error, Cancelled.

/// Returns pages to read and write on. Apart from scripts in formulas, no text is smaller than 8 points.
[[nodiscard]] std::vector<PdfPage> lesson_pages(const HandoutRequest& request, const Job& job);
/// Returns slides of 1280 x 720. Apart from scripts in formulas, no text is smaller than 22.
[[nodiscard]] std::vector<PdfPage> lesson_slides(const HandoutRequest& request, const Job& job);

/// Returns the metadata of the lesson's PDF.
[[nodiscard]] PictureMetadata lesson_metadata(const LessonDocument& document);

}  // namespace poslab
