#pragma once

#include "app/handout/handout_format.hpp"

#include <string>

namespace poslab {

/// A lesson as HTML, for the inside of another page.
struct HtmlLesson {
    std::string header;      // title, summary, facts and list of steps
    std::string sections;    // one <section id="step-N"> a step, with its figure in both themes
    std::string dark_rules;  // the style of classes in the figures for dark screens
};

/// Throws Error, Cancelled.
[[nodiscard]] HtmlLesson html_lesson(const HandoutRequest& request, const Job& job);

/// Returns the sections without drawings: the texts of a page that has the drawings in another language.
[[nodiscard]] std::string html_lesson_texts(const HandoutRequest& request, const Job& job);

}  // namespace poslab
