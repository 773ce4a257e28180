#include "app/paint/pgfplots.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <optional>

namespace poslab {

namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr std::int64_t most_cells = 96;  // a side: LaTeX is slow

/// Columns of the panel's CSV, as long as the longest.
class Table {
  public:
    /// Returns its name.
    std::string add(std::string name, std::vector<double> numbers) {
        for (std::size_t i = 0; i < columns_.size(); ++i)
            if (same(columns_[i].numbers, numbers)) return columns_[i].name;
        name += std::to_string(columns_.size());
        columns_.push_back({name, std::move(numbers)});
        return name;
    }

    [[nodiscard]] bool empty() const { return columns_.empty(); }

    [[nodiscard]] std::string csv() const {
        std::size_t rows = 0;
        std::string out;
        for (const Column& column : columns_) {
            rows = std::max(rows, column.numbers.size());
            out += (out.empty() ? "" : ",") + column.name;
        }
        out += '\n';
        for (std::size_t row = 0; row < rows; ++row) {
            for (std::size_t c = 0; c < columns_.size(); ++c) {
                const double number = row < columns_[c].numbers.size() ? columns_[c].numbers[row] : not_a_number;
                fmt::format_to(std::back_inserter(out), "{}{}", c == 0 ? "" : ",",
                               std::isfinite(number) ? fmt::format("{:.10g}", number) : "nan");
            }
            out += '\n';
        }
        return out;
    }

  private:
    struct Column {
        std::string name;
        std::vector<double> numbers;
    };

    static bool same(const std::vector<double>& a, const std::vector<double>& b) {
        return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(),
                                                  [](double x, double y) { return x == y || (std::isnan(x) && std::isnan(y)); });
    }

    std::vector<Column> columns_;
};

std::string color_of(Color color) { return fmt::format("{{rgb,255:red,{};green,{};blue,{}}}", color.r, color.g, color.b); }

std::string dashes_of(const std::vector<double>& dashes) {
    if (dashes.size() < 2) return "";
    std::string pattern;
    for (std::size_t i = 0; i < dashes.size(); ++i)
        pattern += fmt::format("{} {:g}pt ", i % 2 == 0 ? "on" : "off", 0.6 * dashes[i]);
    return ", dash pattern={" + pattern + "}";
}

/// One panel: its axis and what is drawn in it.
class PanelWriter {
  public:
    PanelWriter(const Panel& panel, std::string file) : panel_(panel), file_(std::move(file)) {}

    std::string picture(double width, double height) {
        std::string marks;
        for (const Mark& mark : panel_.marks) std::visit([&](const auto& one) { marks += drawn(one); }, mark);
        std::string options = fmt::format(
            "  width={:.4g}in, height={:.4g}in,\n  title={{{}}}, xlabel={{{}}}, ylabel={{{}}},\n  xmin={:.10g}, xmax={:.10g}, "
            "ymin={:.10g}, "
            "ymax={:.10g},\n  unbounded coords=jump, filter discard warning=false, tick align=outside, legend pos=outer north "
            "east,\n  legend style={{draw=none, "
            "font=\\footnotesize}},\n",
            width, height, latex_text(title()), latex_text(panel_.x.title), latex_text(y_label()), panel_.x.low, panel_.x.high,
            panel_.y.low, panel_.y.high);
        if (panel_.x.logarithmic) options += "  xmode=log,\n";
        if (panel_.y.logarithmic) options += "  ymode=log,\n";
        if (panel_.kind() == PanelKind::matrix) options += "  y dir=reverse,\n";
        if (panel_.kind() != PanelKind::plot && !is_stretched()) options += "  axis equal image,\n";
        options += cells_;
        return "\\begin{tikzpicture}\n\\begin{axis}[\n" + options + "]\n" + marks + "\\end{axis}\n\\end{tikzpicture}\n";
    }

    [[nodiscard]] const Table& table() const { return table_; }

  private:
    [[nodiscard]] bool is_stretched() const {
        const auto* matrix = panel_.as<MatrixPanel>();
        return matrix != nullptr && matrix->stretch;
    }

    /// What is short enough stands at the axis, the rest in the title.
    [[nodiscard]] bool short_quantity() const { return panel_.kind() == PanelKind::plot && panel_.quantity.size() <= 40; }
    [[nodiscard]] std::string y_label() const {
        return short_quantity() && !panel_.title.empty() ? panel_.quantity : panel_.y.title;
    }
    [[nodiscard]] std::string title() const {
        if (panel_.title.empty()) return panel_.quantity;
        return short_quantity() || panel_.quantity.empty() ? panel_.title : panel_.title + ": " + panel_.quantity;
    }

