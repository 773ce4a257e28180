#include "app/paint/pgfplots.hpp"

#include "core/figure/print_layout.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <map>
#include <sstream>

namespace poslab::test {
namespace {

std::shared_ptr<const NumberBuffer> numbers(std::vector<double> values) {
    return std::make_shared<const NumberBuffer>(std::move(values));
}

/// A plot of two curves over the same x, one with a gap.
Panel plot() {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    Panel panel;
    panel.title = "Loss";
    panel.quantity = "nats, 50 % & more";
    panel.x = {"distance Δ", 1, 100};
    panel.x.logarithmic = true;
    panel.y = {"", 0, 4};
    LineMark first, second;
    first.x = numbers({1, 2, 5, 10, 50, 100});
    second.x = numbers({1, 10, 100});
    first.y = numbers({1, 3, nan, nan, 3, 1});
    first.label = "RoPE_1";
    second.y = numbers({2, 1, 2});
    second.dashes = {8, 4};
    panel.marks = {first, second, RuleMark{10, "w = 10"}};
    return panel;
}

/// 2 x 2 cells, one of them masked.
Panel matrix() {
    Panel panel;
    panel.title = "Matrix";
    panel.become<MatrixPanel>({});
    panel.x = {"key j", 0, 2};
    panel.y = {"query i", 0, 2};
    HeatMapMark cells;
    cells.values = numbers({0, std::numeric_limits<double>::quiet_NaN(), 1, 0});
    cells.width = cells.height = 2;
    cells.rows = cells.columns = {0, 2};
    cells.scale.high = 2;
    panel.marks = {cells};
    return panel;
}

std::map<std::string, std::string> files_of(const std::vector<Panel>& panels) {
    Figure figure;
    figure.main = panels;
    LayoutOptions options;
    options.width = 500;
    options.height = 300;
    options.axes_apart = true;
    const SourcePage page{"loss", "poslab plot x", "PosLab 1",
                          print_layout(figure, fixed_width_metrics(), options, 8)};
    std::map<std::string, std::string> files;
    for (const NamedFile& file : pgfplots_files(page)) files[file.name] = file.bytes;
    return files;
}

/// The points of two columns of a CSV, to six digits.
std::vector<std::string> points_of(const std::string& csv, const std::string& x, const std::string& y) {
    std::istringstream lines(csv);
    std::string line, field;
    std::vector<std::string> names, points;
    for (bool first = true; std::getline(lines, line); first = false) {
        std::istringstream fields(line);
        std::vector<std::string> row;
        while (std::getline(fields, field, ',')) row.push_back(field);
        if (first) {
            names = row;
            continue;
        }
        const auto column = [&](const std::string& name) {
            return row[static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin())];
        };
        std::ostringstream point;
        point.precision(6);
        point << std::stod(column(x)) << " " << std::stod(column(y));
        points.push_back(point.str());
    }
    return points;
}

TEST(Pgfplots, NumbersOfCurvesAreInATableThatTheTexReads) {
    auto files = files_of({plot()});
    ASSERT_EQ(files.size(), 2U);
    const std::string& tex = files.at("loss.tex");
    for (const char* part : {"% poslab plot x\n% PosLab 1\n", "\\begin{axis}", "xmode=log", "{loss-1.csv}",
                             "RoPE\\_1", "50 \\% \\& more", "distance $\\Delta$", "w = 10", "xtick={1,"})
        EXPECT_NE(tex.find(part), std::string::npos) << part << "\n" << tex;
    const std::size_t dashed =
        tex.find("dash pattern", tex.find("dash pattern") + 1);  // the first one is the rule
    const std::size_t from = tex.find("x=", dashed);
    const std::string x = tex.substr(from + 2, tex.find(',', from) - from - 2);
    const std::size_t next = tex.find("y=", from);
    const std::string y = tex.substr(next + 2, tex.find(']', next) - next - 2);
    std::vector<std::string> points = points_of(files.at("loss-1.csv"), x, y);
    EXPECT_GE(points.size(), 3U);
    points.resize(3);
    EXPECT_EQ(points, (std::vector<std::string>{"1 2", "10 1", "100 2"})) << tex << files.at("loss-1.csv");
    EXPECT_NE(files.at("loss-1.csv").find("nan"), std::string::npos) << "a gap is not bridged";
}

TEST(Pgfplots, CellsAreAnImageWithTicksAtTheirMiddles) {
    auto files = files_of({matrix()});
    ASSERT_EQ(files.size(), 2U);
    const std::string& tex = files.at("loss.tex");
    for (const char* part :
         {"xmin=-0.5, xmax=1.5", "y dir=reverse", "xtick={0,1}, xticklabels={{0},{1}}", "key j",
          "\\addplot graphics[xmin=-0.5, xmax=1.5, ymin=-0.5, ymax=1.5]{loss-1.png};"})
        EXPECT_NE(tex.find(part), std::string::npos) << part << "\n" << tex;
    EXPECT_TRUE(files.at("loss-1.png").starts_with("\x89PNG"));
}

TEST(Pgfplots, SeveralPanelsAreOneGroupplot) {
    auto files = files_of({matrix(), matrix()});
    ASSERT_EQ(files.size(), 3U);
    const std::string& tex = files.at("loss.tex");
    EXPECT_NE(tex.find("group size=2 by 1"), std::string::npos) << tex;
    EXPECT_EQ(tex.find("\\begin{axis}"), std::string::npos) << tex;
    std::size_t count = 0;
    for (std::size_t at = tex.find("\\nextgroupplot"); at != std::string::npos;
         at = tex.find("\\nextgroupplot", at + 1))
        ++count;
    EXPECT_EQ(count, 2U);
}

TEST(Pgfplots, EveryCharacterThatLatexReadsIsEscaped) {
    EXPECT_EQ(latex_text("a_b {50 %} #1 $x$ ~^\\ &"),
              "a\\_b \\{50 \\%\\} \\#1 \\$x\\$ \\~{}\\^{}\\textbackslash{} \\&");
    EXPECT_EQ(latex_text("Δ ≥ 2⁹ 位置"), "$\\Delta$ $\\ge$ 2$^{9}$ 位置");
    EXPECT_EQ(latex_text("10⁻¹² x₁₀²"), "10$^{-12}$ x$_{10}$$^{2}$");
    EXPECT_EQ(latex_text("--map a---b -1"), "-{}-map a-{}-{}-b -1");
    EXPECT_EQ(latex_text("?` !‘a’’ ,, 1–2"), "?\\textasciigrave{} !{}`a'{}' ,{}, 1--2");
    EXPECT_TRUE(needs_unicode_latex(latex_text("位置")));
    EXPECT_FALSE(needs_unicode_latex(latex_text("Δ ≥ 2⁹, é")));
}

}  // namespace
}  // namespace poslab::test
