#include "core/encoding/affine_pieces.hpp"

#include <cmath>

namespace poslab {
namespace {

constexpr std::int64_t no_cap = -1;

enum class Sums { plain, both };

// Sums over 0 <= s < n of f(s) and (if wanted) of s f(s), f(s) = floor(s / group). They are antidifferences,
// so they also hold for n < 0.
template <Sums sums>
Moments staircase_prefix(std::int64_t group, std::int64_t n) {
    const Wide m = n;
    if (group == 1) {
        const Wide below = m * (m - 1) / 2;
        if constexpr (sums == Sums::plain) return {below, 0};
        return {below, below * (2 * m - 1) / 3};
    }
    const Wide g = group;
    const Wide q = floor_quotient(n, group);
    const Wide r = m - q * g;
    const Wide below = q * (q - 1) / 2;
    if constexpr (sums == Sums::plain) return {g * below + q * r, 0};
    const Wide squares = below * (2 * q - 1) / 3;
    return {g * below + q * r, g * g * squares + g * (g - 1) / 2 * below + q * (q * g * r + r * (r - 1) / 2)};
}

// The same for min(f, cap).
template <Sums sums>
Moments capped_prefix(std::int64_t group, std::int64_t cap, std::int64_t n) {
    const std::int64_t onset = cap * group;
    if (cap == no_cap || n <= onset) return staircase_prefix<sums>(group, n);
    Moments moments = staircase_prefix<sums>(group, onset);
    const Wide m = n;
    const Wide o = onset;
    moments.plain += cap * (m - o);
    if constexpr (sums == Sums::both) moments.weighted += cap * (m * (m - 1) / 2 - o * (o - 1) / 2);
    return moments;
}

// Sums over 0 <= s < n of a and s a, with s = t + shift.
template <Sums sums>
Moments axis_prefix(const AxisFunction& axis, std::int64_t n) {
    const std::int64_t cap = axis.cap < 0 ? no_cap : axis.cap;
    if (axis.modulus <= 0) return capped_prefix<sums>(axis.group, cap, n);
    const std::int64_t m = axis.modulus;
    const std::int64_t q = floor_quotient(n, m);
    const Moments period = capped_prefix<sums>(axis.group, cap, m);
    const Moments rest = capped_prefix<sums>(axis.group, cap, n - q * m);
    const Wide whole = q;
    if constexpr (sums == Sums::plain) return {whole * period.plain + rest.plain, 0};
    return {whole * period.plain + rest.plain, whole * (whole - 1) / 2 * m * period.plain +
                                                   whole * period.weighted + whole * m * rest.plain +
                                                   rest.weighted};
}

// Sum over the tokens before t of a(t) * group * floor(t / group), for a with period `group`.
Wide periodic_weighted_prefix(const AxisFunction& axis, std::int64_t t, std::int64_t group) {
    const std::int64_t cap = axis.cap < 0 ? no_cap : axis.cap;
    const std::int64_t q = floor_quotient(t, group);
    const Wide period = capped_prefix<Sums::plain>(axis.group, cap, group).plain;
    const Wide rest = capped_prefix<Sums::plain>(axis.group, cap, t - q * group).plain;
    const Wide whole = q;
    return whole * (whole - 1) / 2 * group * period + whole * group * rest;
}

// Sum over the range of group * floor(t / group).
Wide weight_sum(const IndexRange& tokens, std::int64_t group) {
    if (tokens.size() == 0) return 0;
    return group * (staircase_prefix<Sums::plain>(group, tokens.end).plain -
                    staircase_prefix<Sums::plain>(group, tokens.begin).plain);
}

Moments moments_by_chunk(const AxisFunction& axis, const IndexRange& tokens, std::int64_t group) {
    Moments total;
    for (std::int64_t t = tokens.begin; t < tokens.end;) {
        const std::int64_t chunk = floor_quotient(t, group) * group;
        const std::int64_t end = std::min(tokens.end, chunk + group);
        const Wide sum = axis_sum(axis, {t, end});
        total.plain += sum;
        total.weighted += sum * chunk;
        t = end;
    }
    return total;
}

struct Block {
    IndexRange rows;
    IndexRange columns;
};

Wide edge_count(const Edge& edge, const Block& block, const IndexRange& rising) {
    const Wide start = edge.group * (1 - edge.steps) - block.columns.begin;
    const std::int64_t above = block.rows.end - std::max(rising.end, block.rows.begin);
    return weight_sum(rising, edge.group) + start * rising.size() +
           Wide{std::max<std::int64_t>(above, 0)} * block.columns.size();
}

// Sum of a(i) times the number of keys of row i, which increases over `rising` and is full after it.
Wide edge_query_sum(const Edge& edge, const Block& block, const IndexRange& rising,
                    const AxisFunction& axis) {
    const Moments part = axis_moments(axis, rising, edge.group);
    const Wide start = edge.group * (1 - edge.steps) - block.columns.begin;
    const IndexRange full{std::max(rising.end, block.rows.begin), block.rows.end};
    return part.weighted + start * part.plain + block.columns.size() * axis_sum(axis, full);
}

// Sum of b(j) times the number of queries of column j, which is full at first and then decreases.
Wide edge_key_sum(const Edge& edge, const Block& block, const AxisFunction& axis) {
    const IndexRange full{block.columns.begin, std::min(edge.key_end(block.rows.begin), block.columns.end)};
    const IndexRange falling{std::max(full.end, block.columns.begin),
                             std::min(edge.key_end(block.rows.end - 1), block.columns.end)};
    const Moments part = axis_moments(axis, falling, edge.group);
    const Wide start = block.rows.end - edge.group * edge.steps;
    return start * part.plain - part.weighted + block.rows.size() * axis_sum(axis, full);
}

RegionSums edge_sums(const Branch& branch, const Edge& edge, const Block& block) {
    const bool sums_query = branch.query.scale != 0;
    const bool sums_key = branch.key.scale != 0;
    if (edge.key_end(block.rows.end - 1) <= block.columns.begin) return {};
    if (edge.key_end(block.rows.begin) >= block.columns.end)
        return {Wide{block.rows.size()} * block.columns.size(),
                sums_query ? block.columns.size() * axis_sum(branch.query, block.rows) : Wide{0},
                sums_key ? block.rows.size() * axis_sum(branch.key, block.columns) : Wide{0}};
    const IndexRange rising{std::max(edge.row_begin(block.columns.begin), block.rows.begin),
                            std::min(edge.row_begin(block.columns.end - 1), block.rows.end)};
    return {edge_count(edge, block, rising),
            sums_query ? edge_query_sum(edge, block, rising, branch.query) : Wide{0},
            sums_key ? edge_key_sum(edge, block, branch.key) : Wide{0}};
}

bool is_whole(double value) { return std::floor(value) == value && std::abs(value) < 0x1p53; }

}  // namespace

Wide axis_sum(const AxisFunction& axis, const IndexRange& tokens) {
    if (tokens.size() == 0) return 0;
    if (tokens.size() == 1) return axis_integer(axis, tokens.begin);
    return axis_prefix<Sums::plain>(axis, tokens.end + axis.shift).plain -
           axis_prefix<Sums::plain>(axis, tokens.begin + axis.shift).plain;
}

Moments axis_moments(const AxisFunction& axis, const IndexRange& tokens, std::int64_t group) {
    if (tokens.size() == 0) return {};
    if (group == 1) {
        const Moments end = axis_prefix<Sums::both>(axis, tokens.end + axis.shift);
        const Moments begin = axis_prefix<Sums::both>(axis, tokens.begin + axis.shift);
        const Wide plain = end.plain - begin.plain;
        return {plain, end.weighted - begin.weighted - axis.shift * plain};
    }
    if (axis.modulus == group && axis.shift % group == 0)
        return {axis_sum(axis, tokens), periodic_weighted_prefix(axis, tokens.end, group) -
                                            periodic_weighted_prefix(axis, tokens.begin, group)};
    return moments_by_chunk(axis, tokens, group);
}

RegionSums region_sums(const Branch& branch, const BranchRegion& region) {
    if (region.empty()) return {};
    const Block block{region.rows, region.columns};
    RegionSums sums = edge_sums(branch, region.lower, block);
    if (!region.bounded || sums.count == 0) return sums;
    const RegionSums beyond = edge_sums(branch, region.upper, block);
    sums.count -= beyond.count;
    sums.query -= beyond.query;
    sums.key -= beyond.key;
    return sums;
}

CommonUnit common_unit(const Branch& branch) {
    const AxisFunction& u = branch.query;
    const AxisFunction& v = branch.key;
    const AxisFunction& unit = u.scale != 0 ? u : v;
    CommonUnit common;
    common.separable = u.scale == 0 || v.scale == 0 || same_unit(branch);
    common.offset = u.offset - v.offset;
    common.scale = unit.scale;
    common.divisor = unit.divisor;
    common.whole = common.separable && is_whole(u.offset) && is_whole(v.offset) &&
                   (unit.scale == 0 || unit.scale == unit.divisor);
    return common;
}

void PositionSum::add(const Branch& branch, const RegionSums& sums, int sign) {
    if (sums.count == 0) return;
    const CommonUnit unit = common_unit(branch);
    count_ += sums.count;
    if (is_whole(unit.offset))
        whole_ += sign * sums.count * static_cast<std::int64_t>(unit.offset);
    else
        rest_ += sign * static_cast<long double>(sums.count) * unit.offset;
    if (unit.whole) {
        whole_ += unit.scale == 0 ? Wide{0} : sign * (sums.query - sums.key);
    } else if (unit.separable) {
        rest_ += sign * static_cast<long double>(sums.query - sums.key) * unit.scale / unit.divisor;
    } else {
        const AxisFunction& u = branch.query;
        const AxisFunction& v = branch.key;
        rest_ += sign * (static_cast<long double>(sums.query) * u.scale / u.divisor -
                         static_cast<long double>(sums.key) * v.scale / v.divisor);
    }
}

double PositionSum::mean() const {
    const long double total = static_cast<long double>(whole_) + rest_;
    return static_cast<double>(total / static_cast<long double>(count_));
}

}  // namespace poslab
