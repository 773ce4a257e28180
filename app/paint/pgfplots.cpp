#include "app/paint/pgfplots.hpp"

#include "app/paint/picture.hpp"
#include "app/paint/tikz_painter.hpp"
#include "core/base/errors.hpp"
#include "core/base/utf8_parts.hpp"
#include "core/figure/axis_place.hpp"
#include "core/figure/heat_map_raster.hpp"
#include "core/figure/palette.hpp"
#include "core/figure/print_layout.hpp"
#include "core/files/printable_text.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>

namespace poslab {

namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr double furthest = 4000;  // CSS pixels from a plot; TeX's lengths end at 16,384 points
/// Viewers interpolate images that have about as many pixels as they show on the screen.
constexpr double min_image_scale = 600.0 / 96, min_cell_pixels = 4, max_image_pixels = 4096;

std::string exact_number(double value) { return fmt::format("{:.8g}", value); }

/// Columns of a CSV, padded to the longest.
class NumberTable {
  public:
    /// Adds a column and returns its name; equal columns are written once.
    std::string add(char axis, const NumberBuffer& numbers) {
        std::vector<std::string> column;
        column.reserve(numbers.size());
        for (const double number : numbers)
            column.push_back(std::isfinite(number) ? exact_number(number) : "nan");
        const auto known = std::find(columns_.begin(), columns_.end(), column);
        if (known == columns_.end()) {
            names_.push_back(fmt::format("{}{}", axis, names_.size()));
            columns_.push_back(std::move(column));
            return names_.back();
        }
        return names_[static_cast<std::size_t>(known - columns_.begin())];
    }

    [[nodiscard]] bool empty() const { return columns_.empty(); }

    [[nodiscard]] std::string csv() const {
        std::size_t rows = 0;
        std::string out;
        for (std::size_t c = 0; c < columns_.size(); ++c) {
            rows = std::max(rows, columns_[c].size());
            out += (c == 0 ? "" : ",") + names_[c];
        }
        for (std::size_t row = 0; row < rows; ++row)
            for (std::size_t c = 0; c < columns_.size(); ++c)
                out += (c == 0 ? "\n" : ",") + (row < columns_[c].size() ? columns_[c][row] : "nan");
        return out + "\n";
    }

  private:
    std::vector<std::string> names_;
    std::vector<std::vector<std::string>> columns_;
};

/// Draw commands of equal style, as one plot of pgfplots.
struct Plot {
    std::string options;
    std::vector<Point> points;  // CSS pixels; NaN separates pieces
};

/// Collects the commands for curves, areas, bars and dots.
class PlotCollector {
  public:
    explicit PlotCollector(TikzColors& colors) : colors_(colors) {}

    void operator()(const Polyline& line) {
        add(colors_.options(line.color) + ", " + tikz_line(line.width, line.dashes), line.points);
    }
    void operator()(const FillPolygon& polygon) { add(filled(polygon.color), polygon.points); }
    void operator()(const FillRect& fill) {
        const Rect& rect = fill.rect;
        add(filled(fill.color), {{rect.x, rect.y},
                                 {rect.right(), rect.y},
                                 {rect.right(), rect.bottom()},
                                 {rect.x, rect.bottom()}});
    }
    void operator()(const FillCircle& circle) {
        add(fmt::format("only marks, mark=*, mark size={}, {}, mark options={{draw=none}}",
                        tikz_length(circle.radius), colors_.options(circle.color)),
            {circle.center});
    }
    template <class Other>
    void operator()(const Other& /*command*/) {}

    [[nodiscard]] const std::vector<Plot>& plots() const { return plots_; }

  private:
    [[nodiscard]] std::string filled(Color color) const {
        return "draw=none, fill=" + colors_.options(color);
    }
    void add(const std::string& options, const std::vector<Point>& points) {
        if (plots_.empty() || plots_.back().options != options)
            plots_.push_back({options, points});
        else {
            plots_.back().points.push_back({not_a_number, not_a_number});
            plots_.back().points.insert(plots_.back().points.end(), points.begin(), points.end());
        }
    }

