#include "core/base/masked.hpp"
#include "core/conformance/axis_readings.hpp"
#include "core/conformance/config_facts.hpp"
#include "core/conformance/dump_files.hpp"
#include "core/conformance/layout.hpp"
#include "core/conformance/mistake.hpp"
#include "core/views/conformance/conformance.hpp"

#include "core/base/errors.hpp"

namespace poslab::conformance {
namespace {

bool same_numbers(const Dump& dump, const Dump& other) {
    return std::equal(dump.arrays.begin(), dump.arrays.end(), other.arrays.begin(), other.arrays.end(),
                      [](const auto& a, const auto& b) {
                          return a.second.shape == b.second.shape && a.second.values == b.second.values;
                      });
}

/// Returns the output of the first variant of the mistake that changes it, or the correct output if none
/// does.
Dump example_of(const Params& params, const Implementation& right, std::vector<Message>& warnings) {
    const auto dumped = [&](const Implementation& implementation) {
        return params.check.checked->example(implementation, {params.lengths.length, params.check.heads});
    };
    Dump as_defined = dumped(right);
    const Choice& chosen = CheckGroup::mistakes()[static_cast<std::size_t>(params.check.mistake.index)];
    const Mistake* mistake = Mistake::find(chosen.id);
    if (mistake == nullptr) return as_defined;
    for (const Mistake::Way& way : mistake->examples()) {
        Implementation implementation = right;
        try {
            if (!way(implementation)) continue;
        } catch (const UsageError&) {
            continue;  // the mistake does not apply to this definition
        }
        if (Dump dump = dumped(implementation); !same_numbers(dump, as_defined)) return dump;
    }
    warnings.push_back(tr("{}: has no effect here", chosen.label));
    return as_defined;
}

Dump dump_of(const Params& params, const Implementation& right, const Job& job,
             std::vector<Message>& warnings) {
    const auto files = given_files(params.check);
    const auto is_checked = [](const auto& file) { return !CheckSubject::is_shared(file.first); };
    if (std::none_of(files.begin(), files.end(), is_checked)) return example_of(params, right, warnings);
    for (const CheckSubject::Part& part : params.check.checked->parts)
        if (part.needed && std::none_of(files.begin(), files.end(),
                                        [&](const auto& file) { return file.first == part.role; }))
            throw UsageError(
                tr("--given-{}: required together with --given-{}", part.role, files.front().first));
    Dump dump;
    for (const auto& [role, path] : files) dump.arrays.emplace(role, read_dump_array(role, path, job));
    if (params.check.layout.index > 0)
        dump.layout = declared_layouts()[static_cast<std::size_t>(params.check.layout.index) - 1].id;
    return dump;
}

/// The distinct coordinates, increasing, and the index of each row (or column) among them.
struct Places {
    std::vector<double> places;
    std::vector<std::size_t> of;
};
template <class PanelRole>
Places places_of(std::int64_t count, const PanelRole& place) {
    Places all;
    for (std::int64_t n = 0; n < count; ++n) all.places.push_back(place(n));
    const std::vector<double> each = all.places;
    std::sort(all.places.begin(), all.places.end());
    all.places.erase(std::unique(all.places.begin(), all.places.end()), all.places.end());
    for (const double value : each)
        all.of.push_back(static_cast<std::size_t>(
            std::lower_bound(all.places.begin(), all.places.end(), value) - all.places.begin()));
    return all;
}

struct Summing {
    Summary summary;
    double squares = 0;
    std::int64_t count = 0;

