#pragma once

#include "app/handout/lesson_document.hpp"

#include <vector>

namespace poslab {

/// Splits a paragraph into sentences, each with the spaces that follow it. A sentence ends at a full stop,
/// question mark or exclamation mark before a space, with the quotation marks and brackets that close there,
/// or at a Chinese one. Abbreviations ("e.g.", "vs.") and marks inside brackets do not end it.
[[nodiscard]] std::vector<RichText> sentences(const RichText& text);

}  // namespace poslab
