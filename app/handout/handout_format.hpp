#pragma once

#include "app/handout/lesson_document.hpp"
#include "app/paint/fonts.hpp"
#include "core/base/one_of.hpp"
#include "core/base/text.hpp"

#include <array>
#include <span>
#include <string>
#include <string_view>

namespace poslab {

/// A size of paper, in CSS pixels.
struct Paper {
    std::string_view id;
    double width, height;
};
inline constexpr double pixels_per_millimetre = 96 / 25.4;
inline constexpr std::array<Paper, 2> papers{
    {{"a4", 210 * pixels_per_millimetre, 297 * pixels_per_millimetre}, {"letter", 8.5 * 96, 11.0 * 96}}};

/// What a lesson is made into.
struct HandoutRequest {
    const LessonDocument& document;
    const FontLibrary& fonts;
    EngineChoice engine{};
    Paper paper = papers.front();
    bool answers = false;  // with solutions of exercises and answers of questions
    Theme theme = Theme::light;
};

/// A kind of file that a lesson is taken home as. Each is one object in a file of app/handout/formats and one line of formats.list.
struct HandoutFormat {
    std::string_view id;
    std::string_view ending;
    bool slides = false;  // asked for by --slides
    std::string_view about{};
    Text theme_note{};  // why a theme that was requested is ignored; empty: it has it
    /// The bytes of the file. Throws Error, Cancelled.
    std::string (*render)(const HandoutRequest& request, const Job& job) = nullptr;

    [[nodiscard]] static std::span<const HandoutFormat* const> all();
};

/// By the ending of `path` and whether slides are asked for. Throws UsageError with the endings that there are.
[[nodiscard]] OneOf<HandoutFormat> handout_format(const std::string& path, bool slides);
/// Throws UsageError with those that there are.
[[nodiscard]] Paper paper_named(const std::string& id);

/// How a file says by what it was made.
[[nodiscard]] std::string made_by();

}  // namespace poslab
