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

/// A paper size in CSS pixels.
struct Paper {
    std::string_view id;
    double width, height;
};
inline constexpr double pixels_per_millimetre = 96 / 25.4;
inline constexpr std::array<Paper, 2> papers{
    {{"a4", 210 * pixels_per_millimetre, 297 * pixels_per_millimetre}, {"letter", 8.5 * 96, 11.0 * 96}}};

/// The input of a handout.
struct HandoutRequest {
    const LessonDocument& document;
    const FontLibrary& fonts;
    EngineChoice engine{};
    Paper paper = papers.front();
    bool answers = false;  // includes solutions of exercises and answers of questions
    Theme theme = Theme::light;
};

/// A file format for handouts. Each is one object in a file of app/handout/formats and one line of
/// formats.list.
struct HandoutFormat {
    std::string_view id;
    std::string_view ending;
    bool slides = false;  // selected by --slides
    std::string_view about{};
    Text theme_note{};  // why a requested theme is ignored; empty: themes are supported
    /// Returns the bytes of the file. Throws Error, Cancelled.
    std::string (*render)(const HandoutRequest& request, const Job& job) = nullptr;

    [[nodiscard]] static std::span<const HandoutFormat* const> all();
};

/// Returns the format for the ending of `path`, with or without slides. Throws UsageError that lists the
/// known endings.
[[nodiscard]] OneOf<HandoutFormat> handout_format(const std::string& path, bool slides);
/// Returns the paper size with that id. Throws UsageError that lists the known sizes.
[[nodiscard]] Paper paper_named(const std::string& id);

/// Returns the name of the program for the metadata of a file.
[[nodiscard]] std::string made_by();

}  // namespace poslab
