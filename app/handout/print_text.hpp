#pragma once

#include "app/handout/handout_translator.hpp"
#include "app/handout/lesson_document.hpp"
#include "core/figure/palette.hpp"
#include "core/figure/text_flow.hpp"
#include "core/figure/text_metrics.hpp"

#include <string>
#include <vector>

namespace poslab {

/// Printed content, relative to its top left corner.
struct Printed {
    std::vector<DrawCommand> commands;
    double height = 0;
    std::vector<double> tops{};  // of its lines and parts, between which it may be divided
};

/// The style of running text, with sizes in CSS pixels.
struct TextStyle {
    double size = 14, pitch = 20, width = 0;
    Font font = Font::regular;
    Color color{};
};

/// Typesets texts of lessons in a theme's colours. Holds a reference.
class PrintText {
  public:
    explicit PrintText(const TextMetrics& metrics, Theme theme = Theme::light)
        : metrics_(metrics), colors_(palette(theme)) {}

    [[nodiscard]] const Palette& colors() const { return colors_; }
    [[nodiscard]] const TextMetrics& metrics() const { return metrics_; }

    /// Breaks a text into lines, preceded by `label` in the accent colour.
    [[nodiscard]] std::vector<FlowLine> lines(const RichText& text, const TextStyle& style,
                                              const std::string& label = {}) const;
    /// Typesets a text as one block.
    [[nodiscard]] Printed block(const RichText& text, const TextStyle& style,
                                const std::string& label = {}) const;
    /// Typesets a displayed formula.
    [[nodiscard]] Printed formula(const std::string& markup, double size, double width) const;
    /// Typesets a command in a small monospaced face, wrapped at spaces.
    [[nodiscard]] Printed command(const std::string& command, double size, double width) const;
    /// Returns one line of text.
    [[nodiscard]] TextRun run(std::string text, Point baseline, double size, Font font, Color color,
                              Align align = Align::left) const;
    /// Typesets the labels of the marks on a figure, with their numbers if they have any.
    [[nodiscard]] Printed legend(const std::vector<DocumentMark>& marks, const TextStyle& style) const;
    /// Typesets choices with a box to tick; the right one is ticked if `answered`.
    [[nodiscard]] Printed choices(const DocumentQuestion& question, const TextStyle& style,
                                  bool answered) const;

  private:
    const TextMetrics& metrics_;
    const Palette& colors_;
};

/// Appends `from` below the content of `to`, `gap` apart, indented by `indent`.
void add_below(Printed& to, Printed from, double gap, double indent = 0);
/// Draws the content with its corner at `origin`.
void draw_at(const Printed& printed, Point origin, std::vector<DrawCommand>& to);
/// Returns a text without formulas or numbers.
[[nodiscard]] RichText rich_text_of(std::string text);
/// Returns "At the start, largest position = 736; rms error = 0.03."
[[nodiscard]] RichText watched_text(const std::vector<DocumentWatch>& watches,
                                    const HandoutTranslator& translate);

}  // namespace poslab
