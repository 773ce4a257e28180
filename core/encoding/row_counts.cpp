#include "core/encoding/row_counts.hpp"

#include "core/encoding/branch_extremes.hpp"

namespace poslab {
namespace {

// The first integer of [begin, end) at which `holds`, monotone from false to true, is true; `end` if there is
// none.
template <class Predicate>
std::int64_t first_where(std::int64_t begin, std::int64_t end, const Predicate& holds) {
    while (begin < end) {
        const std::int64_t middle = begin + (end - begin) / 2;
        if (holds(middle))
            end = middle;
        else
            begin = middle + 1;
    }
    return begin;
}

constexpr std::int64_t farthest = std::int64_t{1} << 40;  // beyond any difference of tokens below 2^32

}  // namespace

OutOfRangeRule::OutOfRangeRule(const Branch& branch, double limit, const IndexRange& columns)
    : branch_(branch), limit_(limit) {
    values_ = {axis_extreme(branch.key, columns, Extreme::least),
               axis_extreme(branch.key, columns, Extreme::greatest) + 1};
    shared_ = same_unit(branch) && branch.query.scale > 0;
    if (!shared_) return;
    const auto above = [&](std::int64_t d) { return branch_value(branch_, d, 0) > limit_; };
    const auto within = [&](std::int64_t d) { return branch_value(branch_, d, 0) >= -limit_; };
    differences_ = {first_where(-farthest, farthest, above), first_where(-farthest, farthest, within)};
}

OutOfRangeRule::Bounds OutOfRangeRule::bounds_of(std::int64_t i) const {
    const std::int64_t a = axis_integer(branch_.query, i);
    if (shared_) return {a - differences_.above + 1, a - differences_.below + 1};
    const auto not_above = [&](std::int64_t b) { return branch_value(branch_, a, b) <= limit_; };
    const auto below = [&](std::int64_t b) { return branch_value(branch_, a, b) < -limit_; };
    return {first_where(values_.begin, values_.end, not_above),
            first_where(values_.begin, values_.end, below)};
}

// The first token with b(j) >= b, for an axis without modulus; values beyond a cap are never reached.
std::int64_t OutOfRangeRule::first_token(std::int64_t b) const {
    if (branch_.key.cap >= 0 && b > branch_.key.cap) return farthest;
    return b * branch_.key.group - branch_.key.shift;
}

std::int64_t OutOfRangeRule::tokens_below(const IndexRange& tokens, std::int64_t b) const {
    const AxisFunction& key = branch_.key;
    if (key.modulus == 0) return IndexRange{tokens.begin, std::min(tokens.end, first_token(b))}.size();
    if (key.cap >= 0 && b > key.cap) return tokens.size();
    const std::int64_t m = key.modulus;
    const std::int64_t residues = std::clamp<std::int64_t>(b * key.group, 0, m);
    const auto before = [&](std::int64_t t) {
        const std::int64_t turns = floor_quotient(t + key.shift, m);
        return turns * residues + std::min(t + key.shift - turns * m, residues);
    };
    return before(tokens.end) - before(tokens.begin);
}

std::int64_t OutOfRangeRule::count(std::int64_t i, const IndexRange& keys) const {
    if (branch_.key.scale == 0) {  // p is the same for all keys
        const double p = branch_value(branch_, axis_integer(branch_.query, i), values_.begin);
        return p > limit_ || p < -limit_ ? keys.size() : 0;
    }
    const Bounds bounds = bounds_of(i);
    return tokens_below(keys, bounds.above) + keys.size() - tokens_below(keys, bounds.below);
}

bool OutOfRangeRule::linear() const {
    if (branch_.query.scale == 0 || branch_.query.modulus > 0) return true;
    return shared_ && branch_.key.modulus == 0 && branch_.query.cap < 0 && branch_.key.cap < 0;
}

}  // namespace poslab
