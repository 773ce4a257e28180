#include "core/views/conformance/arrays.hpp"

namespace poslab::conformance {

void read_cell(Reading& reading) {
    const Prepared* prepared = reading.first().prepared;
    if (prepared == nullptr || prepared->grid.columns.empty()) return;
    const ConformanceReport& report = *prepared->report;
    Deviation largest = report.fit.largest;
    const auto cell = cell_at(reading, prepared->grid);
    reading.set_source(cell.has_value(), "largest excess"_tr);
    if (cell) {
        const std::size_t index = prepared->grid.at(cell->row, cell->column);
        largest = {prepared->grid.deviations[index], prepared->grid.tolerances[index],
                   prepared->grid.rows[cell->row], prepared->grid.columns[cell->column]};
    }
    for (const auto& [name, place] : report.reading.coordinates(largest.row, largest.column))
        reading.head(name, readout_value(place, 0, 12));
    reading.row("Deviation"_tr, readout_value(largest.deviation, deviation_text), reading.colors.curves[0]);
    reading.row("Rounding limit"_tr, readout_value(largest.tolerance, deviation_text));
    // a single row has no such curve
    const Color typical = prepared->grid.rows.size() > 1 ? reading.colors.curves[1] : no_swatch;
    reading.row("Typical deviation"_tr, readout_value(report.fit.typical, deviation_text), typical);
    if (report.phase) {
        reading.row("Angle at the last position"_tr, readout_value(report.phase->radians, 3, 12), "rad");
        reading.row("modulo 2π"_tr, readout_value(report.phase->wrapped, 3, 12), "rad");
    }
    if (report.first) reading.row("Agrees before position"_tr, readout_value(report.first->position, 0, 12));
    reading.readout.notes = reading.translate("Read as {}.", report.reading.name) + " " +
                            reading.translate(
                                "Tolerances follow from the file's format and from the float32 precision of "
                                "frequencies and angles. All known mistakes are tried, and pairs of them if "
                                "no single one fits; the table shows the best fits."_tr);
}

}  // namespace poslab::conformance
