#include "core/conformance/conformance.hpp"

#include "core/base/errors.hpp"
#include "core/conformance/reports.hpp"
#include "core/conformance/rounding.hpp"
#include "core/files/tensor_info.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

namespace poslab {

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

/// Returns the position of a row; for logits that of the query.
double position_of_row(const DumpReading& reading, std::int64_t row) {
    if (reading.has_positions) return reading.row_place(row);
    const std::int64_t query = row % reading.rows_per_head;
    return reading.query_positions.empty() ? static_cast<double>(query)
                                           : reading.query_positions[static_cast<std::size_t>(query)];
}

/// Returns the first position at which a deviation exceeds its tolerance.
std::optional<FirstDeviation> first_deviation(const ConformanceReport& report) {
    const DumpReading& reading = report.reading;
    if (report.agrees || report.other_shape || (!reading.has_positions && reading.rows_per_head == 0))
        return std::nullopt;
    const auto columns = static_cast<std::size_t>(reading.columns);
    FirstDeviation first{infinite, std::nullopt, 0};
    for (std::size_t n = 0; n < report.deviations.size(); ++n)
        if (report.deviations[n] > reading.tolerance[n]) {
            first.position =
                std::min(first.position, position_of_row(reading, static_cast<std::int64_t>(n / columns)));
            first.most = std::max(first.most, report.deviations[n]);
        }
    if (!std::isfinite(first.position)) return std::nullopt;
    for (std::int64_t row = 0; row < reading.rows; ++row)
        if (const double position = position_of_row(reading, row); position < first.position)
            first.agrees_to = std::max(first.agrees_to.value_or(position), position);
    return first;
}

/// Compares given frequencies with the right ones; empty for other shapes, and if an angle is infinite.
std::optional<PhaseDeviation> phase_deviation(const Dump& dump, const Implementation& right,
                                              double position) {
    const NumberArray* array = dump.find("inverse-frequency");
    const auto pairs = static_cast<std::size_t>(right.pairs());
    if (array == nullptr || array->values.size() != pairs) return std::nullopt;
    PhaseDeviation most{position, 0, 0, 0};
    for (std::size_t p = 0; p < pairs; ++p) {
        const double radians = position * std::abs(array->values[p] - right.inverse_frequency[p]);
        if (!std::isfinite(radians)) return std::nullopt;
        most.wrapped = std::max(most.wrapped, std::abs(std::remainder(radians, 2 * std::numbers::pi)));
        if (radians <= most.radians) continue;
        most.radians = radians;
        most.pair = static_cast<std::int64_t>(p);
    }
    return most;
}

void note_rounded(const ConformanceReport& report, const Dump& dump, std::vector<Message>& notes) {
    const NumberArray* array = dump.find("inverse-frequency");
    if (array == nullptr || !report.agrees || !report.phase ||
        storage_rounding(array->type) <= storage_rounding("float32"))
        return;
    notes.push_back(
        tr("The frequencies agree to the precision of {}. A program that uses them unchanged is {} rad off "
           "at position {}.",
           array->type, fmt::format("{:.3f}", report.phase->radians),
           fmt::format("{:.0f}", report.phase->position)));
}

/// Notes integers that may be the bits of floats, as .view(torch.int16) yields them; no definition does.
void note_integers(const ConformanceReport& report, const Dump& dump, std::vector<Message>& notes) {
    constexpr double largest_count = 4096;
    if (report.agrees || report.subject->id.starts_with("t5-buckets")) return;
    for (const auto& [role, array] : dump.arrays) {
        const bool is_integer = array.type.starts_with("int") || array.type.starts_with("uint");
        if (is_integer && !CheckSubject::is_shared(role) &&
            std::any_of(array.values.begin(), array.values.end(),
                        [](double value) { return std::abs(value) > largest_count; }))
            notes.push_back(tr("{}: holds integers ({}). If they are the bits of floats, convert them first.",
                               array.place, array.type));
    }
}

/// True for what a program computes with, whose digits count with those of its results (input_error).
bool is_input(std::string_view role) {
    return role == "before" || role == "queries" || role == "keys" || role == "t5-weights";
}

/// Notes results that were printed with few digits, whose agreement shows less.
void note_few_digits(const ConformanceReport& report, const Dump& dump, std::vector<Message>& notes) {
    if (!report.agrees) return;
    for (const auto& [role, array] : dump.arrays) {
        const StorageError written = written_error(array);
        if (!has_few_digits(array, written) || CheckSubject::is_shared(role) || is_input(role)) continue;
        notes.push_back(written.absolute > 0
                            ? tr("{}: its numbers are rounded to {}; smaller differences are not shown.",
                                 array.place, fmt::format("{:g}", 2 * written.absolute))
                            : tr("{}: its numbers are rounded by up to {} %; smaller differences are not "
                                 "shown.",
                                 array.place, fmt::format("{:g}", 100 * written.relative)));
    }
}

/// True if a program with that practice would have dumped the same numbers, within the tolerance.
bool agrees_too(const DumpReading& reading, const Implementation& other, const Job& job) {
    constexpr std::int64_t max_compared = 1 << 16;
    const std::vector<std::int64_t> rows = some_rows(reading, {}, max_compared);
    if (fit_of(reading, rows, reading.expected(other, rows)).share > 1) return false;
    return std::ssize(rows) == reading.rows || fit_of_all(reading, other, job).share <= 1;
}

/// Notes tables whose rows are all at position 0, and vectors and logits that are the same without rotation:
/// of one token at position 0, or of the diagonal only. Tables are computed without vectors, so the number of
/// rotations does not change them. Returns true if it has noted that.
bool note_rotation_not_shown(const ConformanceReport& report, const Implementation& right, const Job& job,
                             std::vector<Message>& notes) {
    const DumpReading& reading = report.reading;
    const bool has_vectors = reading.position_axis || reading.positions_in_logits;
    if (!report.agrees || right.rotations == 0) return false;
    if (!has_vectors) {
        const bool at_zero = std::all_of(reading.row_places.begin(), reading.row_places.end(),
                                         [](double position) { return position == 0; });
        if (!reading.has_positions || reading.row_places.empty() || !at_zero) return false;
        notes.push_back("All rows are at position 0, where every frequency gives the same numbers."_tr);
        return true;
    }
    Implementation unrotated = right;
    unrotated.rotations = 0;
    if (!agrees_too(reading, unrotated, job)) return false;
    notes.push_back("The numbers are the same without any rotation, so they do not show one."_tr);
    return true;
}

bool same_definition(const Implementation& one, const Implementation& other) {
    return one.inverse_frequency == other.inverse_frequency && one.amplitude() == other.amplitude() &&
           one.softmax_scale == other.softmax_scale;
}

/// Notes mistakes about the config that yield the same numbers: short texts and coarse formats hide a
/// scaling.
void note_mistakes_not_shown(const ConformanceReport& report, const Implementation& right, const Job& job,
                             std::vector<Message>& notes) {
    if (!report.agrees || !report.subject->is_rotary || right.rotations == 0) return;
    for (const char* const id : {"scaling-ignored", "base-ignored", "longrope-other-list"}) {
        const Mistake& mistake = *Mistake::find(id);
        const bool is_hidden = std::ranges::any_of(mistake.ways, [&](const Mistake::Way& way) {
            Implementation changed = right;
            return try_way(way, changed) && !same_definition(changed, right) &&
                   agrees_too(report.reading, changed, job);
        });
        if (!is_hidden) continue;
        notes.push_back(
            tr("The numbers agree, too, if {}: they do not show the difference. Larger positions "
               "or a finer format do.",
               mistake.label));
    }
}

/// Notes rows at positions without known angles among others.
void note_unknown_angles(const ConformanceReport& report, const Implementation& right,
                         std::vector<Message>& notes) {
    const DumpReading& reading = report.reading;
    if (!report.agrees || !reading.has_positions) return;
    double first = infinite;
    for (const double position : reading.row_places)
        if (std::abs(position) < first && !has_known_angle(right, position)) first = std::abs(position);
    if (!std::isfinite(first)) return;
    const bool vectors = reading.position_axis.has_value();
    const std::string from = fmt::format("{:.17g}", first);
    if (vectors && reading.columns > right.rotary_dim)
        notes.push_back(
            tr("From position {} on float32 rounds every angle by 1 rad or more, so the rotated dimensions "
               "are not checked there.",
               from));
    else
        notes.push_back(
            tr("From position {} on float32 rounds every angle by 1 rad or more, so even zeros agree there.",
               from));
}

/// True if the definition leaves few numbers, by deviations that are small next to the numbers themselves.
bool is_nearly_right(const ConformanceReport& report) {
    return report.fit.outside_share() <= few_remain &&
           report.fit.most <= next_to_nothing * typical_number(report.reading);
}

/// Ranks a reading, the best first: exact explanations, then the fewest numbers that remain unexplained, then
/// the smallest typical deviation. A mistake counts double, so that it does not replace the definition under
/// another reading; a list of positions is no explanation of a reading that nothing else comes near.
std::pair<int, double> rank(const ConformanceReport& report) {
    const Explanation* const first = report.explained ? &report.explanations.front() : nullptr;
    if (is_nearly_right(report)) return {0, report.fit.outside_share()};
    if (first != nullptr && first->fits && !first->is_list())
        return {first->mistakes.size() > 1 ? 2 : 1, first->fit.typical};
    double outside = report.fit.outside_share(), typical = report.fit.typical;
    for (const Explanation& explanation : report.explanations) {
        if (explanation.is_list()) continue;
        outside = std::min(outside, 2 * explanation.fit.outside_share());
        typical = std::min(typical, 2 * explanation.fit.typical);
    }
    if (outside <= few_remain) return {3, outside};
    if (typical <= much_nearer * typical_number(report.reading)) return {4, typical};
    if (first != nullptr) return {first->fits ? 5 : 6, first->fit.typical};
    return {7, report.other_shape ? infinite : report.fit.typical};
}

/// Returns the best of the reports that do not agree, after explaining each.
ConformanceReport best_explained(std::vector<ConformanceReport> reports, const Implementation& right,
                                 const Job& job) {
    std::stable_partition(reports.begin(), reports.end(), is_nearly_right);
    std::optional<ConformanceReport> best;
    for (ConformanceReport& report : reports) {
        explain(report, right, job);
        const bool is_done = rank(report).first <= 1;
        if (!best || rank(report) < rank(*best)) best = std::move(report);
        if (is_done) break;
    }
    return std::move(*best);
}

}  // namespace