    [[nodiscard]] std::string from_table(const std::string& options, const std::string& x, const std::string& y) const {
        return fmt::format("\\addplot[{}] table[col sep=comma, x={}, y={}]{{{}}};\n", options, x, y, file_);
    }

    std::string drawn(const LineMark& line) {
        if (!line.x || !line.y) return "";
        const std::string x = table_.add("x", *line.x), y = table_.add("y", *line.y);
        const double width = line.emphasis == Emphasis::chosen ? 1.4 : 0.8;
        std::string dashes = dashes_of(line.dashes);
        if (dashes.empty() && line.emphasis == Emphasis::pinned) dashes = ", dashed";
        const bool named = !line.label.empty();
        return from_table(fmt::format("color={}, line width={:g}pt, mark=none{}{}", color_of(line.color), width, dashes,
                                      named ? "" : ", forget plot"),
                          x, y) +
               (named ? "\\addlegendentry{" + latex_text(line.label) + "}\n" : "");
    }

    std::string drawn(const AreaMark& area) {
        if (!area.x || !area.low || !area.high) return "";
        std::vector<double> x, y;
        const std::size_t count = std::min({area.x->size(), area.low->size(), area.high->size()});
        for (std::size_t i = 0; i < 2 * count; ++i) {
            const std::size_t at = i < count ? i : 2 * count - 1 - i;
            const double value = i < count ? (*area.low)[at] : (*area.high)[at];
            if (!std::isfinite(value)) continue;
            x.push_back((*area.x)[at]);
            y.push_back(std::clamp(value, panel_.y.low, panel_.y.high));
        }
        const std::string name = table_.add("x", std::move(x)), other = table_.add("y", std::move(y));
        return from_table(
            fmt::format("draw=none, fill={}, fill opacity={:.3g}, forget plot", color_of(area.color), area.color.a / 255.0), name,
            other);
    }

    std::string drawn(const BarMark& bars) {
        if (!bars.x || !bars.y) return "";
        std::vector<double> x, y;
        const double base = panel_.y.logarithmic ? panel_.y.low : 0;
        for (std::size_t i = 0; i < std::min(bars.x->size(), bars.y->size()); ++i) {
            if (!std::isfinite((*bars.y)[i])) continue;
            for (const auto& [across, along] :
                 {std::pair{0.0, base}, {0.0, (*bars.y)[i]}, {bars.width, (*bars.y)[i]}, {bars.width, base}}) {
                x.push_back((*bars.x)[i] + across);
                y.push_back(along);
            }
        }
        const std::string name = table_.add("x", std::move(x)), other = table_.add("y", std::move(y));
        return from_table(fmt::format("draw=none, fill={}, forget plot", color_of(bars.color)), name, other);
    }

    std::string drawn(const BoundaryMark& boundary) {
        std::vector<double> x, y;
        for (const Point& point : boundary.points) {
            x.push_back(point.x);
            y.push_back(point.y);
        }
        if (x.empty()) return "";
        const std::string name = table_.add("x", std::move(x)), other = table_.add("y", std::move(y));
        const bool window = boundary.kind == BoundaryMark::Kind::window;
        return from_table(
            window ? "black, line width=1pt, mark=none, forget plot" : "white, dashed, line width=1pt, mark=none, forget plot",
            name, other);
    }

    [[nodiscard]] std::string drawn(const RuleMark& rule) const {
        return line("gray, dashed", rule.x, panel_.y.low, rule.x, panel_.y.high, rule.label, "near end, right");
    }
    [[nodiscard]] std::string drawn(const LevelMark& level) const {
        return line("gray", panel_.x.low, level.y, panel_.x.high, level.y, level.label, "near start, above");
    }
    [[nodiscard]] std::string drawn(const BandMark& band) const {
        const double high = std::min(band.high, panel_.y.high);
        return line("gray, dashed", panel_.x.low, high, panel_.x.high, high, band.label, "near end, above");
    }
    [[nodiscard]] std::string drawn(const SpanMark& span) const {
        return fmt::format("\\fill[gray, opacity=0.08] (axis cs:{:.10g},{:.10g}) rectangle (axis cs:{:.10g},{:.10g});\n",
                           std::max(span.low, panel_.x.low), panel_.y.low, std::min(span.high, panel_.x.high), panel_.y.high);
    }
    [[nodiscard]] std::string drawn(const PointMark& point) const {
        return fmt::format(
            "\\addplot[only marks, mark=*, color={}, forget plot, nodes near coords={{{}}}, point meta=explicit symbolic] "
            "coordinates {{({:.10g},{:.10g})}};\n",
            color_of(point.color), latex_text(point.label), point.at.x, point.at.y);
    }
    [[nodiscard]] static std::string drawn(const AnnotationMark& /*text*/) { return ""; }

