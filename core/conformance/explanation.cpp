#include "core/conformance/explanation.hpp"

#include "core/base/errors.hpp"
#include "core/conformance/evidence.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>

namespace poslab {

bool try_way(const Mistake::Way& way, Implementation& implementation) {
    try {
        return way(implementation);
    } catch (const UsageError&) {
        return false;
    }
}

namespace {

// Numbers used to try mistakes; those that fit, and the nearest ones, are compared with all.
constexpr std::int64_t max_tried = 1 << 15;
constexpr std::ptrdiff_t max_nearest = 4;
// Numbers to which a rule or list is fitted again if the sample misled.
constexpr std::ptrdiff_t max_fitted = std::ptrdiff_t{1} << 22U;
constexpr std::int64_t max_tried_twice = 1 << 13, max_looked_at = 1 << 9;

/// Ranks explanations that fit: is_first, known values, fitted values, equal numbers for a special reason,
/// lists.
int order(const Explanation& explanation) {
    const bool is_special = std::any_of(explanation.mistakes.begin(), explanation.mistakes.end(),
                                        [](const Mistake* made) { return made->is_special; });
    if (explanation.mistakes.size() == 1 && explanation.is_first) return -1;
    return explanation.is_list() ? 3 : is_special ? 2 : explanation.is_fitted ? 1 : 0;
}

double typical_of(const Fit& right_fit, const DumpReading& reading) {
    return std::isfinite(right_fit.typical) ? right_fit.typical : typical_number(reading);
}

/// Returns the typical deviation from the definition, at most ten times the median of the deviations beyond
/// the tolerance, because a few wild numbers do not make it typical.
double robust_size(const Fit& right_fit, const DumpReading& reading, std::span<const double> deviations) {
    constexpr std::size_t enough = std::size_t{1} << 16U;  // of them, evenly chosen
    const auto is_beyond = [&](std::size_t n) { return deviations[n] > reading.tolerance[n]; };
    std::size_t count = 0, passed = 0;
    for (std::size_t n = 0; n < deviations.size(); ++n) count += is_beyond(n) ? 1 : 0;
    std::vector<double> beyond;
    for (std::size_t n = 0; n < deviations.size(); ++n)
        if (is_beyond(n) && passed++ % (count / enough + 1) == 0) beyond.push_back(deviations[n]);
    const double typical = typical_of(right_fit, reading);
    if (beyond.empty()) return typical;
    const auto middle = beyond.begin() + std::ssize(beyond) / 2;
    std::nth_element(beyond.begin(), middle, beyond.end());
    return std::min(typical, 10 * *middle);
}

/// Compares a dump with known mistakes under one reading of its shape.
class Trial {
  public:
    Trial(const DumpReading& reading, const Implementation& right, const Fit& fit,
          std::span<const double> deviations, const Job& job)
        : reading_(reading),
          right_(right),
          fit_(fit),
          deviations_(deviations),
          job_(job),
          size_of_deviation_(robust_size(fit, reading, deviations)) {}

    [[nodiscard]] std::vector<Explanation> singles() {
        if (reading_.seconds) job_.expect_seconds(trial_seconds(right_, 0));
        use_rows(max_tried);
        std::vector<Explanation> all;
        for (const Mistake& mistake : Mistake::all()) {
            job_.check();
            if (const auto best = best_way(mistake, right_))
                all.push_back({{&mistake},
                               best->fit,
                               false,
                               {best->label},
                               false,
                               false,
                               best->program,
                               has_all_rows()});
        }
        for (Explanation& explanation : fitted(right_)) all.push_back(std::move(explanation));
        const bool fits_sample = std::any_of(all.begin(), all.end(), [&](const Explanation& explanation) {
            return explanation.is_fitted && leaves_few(explanation.fit, outside_right_);
        });
        all = sorted(std::move(all), max_nearest);
        // Positions of rows that the sample lacks may also follow the rule, or the list.
        if (!fits_sample || all.front().fits || has_all_rows() || std::ssize(reading_.observed) > max_fitted)
            return all;
        use_rows(std::ssize(reading_.observed));
        std::erase_if(all, [](const Explanation& explanation) {
            return explanation.is_fitted && !explanation.is_complete;
        });
        for (Explanation& explanation : fitted(right_)) {
            const auto before = std::find_if(all.begin(), all.end(), [&](const Explanation& other) {
                return other.is_fitted && other.mistakes == explanation.mistakes;
            });
            if (before == all.end())
                all.push_back(std::move(explanation));
            else if (is_nearer(explanation.fit, before->fit))
                *before = std::move(explanation);
        }
        return sorted(std::move(all), max_nearest);
    }

