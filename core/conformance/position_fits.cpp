#include "core/conformance/position_fits.hpp"

#include "core/conformance/consensus.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>

namespace poslab::position_fits {

namespace {

constexpr double max_rows_agree = 0.8;  // the rest may be unreadable rows
constexpr double same_position = 0.06, good_error = 0.02;

bool equal(double value, double other) { return std::abs(value - other) <= same_position; }

std::string in_text(double number) { return fmt::format("{:.6g}", number); }

std::string in_text(const std::vector<double>& numbers, std::size_t most) {
    std::vector<std::string> texts;
    for (std::size_t n = 0; n < std::min(most, numbers.size()); ++n) texts.push_back(in_text(numbers[n]));
    return fmt::format("{}{}", fmt::join(texts, ", "), numbers.size() > most ? " …" : "");
}

/// Returns the way that applies a rule to the positions of a series.
FittedWay rule_for(const PositionSeries& series, PositionRule rule, Message label) {
    const auto member = series.rule;
    return {[member, rule = std::move(rule)](Implementation& implementation) {
                implementation.*member = rule;
                return true;
            },
            std::move(label)};
}

/// Returns the rows that show a rotation.
std::vector<RowPosition> readable(const PositionSeries& series) {
    std::vector<RowPosition> rows;
    for (const RowPosition& row : series.positions)
        if (row.error <= good_error && row.amplitude > 0) rows.push_back(row);
    return rows;
}

template <class Holds>
bool mostly(const std::vector<RowPosition>& rows, const Holds& holds) {
    const auto count = std::count_if(rows.begin(), rows.end(), holds);
    return !rows.empty() && static_cast<double>(count) >= max_rows_agree * static_cast<double>(rows.size());
}

/// Calls make(series, rows) for each series with enough readable rows, and collects the results.
template <class Make>
std::vector<FittedWay> of_each_series(const Evidence& evidence, const Make& make) {
    std::vector<FittedWay> ways;
    for (const PositionSeries& series : evidence.series()) {
        const std::vector<RowPosition> rows = readable(series);
        if (rows.size() < 2 || 2 * rows.size() < series.positions.size()) continue;
        if (mostly(rows, [](const RowPosition& row) { return equal(row.decoded, row.right); }) &&
            rows.size() == series.positions.size() &&
            std::all_of(rows.begin(), rows.end(),
                        [](const RowPosition& row) { return equal(row.decoded, row.right); }))
            continue;  // nothing to explain
        if (std::optional<FittedWay> way = make(series, rows)) ways.push_back(std::move(*way));
    }
    return ways;
}

/// Returns the most frequent of the numbers.
double mode_of(const std::vector<double>& numbers) {
    std::map<double, int> counts;
    for (const double number : numbers) ++counts[number];
    return std::max_element(counts.begin(), counts.end(),
                            [](const auto& a, const auto& b) { return a.second < b.second; })
        ->first;
}

/// Returns the nearest fraction with a small denominator, else the number.
double simple_fraction(double number, double deviation) {
    for (int denominator = 1; denominator <= 64; ++denominator) {
        const double near = std::round(number * denominator) / denominator;
        if (near != 0 && std::abs(number - near) <= deviation) return near;
    }
    return number;
}

/// Returns the rows in ascending order of the right position.
std::vector<RowPosition> by_position(std::vector<RowPosition> rows) {
    std::stable_sort(rows.begin(), rows.end(),
                     [](const RowPosition& a, const RowPosition& b) { return a.right < b.right; });
    return rows;
}

/// Returns the number of rows that a rule explains.
std::ptrdiff_t explained_by(const PositionRule& rule, std::span<const RowPosition> rows) {
    return std::count_if(rows.begin(), rows.end(),
                         [&](const RowPosition& row) { return equal(row.decoded, rule.of(row.right)); });
}

bool holds_mostly(const PositionRule& rule, const std::vector<RowPosition>& rows) {
    return mostly(rows, [&](const RowPosition& row) { return equal(row.decoded, rule.of(row.right)); });
}

/// Returns at most `limit` of the rows, evenly spaced.
std::vector<RowPosition> evenly_spaced(const std::vector<RowPosition>& rows, std::size_t limit) {
    if (rows.size() <= limit) return rows;
    std::vector<RowPosition> some;
    for (std::size_t n = 0; n < limit; ++n) some.push_back(rows[n * (rows.size() - 1) / (limit - 1)]);
    return some;
}

/// Fits decoded = factor · right + offset to most rows; empty if there is no such line.
std::optional<PositionRule> rule_of_line(const std::vector<RowPosition>& rows) {
    constexpr double near_line = 0.25;  // of a line through two rows that may be close to each other
    std::vector<LinePoint> points;
    for (const RowPosition& row : by_position(rows)) points.push_back({row.right, row.decoded});
    const auto ends = ends_of_common_line(points, [&](const StraightLine& line, std::size_t n) {
        return std::abs(points[n].y - line.at(points[n].x)) <= near_line;
    });
    if (!ends) return std::nullopt;
    const auto& [low, high] = *ends;
    const double range = high.x - low.x;
    if (range < 2) return std::nullopt;
    PositionRule rule;
    rule.factor = simple_fraction((high.y - low.y) / range, 2 * same_position / range);
    rule.offset = snapped_position(low.y - rule.factor * low.x);
    return holds_mostly(rule, rows) ? std::optional(rule) : std::nullopt;
}

/// Returns right − decoded, the number of tokens that a row does not count: 0 if the row is right, and empty
/// if it is not a whole number from 0 to the right position.
std::optional<double> missing_tokens(const RowPosition& row) {
    const double missing = std::round(row.right - row.decoded);
    const bool is_valid = missing >= 0 && missing <= row.right && equal(missing, row.right - row.decoded);
    return is_valid ? std::optional(missing) : std::nullopt;
}

/// Positions at which the rows show a restart, each with the rows from there to the next one. Rows that
/// contradict the others add false ones.
class Restarts {
  public:
    /// `rows`: in ascending order of the right position.
    explicit Restarts(const std::vector<RowPosition>& rows) {
        std::set<double> distinct;
        for (const RowPosition& row : rows) {
            missing_.push_back(missing_tokens(row).value_or(-1));
            if (missing_.back() > 0) distinct.insert(missing_.back());
        }
        if (distinct.size() > max_starts) return;
        // Rows before the first restart miss none.
        starts_.push_back({0, 0, 0, 0});
        std::size_t row = 0;
        for (const double start : distinct) {
            while (row < rows.size() && rows[row].right < start) ++row;
            starts_.back().end = row;
            starts_.push_back({start, row, row, 0});
        }
        if (starts_.size() < 2) return;
        starts_.back().end = rows.size();
        for (Start& start : starts_) count(start);
        drop_false_ones();
    }
    [[nodiscard]] std::vector<double> positions() const {
        std::vector<double> all;
        for (std::size_t n = 1; n < starts_.size(); ++n) all.push_back(starts_[n].position);
        return all;
    }

