// Every figure of every view, set by LaTeX: it compiles, nothing exceeds its width and height, and the cells
// have the program's colours. Skipped if pdflatex or pdftoppm is not installed.

#include "app/cli/export.hpp"

#include "core/figure/heat_map_raster.hpp"
#include "core/figure/palette.hpp"
#include "core/views/registry.hpp"
#include "tests/support/run_program.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <algorithm>
#include <cmath>
#include <sstream>
#include <string>
#include <vector>

namespace poslab::test {
namespace {

constexpr double dots_per_inch = 1200, pixels_per_inch = 96, scale = dots_per_inch / pixels_per_inch;
constexpr const char* no_latex = "pdflatex with pgfplots, or pdftoppm, is not installed";
constexpr Color ground = rgb(0xFF00FF);
constexpr int border = 24;  // points of empty margin around a figure, 400 pixels

bool has_latex() {
    static const bool found =
        run_program({"/usr/bin/env", "sh", "-c",
                     "command -v pdflatex && command -v pdftoppm && kpsewhich pgfplots.sty"})
            .code == 0;
    return found;
}

/// A page rendered by pdftoppm.
struct Picture {
    int width = 0, height = 0;
    std::string bytes;

    [[nodiscard]] Color at(double x, double y) const {
        const int column = std::clamp(static_cast<int>(x), 0, width - 1),
                  row = std::clamp(static_cast<int>(y), 0, height - 1);
        const auto* pixel = reinterpret_cast<const std::uint8_t*>(bytes.data()) +
                            3 * (static_cast<std::size_t>(row) * width + column);
        return {pixel[0], pixel[1], pixel[2], 255};
    }
};

Picture read_ppm(const std::string& path) {
    std::istringstream in(read_file(path));
    std::string kind;
    int most = 0;
    Picture picture;
    in >> kind >> picture.width >> picture.height >> most;
    in.get();
    picture.bytes.resize(static_cast<std::size_t>(3) * picture.width * picture.height);
    in.read(picture.bytes.data(), static_cast<std::streamsize>(picture.bytes.size()));
    if (kind != "P6" || most != 255 || !in) throw std::runtime_error(path + " is no page");
    return picture;
}

int difference(Color a, Color b) {
    return std::max({std::abs(a.r - b.r), std::abs(a.g - b.g), std::abs(a.b - b.b)});
}

/// Renders the PDF of that name in the folder.
Picture drawn_pdf(const std::string& name, const TemporaryFolder& folder) {
    RunOptions there;
    there.folder = folder.path();
    EXPECT_EQ(
        run_program({"pdftoppm", "-r", fmt::format("{}", dots_per_inch), "-singlefile", name + ".pdf", name},
                    there)
            .code,
        0);
    return read_ppm(folder / (name + ".ppm"));
}

/// Writes the request's figure and sets it on a page of its own; empty if LaTeX fails, which is reported as a
/// test failure.
std::optional<Picture> set_by_latex(PictureRequest request, const TemporaryFolder& folder) {
    static const FontLibrary fonts;
    request.format = "tex";
    request.path = folder / "figure.tex";
    static_cast<void>(export_picture(request, fonts, Job{}));
    std::ofstream(folder / "page.tex")
        << "\\documentclass[border=" << border
        << "bp]{standalone}\n\\usepackage{pgfplots}\\pgfplotsset{compat=1.16}"
           "\\usepgfplotslibrary{groupplots}\n\\begin{document}\\input{figure}\\end{document}\n";
    RunOptions there;
    there.folder = folder.path();
    const Ran set =
        run_program({"pdflatex", "-interaction=nonstopmode", "-halt-on-error", "page.tex"}, there);
    EXPECT_EQ(set.code, 0) << set.out.substr(set.out.find("\n!") == std::string::npos ? 0
                                                                                      : set.out.find("\n!"));
    EXPECT_EQ(set.out.find("Missing character"), std::string::npos)
        << set.out.substr(set.out.find("Missing character"), 200);
    if (set.code != 0) return std::nullopt;
    return drawn_pdf("page", folder);
}

/// Counts the pixels drawn in the border, apart from TeX's rounding of lengths.
std::size_t drawn_beyond(const Picture& picture, double slack_points) {
    const int free = static_cast<int>((border - slack_points) * dots_per_inch / 72);
    std::size_t count = 0;
    for (int y = 0; y < picture.height; ++y)
        for (int x = 0; x < picture.width; ++x) {
            const bool in_border =
                x < free || y < free || x >= picture.width - free || y >= picture.height - free;
            count += in_border && difference(picture.at(x, y), rgb(0xFFFFFF)) > 3 ? 1 : 0;
        }
    return count;
}

/// Renders what is drawn over the cells of a layout, on a background colour that nothing else has.
Picture drawn_over(const Layout& layout, const FontLibrary& fonts, const TemporaryFolder& folder) {
    DrawList list = layout.draw;
    const auto is_map = [](const DrawCommand& command) { return std::holds_alternative<HeatMap>(command); };
    list.commands.erase(std::remove_if(list.commands.begin(), list.commands.end(), is_map),
                        list.commands.end());
    write_picture(list, fonts, "pdf", pixels_per_inch, folder / "over.pdf", {}, ground);
    return drawn_pdf("over", folder);
}

struct ComparedCells {
    std::size_t compared = 0, different = 0;
    std::size_t too_small = 0;  // cells without a pixel away from their edges
    int largest = 0;
};

/// Compares colours at the centres of the cells, or at points of a cell that its number leaves free.
ComparedCells compare_cells(const Layout& layout, const Picture& over, const Picture& set, Color canvas) {
    constexpr int tolerance = 3;  // of 255: PDF viewers round colours once more than PNG
    constexpr int margin = 4;     // pixels: PDF viewers also round coordinates of lines
    const double shift = border * dots_per_inch / 72;
    const auto is_free = [&](double x, double y) {
        for (int row = -margin; row <= margin; ++row)
            for (int column = -margin; column <= margin; ++column)
                if (difference(over.at(x + column, y + row), ground) > 0) return false;
        return true;
    };
    ComparedCells cells;
    for (const PanelFrame& frame : layout.frames)
        for (const DrawCommand& command : layout.draw.commands) {
            const auto* map = std::get_if<HeatMap>(&command);
            if (map == nullptr || !shows_cells(frame.kind) ||
                intersection(map->rect, frame.plot).width < frame.plot.width - 1)
                continue;
            const CellRange range = visible_cells(*map, frame.plot);
            const auto step = std::max<std::int64_t>(1, (range.end_row - range.first_row) / 64);
            for (std::int64_t row = range.first_row; row < range.end_row; row += step)
                for (std::int64_t column = range.first_column; column < range.end_column; column += step) {
                    const CellLook look =
                        cell_look(*map, (*map->values)[static_cast<std::size_t>(row * map->width + column)]);
                    if (look.kind != CellKind::plain && look.kind != CellKind::nothing) continue;
                    const Color expected = look.kind == CellKind::plain ? look.color : canvas;
                    const Rect cell = cell_rect(*map, row, column);
                    if (scale * std::min(cell.width, cell.height) < 4) {
                        ++cells.too_small;
                        continue;
                    }
                    for (const double part : {0.5, 0.15}) {
                        if (part < 0.5 && scale * cell.width < 40) continue;
                        const double x = scale * (cell.x + part * cell.width),
                                     y = scale * (cell.y + part * cell.height);
                        if (!is_free(x, y)) continue;
                        const int by = difference(set.at(x + shift, y + shift), expected);
                        ++cells.compared;
                        cells.different += by > tolerance ? 1 : 0;
                        cells.largest = std::max(cells.largest, by);
                        break;
                    }
                }
        }
    return cells;
}

struct TexFigure {
    const View* view;
    std::string figure;
};
void PrintTo(const TexFigure& tex_figure, std::ostream* to) {
    *to << tex_figure.view->info().id << " " << tex_figure.figure;
}

std::vector<TexFigure> all_figures() {
    std::vector<TexFigure> all;
    for (const View* view : all_views())
        for (const FigureInfo& figure : view->info().figures) all.push_back({view, std::string(figure.id)});
    return all;
}

class TexFigures : public testing::TestWithParam<TexFigure> {};

/// Sets the figure with LaTeX and compares its size and cells with the program's picture.
void expect_same_in_latex(PictureRequest request) {
    static const FontLibrary fonts;
    const FontMetrics metrics(fonts);
    request.page = read_page("size", "3.3x2.5in");
    const TemporaryFolder folder;
    const auto set = set_by_latex(request, folder);
    if (!set) return;
    EXPECT_NEAR(set->width, (3.3 + 2.0 * border / 72) * dots_per_inch, 6);
    EXPECT_NEAR(set->height, (2.5 + 2.0 * border / 72) * dots_per_inch, 6);
    EXPECT_EQ(drawn_beyond(*set, 2), 0U);

    request.format = "pdf";  // the same pixels as the TeX figure
    const Layout layout = composed_figure(request, metrics, pixels_of(request), Job{});
    const bool has_cells = std::any_of(layout.frames.begin(), layout.frames.end(),
                                       [](const PanelFrame& frame) { return shows_cells(frame.kind); });
    if (!has_cells) return;
    const Color canvas = palette(request.theme).canvas;
    const ComparedCells cells = compare_cells(layout, drawn_over(layout, fonts, folder), *set, canvas);
    EXPECT_GT(cells.compared + cells.too_small, 3U);
    EXPECT_EQ(cells.different, 0U) << "of " << cells.compared << ", by up to " << cells.largest;
}

PictureRequest request_for(const View& view, const std::string& figure) {
    PictureRequest request;
    request.selection.view = &view;
    request.selection.values = view.defaults();
    request.figure = figure;
    return request;
}

TEST_P(TexFigures, KeepTheirSizeAndTheirColours) {
    if (!has_latex()) GTEST_SKIP() << no_latex;
    expect_same_in_latex(request_for(*GetParam().view, GetParam().figure));
}

TEST(TexFigure, KeepsItsColoursBehindNumbersInTheDark) {
    if (!has_latex()) GTEST_SKIP() << no_latex;
    const View& view = find_view("position-matrix");
    PictureRequest request = request_for(view, "matrix");
    request.selection.values[static_cast<std::size_t>(parameter_index(view, "length"))] = std::int64_t{10};
    request.selection.versus = {"map=rerope"};
    request.theme = Theme::dark;
    expect_same_in_latex(request);
}

TEST(TexFigure, SetsEveryCharacterOfATitle) {
    if (!has_latex()) GTEST_SKIP() << no_latex;
    PictureRequest request = request_for(find_view("bias-decay"), "terms");
    request.title = R"(a_b {50 %} #1 $x$ ~^\ & <"|'> \end{document})";
    request.caption = "Δ ≥ 2⁻⁹ xᵢⱼ ½ ‖v‖ é – “…” √2 θ₁₀";
    expect_same_in_latex(request);
}

INSTANTIATE_TEST_SUITE_P(All, TexFigures, testing::ValuesIn(all_figures()), [](const auto& one) {
    std::string name = std::string(one.param.view->info().id) + "_" + one.param.figure;
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
});

}  // namespace
}  // namespace poslab::test
