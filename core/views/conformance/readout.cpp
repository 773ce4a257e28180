#include "core/base/number_format.hpp"
#include "core/views/conformance/arrays.hpp"

#include <algorithm>
#include <cmath>

namespace poslab::conformance {

void read_cell(Reading& to) {
    const Detail* detail = detail_of(to.first());
    if (detail == nullptr || detail->grid.columns.empty()) return;
    const ConformanceReport& report = *detail->report;
    Deviation largest = report.fit.largest;
    const auto cell = cell_at(to, detail->grid);
    to.where(cell.has_value(), "largest excess"_tr);
    if (cell) {
        const std::size_t index = detail->grid.at(cell->row, cell->column);
        largest = {detail->grid.deviations[index], detail->grid.tolerances[index],
                   detail->grid.rows[cell->row], detail->grid.columns[cell->column]};
    }
    for (const auto& [name, place] : report.reading.coordinates(largest.row, largest.column))
        to.head(name, exact(place, format_number(place, 0)));
    to.row("Deviation"_tr, exact(largest.deviation, deviation_text(largest.deviation)), to.colors.curves[0]);
    to.row("Rounding limit"_tr, exact(largest.tolerance, deviation_text(largest.tolerance)));
    // a single row has no such curve
    const Color typical = detail->grid.rows.size() > 1 ? to.colors.curves[1] : no_swatch;
    to.row("Typical deviation"_tr, exact(report.fit.typical, deviation_text(report.fit.typical)), typical);
    if (report.phase) {
        to.row("Angle at the last position"_tr,
               exact(report.phase->radians, format_number(report.phase->radians, 3)), "rad");
        to.row("modulo 2π"_tr, exact(report.phase->wrapped, format_number(report.phase->wrapped, 3)), "rad");
    }
    if (report.first)
        to.row("Agrees before position"_tr,
               exact(report.first->position, format_number(report.first->position, 0)));
    to.readout.notes = to.translate("Read as {}.", report.reading.name) + " " +
                       to.translate(
                           "Tolerances follow from the file's format and from the float32 precision of "
                           "frequencies and angles. All known mistakes are tried, and pairs of them if "
                           "no single one fits; the table shows the best fits."_tr);
}

}  // namespace poslab::conformance
