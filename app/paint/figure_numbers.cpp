#include "app/paint/figure_numbers.hpp"

#include "core/base/csv_text.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>
#include <vector>

namespace poslab {
namespace {

/// Returns an axis title without the arrow that shows its direction.
std::string without_arrow(std::string title) {
    for (const std::string_view arrow : {" →", " ↓"})
        if (title.ends_with(arrow)) title.resize(title.size() - arrow.size());
    return title;
}

/// Writes the lines of one panel.
class PanelLines {
  public:
    PanelLines(const Panel& panel, std::string& csv) : panel_(panel), csv_(csv) {
        names_ = csv_field(panel.title.empty() ? panel.quantity : panel.title) + ",";
        x_name_ = "," + csv_field(without_arrow(panel.x.title)) + ",";
        const bool plot = panel.kind() == PanelKind::plot;
        y_name_ = "," +
                  csv_field(without_arrow(plot && !panel.quantity.empty() ? panel.quantity : panel.y.title)) +
                  ",";
    }

    void write(const LineMark& line) {
        if (!line.x || !line.y) return;
        const std::string& name = line.name.empty() ? line.label : line.name;
        for (std::size_t n = 0; n < std::min(line.x->size(), line.y->size()); ++n)
            point(name, (*line.x)[n], (*line.y)[n]);
    }
    void write(const BarMark& bars) {
        if (!bars.x || !bars.y) return;
        for (std::size_t n = 0; n < std::min(bars.x->size(), bars.y->size()); ++n)
            point({}, (*bars.x)[n], (*bars.y)[n]);
    }
    void write(const AreaMark& area) {
        if (!area.x || !area.low || !area.high) return;
        const std::size_t count = std::min({area.x->size(), area.low->size(), area.high->size()});
        const std::string name = area.name.empty() ? "" : area.name + ": ", low = name + "low",
                          high = name + "high";
        for (std::size_t n = 0; n < count; ++n) {
            point(low, (*area.x)[n], (*area.low)[n]);
            point(high, (*area.x)[n], (*area.high)[n]);
        }
    }
    void write(const PointMark& mark) { point(mark.label, mark.at.x, mark.at.y); }
    void write(const RuleMark& rule) { line(rule.label, rule.x, std::nullopt, std::nullopt); }
    void write(const LevelMark& level) { line(level.label, std::nullopt, level.y, std::nullopt); }
    void write(const BandMark& band) { line(band.label, std::nullopt, band.high, std::nullopt); }
    void write(const HeatMapMark& map) {
        if (!map.values || map.width <= 0 || map.height <= 0) return;
        const bool spread = panel_.kind() == PanelKind::map;
        for (std::int64_t row = 0; row < map.height; ++row)
            for (std::int64_t column = 0; column < map.width; ++column) {
                const double value = (*map.values)[static_cast<std::size_t>(row * map.width + column)];
                if (spread)
                    line({}, part(panel_.x.low, panel_.x.high, column, map.width),
                         part(panel_.y.high, panel_.y.low, row + 1, map.height), value);
                else
                    line({}, first_cell(map.columns, column, map.width),
                         first_cell(map.rows, row, map.height), value);
            }
    }
    template <class Other>
    void write(const Other& /*drawn only*/) {}

  private:
    static double part(double from, double to, std::int64_t index, std::int64_t count) {
        return from + (to - from) * static_cast<double>(index) / static_cast<double>(count);
    }
    static double first_cell(const IndexRange& cells, std::int64_t index, std::int64_t count) {
        return std::floor(
            part(static_cast<double>(cells.begin), static_cast<double>(cells.end), index, count));
    }

    [[nodiscard]] bool is_shown(double x) const {
        const Axis& axis = panel_.x;
        return axis.cells ? x >= std::floor(axis.low) && x < axis.high : x >= axis.low && x <= axis.high;
    }

    void point(std::string_view series, double x, double y) {
        if (is_shown(x)) line(series, x, y, std::nullopt);
    }

    void line(std::string_view series, std::optional<double> x, std::optional<double> y,
              std::optional<double> value) {
        csv_ += names_;
        csv_ += csv_field(series);
        csv_ += x_name_;
        if (x) csv_ += csv_number(*x);
        csv_ += y_name_;
        if (y) csv_ += csv_number(*y);
        csv_ += ',';
        if (value) csv_ += csv_number(*value);
        csv_ += '\n';
    }

    const Panel& panel_;
    std::string& csv_;
    std::string names_, x_name_, y_name_;
};

/// Writes a line for each cell of a table, with its text in the value column.
void write_table(const Panel& panel, const Table& table, std::string& csv) {
    for (std::size_t row = 0; row < table.rows.size(); ++row)
        for (std::size_t column = 0; column < table.rows[row].size(); ++column) {
            csv += csv_field(panel.title) + "," + csv_field(table.columns[column].title) + ",";
            csv += "row," + std::to_string(row + 1) + ",,," + csv_field(table.rows[row][column].text) + "\n";
        }
}

void write_panel(const Panel& panel, std::string& csv) {
    if (const Table* table = panel.as<Table>()) return write_table(panel, *table, csv);
    PanelLines lines(panel, csv);
    for (const Mark& mark : panel.marks) std::visit([&](const auto& one) { lines.write(one); }, mark);
}

}  // namespace

std::string figure_csv(const Figure& figure) {
    std::string csv = "panel,series,x_name,x,y_name,y,value\n";
    for (const Panel& panel : figure.main) write_panel(panel, csv);
    if (figure.marginal) write_panel(*figure.marginal, csv);
    for (const Panel& panel : figure.companions) write_panel(panel, csv);
    return csv;
}

}  // namespace poslab
