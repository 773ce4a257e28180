#include "app/paint/pgfplots.hpp"

#include "tests/support/run_program.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <sstream>

namespace poslab::test {
namespace {

std::shared_ptr<const std::vector<double>> numbers(std::vector<double> values) {
    return std::make_shared<const std::vector<double>>(std::move(values));
}

/// A plot of two curves over the same x, one with a gap, and a matrix of 2 x 2 with a masked cell.
Figure two_panels() {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    Panel plot;
    plot.title = "Loss";
    plot.quantity = "nats, 50 % & more";
    plot.x = {"distance Δ", 1, 100};
    plot.x.logarithmic = true;
    plot.y = {"", 0, 4};
    LineMark first, second;
    first.x = second.x = numbers({1, 10, 100});
    first.y = numbers({1, nan, 3});
    first.label = "RoPE_1";
    second.y = numbers({2, 2, 2});
    second.dashes = {8, 4};
    plot.marks = {first, second, RuleMark{10, "w = 10"}, PointMark{{10, 2}, rgb(0), "2"}};
    Panel matrix;
    matrix.title = "Matrix";
    matrix.become<MatrixPanel>({});
    matrix.x = {"key j", 0, 2};
    matrix.y = {"query i", 0, 2};
    HeatMapMark cells;
    cells.values = numbers({0, nan, 1, 0});
    cells.width = cells.height = 2;
    cells.rows = cells.columns = {0, 2};
    cells.scale.high = 2;
    matrix.marks = {cells};
    Figure figure;
    figure.main = {plot, matrix};
    return figure;
}

TEST(Pgfplots, NumbersAreInTablesThatTheTexReads) {
    const auto files = pgfplots_files(two_panels(), {3.3, 2.5, "loss", "poslab plot x", "PosLab 1"});
    ASSERT_EQ(files.size(), 3U);
    EXPECT_EQ(files[0].name, "loss.tex");
    EXPECT_EQ(files[1].name, "loss-1.csv");
    EXPECT_EQ(files[1].bytes, "x0,y1,y2\n1,1,2\n10,nan,2\n100,3,2\n") << "the x that both have stands once";
    EXPECT_EQ(files[2].bytes, "x0,y1,value2,color3\n0.5,0.5,0,0\n1.5,0.5,nan,nan\n0.5,1.5,1,0.5\n1.5,1.5,0,0\n");
    const std::string& tex = files[0].bytes;
    for (const char* part : {"% poslab plot x\n% PosLab 1\n", "width=3.3in, height=2.5in", "xmode=log", "y dir=reverse",
                             "table[col sep=comma, x=x0, y=y1]{loss-1.csv}", "\\addlegendentry{RoPE\\_1}", "50 \\% \\& more",
                             "distance $\\Delta$", "mesh/cols=2"})
        EXPECT_NE(tex.find(part), std::string::npos) << part << "\n" << tex;
}

TEST(Pgfplots, EveryCharacterThatLatexReadsIsEscaped) {
    EXPECT_EQ(latex_text("a_b {50 %} #1 $x$ ~^\\ &"), "a\\_b \\{50 \\%\\} \\#1 \\$x\\$ \\~{}\\^{}\\textbackslash{} \\&");
    EXPECT_EQ(latex_text("Δ ≥ 2⁹ 位置"), "$\\Delta$ $\\ge$ 2$^9$ 位置");
}

TEST(Pgfplots, LatexSetsIt) {
    if (run_program({"/usr/bin/env", "sh", "-c", "command -v pdflatex && kpsewhich pgfplots.sty"}).code != 0)
        GTEST_SKIP() << "pdflatex with pgfplots is not installed";
    const TemporaryFolder folder;
    for (const NamedFile& file : pgfplots_files(two_panels(), {3.3, 2.5, "loss", "poslab plot x", "PosLab 1"}))
        std::ofstream(folder / file.name) << file.bytes;
    std::ofstream(folder / "page.tex") << "\\documentclass{article}\\usepackage{pgfplots}\\pgfplotsset{compat=1.16}\\begin{"
                                          "document}\\input{loss}\\end{document}\n";
    const auto ran = run_program(
        {"/usr/bin/env", "sh", "-c", "cd '" + folder.path() + "' && pdflatex -interaction=nonstopmode -halt-on-error page.tex"});
    EXPECT_EQ(ran.code, 0) << ran.out;
    EXPECT_TRUE(std::filesystem::exists(folder / "page.pdf"));
}

}  // namespace
}  // namespace poslab::test
