#include "core/conformance/position_fits.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
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

struct Line {
    double factor = 1, offset = 0;
};

/// Fits decoded = factor · right + offset through the rows farthest apart; empty if most rows deviate from
/// it.
std::optional<Line> line_through(const std::vector<RowPosition>& rows) {
    const auto less = [](const RowPosition& a, const RowPosition& b) { return a.right < b.right; };
    const RowPosition low = *std::min_element(rows.begin(), rows.end(), less);
    const RowPosition high = *std::max_element(rows.begin(), rows.end(), less);
    const double range = high.right - low.right;
    if (range < 2) return std::nullopt;
    Line line;
    line.factor = simple_fraction((high.decoded - low.decoded) / range, 2 * same_position / range);
    line.offset = snapped_position(low.decoded - line.factor * low.right);
    const auto on_line = [&](const RowPosition& row) {
        return equal(row.decoded, line.factor * row.right + line.offset);
    };
    return mostly(rows, on_line) ? std::optional(line) : std::nullopt;
}

/// Returns right − decoded for every row, in ascending order of the right position; empty if one is not a
/// whole number >= 0.
std::vector<std::pair<double, double>> missing_positions(std::vector<RowPosition> rows) {
    std::stable_sort(rows.begin(), rows.end(),
                     [](const RowPosition& a, const RowPosition& b) { return a.right < b.right; });
    std::vector<std::pair<double, double>> all;
    for (const RowPosition& row : rows) {
        const double missing = std::round(row.right - row.decoded);
        if (missing < 0 || !equal(missing, row.right - row.decoded)) return {};
        all.emplace_back(row.right, missing);
    }
    return all;
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
    return of_each_series(evidence, [](const PositionSeries& series, const std::vector<RowPosition>& rows) {
        const std::optional<Line> line = line_through(rows);
        if (!line || line->factor == 1 || line->factor == 0) return std::optional<FittedWay>();
        PositionRule rule;
        rule.factor = line->factor;
        rule.offset = line->offset;
        Message label = tr("{} are multiplied by {}", series.name, in_text(line->factor));
        if (line->offset != 0)
            label = tr("{} are multiplied by {} and shifted by {}", series.name, in_text(line->factor),
                       in_text(line->offset));
        return std::optional(rule_for(series, rule, std::move(label)));
    });
}

std::vector<FittedWay> restarted(const Evidence& evidence) {
    return of_each_series(evidence, [](const PositionSeries& series, const std::vector<RowPosition>& rows) {
        constexpr std::size_t max_restarts = 256;
        std::set<double> starts;
        double before = 0, largest = 0;
        for (const auto& [right, missing] : missing_positions(rows)) {
            largest = std::max(largest, right - missing);
            if (missing < before || missing > right) return std::optional<FittedWay>();
            before = missing;
            if (missing > 0) starts.insert(missing);
        }
        if (starts.empty() || starts.size() > max_restarts || 2 * starts.size() > rows.size())
            return std::optional<FittedWay>();
        const bool is_periodic = std::all_of(starts.begin(), starts.end(), [&](double start) {
            return std::fmod(start, *starts.begin()) == 0;
        });
        // Positions wrap instead of restarting.
        if (starts.size() > 1 && is_periodic && largest < *starts.begin()) return std::optional<FittedWay>();
        PositionRule rule;
        rule.restarts.assign(starts.begin(), starts.end());
        Message label = tr("{} restart from 0 at {}", series.name, in_text(rule.restarts, 6));
        return std::optional(rule_for(series, std::move(rule), std::move(label)));
    });
}

std::vector<FittedWay> wrapped(const Evidence& evidence) {
    return of_each_series(evidence, [](const PositionSeries& series, const std::vector<RowPosition>& rows) {
        std::int64_t period = 0;
        double largest = 0;
        for (const auto& [right, missing] : missing_positions(rows)) {
            period = std::gcd(period, static_cast<std::int64_t>(missing));
            largest = std::max(largest, right - missing);
        }
        PositionRule rule;
        rule.period = static_cast<double>(period);
        if (period < 1 || largest >= rule.period) return std::optional<FittedWay>();
        return std::optional(rule_for(series, rule, tr("{} are taken modulo {}", series.name, period)));
    });
}

std::vector<FittedWay> clamped(const Evidence& evidence) {
    return of_each_series(evidence, [](const PositionSeries& series, const std::vector<RowPosition>& rows) {
        const auto less = [](const RowPosition& a, const RowPosition& b) { return a.decoded < b.decoded; };
        PositionRule rule;
        rule.last = std::max_element(rows.begin(), rows.end(), less)->decoded;
        const auto beyond = std::count_if(rows.begin(), rows.end(),
                                          [&](const RowPosition& row) { return row.right > rule.last; });
        const bool holds = mostly(
            rows, [&](const RowPosition& row) { return equal(row.decoded, std::min(row.right, rule.last)); });
        if (!holds || beyond < 1 || rule.last < 1) return std::optional<FittedWay>();
        return std::optional(rule_for(
            series, rule, tr("{} stop at {}: later ones are equal to it", series.name, in_text(rule.last))));
    });
}

std::vector<FittedWay> ended(const Evidence& evidence) {
    if (evidence.series().empty()) return {};
    double end = std::numeric_limits<double>::infinity(), last = -1;
    for (const RowPosition& row : evidence.series().front().positions)
        if (row.amplitude == 0)
            end = std::min(end, row.right);
        else
            last = std::max(last, row.right);
    if (!std::isfinite(end) || last >= end) return {};
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
    double from = std::numeric_limits<double>::infinity(), last = 0;
    const std::vector<RowPosition> rows = readable(evidence.series().front());
    for (const RowPosition& row : rows) {
        if (row.right > 0 && equal(row.decoded, 0)) from = std::min(from, row.right);
        if (equal(row.decoded, row.right)) last = std::max(last, row.right);
    }
    if (!std::isfinite(from) || last >= from) return {};
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
    const std::vector<RowPosition>& rows = evidence.series().front().positions;
    const auto is_whole = [](const RowPosition& row) {
        return row.error <= good_error && row.decoded == std::round(row.decoded);
    };
    if (rows.size() < 2 || !mostly(rows, is_whole)) return {};
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
