#pragma once

#include "core/figure/layout.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace poslab {

/// An additional file of a figure.
struct NamedFile {
    std::string name;
    std::string bytes;
};

/// A figure as source for other programs.
struct SourcePage {
    std::string stem;        // stem of the file names
    std::string command;     // command that makes the figure
    std::string software;    // program that wrote the file
    Layout layout{};         // with LayoutOptions::axes_apart; colours as the proof shows them
    double font_points = 8;  // of running text
    Theme theme = Theme::light;
    Proof proof = Proof::none;
    bool transparent = false;  // without background
    const TextMetrics& metrics = fixed_width_metrics();
};

/// Returns the page as a picture for pgfplots, with the requested file STEM.tex first. Its axes are one
/// groupplot, or a single axis. The N-th reads its curves from STEM-N.csv and its cells from STEM-N.png.
[[nodiscard]] std::vector<NamedFile> pgfplots_files(const SourcePage& page);

/// Returns the text for LaTeX; letters that only XeLaTeX and LuaLaTeX have become mathematics if possible.
[[nodiscard]] std::string latex_text(std::string_view text);

/// True if the converted text still has letters that pdfLaTeX cannot typeset.
[[nodiscard]] bool needs_unicode_latex(std::string_view latex);

}  // namespace poslab
