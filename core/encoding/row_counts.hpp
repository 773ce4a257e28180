#pragma once

#include "core/encoding/affine_pieces.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

namespace poslab {

/// Counts, over the cells of a region, those selected by a row-wise rule. A rule has
///   std::int64_t count(i, keys)       the number of selected keys of row i among `keys`
///   thresholds(i, moving)             calls moving(key) for each bound of its selection in row i, before
///   clipping.
/// With a period P, every bound must be linear in X on the rows i = P X + r; then `count` is piecewise linear
/// there, with breakpoints where bounds cross each other or the ends of the columns. Without a period every
/// row is visited.
template <class Rule>
class RowCounts {
  public:
    RowCounts(const BranchRegion& region, const Rule& rule) : region_(region), rule_(rule) {}

    [[nodiscard]] Wide total(std::optional<std::int64_t> period) const {
        Wide sum = 0;
        if (region_.empty()) return sum;
        if (!period) {
            for (std::int64_t i = region_.rows.begin; i < region_.rows.end; ++i) sum += in_row(i);
            return sum;
        }
        const std::int64_t residues = std::min(*period, region_.rows.size());
        for (std::int64_t r = 0; r < residues; ++r) sum += over_period(region_.rows.begin + r, *period);
        return sum;
    }

  private:
    // Breakpoints in X: at most two bounds of the branch and two of the rule, each against two ends and each
    // other.
    struct Turns {
        std::array<std::int64_t, 32> items{};
        std::size_t size = 0;
    };

    [[nodiscard]] std::int64_t in_row(std::int64_t i) const {
        const IndexRange keys = region_.keys_of(i);
        return keys.size() == 0 ? 0 : rule_.count(i, keys);
    }

    // Sum over the rows first + period * X.
    [[nodiscard]] Wide over_period(std::int64_t first, std::int64_t period) const {
        const std::int64_t rows = (region_.rows.end - first + period - 1) / period;
        Turns turns = turns_of(first, period, rows);
        std::sort(turns.items.begin(), turns.items.begin() + static_cast<std::ptrdiff_t>(turns.size));
        Wide sum = 0;
        std::int64_t begin = 0;
        for (std::size_t n = 0; n < turns.size; ++n) {
            sum += over_segment(first, period, begin, turns.items[n]);
            begin = std::max(begin, turns.items[n]);
        }
        return sum + over_segment(first, period, begin, rows);
    }

    [[nodiscard]] Wide over_segment(std::int64_t first, std::int64_t period, std::int64_t begin,
                                    std::int64_t end) const {
        if (begin >= end) return 0;
        const std::int64_t left = in_row(first + period * begin);
        const std::int64_t right = end - begin == 1 ? left : in_row(first + period * (end - 1));
        return (Wide{left} + right) * (end - begin) / 2;
    }

    struct Lines {
        std::array<std::int64_t, 4> items{};
        std::size_t size = 0;
    };

    [[nodiscard]] Lines lines_at(std::int64_t i) const {
        Lines lines;
        const auto add = [&](std::int64_t key) { lines.items[lines.size++] = key; };
        add(region_.lower.key_end(i));
        if (region_.bounded) add(region_.upper.key_end(i));
        rule_.thresholds(i, add);
        return lines;
    }

    [[nodiscard]] Turns turns_of(std::int64_t first, std::int64_t period, std::int64_t rows) const {
        Turns turns;
        const Lines at = lines_at(first);
        const Lines next = lines_at(first + period);
        const auto cross = [&](std::int64_t difference, std::int64_t slope) {
            if (slope == 0) return;
            const std::int64_t x =
                slope > 0 ? floor_quotient(-difference, slope) : floor_quotient(difference, -slope);
            for (const std::int64_t turn : {x, x + 1})
                if (turn > 0 && turn < rows) turns.items[turns.size++] = turn;
        };
        for (std::size_t n = 0; n < at.size; ++n) {
            const std::int64_t slope = next.items[n] - at.items[n];
            cross(at.items[n] - region_.columns.begin, slope);
            cross(at.items[n] - region_.columns.end, slope);
            for (std::size_t m = 0; m < n; ++m)
                cross(at.items[n] - at.items[m], slope - (next.items[m] - at.items[m]));
        }
        return turns;
    }

    const BranchRegion& region_;
    const Rule& rule_;
};

/// Selects the keys with i - j < w.
struct NearRule {
    std::int64_t w;

    [[nodiscard]] std::int64_t count(std::int64_t i, const IndexRange& keys) const {
        return IndexRange{std::max(keys.begin, i - w + 1), keys.end}.size();
    }
    template <class Moving>
    void thresholds(std::int64_t i, const Moving& moving) const {
        moving(i - w + 1);
    }
};

/// Selects all keys.
struct EveryRule {
    [[nodiscard]] std::int64_t count(std::int64_t, const IndexRange& keys) const { return keys.size(); }
    template <class Moving>
    void thresholds(std::int64_t, const Moving&) const {}
};

/// Selects the keys with p > limit or p < -limit, limit >= 0. Scales >= 0.
class OutOfRangeRule {
  public:
    OutOfRangeRule(const Branch& branch, double limit, const IndexRange& columns);

    [[nodiscard]] std::int64_t count(std::int64_t i, const IndexRange& keys) const;
    template <class Moving>
    void thresholds(std::int64_t i, const Moving& moving) const {
        if (branch_.key.modulus > 0 || branch_.key.scale == 0) return;
        const Bounds bounds = bounds_of(i);
        moving(first_token(bounds.above));
        moving(first_token(bounds.below));
    }
    /// True if the bounds are linear along the branch's common period.
    [[nodiscard]] bool linear() const;

  private:
    // p > limit if b(j) < above, p < -limit if b(j) >= below.
    struct Bounds {
        std::int64_t above;
        std::int64_t below;
    };
    [[nodiscard]] Bounds bounds_of(std::int64_t i) const;
    [[nodiscard]] std::int64_t first_token(std::int64_t b) const;
    [[nodiscard]] std::int64_t tokens_below(const IndexRange& tokens, std::int64_t b) const;

    Branch branch_;
    double limit_;
    IndexRange values_;    // range of b(j) over the columns
    bool shared_ = false;  // p depends on a - b alone
    Bounds differences_{0, 0};
};

}  // namespace poslab