    TikzColors& colors_;
    std::vector<Plot> plots_;
};

/// Returns a value on an axis for pgfplots; on a symmetric logarithmic axis, its position from 0 to 1.
double plotted(const Axis& axis, double value) {
    return axis.linear_within > 0 ? axis_place(axis, value) : value;
}

std::string range_options(char letter, const Axis& axis) {
    return fmt::format("{0}min={1}, {0}max={2}, {3}", letter, exact_number(plotted(axis, axis.low)),
                       exact_number(plotted(axis, axis.high)),
                       axis.logarithmic ? fmt::format("{}mode=log, ", letter) : "");
}

/// Refuses names that TeX would end or interpret at a character.
void check_name(const std::string& stem) {
    const auto bad = std::find_if(stem.begin(), stem.end(), [](char c) {
        return static_cast<unsigned char>(c) < 0x20 ||
               std::string_view("\\{}%#~^&$\"|").find(c) != std::string_view::npos;
    });
    if (bad != stem.end())
        throw UsageError(tr("-o {}.tex: TeX cannot read files whose names contain {}", printable_text(stem),
                            printable_text(std::string(1, *bad))));
}

class FigureWriter {
  public:
    explicit FigureWriter(const SourcePage& page)
        : page_(page), list_(page.layout.draw), colors_(palette(page.theme)) {}

    std::vector<NamedFile> written() {
        const std::string body = picture();
        if (!files_.empty()) check_name(page_.stem);
        files_.insert(files_.begin(), {page_.stem + ".tex", head(needs_unicode_latex(body)) + body});
        return std::move(files_);
    }

  private:
    [[nodiscard]] std::string head(bool unicode) const {
        // TeX ends a comment at a line feed and at a carriage return.
        return fmt::format(
            "% {}\n% {}\n% \\input this file. The preamble needs:\n"
            "%   \\usepackage{{pgfplots}} \\pgfplotsset{{compat=1.16}} \\usepgfplotslibrary{{groupplots}}\n{}"
            "% Put its .csv and .png files in the folder of the document. It is {} wide.\n"
            "\\providecommand\\poslabfit[2]{{\\begingroup\\setbox0\\hbox{{#2}}\\ifdim\\wd0>#"
            "1\\relax\\resizebox{{#1}}{{!}}{{\\box0}"
            "}"
            "\\else\\box0\\fi\\endgroup}}%\n",
            without_controls(page_.command), page_.software,
            unicode ? "% Compile with xelatex or lualatex, and a package for the language (for Chinese: "
                      "\\usepackage{ctex}).\n"
                    : "",
            tikz_length(list_.width));
    }

    [[nodiscard]] std::string color(Color one) { return names_.name(proofed(one, page_.proof)); }

    std::string painted(const std::vector<bool>& chosen) {
        TikzPainter painter(page_.metrics, names_);
        for (std::size_t i = 0; i < list_.commands.size(); ++i)
            if (chosen[i]) std::visit(painter, list_.commands[i]);
        return painter.text();
    }

    std::string picture() {
        std::vector<bool> under(list_.commands.size()), over(list_.commands.size(), true);
        for (const PanelAxes& axes : page_.layout.axes)
            for (std::size_t i = axes.under; i < axes.end; ++i) {
                under[i] = i < axes.inside;
                over[i] = false;
            }
        std::string body = fmt::format("\\useasboundingbox (0,0) rectangle ({},{});\n",
                                       tikz_number(list_.width), tikz_number(list_.height));
        if (!page_.transparent)
            body += fmt::format("\\fill[{}] (0,0) rectangle ({},{});\n", color(colors_.canvas),
                                tikz_number(list_.width), tikz_number(list_.height));
        body += painted(under) + axes_style() + all_axes() + painted(over);
        return "\\begin{tikzpicture}[x=0.75bp, y=-0.75bp, line join=round, inner sep=0pt, outer sep=0pt]\n" +
               names_.definitions() + body + "\\end{tikzpicture}%\n";
    }

    [[nodiscard]] double tick_points() const { return min_text_share * page_.font_points; }

    /// Returns the label of a column, shifted just enough to stay clear of the neighbours of its matrix or
    /// bar.
    [[nodiscard]] std::string column_label(const PanelAxes& axes, const Tick& tick) const {
        std::string latex = latex_text(tick.label);
        if (axes.lines != PanelAxes::Lines::box && axes.lines != PanelAxes::Lines::none) return latex;
        constexpr double overhang = 3;  // CSS pixels
        const double half =
            page_.metrics.width(tick.label, Font::mono, tick_points() / tikz_pixel) / 2 - overhang;
        const double middle = axis_place(axes.x, tick.value) * axes.plot.width;
        const double by = std::clamp(middle, half, std::max(half, axes.plot.width - half)) - middle;
        const std::string space = by == 0 ? "" : "\\hspace*{" + tikz_length(2 * std::abs(by)) + "}";
        return by > 0 ? space + latex : latex + space;
    }

