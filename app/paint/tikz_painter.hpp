#pragma once

#include "core/figure/draw_list.hpp"

#include <string>
#include <vector>

namespace poslab {

/// TeX's big points (72 per inch) per CSS pixel.
inline constexpr double tikz_pixel = 0.75;

/// Returns "1.5", with at most two decimals.
[[nodiscard]] std::string tikz_number(double value);
/// Returns "0.75bp" for one CSS pixel.
[[nodiscard]] std::string tikz_length(double pixels);
/// Returns the commands that choose a font size in whole points, which all LaTeX fonts have.
[[nodiscard]] std::string latex_font_size(double points);

/// Names of the colours in a picture.
class TikzColors {
  public:
    [[nodiscard]] std::string name(Color color);
    /// Returns the options to fill or draw in the colour: its name and opacity.
    [[nodiscard]] std::string options(Color color);
    [[nodiscard]] std::string definitions() const;

  private:
    std::vector<Color> colors_;
};

/// Returns "line width=0.75bp, dash pattern=on 3bp off 2bp".
[[nodiscard]] std::string tikz_line(double width, const std::vector<double>& dashes);

/// Paints draw commands, except heat maps, as TikZ commands of a picture whose unit is the CSS pixel, with y
/// downwards. Text that is wider in the document's fonts than measured is scaled down.
class TikzPainter {
  public:
    TikzPainter(const TextMetrics& metrics, TikzColors& colors) : metrics_(metrics), colors_(colors) {}

    void operator()(const FillRect& fill);
    void operator()(const StrokeRect& stroke);
    void operator()(const Polyline& line);
    void operator()(const FillPolygon& polygon);
    void operator()(const FillCircle& circle);
    void operator()(const TextRun& run);
    void operator()(const PushClip& clip);
    void operator()(const PopClip& clip);
    void operator()(const HeatMap& /*map*/) {}

    [[nodiscard]] const std::string& text() const { return text_; }

  private:
    const TextMetrics& metrics_;
    TikzColors& colors_;
    std::string text_;
};

}  // namespace poslab