    /// Pairs a mistake with known values and one with fitted values.
    [[nodiscard]] std::vector<Explanation> next_to_fitted() {
        use_rows(max_tried);
        std::vector<Explanation> all;
        for_each_way([&](const Mistake& first, Text label, const Implementation& implementation) {
            if (!may_be_fitted(implementation) || !fit_under(implementation)) return;
            for (Explanation& explanation : fitted(implementation)) {
                explanation.mistakes.insert(explanation.mistakes.begin(), &first);
                explanation.labels.insert(explanation.labels.begin(), label);
                add(std::move(explanation), all);
            }
        });
        return sorted(std::move(all), 0);
    }

    [[nodiscard]] std::vector<Explanation> pairs() {
        if (reading_.seconds) job_.expect_seconds(pair_seconds());
        use_rows(max_tried_twice);
        few_rows_ = some_rows(reading_, deviations_, max_looked_at);
        std::vector<Explanation> all;
        for_each_way([&](const Mistake& first, Text label, const Implementation& implementation) {
            if (same_numbers(implementation, right_)) return;
            const std::vector<double> with_first = reading_.expected(implementation, rows_);
            for (const Mistake* second = &first + 1; second != Mistake::all().data() + Mistake::all().size();
                 ++second)
                if (second->combines)
                    if (const auto best = best_way(*second, implementation, &with_first))
                        add({{&first, second},
                             best->fit,
                             false,
                             {label, best->label},
                             false,
                             false,
                             best->program,
                             has_all_rows()},
                            all);
        });
        return sorted(std::move(all), 0);
    }

  private:
    void use_rows(std::int64_t numbers) {
        rows_ = some_rows(reading_, deviations_, numbers);
        expected_right_ = reading_.expected(right_, rows_);
        outside_right_ = fit_of(reading_, rows_, expected_right_).outside;
        if (!has_all_rows()) outside_sample_ = outside_right_;
    }

    bool has_all_rows() const { return std::ssize(rows_) == reading_.rows; }

    /// Returns the time of the ways from the mistake at `begin` on that change the numbers of a program with
    /// this practice.
    double trial_seconds(const Implementation& from, std::ptrdiff_t begin,
                         bool only_combining = false) const {
        double seconds = 0;
        for (const Mistake& mistake : Mistake::all().subspan(static_cast<std::size_t>(begin)))
            for (const Mistake::Way& way : mistake.ways) {
                Implementation implementation = from;
                if (only_combining && !mistake.combines) continue;
                if (try_way(way, implementation) && !same_numbers(implementation, from))
                    seconds += reading_.seconds(implementation);
            }
        return seconds;
    }

    double pair_seconds() {
        double seconds = 0;
        for_each_way([&](const Mistake& first, Text, const Implementation& implementation) {
            if (!same_numbers(implementation, right_))
                seconds += trial_seconds(implementation, &first + 1 - Mistake::all().data(), true);
        });
        return seconds;
    }

    /// Calls take(mistake, label, practice) for every way of every mistake that combines with others.
    template <class Take>
    void for_each_way(const Take& take) {
        for (const Mistake& mistake : Mistake::all())
            for (std::size_t n = 0; mistake.combines && n < mistake.ways.size(); ++n) {
                job_.check();
                Implementation implementation = right_;
                if (try_way(mistake.ways[n], implementation))
                    take(mistake, mistake.label_of(n), implementation);
            }
    }

    /// True if fewer numbers remain, or equally many with a smaller typical deviation.
    static bool is_nearer(const Fit& one, const Fit& other) {
        return one.outside != other.outside ? one.outside < other.outside : one.typical < other.typical;
    }

    /// Adds an explanation, or replaces one of the same mistakes that is worse.
    static void add(Explanation explanation, std::vector<Explanation>& all) {
        const auto before = std::find_if(all.begin(), all.end(), [&](const Explanation& other) {
            return other.mistakes == explanation.mistakes;
        });
        if (before == all.end())
            all.push_back(std::move(explanation));
        else if (is_nearer(explanation.fit, before->fit))
            *before = std::move(explanation);
    }