    [[nodiscard]] static std::string line(const char* style, double x0, double y0, double x1, double y1, const std::string& label,
                                          const char* place) {
        const std::string name = label.empty() ? "" : fmt::format(" node[{}, font=\\footnotesize]{{{}}}", place, latex_text(label));
        return fmt::format("\\draw[{}] (axis cs:{:.10g},{:.10g}) -- (axis cs:{:.10g},{:.10g}){};\n", style, x0, y0, x1, y1, name);
    }

    /// Cells as pgfplots takes them: row by row, at their middles; a value that has no colour is not a number.
    std::string drawn(const HeatMapMark& map) {
        if (!map.values || map.values->empty()) return "";
        const std::int64_t columns = std::min(map.width, most_cells), rows = std::min(map.height, most_cells);
        const bool spread = panel_.kind() == PanelKind::map;
        const double left = spread ? panel_.x.low : static_cast<double>(map.columns.begin);
        const double wide = spread ? panel_.x.high - panel_.x.low : static_cast<double>(map.columns.size());
        const double top = spread ? panel_.y.high : static_cast<double>(map.rows.begin);
        const double high = spread ? panel_.y.low - panel_.y.high : static_cast<double>(map.rows.size());
        std::vector<double> x, y, value;
        for (std::int64_t row = 0; row < rows; ++row)
            for (std::int64_t column = 0; column < columns; ++column) {
                const auto across = (static_cast<double>(column) + 0.5) / static_cast<double>(columns);
                const auto along = (static_cast<double>(row) + 0.5) / static_cast<double>(rows);
                const std::int64_t from =
                    (row * 2 + 1) * map.height / (2 * rows) * map.width + (column * 2 + 1) * map.width / (2 * columns);
                x.push_back(left + across * wide);
                y.push_back(top + along * high);
                value.push_back((*map.values)[static_cast<std::size_t>(from)]);
            }
        for (double& one : value)  // what stands in the CSV is the value; its place among the colours is told apart
            if (!std::isfinite(one)) one = not_a_number;
        std::vector<double> place;
        for (const double one : value) place.push_back(std::isfinite(one) ? scale_position(map.scale, one) : not_a_number);
        const std::string a = table_.add("x", std::move(x)), b = table_.add("y", std::move(y));
        table_.add("value", std::move(value));
        const std::string c = table_.add("color", std::move(place));
        cells_ = "  " + color_map(map.scale) + ", point meta min=0, point meta max=1,\n";
        return fmt::format(
            "\\addplot[matrix plot*, mesh/cols={}, point meta=explicit, forget plot] table[col sep=comma, x={}, y={}, "
            "meta={}]{{{}}};\n",
            columns, a, b, c, file_);
    }

    [[nodiscard]] static std::string color_map(const ColorScale& scale) {
        constexpr std::size_t steps = 33;
        const ColorTable& colors = color_table(scale.map, scale.proof);
        std::string map = "colormap={poslab}{";
        for (std::size_t i = 0; i < steps; ++i) {
            const Color color = colors[i * (colors.size() - 1) / (steps - 1)];
            map += fmt::format("rgb255=({},{},{}) ", color.r, color.g, color.b);
        }
        return map + "}";
    }

    const Panel& panel_;
    std::string file_;
    Table table_;
    std::string cells_;
};

std::vector<const Panel*> panels_of(const Figure& figure) {
    std::vector<const Panel*> panels;
    const auto add = [&](const Panel& panel) {
        if (panel.kind() != PanelKind::dials && panel.kind() != PanelKind::table) panels.push_back(&panel);
    };
    for (const Panel& panel : figure.main) add(panel);
    for (const Panel& panel : figure.companions) add(panel);
    return panels;
}

}  // namespace

std::vector<NamedFile> pgfplots_files(const Figure& figure, const SourcePage& page) {
    std::string command = page.command;  // on one line, where a reader of the file finds it again
    std::replace(command.begin(), command.end(), '\n', ' ');
    std::string tex =
        fmt::format("% {}\n% {}\n% \\input this; the preamble needs \\usepackage{{pgfplots}} \\pgfplotsset{{compat=1.16}}\n",
                    command, page.software);
    std::vector<NamedFile> files{{page.stem + ".tex", ""}};
    const std::vector<const Panel*> panels = panels_of(figure);
    for (std::size_t i = 0; i < panels.size(); ++i) {
        const std::string name = fmt::format("{}-{}.csv", page.stem, i + 1);
        PanelWriter writer(*panels[i], name);
        tex += fmt::format("\n% {}\n", panels[i]->title) + writer.picture(page.width, page.height);
        if (!writer.table().empty()) files.push_back({name, writer.table().csv()});
    }
    files.front().bytes = std::move(tex);
    return files;
}

}  // namespace poslab