    [[nodiscard]] std::string tick_options(const PanelAxes& axes, char letter) const {
        const Axis& axis = letter == 'x' ? axes.x : axes.y;
        const AxisTicks& ticks = letter == 'x' ? axes.x_ticks : axes.y_ticks;
        std::string major, minor, labels;
        for (const Tick& tick : ticks.ticks) {
            std::string& places = tick.label.empty() ? minor : major;
            places += (places.empty() ? "" : ",") + exact_number(plotted(axis, tick.value));
            if (tick.label.empty() || !ticks.numbers) continue;
            labels += (labels.empty() ? "{" : ",{") +
                      (letter == 'x' ? column_label(axes, tick) : latex_text(tick.label)) + "}";
        }
        std::string text = fmt::format("  {0}tick={1}, {0}ticklabels={{{2}}}", letter,
                                       major.empty() ? "\\empty" : "{" + major + "}", labels);
        if (!minor.empty()) text += fmt::format(", minor {}tick={{{}}}", letter, minor);
        if (ticks.far_side) text += letter == 'x' ? ", xtick pos=upper" : ", ytick pos=right";
        return text + ",\n";
    }

    std::string axes_style() {
        if (page_.layout.axes.empty()) return "";
        return fmt::format(
            "\\pgfplotsset{{\n  poslab/.style={{scale only axis, anchor=south west, tick align=outside, "
            "major tick length=3bp, "
            "minor tick length=2bp,\n"
            "    tick label style={{font={0}, text={1}, inner sep=2bp}}, every tick/.style={{{2}, line "
            "width=0.5bp}},\n"
            "    axis line style={{{2}, line width=0.5bp}}, scaled ticks=false, grid=none, major grid "
            "style={{{3}, line "
            "width=0.5bp}},\n"
            "    unbounded coords=jump, filter discard warning=false, every axis plot/.append style={{forget "
            "plot}}}},\n"
            "  poslab plot/.style={{poslab, axis x line*=bottom, axis y line*=left, y axis line "
            "style={{draw=none}}, ytick "
            "style={{draw=none}}, grid=major}},\n"
            "  poslab sideways/.style={{poslab, axis x line*=top, axis y line*=left, x axis line "
            "style={{draw=none}}, "
            "grid=major}},\n"
            "  poslab cells/.style={{poslab, axis on top, tick pos=left}},\n"
            "  poslab bar/.style={{poslab cells, axis line style={{draw=none}}}}}}\n",
            latex_font_size(tick_points()), color(colors_.text2), color(colors_.axis), color(colors_.grid));
    }

    std::string all_axes() {
        std::string text;
        const auto& all = page_.layout.axes;
        const bool several = all.size() > 1;
        for (std::size_t n = 0; n < all.size(); ++n)
            text += fmt::format("% {}\n{}[{}]\n{}{}", without_controls(all[n].name),
                                several ? "\\nextgroupplot" : "\\begin{axis}", options(all[n]),
                                plots(all[n], n + 1), several ? "" : "\\end{axis}\n");
        if (several)
            text = fmt::format(
                "\\begin{{groupplot}}[group style={{group size={} by 1}}]\n{}\\end{{groupplot}}\n",
                all.size(), text);
        return text;
    }

    [[nodiscard]] std::string options(const PanelAxes& axes) const {
        constexpr std::array<const char*, 4> styles{"poslab plot", "poslab sideways", "poslab cells",
                                                    "poslab bar"};
        return fmt::format("{}, at={{({},{})}}, width={}, height={},\n  {}{}{}\n{}{}",
                           styles[static_cast<std::size_t>(axes.lines)], tikz_length(axes.plot.x),
                           tikz_length(-axes.plot.bottom()), tikz_length(axes.plot.width),
                           tikz_length(axes.plot.height), range_options('x', axes.x),
                           range_options('y', axes.y), axes.downward ? "y dir=reverse," : "",
                           tick_options(axes, 'x'), tick_options(axes, 'y'));
    }