  private:
    static constexpr std::size_t max_starts = 512;

    struct Start {
        double position = 0;
        std::size_t begin = 0, end = 0;  // rows
        std::ptrdiff_t showing = 0;      // rows that show this start

        /// The rows that contradict the start, less those that show it; positive if no row shows it.
        [[nodiscard]] std::ptrdiff_t against() const {
            return static_cast<std::ptrdiff_t>(end - begin) - 2 * showing + (showing == 0 ? 1 : 0);
        }
    };

    void count(Start& start) const {
        start.showing = std::count(missing_.begin() + static_cast<std::ptrdiff_t>(start.begin),
                                   missing_.begin() + static_cast<std::ptrdiff_t>(start.end), start.position);
    }
    /// Joins starts that most of their rows contradict to the ones before, the most contradicted first.
    void drop_false_ones() {
        for (std::size_t dropped = 0; dropped < max_starts && starts_.size() > 1; ++dropped) {
            const auto worst =
                std::max_element(starts_.begin() + 1, starts_.end(),
                                 [](const Start& a, const Start& b) { return a.against() < b.against(); });
            if (worst->against() <= 0) return;
            (worst - 1)->end = worst->end;
            count(*(worst - 1));
            starts_.erase(worst);
        }
    }

    std::vector<double> missing_;  // by row; −1: not valid
    std::vector<Start> starts_;
};

/// Returns lengths with which rows may have been wrapped: the tokens that some rows do not count, and the
/// greatest common divisors of two of them and of all.
std::set<std::int64_t> possible_periods(const std::vector<RowPosition>& rows) {
    constexpr std::size_t max_rows_used = 16;
    std::vector<RowPosition> wrapped_rows;
    std::copy_if(rows.begin(), rows.end(), std::back_inserter(wrapped_rows),
                 [](const RowPosition& row) { return missing_tokens(row).value_or(0) > 0; });
    std::set<std::int64_t> periods, multiples;
    for (const RowPosition& row : evenly_spaced(wrapped_rows, max_rows_used))
        multiples.insert(static_cast<std::int64_t>(*missing_tokens(row)));
    for (const std::int64_t one : multiples)
        for (const std::int64_t other : multiples) periods.insert(std::gcd(one, other));
    std::int64_t of_all = 0;
    for (const std::int64_t one : multiples) of_all = std::gcd(of_all, one);
    if (of_all > 0) periods.insert(of_all);
    return periods;
}

/// Two rows between which most rows change from one kind to another.
struct Change {
    std::optional<RowPosition> last_before;
    RowPosition first_after;
};

/// Returns the change that the fewest rows contradict; empty if there is none, or if half of the rows on one
/// side contradict it.
template <class Before, class After>
std::optional<Change> change_of_rows(const std::vector<RowPosition>& unsorted, const Before& is_before,
                                     const After& is_after) {
    const std::vector<RowPosition> rows = by_position(unsorted);
    std::ptrdiff_t before = 0, after = std::count_if(rows.begin(), rows.end(), is_after);
    std::ptrdiff_t most = -1, most_before = 0, most_after = 0;
    std::size_t best = 0;
    for (std::size_t n = 0; n <= rows.size(); ++n) {
        const bool can_change = n == 0 || n == rows.size() || rows[n].right > rows[n - 1].right;
        if (can_change && before + after >= most) {
            most = before + after;
            most_before = before;
            most_after = after;
            best = n;
        }
        if (n == rows.size()) break;
        before += is_before(rows[n]) ? 1 : 0;
        after -= is_after(rows[n]) ? 1 : 0;
    }
    const std::size_t rest = rows.size() - best;
    if (rest == 0 || 2 * most_after <= static_cast<std::ptrdiff_t>(rest)) return std::nullopt;
    if (best > 0 && 2 * most_before <= static_cast<std::ptrdiff_t>(best)) return std::nullopt;
    return Change{best > 0 ? std::optional(rows[best - 1]) : std::nullopt, rows[best]};
}

/// Returns the position from which rows are of the second kind: also looks at rows that were not decoded,
/// between both rows of the change.
template <class After>
double first_position_after(const Evidence& evidence, const Change& change, const After& is_after) {
    RowPosition after = change.first_after;
    if (!change.last_before || evidence.reading.positions_in_logits) return after.right;
    RowPosition before = *change.last_before;
    while (after.row - before.row > 1) {
        const RowPosition middle = evidence.decoded(before.row + (after.row - before.row) / 2);
        if (middle.right < before.right || middle.right > after.right) break;  // in another order
        (is_after(middle) ? after : before) = middle;
    }
    return after.right;
}

std::vector<FittedWay> along(const Evidence& evidence, AxisKind kind, Text label) {
    const RowAxis* axis = evidence.reading.other_axis(kind);
    if (axis == nullptr || axis->size < 2 || evidence.series().empty()) return {};
    const std::vector<RowPosition> rows = readable(evidence.series().front());
    if (!mostly(rows, [&](const RowPosition& row) {
            return equal(row.decoded, static_cast<double>(axis->index(row.row)));
        }))
        return {};
    return {{[kind](Implementation& implementation) {
                 implementation.position_axis = kind;
                 return true;
             },
             label}};
}

}  // namespace

std::vector<FittedWay> shifted(const Evidence& evidence) {
    return of_each_series(evidence, [](const PositionSeries& series, const std::vector<RowPosition>& rows) {
        std::vector<double> offsets;
        offsets.reserve(rows.size());
        for (const RowPosition& row : rows) offsets.push_back(snapped_position(row.decoded - row.right));
        const double offset = mode_of(offsets);
        const bool holds =
            mostly(rows, [&](const RowPosition& row) { return equal(row.decoded, row.right + offset); });
        if (!holds || offset == 0) return std::optional<FittedWay>();
        PositionRule rule;
        rule.offset = offset;
        return std::optional(rule_for(
            series, rule,
            offset > 0 ? tr("{} are shifted by {}: all are too large", series.name, in_text(offset))
                       : tr("{} are shifted by {}: all are too small", series.name, in_text(offset))));
    });
}

std::vector<FittedWay> multiplied(const Evidence& evidence) {
    return of_each_series(evidence, [&](const PositionSeries& series, const std::vector<RowPosition>& rows) {
        std::optional<PositionRule> rule = rule_of_line(rows);
        if (!rule || rule->factor == 1 || rule->factor == 0) return std::optional<FittedWay>();
        // Logits show only differences of positions.
        if (evidence.reading.positions_in_logits && series.rule == &Implementation::positions)
            rule->offset = 0;
        Message label = tr("{} are multiplied by {}", series.name, in_text(rule->factor));
        if (rule->offset != 0)
            label = tr("{} are multiplied by {} and shifted by {}", series.name, in_text(rule->factor),
                       in_text(rule->offset));
        return std::optional(rule_for(series, *rule, std::move(label)));
    });
}

std::vector<FittedWay> restarted(const Evidence& evidence) {
    return of_each_series(evidence, [](const PositionSeries& series, const std::vector<RowPosition>& rows) {
        constexpr std::size_t max_restarts = 256;
        PositionRule rule;
        rule.restarts = Restarts(by_position(rows)).positions();
        const std::vector<double>& starts = rule.restarts;
        if (starts.empty() || starts.size() > max_restarts || !holds_mostly(rule, rows))
            return std::optional<FittedWay>();
        // Rows that are all at position 0 show no restarts.
        const auto later = std::count_if(rows.begin(), rows.end(),
                                         [&](const RowPosition& row) { return row.right >= starts.front(); });
        if (2 * std::ssize(starts) > later && later > 1) return std::optional<FittedWay>();
        const bool is_periodic = std::all_of(starts.begin(), starts.end(), [&](double start) {
            return std::fmod(start, starts.front()) == 0;
        });
        double largest = 0;
        for (const RowPosition& row : rows)
            if (equal(row.decoded, rule.of(row.right))) largest = std::max(largest, row.decoded);
        // Positions wrap instead of restarting.
        if (starts.size() > 1 && is_periodic && largest < starts.front() - same_position)
            return std::optional<FittedWay>();
        Message label = tr("{} restart from 0 at {}", series.name, in_text(starts, 6));
        return std::optional(rule_for(series, rule, std::move(label)));
    });
}

std::vector<FittedWay> wrapped(const Evidence& evidence) {
    return of_each_series(evidence, [](const PositionSeries& series, const std::vector<RowPosition>& rows) {
        constexpr std::size_t max_compared = 1024;
        const std::vector<RowPosition> some = evenly_spaced(rows, max_compared);
        PositionRule best;
        std::ptrdiff_t most = 0;
        for (const std::int64_t period : possible_periods(rows)) {
            PositionRule rule;
            rule.period = static_cast<double>(period);
            const std::ptrdiff_t explained = explained_by(rule, some);
            if (explained < most) continue;  // of equally good ones the longest
            most = explained;
            best = rule;
        }
        if (best.period < 1 || !holds_mostly(best, rows)) return std::optional<FittedWay>();
        return std::optional(rule_for(
            series, best, tr("{} are taken modulo {}", series.name, static_cast<std::int64_t>(best.period))));
    });
}

std::vector<FittedWay> clamped(const Evidence& evidence) {
    return of_each_series(evidence, [](const PositionSeries& series, const std::vector<RowPosition>& rows) {
        constexpr std::size_t max_tried = 8;
        std::map<double, int> counts;  // of positions that are too small
        for (const RowPosition& row : rows)
            if (row.decoded < row.right - same_position && row.decoded >= 1) ++counts[row.decoded];
        std::vector<std::pair<int, double>> candidates;
        candidates.reserve(counts.size());
        for (const auto& [position, count] : counts) candidates.emplace_back(count, position);
        std::sort(candidates.begin(), candidates.end(), std::greater<>());
        if (candidates.size() > max_tried) candidates.resize(max_tried);
        PositionRule best;
        std::ptrdiff_t most = 0;
        for (const auto& [count, position] : candidates) {
            PositionRule rule;
            rule.last = position;
            if (const std::ptrdiff_t explained = explained_by(rule, rows); explained > most) {
                most = explained;
                best = rule;
            }
        }
        if (most == 0 || !holds_mostly(best, rows)) return std::optional<FittedWay>();
        return std::optional(rule_for(
            series, best, tr("{} stop at {}: later ones are equal to it", series.name, in_text(best.last))));
    });
}

std::vector<FittedWay> ended(const Evidence& evidence) {
    if (evidence.series().empty()) return {};
    const auto is_zero = [](const RowPosition& row) { return row.amplitude == 0; };
    const std::optional<Change> change =
        change_of_rows(evidence.series().front().positions, std::not_fn(is_zero), is_zero);
    if (!change) return {};
    const double end = first_position_after(evidence, *change, is_zero);
    return {{[end](Implementation& implementation) {
                 implementation.zero_from = end;
                 return true;
             },
             tr("cos and sin are 0 from position {} on", in_text(end))}};
}

std::vector<FittedWay> along_heads(const Evidence& evidence) {
    return along(evidence, AxisKind::heads, "positions run along the heads, not along the tokens"_tr);
}
std::vector<FittedWay> along_batch(const Evidence& evidence) {
    return along(evidence, AxisKind::batch, "positions run along the batch, not along the tokens"_tr);
}

std::vector<FittedWay> unrotated_rows(const Evidence& evidence) {
    if (!evidence.reading.position_axis || evidence.series().empty()) return {};
    const auto is_right = [](const RowPosition& row) { return equal(row.decoded, row.right); };
    const auto is_unrotated = [](const RowPosition& row) { return row.right > 0 && equal(row.decoded, 0); };
    const std::optional<Change> change =
        change_of_rows(readable(evidence.series().front()), is_right, is_unrotated);
    if (!change || !change->last_before) return {};
    const double from = first_position_after(evidence, *change, is_unrotated);
    return {{[from](Implementation& implementation) {
                 implementation.unrotated_from = from;
                 return true;
             },
             tr("vectors from position {} on are not rotated", in_text(from))}};
}

std::vector<FittedWay> unrotated_heads(const Evidence& evidence) {
    if (evidence.series().empty()) return {};
    const RowAxis* heads = evidence.reading.other_axis(AxisKind::heads);
    for (const RowAxis& axis : evidence.reading.other_axes)
        if (heads == nullptr && !axis.kind && axis.size > 1) heads = &axis;
    if (heads == nullptr) return {};
    std::map<std::int64_t, std::pair<int, int>> counts;  // rotated, not rotated
    for (const RowPosition& row : readable(evidence.series().front())) {
        if (row.right == 0) continue;
        auto& [rotated, unrotated] = counts[heads->index(row.row)];
        if (equal(row.decoded, row.right)) ++rotated;
        if (equal(row.decoded, 0)) ++unrotated;
    }
    std::vector<std::int64_t> skipped;
    for (const auto& [head, count] : counts)
        if (count.second > count.first) skipped.push_back(head);
    if (skipped.empty() || skipped.size() == counts.size()) return {};
    const std::vector<double> numbers(skipped.begin(), skipped.end());
    return {{[skipped](Implementation& implementation) {
                 implementation.unrotated_heads = skipped;
                 return true;
             },
             tr("vectors of heads {} are not rotated", in_text(numbers, 8))}};
}

namespace {

/// Returns the label with the first index that differs along each other axis with several rows.
Message irregular_label(const std::vector<RowAxis>& axes, const RowPosition& first, const std::string& shown,
                        const std::string& right) {
    Message place;
    bool any = false;
    for (const RowAxis& axis : axes) {
        if (axis.size <= 1) continue;
        if (any) place += ", "_tr.as("between choices");
        const std::int64_t index = axis.index(first.row);
        place += axis.kind == AxisKind::heads   ? tr("head {}", index)
                 : axis.kind == AxisKind::batch ? tr("text {}", index)
                                                : tr("index {} of dimension {}", index, axis.dimension);
        any = true;
    }
    if (!any) return tr("positions follow no rule: {} instead of {}", shown, right);
    return tr("positions follow no rule: at {} they are {} instead of {}", place, shown, right);
}

}  // namespace

std::vector<FittedWay> listed(const Evidence& evidence) {
    constexpr std::int64_t min_pairs = 3;
    constexpr std::size_t max_shown = 8;
    if (evidence.series().empty() || evidence.reading.positions_in_logits ||
        evidence.implementation.pairs() < min_pairs)
        return {};
    const auto is_whole = [](const RowPosition& row) {
        return row.error <= good_error && row.decoded == std::round(row.decoded);
    };
    std::vector<RowPosition> rows = evidence.series().front().positions;
    if (rows.size() < 2 || !mostly(rows, is_whole)) return {};
    // Rows with wrong numbers.
    std::erase_if(rows, [](const RowPosition& row) { return row.error > good_error; });
    std::vector<double> all = evidence.reading.row_places, shown, right;
    const std::vector<RowAxis>& axes = evidence.reading.other_axes;
    const auto found = std::find_if(rows.begin(), rows.end(),
                                    [](const RowPosition& row) { return !equal(row.decoded, row.right); });
    const RowPosition* first = found == rows.end() ? nullptr : &*found;
    for (const RowPosition& row : rows) {
        all[static_cast<std::size_t>(row.row)] = row.decoded;
        if (first == nullptr) continue;
        const bool is_next_to = std::all_of(axes.begin(), axes.end(), [&](const RowAxis& axis) {
            return axis.index(row.row) == axis.index(first->row);
        });
        if (!is_next_to) continue;
        shown.push_back(row.decoded);
        right.push_back(row.right);
    }
    if (first == nullptr) return {};
    // Starts shortly before the first difference.
    const auto [other, same] = std::mismatch(shown.begin(), shown.end(), right.begin(), equal);
    const auto skipped = std::max<std::ptrdiff_t>(0, (other == shown.end() ? 0 : other - shown.begin()) - 2);
    shown.erase(shown.begin(), shown.begin() + skipped);
    right.erase(right.begin(), right.begin() + skipped);
    return {{[all](Implementation& implementation) {
                 implementation.listed_positions = all;
                 return true;
             },
             irregular_label(axes, *first, in_text(shown, max_shown), in_text(right, max_shown))}};
}

}  // namespace poslab::position_fits
