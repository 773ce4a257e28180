#include "core/conformance/conformance.hpp"

#include "core/base/errors.hpp"
#include "core/conformance/rounding.hpp"
#include "core/files/tensor_info.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

namespace poslab {

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr double next_to_nothing = 1e-3;      // of the definition's typical deviation: tolerances are those of the definition, too
constexpr double much_nearer = 0.05;          // of the definition's typical deviation: named though it does not fit wholly
constexpr std::int64_t most_tried = 1 << 15;  // numbers with which mistakes are tried; the definition is held against all
constexpr std::int64_t most_tried_twice = 1 << 13;

std::vector<std::int64_t> all_rows(const DumpReading& reading) {
    std::vector<std::int64_t> rows(static_cast<std::size_t>(reading.rows));
    std::iota(rows.begin(), rows.end(), std::int64_t{0});
    return rows;
}

/// Evenly chosen, the first and the last among them.
std::vector<std::int64_t> some_rows(const DumpReading& reading, std::int64_t numbers) {
    const std::int64_t count = std::max<std::int64_t>(2, numbers / std::max<std::int64_t>(1, reading.columns));
    if (count >= reading.rows) return all_rows(reading);
    std::vector<std::int64_t> rows;
    for (std::int64_t n = 0; n < count; ++n) rows.push_back(n * (reading.rows - 1) / (count - 1));
    return rows;
}

/// How far expected numbers of those rows are from the observed ones. `deviations` takes each, if it is there.
Fit fit_of(const DumpReading& reading, std::span<const std::int64_t> rows, const std::vector<double>& expected,
           std::vector<double>* deviations = nullptr) {
    if (expected.size() != rows.size() * static_cast<std::size_t>(reading.columns))
        return {infinite, infinite, infinite, {infinite, 0, 0, 0}, 0};
    Fit fit;
    double squares = 0;
    std::int64_t compared = 0;
    if (deviations != nullptr) deviations->reserve(expected.size());
    const auto columns = static_cast<std::size_t>(reading.columns);
    for (std::size_t n = 0; n < expected.size(); ++n) {
        const std::int64_t row = rows[n / columns], column = static_cast<std::int64_t>(n % columns);
        const auto place = static_cast<std::size_t>(row) * columns + static_cast<std::size_t>(column);
        const double observed = reading.observed[place];
        const double deviation = std::isnan(observed)         ? observed
                                 : std::isfinite(expected[n]) ? std::abs(observed - expected[n])
                                                              : infinite;
        if (deviations != nullptr) deviations->push_back(deviation);
        if (std::isnan(observed)) continue;
        squares += deviation * deviation;
        fit.most = std::max(fit.most, deviation);
        ++compared;
        const double share = deviation / reading.tolerance[place];
        if (compared > 1 && !(share > fit.share)) continue;
        fit.share = share;
        fit.largest = {deviation, reading.tolerance[place], reading.row_place(row), reading.column_place(column)};
    }
    fit.compared = compared;
    fit.typical = compared > 0 ? std::sqrt(squares / static_cast<double>(compared)) : 0;
    return fit;
}

/// Of all rows, some of them at a time: a long table need not be there twice. `deviations` takes each; none: another shape.
Fit fit_of_all(const DumpReading& reading, const Practice& practice, std::vector<double>& deviations, const Job& job) {
    const std::vector<std::int64_t> rows = all_rows(reading);
    const auto block = static_cast<std::size_t>(std::max<std::int64_t>(1, most_tried / std::max<std::int64_t>(1, reading.columns)));
    deviations.reserve(reading.observed.size());
    Fit all;
    double squares = 0, compared = 0, most = 0;
    for (std::size_t begin = 0; begin < rows.size(); begin += block) {
        job.check();
        const auto some = std::span(rows).subspan(begin, std::min(block, rows.size() - begin));
        const std::vector<double> expected = reading.expected(practice, some);
        const Fit fit = fit_of(reading, some, expected, &deviations);
        if (expected.empty()) return fit;
        squares += fit.typical * fit.typical * static_cast<double>(fit.compared);
        compared += static_cast<double>(fit.compared);
        most = std::max(most, fit.most);
        if (begin == 0 || fit.share > all.share) all = fit;
    }
    all.typical = compared > 0 ? std::sqrt(squares / compared) : 0;
    all.most = most;
    all.compared = static_cast<std::int64_t>(compared);
    return all;
}

/// Whether two practices give the same numbers, as far as the tolerance tells.
bool same_numbers(const DumpReading& reading, std::span<const std::int64_t> rows, const std::vector<double>& one,
                  const std::vector<double>& other) {
    if (one.size() != other.size()) return false;
    for (std::size_t n = 0; n < one.size(); ++n) {
        const auto place = static_cast<std::size_t>(rows[n / static_cast<std::size_t>(reading.columns)] * reading.columns) +
                           n % static_cast<std::size_t>(reading.columns);
        if (!(std::abs(one[n] - other[n]) <= 0.5 * reading.tolerance[place])) return false;
    }
    return true;
}

/// False where that way makes no difference, or no sense.
bool try_way(const Mistake::Way& way, Practice& practice) {
    try {
        return way(practice);
    } catch (const UsageError&) {
        return false;
    }
}

/// What a dump is compared with under one reading of its shape.
class Trial {
  public:
    Trial(const DumpReading& reading, const Practice& right, const Fit& fit, const Job& job)
        : reading_(reading), right_(right), fit_(fit), job_(job) {}

