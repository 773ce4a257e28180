#pragma once

#include "core/figure/figure.hpp"

#include <string>
#include <vector>

namespace poslab {

/// A file that belongs to a figure.
struct NamedFile {
    std::string name;
    std::string bytes;
};

/// Of files that another program sets.
struct SourcePage {
    double width = 0, height = 0;  // inches, of each panel
    std::string stem;              // of the names of files
    std::string command;           // that makes the figure
    std::string software;
};

/// The figure's panels that have axes as pgfplots pictures, for those who set figures themselves: STEM.tex with an axis a panel,
/// and STEM-N.csv with the numbers of the N-th. Curves, areas, bars, rules, levels, bands, points and cells (at most 96 a side, the
/// nearest of each) are drawn; what is written inside a panel beside points and lines is not.
[[nodiscard]] std::vector<NamedFile> pgfplots_files(const Figure& figure, const SourcePage& page);

/// As LaTeX takes it; letters that only XeLaTeX and LuaLaTeX have are put as mathematics where that is possible.
[[nodiscard]] std::string latex_text(std::string_view text);

}  // namespace poslab