    std::string plots(const PanelAxes& axes, std::size_t n) {
        PlotCollector collector(names_);
        std::vector<HeatMap> maps;
        for (std::size_t i = axes.inside; i < axes.end; ++i) {
            std::visit(collector, list_.commands[i]);
            const auto* map = std::get_if<HeatMap>(&list_.commands[i]);
            if (map != nullptr && is_drawable(*map)) maps.push_back(*map);
        }
        std::string text;
        if (!maps.empty()) {
            const std::string name = fmt::format("{}-{}.png", page_.stem, n);
            files_.push_back({name, image(axes.plot, std::move(maps))});
            const auto ends = [](const Axis& axis) {
                return std::pair(plotted(axis, axis.low), plotted(axis, axis.high));
            };
            const auto [left, right] = ends(axes.x);
            const auto [low, high] = ends(axes.y);
            text = fmt::format("\\addplot graphics[xmin={}, xmax={}, ymin={}, ymax={}]{{{}}};\n",
                               exact_number(left), exact_number(right), exact_number(low), exact_number(high),
                               name);
        }
        NumberTable table;
        const std::string name = fmt::format("{}-{}.csv", page_.stem, n);
        for (const Plot& plot : collector.plots()) text += plotted_table(plot, axes, table, name);
        if (!table.empty()) files_.push_back({name, table.csv()});
        return text;
    }

    [[nodiscard]] static std::string plotted_table(const Plot& plot, const PanelAxes& axes,
                                                   NumberTable& table, const std::string& file) {
        std::vector<double> x, y;
        for (const Point& pixel : plot.points) {
            const Point at =
                axes.to_data({std::clamp(pixel.x, axes.plot.x - furthest, axes.plot.right() + furthest),
                              std::clamp(pixel.y, axes.plot.y - furthest, axes.plot.bottom() + furthest)});
            x.push_back(at.x);
            y.push_back(at.y);
        }
        const auto column = [&](char letter, const Axis& axis, std::vector<double> values) {
            std::string own = table.add(letter, values);
            if (axis.linear_within <= 0) return own;
            for (double& value : values) value = axis_place(axis, value);
            return table.add(letter, values);
        };
        const std::string across = column('x', axes.x, std::move(x)),
                          along = column('y', axes.y, std::move(y));
        return fmt::format("\\addplot[{}] table[col sep=comma, x={}, y={}]{{{}}};\n", plot.options, across,
                           along, file);
    }

    /// Draws the cells over the whole plot on the figure's background, each with a whole number of pixels.
    [[nodiscard]] std::string image(const Rect& plot, std::vector<HeatMap> maps) const {
        const double cell = maps.front().rect.width / static_cast<double>(maps.front().width);
        const double low_cell = maps.front().rect.height / static_cast<double>(maps.front().height);
        const double least = std::max(min_image_scale, min_cell_pixels / std::min(cell, low_cell));
        const double most = max_image_pixels / std::max(plot.width, plot.height);
        const double scale = std::max(1.0, std::min(std::ceil(least * cell), std::floor(most * cell))) / cell;
        const PixelRect area{0, 0, std::max(1, static_cast<int>(std::lround(plot.width * scale))),
                             std::max(1, static_cast<int>(std::lround(plot.height * scale)))};
        const Color canvas = proofed(colors_.canvas, page_.proof);
        const std::array<std::uint8_t, 3> ground{canvas.r, canvas.g, canvas.b};
        std::vector<std::uint8_t> pixels(static_cast<std::size_t>(area.width) *
                                         static_cast<std::size_t>(area.height) * 4);
        for (std::size_t i = 0; i < pixels.size(); ++i)
            pixels[i] = page_.transparent ? 0 : i % 4 == 3 ? 255 : ground[i % 4];
        for (HeatMap& map : maps) {
            map.rect.x -= plot.x;
            map.rect.y -= plot.y;
            const Raster raster = rasterise(map, area, scale, PixelFormat::rgba8);
            const auto* over =
                static_cast<const std::uint8_t*>(static_cast<const void*>(raster.pixels.data()));
            for (std::size_t i = 0; i < pixels.size(); i += 4)
                if (over[i + 3] > 0)
                    std::copy(over + i, over + i + 4, pixels.begin() + static_cast<std::ptrdiff_t>(i));
        }
        return encode_png(
            {pixels.data(), area.width, area.height, static_cast<std::ptrdiff_t>(area.width) * 4,
             PixelOrder::rgba8, !page_.transparent},
            scale * 96, {});
    }

    const SourcePage& page_;
    const DrawList& list_;
    const Palette& colors_;
    TikzColors names_;
    std::vector<NamedFile> files_;
};

}  // namespace

std::vector<NamedFile> pgfplots_files(const SourcePage& page) { return FigureWriter(page).written(); }

}  // namespace poslab