    [[nodiscard]] std::vector<Explanation> singles(std::int64_t numbers) {
        rows_ = some_rows(reading_, numbers);
        expected_right_ = reading_.expected(right_, rows_);
        std::vector<Explanation> all;
        for (const Mistake& mistake : Mistake::all()) {
            job_.check();
            if (const auto fit = best_way(mistake, right_)) all.push_back({{&mistake}, *fit});
        }
        return sorted(std::move(all));
    }

    [[nodiscard]] std::vector<Explanation> pairs() {
        rows_ = some_rows(reading_, most_tried_twice);
        expected_right_ = reading_.expected(right_, rows_);
        std::vector<Explanation> all;
        for (const Mistake& first : Mistake::all())
            for (const Mistake::Way& way : first.ways) {
                job_.check();
                Practice practice = right_;
                if (!try_way(way, practice)) continue;
                for (const Mistake* second = &first + 1; second != Mistake::all().data() + Mistake::all().size(); ++second)
                    if (const auto fit = best_way(*second, practice)) add({{&first, second}, *fit}, all);
            }
        return sorted(std::move(all));
    }

  private:
    /// Of a mistake in several ways only the best counts.
    static void add(Explanation one, std::vector<Explanation>& all) {
        const auto before =
            std::find_if(all.begin(), all.end(), [&](const Explanation& other) { return other.mistakes == one.mistakes; });
        if (before == all.end())
            all.push_back(std::move(one));
        else if (one.fit.typical < before->fit.typical)
            *before = std::move(one);
    }

    std::optional<Fit> best_way(const Mistake& mistake, const Practice& from) {
        std::optional<Fit> best;
        for (const Mistake::Way& way : mistake.ways) {
            Practice practice = from;
            if (!try_way(way, practice)) continue;
            const std::vector<double> expected = reading_.expected(practice, rows_);
            if (expected.empty() || same_numbers(reading_, rows_, expected, expected_right_)) continue;
            const Fit fit = fit_of(reading_, rows_, expected);
            if (!best || fit.typical < best->typical) best = fit;
        }
        return best;
    }

    /// Those that fit first, by what is left of the deviation.
    std::vector<Explanation> sorted(std::vector<Explanation> all) const {
        for (Explanation& one : all)
            one.fits = one.fit.share <= 1 || (std::isfinite(one.fit.typical) && one.fit.typical <= next_to_nothing * fit_.typical);
        std::stable_sort(all.begin(), all.end(), [](const Explanation& a, const Explanation& b) {
            if (a.fits != b.fits) return a.fits;
            return a.fit.typical < b.fit.typical;
        });
        return all;
    }

