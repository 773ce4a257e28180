#include "core/base/number_format.hpp"
#include "core/views/conformance/arrays.hpp"

#include <algorithm>
#include <cmath>

namespace poslab::conformance {

void read_cell(Reading& reading) {
    const Detail* detail = reading.first().detail<Detail>();
    if (detail == nullptr || detail->grid.columns.empty()) return;
    const ConformanceReport& report = *detail->report;
    Deviation largest = report.fit.largest;
    const auto cell = cell_at(reading, detail->grid);
    reading.set_source(cell.has_value(), "largest excess"_tr);
    if (cell) {
        const std::size_t index = detail->grid.at(cell->row, cell->column);
        largest = {detail->grid.deviations[index], detail->grid.tolerances[index],
                   detail->grid.rows[cell->row], detail->grid.columns[cell->column]};
    }
    for (const auto& [name, place] : report.reading.coordinates(largest.row, largest.column))
        reading.head(name, readout_value(place, format_number(place, 0)));
    reading.row("Deviation"_tr, readout_value(largest.deviation, deviation_text(largest.deviation)),
                reading.colors.curves[0]);
    reading.row("Rounding limit"_tr, readout_value(largest.tolerance, deviation_text(largest.tolerance)));
    // a single row has no such curve
    const Color typical = detail->grid.rows.size() > 1 ? reading.colors.curves[1] : no_swatch;
    reading.row("Typical deviation"_tr, readout_value(report.fit.typical, deviation_text(report.fit.typical)),
                typical);
    if (report.phase) {
        reading.row("Angle at the last position"_tr,
                    readout_value(report.phase->radians, format_number(report.phase->radians, 3)), "rad");
        reading.row("modulo 2π"_tr,
                    readout_value(report.phase->wrapped, format_number(report.phase->wrapped, 3)), "rad");
    }
    if (report.first)
        reading.row("Agrees before position"_tr,
                    readout_value(report.first->position, format_number(report.first->position, 0)));
    reading.readout.notes = reading.translate("Read as {}.", report.reading.name) + " " +
                            reading.translate(
                                "Tolerances follow from the file's format and from the float32 precision of "
                                "frequencies and angles. All known mistakes are tried, and pairs of them if "
                                "no single one fits; the table shows the best fits."_tr);
}

}  // namespace poslab::conformance
