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

// A lesson for handouts: in one language, with its states computed and its numbers formatted. All formats are
// made from it.

/// A paragraph of spans: plain text, emphasis, formatted number, or formula (markup for parse_formula()).
using RichText = std::vector<LessonSpan>;

/// The size and style of a drawn figure.
struct FigureLook {
    double width = 0, height = 0;  // CSS pixels
    double font_points = 9.5;      // of running text in figures
    Theme theme = Theme::light;
    double pixels = 2;      // pixels of its heat maps per CSS pixel
    bool answered = false;  // shows the curve that its question asks for
    bool marked = true;
    bool own_numbers = false;           // numbers marks per drawing, not per figure
    std::vector<std::size_t> panels{};  // panels to draw, as frame_of() counts them; empty: all
};

/// A mark of a step, and its label.
struct DocumentMark {
    MarkTarget place;
    RichText label;
    bool gives_away = false;  // marks the curve that the reader draws
    std::size_t number = 0;   // written next to the mark; 0: it is the only one
};

/// Panels of a figure that fit in one drawing, and the marks on them.
struct FigurePart {
    Layout layout;
    std::vector<DocumentMark> marks;
};

struct DocumentFigure {
    LessonState state;
    std::vector<DocumentMark> marks;  // drawn with numbers if there are several
    std::string title, subtitle;      // of the figure itself
    std::string command;              // "poslab position-matrix --w 512": opens the figure
    std::size_t panels = 1, main_panels = 1;
    std::vector<LessonHidden> later{};             // curves that a later step explains
    std::optional<LessonDrawing> curve_to_draw{};  // the curve that the reader draws

    /// Returns the figure's marks with their numbers. Marks on the curve of a question are included only if
    /// it is answered.
    [[nodiscard]] std::vector<DocumentMark> shown_marks(bool answered) const;
    /// Lays out the figure with its marks. Heat maps are computed at their final size. Throws Error,
    /// Cancelled.
    [[nodiscard]] Layout lay_out(const FigureLook& look, Language language, const TextMetrics& metrics,
                                 const EngineChoice& engine, const Job& job) const;
    /// Lays out all panels of the figure. Panels that do not fit are added as further drawings of height
    /// `rest_height`.
    [[nodiscard]] std::vector<FigurePart> parts(FigureLook look, double rest_height, Language language,
                                                const TextMetrics& metrics, const EngineChoice& engine,
                                                const Job& job) const;
    /// Returns the marks on the panels of a layout.
    [[nodiscard]] std::vector<DocumentMark> marks_on(const Layout& layout, const FigureLook& look) const;
    /// True if a layout of the figure has a frame for the panel, as frame_of() counts them.
    [[nodiscard]] bool has_panel(const Layout& layout, std::size_t panel) const;
};

struct DocumentBlock {
    RichText text;        // of a paragraph
    std::string formula;  // displayed formula; empty in a paragraph
};

struct DocumentTry {
    RichText words;
    std::string parameter;  // as in the window
    std::string range;      // "64 … 512", or the choice; empty for a switch
};

struct DocumentWatch {
    RichText label;
    std::string number;
};

struct DocumentQuestion {
    RichText question;
    std::vector<RichText> choices;
    std::size_t right = 0;
    RichText because;
    RichText drawing{};  // what to draw, instead of choices; empty if there are choices
};

struct DocumentStep {
    RichText title;
    std::vector<DocumentBlock> blocks;
    DocumentFigure figure;
    std::optional<DocumentTry> tried;
    std::vector<DocumentWatch> watches;
    std::optional<DocumentQuestion> question;
    RichText exercise, solution;  // may be empty
};

struct LessonDocument {
    Language language;
    std::string id;
    RichText title, summary;
    std::string source;  // empty: none
    std::string link{};  // encoded address of the source, valid in all formats; empty: none
    int minutes = 0;
    std::vector<DocumentStep> steps;
};

/// Computes all steps. Throws InputError with the lesson's file and line; Cancelled.
[[nodiscard]] LessonDocument lesson_document(const Lesson& lesson, Language language,
                                             std::span<const View* const> views, const EngineChoice& engine,
                                             const Job& job);

/// Returns the address of a page in characters of RFC 3986, without quotation marks and brackets; empty if it
/// is not an address.
[[nodiscard]] std::string encoded_link(std::string_view source);

/// Returns "Window w: 64 … 512".
[[nodiscard]] std::string moved_text(const DocumentTry& tried);

/// Returns the letter of the n-th choice: "A", "B", ….
[[nodiscard]] std::string choice_letter(std::size_t n);

}  // namespace poslab
