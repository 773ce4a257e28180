#pragma once

#include "app/handout/lesson_document.hpp"

#include <vector>

namespace poslab {

/// A paragraph in its sentences, each with the spaces that follow it. A sentence ends at a full stop, question or exclamation mark
/// before a space, with the quotation marks and brackets that close there, or at a Chinese one; abbreviations ("e.g.", "vs.") do
/// not end it, nor does anything inside of brackets.
[[nodiscard]] std::vector<ToldText> sentences(const ToldText& text);

}  // namespace poslab
