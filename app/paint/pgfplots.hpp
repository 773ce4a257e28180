#pragma once

#include "core/figure/layout.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace poslab {

/// A file that belongs to a figure.
struct NamedFile {
    std::string name;
    std::string bytes;
};

/// A figure as other programs set it.
struct SourcePage {
    std::string stem;        // of the names of files
    std::string command;     // that makes the figure
    std::string software;    // that has written it
    Layout layout{};         // with LayoutOptions::axes_apart, its colours as the proof shows them
    double font_points = 8;  // of running text
    Theme theme = Theme::light;
    Proof proof = Proof::none;
    bool transparent = false;  // no background
    const TextMetrics& metrics = fixed_width_metrics();
};

/// The page as one picture for pgfplots: STEM.tex, the requested file, comes first. Its axes are one groupplot, or one axis if
/// there are no others; they read STEM-N.csv, the curves of the N-th, and STEM-N.png, its cells.
[[nodiscard]] std::vector<NamedFile> pgfplots_files(const SourcePage& page);

/// As LaTeX takes it; letters that only XeLaTeX and LuaLaTeX have are put as mathematics where that is possible.
[[nodiscard]] std::string latex_text(std::string_view text);

/// True if the text has letters that pdfLaTeX cannot set even so.
[[nodiscard]] bool needs_unicode_latex(std::string_view latex);

}  // namespace poslab
