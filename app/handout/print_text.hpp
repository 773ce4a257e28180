#pragma once

#include "app/handout/handout_words.hpp"
#include "app/handout/lesson_document.hpp"
#include "core/figure/palette.hpp"
#include "core/figure/text_flow.hpp"
#include "core/figure/text_metrics.hpp"

#include <string>
#include <vector>

namespace poslab {

/// Something that stands on a page or slide: its origin is its left upper corner.
struct Printed {
    std::vector<DrawCommand> commands;
    double height = 0;
};

/// How running text is set. Sizes in CSS pixels.
struct TextStyle {
    double size = 14, pitch = 20, width = 0;
    Font font = Font::regular;
    Color color{};
};

/// Sets texts of lessons in a theme's colours. Holds a reference.
class PrintText {
  public:
    explicit PrintText(const TextMetrics& metrics, Theme theme = Theme::light) : metrics_(metrics), colors_(palette(theme)) {}

    [[nodiscard]] const Palette& colors() const { return colors_; }
    [[nodiscard]] const TextMetrics& metrics() const { return metrics_; }

    /// Lines of a text; `label` stands before it, in the accent colour.
    [[nodiscard]] std::vector<FlowLine> lines(const ToldText& text, const TextStyle& style, const std::string& label = {}) const;
    /// The same as one piece.
    [[nodiscard]] Printed block(const ToldText& text, const TextStyle& style, const std::string& label = {}) const;
    /// A formula on a line of its own.
    [[nodiscard]] Printed formula(const std::string& markup, double size, double width) const;
    /// Words of a command in a small mono face, wrapped at blanks.
    [[nodiscard]] Printed command(const std::string& command, double size, double width) const;
    /// One line.
    [[nodiscard]] TextRun run(std::string text, Point baseline, double size, Font font, Color color,
                              Align align = Align::left) const;
    /// Writes the labels of the marks on a figure, each with its number if it has one.
    [[nodiscard]] Printed legend(const std::vector<DocumentMark>& marks, const TextStyle& style) const;
    /// Choices, each after a box to tick; the right one has its tick where `answered`.
    [[nodiscard]] Printed choices(const DocumentQuestion& question, const TextStyle& style, bool answered) const;

  private:
    const TextMetrics& metrics_;
    const Palette& colors_;
};

/// `from` below what `to` has, `gap` apart, moved to the right by `indent`.
void add_below(Printed& to, Printed from, double gap, double indent = 0);
/// Draws all of it there.
void draw_at(const Printed& printed, Point origin, std::vector<DrawCommand>& to);
/// A text without formulas or numbers.
[[nodiscard]] ToldText plain_told(std::string text);
/// "At the start, largest position = 736; rms error = 0.03."
[[nodiscard]] ToldText watched_text(const std::vector<DocumentWatch>& watches, const HandoutWords& words);

}  // namespace poslab