    /// True if it is known without computing them, which takes long for a single long row.
    bool same_numbers(const Implementation& one, const Implementation& other) const {
        return reading_.same_numbers && reading_.same_numbers(one, other);
    }

    /// Returns the fit of a practice to the rows; empty if it yields another shape, the right numbers, or
    /// those of another mistake alone.
    std::optional<Fit> fit_under(const Implementation& implementation,
                                 const std::vector<double>* with_first = nullptr) const {
        if (same_numbers(implementation, right_)) return std::nullopt;
        const std::vector<double> expected = reading_.expected(implementation, rows_);
        if (expected.empty() || poslab::same_numbers(reading_, rows_, expected, expected_right_) ||
            (with_first != nullptr && poslab::same_numbers(reading_, rows_, expected, *with_first)))
            return std::nullopt;
        return fit_of(reading_, rows_, expected, nullptr, next_to_nothing * size_of_deviation_);
    }

    struct BestWay {
        Fit fit;
        Text label;
        Implementation program;
    };
    /// `with_first`: the numbers of `from`, which has a mistake; skips ways that do not change them, or that
    /// a few rows rule out.
    std::optional<BestWay> best_way(const Mistake& mistake, const Implementation& from,
                                    const std::vector<double>* with_first = nullptr) const {
        std::optional<BestWay> best;
        for (std::size_t n = 0; n < mistake.ways.size(); ++n) {
            Implementation implementation = from;
            if (!try_way(mistake.ways[n], implementation)) continue;
            if (with_first != nullptr && (same_numbers(implementation, from) || !may_fit(implementation)))
                continue;
            const std::optional<Fit> fit = fit_under(implementation, with_first);
            if (fit && (!best || is_nearer(*fit, best->fit)))
                best = BestWay{*fit, mistake.label_of(n), std::move(implementation)};
        }
        return best;
    }

    /// Returns the mistakes with fitted values, for a program that otherwise has this practice.
    std::vector<Explanation> fitted(const Implementation& from) const {
        const Evidence evidence(reading_, from, rows_);
        std::vector<Explanation> all;
        for (const Mistake& mistake : Mistake::all()) {
            if (mistake.fitted == nullptr) continue;
            job_.check();
            for (const Mistake::FittedWay& way : mistake.fitted(evidence)) {
                Implementation implementation = from;
                if (!try_way(way.change, implementation)) continue;
                if (const std::optional<Fit> fit = fit_under(implementation))
                    add({{&mistake},
                         *fit,
                         false,
                         {way.label},
                         true,
                         way.is_first,
                         implementation,
                         has_all_rows()},
                        all);
            }
        }
        return all;
    }

    /// True if a few rows do not rule out that the practice fits.
    bool may_fit(const Implementation& implementation) const {
        constexpr double slack = 30;  // tolerates larger deviations in a few rows
        const std::vector<double> expected = reading_.expected(implementation, few_rows_);
        if (expected.empty()) return false;
        const Fit fit = fit_of(reading_, few_rows_, expected);
        return fit.share <= 1 || fit.typical <= slack * next_to_nothing * typical_of(fit_, reading_);
    }

    /// Quick check: true if a few rows are rotations under this practice.
    bool may_be_fitted(const Implementation& implementation) const {
        if (!reading_.rotations) return false;
        constexpr std::size_t few = 12;
        constexpr double small_error = 0.01;
        std::size_t looked = 0, readable = 0;
        for (std::size_t n = 0; n < rows_.size(); n += std::max<std::size_t>(1, rows_.size() / few)) {
            const auto rotations =
                reading_.rotations(implementation, rows_[n], reading_.observed_row(rows_[n]));
            if (std::ssize(rotations) != implementation.pairs()) return false;
            ++looked;
            if (decoded_position(rotations, implementation, reading_.row_place(rows_[n])).error <=
                small_error)
                ++readable;
        }
        const bool same_frequencies = implementation.inverse_frequency == right_.inverse_frequency;
        return 3 * readable >= 2 * looked || same_frequencies;
    }