ConformanceReport compared(const CheckSubject& subject, DumpReading reading, const Implementation& right,
                           const Job& job) {
    ConformanceReport report;
    report.subject = &subject;
    report.reading = std::move(reading);
    report.fit = fit_of_all(report.reading, right, job, &report.deviations);
    report.other_shape = report.deviations.size() != report.reading.observed.size();
    report.agrees = report.fit.share <= 1;
    return report;
}

void explain(ConformanceReport& report, const Implementation& right, const Job& job) {
    report.agrees = false;
    report.explanations = explanations_of(report.reading, right, report.fit, report.deviations, job);
    report.explained =
        !report.explanations.empty() && explains(report.explanations.front(), report.fit, report.reading);
}

ConformanceReport check_conformance(const Dump& dump, const Implementation& right, double position,
                                    const Job& job) {
    const CheckSubject& subject = CheckSubject::of(dump);
    std::vector<ConformanceReport> reports;
    bool agrees = false;
    if (subject.seconds != nullptr) job.expect_seconds(subject.seconds(dump, right));
    for (DumpReading& reading : subject.read(dump, right)) {
        const bool has_axis = reading.position_axis.has_value();
        reports.push_back(compared(subject, std::move(reading), right, job));
        agrees = agrees || reports.back().agrees;
        if (agrees && !has_axis) break;
    }
    ConformanceReport best = agrees ? chosen_by_axis(std::move(reports), right, job)
                                    : best_explained(std::move(reports), right, job);
    if (best.other_shape && best.explanations.empty()) {
        const NumberArray& array = dump.arrays.begin()->second;
        throw InputError(
            tr("{}: has the shape {}, which neither the definition nor a known mistake "
               "yields; expected: {}",
               array.place, shape_text(array.shape), best.reading.right_shape));
    }
    if (!note_rotation_not_shown(best, right, job, best.notes))
        note_mistakes_not_shown(best, right, job, best.notes);
    note_unknown_angles(best, right, best.notes);
    if (best.agrees && right.softcap && best.reading.positions_in_logits)
        best.notes.push_back(
            tr("These are logits before the soft cap of {}; a program that feeds them to the softmax leaves "
               "it out.",
               *right.softcap));
    best.phase = phase_deviation(dump, right, position);
    best.first = first_deviation(best);
    note_rounded(best, dump, best.notes);
    note_few_digits(best, dump, best.notes);
    note_integers(best, dump, best.notes);
    return best;
}

}  // namespace poslab
