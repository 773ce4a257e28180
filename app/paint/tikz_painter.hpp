#pragma once

#include "core/figure/draw_list.hpp"

#include <string>
#include <vector>

namespace poslab {

/// Points of TeX, 72 to the inch, in a CSS pixel.
inline constexpr double tikz_pixel = 0.75;

/// "1.5", with two decimals at most.
[[nodiscard]] std::string tikz_number(double value);
/// "0.75bp" for a CSS pixel.
[[nodiscard]] std::string tikz_length(double pixels);
/// The commands that choose a font size, in whole points: every font of LaTeX has these.
[[nodiscard]] std::string latex_font_size(double points);

/// Names for the colours of a picture.
class TikzColors {
  public:
    [[nodiscard]] std::string name(Color color);
    /// The options that fill or draw in the color: its name and how opaque it is.
    [[nodiscard]] std::string options(Color color);
    [[nodiscard]] std::string definitions() const;

  private:
    std::vector<Color> colors_;
};

/// "line width=0.75bp, dash pattern=on 3bp off 2bp"
[[nodiscard]] std::string tikz_line(double width, const std::vector<double>& dashes);

/// Paints draw commands, except heat maps, as TikZ commands of a picture whose unit is the CSS pixel, y downwards. A text that the
/// document's fonts make wider than it was measured is made smaller.
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