    const DumpReading& reading_;
    const Practice& right_;
    const Fit& fit_;  // of the definition
    const Job& job_;
    std::vector<std::int64_t> rows_;
    std::vector<double> expected_right_;
};

bool explains(const Explanation& one, const Fit& right) {
    return one.fits || (std::isfinite(one.fit.typical) && one.fit.typical <= much_nearer * right.typical);
}

ConformanceReport report_of(const CheckSubject& subject, DumpReading from, const Practice& right, const Job& job) {
    ConformanceReport report;
    report.subject = &subject;
    report.reading = std::move(from);
    const DumpReading& reading = report.reading;
    report.fit = fit_of_all(reading, right, report.deviations, job);
    report.other_shape = report.deviations.size() != reading.observed.size();
    report.agrees = report.fit.share <= 1;
    if (report.agrees) return report;
    Trial trial(reading, right, report.fit, job);
    report.explanations = trial.singles(most_tried);
    if (report.explanations.empty() || !report.explanations.front().fits) {
        std::vector<Explanation> pairs = trial.pairs();
        constexpr std::size_t most_pairs = 3;
        if (pairs.size() > most_pairs) pairs.resize(most_pairs);
        // Two are told only where they fit and no single one does.
        std::erase_if(pairs, [](const Explanation& one) { return !one.fits; });
        report.explanations.insert(report.explanations.begin(), pairs.begin(), pairs.end());
    }
    report.explained = !report.explanations.empty() && explains(report.explanations.front(), report.fit);
    return report;
}

/// Of frequencies as they were given against the right ones.
std::optional<PhaseDeviation> phase_deviation(const Dump& dump, const Practice& right, double position) {
    const NumberArray* array = dump.find("inverse-frequency");
    const auto pairs = static_cast<std::size_t>(right.pairs());
    if (array == nullptr || array->values.size() != pairs) return std::nullopt;
    PhaseDeviation most{position, 0, 0, 0};
    for (std::size_t p = 0; p < pairs; ++p) {
        const double radians = position * std::abs(array->values[p] - right.inverse_frequency[p]);
        most.wrapped = std::max(most.wrapped, std::abs(std::remainder(radians, 2 * std::numbers::pi)));
        if (radians <= most.radians) continue;
        most.radians = radians;
        most.pair = static_cast<std::int64_t>(p);
    }
    return most;
}

void note_rounded(const ConformanceReport& report, const Dump& dump, std::vector<Sentence>& notes) {
    const NumberArray* array = dump.find("inverse-frequency");
    if (array == nullptr || !report.agrees || !report.phase || storage_rounding(array->type) <= storage_rounding("float32")) return;
    notes.push_back(
        tr("The frequencies agree as far as {} can hold them. A program that uses them so is {} rad off at position {}.",
           array->type, fmt::format("{:.3f}", report.phase->radians), fmt::format("{:.0f}", report.phase->position)));
}

}  // namespace

std::string Explanation::id() const {
    std::vector<std::string_view> ids;
    for (const Mistake* mistake : mistakes) ids.push_back(mistake->id);
    return fmt::format("{}", fmt::join(ids, "+"));
}

ConformanceReport check_conformance(const Dump& dump, const Practice& right, double position, const Job& job) {
    const CheckSubject& subject = CheckSubject::of(dump);
    std::optional<ConformanceReport> best;
    for (DumpReading& reading : subject.read(dump, right)) {
        ConformanceReport report = report_of(subject, std::move(reading), right, job);
        const auto rank = [](const ConformanceReport& one) {
            return one.agrees        ? -1
                   : one.explained   ? one.explanations.front().fit.typical
                   : one.other_shape ? infinite
                                     : one.fit.typical + 1e100;
        };
        if (!best || rank(report) < rank(*best)) best = std::move(report);
        if (best->agrees) break;
    }
    if (best->other_shape && best->explanations.empty()) {
        const NumberArray& array = dump.arrays.begin()->second;
        throw InputError(tr("{}: has the shape {}, and neither the definition nor a known mistake gives that", array.place,
                            shape_text(array.shape)));
    }
    best->phase = phase_deviation(dump, right, position);
    note_rounded(*best, dump, best->notes);
    return *best;
}

}  // namespace poslab
