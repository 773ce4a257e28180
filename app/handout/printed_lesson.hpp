#pragma once

#include "app/handout/handout_format.hpp"
#include "app/paint/pdf_pages.hpp"

#include <vector>

namespace poslab {

// A lesson as it is printed, before it becomes a file. Throw Error, Cancelled.

/// Pages to read and to write on. No type but scripts of formulas is smaller than 8 points.
[[nodiscard]] std::vector<PdfPage> lesson_pages(const HandoutRequest& request, const Job& job);
/// Slides of 1280 x 720. No type but scripts of formulas is smaller than 22.
[[nodiscard]] std::vector<PdfPage> lesson_slides(const HandoutRequest& request, const Job& job);

/// What a PDF of it says about itself.
[[nodiscard]] PictureMetadata lesson_metadata(const LessonDocument& document);

}  // namespace poslab