    /// Compares those that fit the sample, and that many of the nearest ones, with all rows. Returns them as
    /// ranked by sort().
    std::vector<Explanation> sorted(std::vector<Explanation> all, std::ptrdiff_t nearest) const {
        for (Explanation& explanation : all) judge(explanation);
        std::ptrdiff_t completed = 0;
        for (bool any = true; any && completed < 4 * max_nearest;) {
            sort(all);
            any = false;
            for (std::ptrdiff_t n = 0; n < std::ssize(all); ++n) {
                Explanation& explanation = all[static_cast<std::size_t>(n)];
                if (explanation.is_complete || !(explanation.fits || n < nearest)) continue;
                explanation.fit = fit_of_all(reading_, explanation.program, job_, nullptr,
                                             next_to_nothing * size_of_deviation_);
                explanation.is_complete = true;
                judge(explanation);
                any = true;
                ++completed;
            }
        }
        return all;
    }

    void judge(Explanation& explanation) const {
        explanation.fits = explanation.fit.outside == 0;
        explanation.leaves_few =
            leaves_few(explanation.fit, explanation.is_complete ? fit_.outside : outside_sample_);
    }

    /// True if few of the numbers that the definition does not explain remain.
    static bool leaves_few(const Fit& fit, std::int64_t outside_definition) {
        return static_cast<double>(fit.outside) <= few_remain * static_cast<double>(outside_definition);
    }

    /// Sorts explanations: those that fit first, known values before fitted ones; then those that leave few
    /// numbers, lists last; then by remaining deviation. Equally good fitted ones keep the order of the list
    /// of mistakes.
    static void sort(std::vector<Explanation>& all) {
        std::stable_sort(all.begin(), all.end(), [](const Explanation& a, const Explanation& b) {
            if (a.fits != b.fits) return a.fits;
            if (const int first = order(a), second = order(b); a.fits && first != second)
                return first < second;
            if (a.fits && a.is_fitted) return false;
            if (a.fits) return a.fit.typical < b.fit.typical;
            if (a.leaves_few != b.leaves_few) return a.leaves_few;
            if (!a.leaves_few) return a.fit.typical < b.fit.typical;
            const auto rank = [](const Explanation& one) {
                return std::tuple(one.is_list(), one.fit.outside_share(), order(one),
                                  one.is_fitted ? 0 : one.fit.typical);
            };
            return rank(a) < rank(b);
        });
    }

    const DumpReading& reading_;
    const Implementation& right_;
    const Fit& fit_;  // of the definition
    std::span<const double> deviations_;
    const Job& job_;
    double size_of_deviation_;
    std::vector<std::int64_t> rows_, few_rows_;
    std::vector<double> expected_right_;
    std::int64_t outside_right_ = 0;   // in these rows
    std::int64_t outside_sample_ = 0;  // in the rows of explanations that are not complete
};

bool has_fit(const std::vector<Explanation>& all) {
    return !all.empty() && all.front().fits && !all.front().is_list();
}

/// Puts those that fit before the others; pairs of mistakes are included only if they fit and no single
/// mistake does.
void put_first(std::vector<Explanation> some, std::vector<Explanation>& all) {
    constexpr std::size_t max_pairs = 3;
    std::erase_if(some,
                  [](const Explanation& explanation) { return !explanation.fits || explanation.is_list(); });
    if (some.size() > max_pairs) some.resize(max_pairs);
    all.insert(all.begin(), std::make_move_iterator(some.begin()), std::make_move_iterator(some.end()));
}

}  // namespace

std::string Explanation::id() const {
    std::vector<std::string_view> ids;
    for (const Mistake* mistake : mistakes) ids.push_back(mistake->id);
    return fmt::format("{}", fmt::join(ids, "+"));
}

bool Explanation::is_list() const {
    return std::any_of(mistakes.begin(), mistakes.end(),
                       [](const Mistake* mistake) { return mistake->id == "positions-irregular"; });
}

std::vector<Explanation> explanations_of(const DumpReading& reading, const Implementation& right,
                                         const Fit& right_fit, std::span<const double> deviations,
                                         const Job& job) {
    Trial trial(reading, right, right_fit, deviations, job);
    std::vector<Explanation> all = trial.singles();
    if (!has_fit(all)) put_first(trial.pairs(), all);
    if (!has_fit(all)) put_first(trial.next_to_fitted(), all);
    return all;
}

bool explains(const Explanation& explanation, const Fit& right_fit, const DumpReading& reading) {
    return explanation.fits || explanation.leaves_few ||
           (std::isfinite(explanation.fit.typical) &&
            explanation.fit.typical <= much_nearer * typical_of(right_fit, reading));
}

}  // namespace poslab