    void take(double deviation, double tolerance) {
        squares += deviation * deviation;
        ++count;
        summary.largest = std::max(summary.largest, deviation);
        summary.tolerance = std::max(summary.tolerance, tolerance);
    }
    [[nodiscard]] Summary sum() {
        summary.typical = count > 0 ? std::sqrt(squares / static_cast<double>(count)) : 0;
        return summary;
    }
};

void summarise(const Grid& grid, Prepared& prepared) {
    std::vector<Summing> rows(grid.rows.size()), columns(grid.columns.size());
    for (std::size_t row = 0; row < rows.size(); ++row)
        for (std::size_t column = 0; column < columns.size(); ++column) {
            const std::size_t index = grid.at(row, column);
            if (is_masked(grid.deviations[index])) continue;
            rows[row].take(grid.deviations[index], grid.tolerances[index]);
            columns[column].take(grid.deviations[index], grid.tolerances[index]);
        }
    for (Summing& summing : rows) prepared.by_row.push_back(summing.sum());
    for (Summing& summing : columns) prepared.by_column.push_back(summing.sum());
}

}  // namespace

Grid grid_of(const ConformanceReport& report) {
    const DumpReading& reading = report.reading;
    const Places rows = places_of(reading.rows, [&](std::int64_t n) { return reading.row_place(n); });
    const Places columns =
        places_of(reading.columns, [&](std::int64_t n) { return reading.column_place(n); });
    Grid grid{rows.places, columns.places, {}, {}};
    grid.deviations.assign(rows.places.size() * columns.places.size(), masked_value());
    grid.tolerances.assign(grid.deviations.size(), 1);
    for (std::size_t n = 0; n < report.deviations.size(); ++n) {
        const double deviation = report.deviations[n], tolerance = reading.tolerance[n];
        if (std::isnan(deviation)) continue;
        const auto width = static_cast<std::size_t>(reading.columns);
        const std::size_t index = grid.at(rows.of[n / width], columns.of[n % width]);
        double& retained = grid.deviations[index];
        if (!is_masked(retained) && !(deviation / tolerance > retained / grid.tolerances[index])) continue;
        retained = deviation;
        grid.tolerances[index] = tolerance;
    }
    return grid;
}

namespace {

template <class Choices, class Chosen>
std::string_view id_of(const Choices& choices, Chosen chosen) {
    return choices.at(static_cast<std::size_t>(chosen)).id;
}

/// Copies the axes of patches and of M-RoPE into `axes`; a text has one axis.
void take_axes(const CheckGroup& check, AxesImplementation& axes) {
    for (const double section : check.mrope_sections.numbers)
        axes.sections.push_back(static_cast<std::int64_t>(section));
    axes.section_layout =
        mrope_layout(id_of(CheckGroup::section_layouts, check.mrope_layout)).value_or(axes.section_layout);
    const std::string_view checked = check.checked->id;
    if (checked != "cos-sin" && checked != "freqs-cis" && checked != "rotation") return;
    axes.layout = layout_2d(id_of(CheckGroup::patch_layouts, check.layout_2d)).value_or(AxisLayout::none);
    axes.coordinates = *coordinates_called(id_of(CheckGroup::patch_coordinates, check.coordinates));
    const std::vector<double>& grid = check.grid.numbers;
    constexpr std::int64_t example_side = 14;
    if (grid.size() == 2)
        axes.grid = {static_cast<std::int64_t>(grid[0]), static_cast<std::int64_t>(grid[1])};
    else if (check.positions.path.empty())
        axes.grid = {example_side, example_side};
}

SinusoidImplementation sinusoid_of(const Params& params) {
    SinusoidImplementation sinusoid;
    sinusoid.layout = sinusoid_layout(id_of(CheckGroup::sinusoid_orders, params.check.sinusoidal_layout));
    sinusoid.denominator =
        sinusoid_denominator(id_of(CheckGroup::sinusoid_divisors, params.check.sinusoidal_denominator));
    sinusoid.base = params.rotary.base;
    return sinusoid;
}

}  // namespace

Implementation definition_of(const Params& params) {
    Implementation right(rotary_spec(params.rotary, params.lengths.train_length, params.lengths.length),
                         params.rotary.pairing);
    right.rope_dims = params.rotary.rope_dims;
    right.has_sections = !params.check.mrope_sections.numbers.empty();
    take(attention_facts_of(params.rotary.config.path, preset_id(params.rotary)), right);
    take_other_layers(params.rotary.config.path, preset_id(params.rotary), right);
    right.matrices.measure = params.check.measure;
    right.sinusoid = sinusoid_of(params);
    take_axes(params.check, right.axes);
    const Choice& rule =
        CheckGroup::discretisations.at(static_cast<std::size_t>(params.check.discretisation));
    if (const Method* method = discretisation_rule(rule.id); method != nullptr) {
        right.matrices.rule = right.matrices.input_rule = *method;
        right.matrices.step = params.check.step_size;
    }
    return right;
}

Prepared prepare(const Params& params, const Engine& /*engine*/, const Job& job) {
    Prepared prepared;
    prepared.warnings = config_warnings(params.rotary);
    Implementation right = definition_of(params);
    const Dump dump = dump_of(params, right, job, prepared.warnings);
    take_axes_of(dump, right);
    auto report = check_conformance(dump, right, static_cast<double>(params.lengths.length), job);
    prepared.warnings.insert(prepared.warnings.end(), report.notes.begin(), report.notes.end());
    prepared.grid = grid_of(report);
    prepared.report = std::make_shared<const ConformanceReport>(std::move(report));
    summarise(prepared.grid, prepared);
    return prepared;
}

}  // namespace poslab::conformance
