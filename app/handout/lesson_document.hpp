#pragma once

#include "core/base/job.hpp"
#include "core/engine/engine_choice.hpp"
#include "core/figure/palette.hpp"
#include "core/figure/print_layout.hpp"
#include "core/lessons/lesson.hpp"
#include "core/lessons/lesson_state.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace poslab {

// A lesson as it is taken home: in one language, its states computed and its numbers told. All formats are made from it.

/// A paragraph: plain, emphasis, number (as it is told) or formula (markup that parse_formula() takes).
using ToldText = std::vector<LessonSpan>;

/// How large a figure is drawn.
struct FigureLook {
    double width = 0, height = 0;  // CSS pixels
    double font_points = 9.5;      // of running text in figures
    Theme theme = Theme::light;
    double pixels = 2;      // of its heat maps per CSS pixel
    bool answered = false;  // with the curve that its question asks for
    bool marked = true;
    bool own_numbers = false;           // marks are counted among those of the drawing, not of the figure
    std::vector<std::size_t> panels{};  // those that are drawn, as frame_of() counts them; empty: all
};

/// A mark of a step, and what it says.
struct DocumentMark {
    LessonPlace place;
    ToldText label;
    bool gives_away = false;  // the curve that is to be drawn
    std::size_t number = 0;   // written next to it; 0: it is the only one
};

/// Panels of a figure that have room in one drawing, and the marks on them.
struct FigurePart {
    Layout layout;
    std::vector<DocumentMark> marks;
};

struct DocumentFigure {
    LessonState state;
    std::vector<DocumentMark> marks;  // drawn with their numbers where there are several
    std::string title, subtitle;      // of the figure itself
    std::string command;              // "poslab position-matrix --w 512": opens it
    std::size_t panels = 1, main_panels = 1;
    std::vector<LessonHidden> later{};     // curves that another step explains
    std::optional<LessonDrawing> asked{};  // the curve that is to be drawn

    /// Its marks with their numbers: without those that would give that curve away, unless it is answered.
    [[nodiscard]] std::vector<DocumentMark> shown_marks(bool answered) const;
    /// The figure with its marks. Heat maps are computed for as many pixels as they have there. Throws Error, Cancelled.
    [[nodiscard]] Layout drawn(const FigureLook& look, Language language, const TextMetrics& metrics, const EngineChoice& engine,
                               const Job& job) const;
    /// All of its panels: what leaves no room for some of them is followed by these in drawings of their own, `rest_height` high.
    [[nodiscard]] std::vector<FigurePart> parts(FigureLook look, double rest_height, Language language, const TextMetrics& metrics,
                                                const EngineChoice& engine, const Job& job) const;
    /// The marks on what was laid out.
    [[nodiscard]] std::vector<DocumentMark> marks_on(const Layout& layout, const FigureLook& look) const;
    /// True if the panel, as frame_of() counts them, has a frame in a layout of the figure.
    [[nodiscard]] bool has_panel(const Layout& layout, std::size_t panel) const;
};

struct DocumentBlock {
    ToldText text;        // of a paragraph
    std::string formula;  // on a line of its own; of a paragraph empty
};

struct DocumentTry {
    ToldText words;
    std::string parameter;  // as the window calls it
    std::string range;      // "64 … 512", or the choice; of a switch empty
};

struct DocumentWatch {
    ToldText label;
    std::string number;
};

struct DocumentQuestion {
    ToldText question;
    std::vector<ToldText> choices;
    std::size_t right = 0;
    ToldText because;
    ToldText drawing{};  // what is to be drawn, instead of choices; else empty
};

struct DocumentStep {
    ToldText title;
    std::vector<DocumentBlock> blocks;
    DocumentFigure figure;
    std::optional<DocumentTry> tried;
    std::vector<DocumentWatch> watches;
    std::optional<DocumentQuestion> question;
    ToldText exercise, solution;  // may be empty
};

struct LessonDocument {
    Language language;
    std::string id;
    ToldText title, summary;
    std::string source;  // empty: none
    std::string link{};  // its address as all formats take it, encoded; empty: it is none
    int minutes = 0;
    std::vector<DocumentStep> steps;
};

/// Computes every step. Throws InputError for what cannot be told, with the lesson's file and line, and Cancelled.
[[nodiscard]] LessonDocument lesson_document(const Lesson& lesson, Language language, std::span<const View* const> views,
                                             const EngineChoice& engine, const Job& job);

/// The address of a page in the letters of RFC 3986 alone, without quotation marks and brackets; empty if it is none.
[[nodiscard]] std::string encoded_link(std::string_view source);

/// Without formulas' markup and emphasis, in one line of Unicode.
[[nodiscard]] std::string plain_text(const ToldText& text);

/// "Window w: 64 … 512".
[[nodiscard]] std::string moved_text(const DocumentTry& tried);

/// "A", "B", …: of the n-th choice.
[[nodiscard]] std::string choice_letter(std::size_t n);

/// The part of a job that is the n-th of `count` equal ones. Keeps a reference.
[[nodiscard]] Job part_of(const Job& job, std::size_t n, std::size_t count);

}  // namespace poslab
