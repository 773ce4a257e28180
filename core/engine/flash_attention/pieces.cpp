#include "core/engine/flash_attention/pieces.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace poslab::flash_attention {
namespace {

Branch exchanged(const Branch& branch) { return {branch.key, branch.query, {}}; }

// a(t) may be constant although its scale is not 0; then only the numbers of the other axis vary.
constexpr std::int64_t farthest = std::int64_t{4} * max_tokens;

}  // namespace

Piece::Piece(const Branch& branch, bool mirrored, std::int64_t tokens, std::int64_t reach)
    : axes_(mirrored ? exchanged(branch) : branch),
      region_(region_of(branch.condition, {0, tokens}, {0, tokens}, mirrored)),
      mirrored_(mirrored),
      reach_(reach),
      separable_(same_unit(branch) || branch.query.scale == 0 || branch.key.scale == 0),
      counts_query_(axes_.query.scale != 0),
      counts_key_(axes_.key.scale != 0) {}

IndexRange Piece::keys_of(std::int64_t i) const {
    const IndexRange near{i - reach_ + 1, i + reach_};
    if (region_.empty()) return {0, 0};
    if (!mirrored_)
        return region_.rows.contains(i) ? intersection(region_.keys_of(i), near) : IndexRange{0, 0};
    if (!region_.columns.contains(i)) return {0, 0};
    // The rows that have column i in the branch itself.
    IndexRange range = region_.rows;
    range.begin = std::max(range.begin, region_.lower.row_begin(i));
    if (region_.bounded) range.end = std::min(range.end, region_.upper.row_begin(i));
    return intersection(range, near);
}

double Piece::position_at(std::int64_t n) const {
    return counts_query_ ? branch_value(axes_, n, 0) : branch_value(axes_, 0, -n);
}

IndexRange Piece::numbers_within(double greatest) const {
    const bool rising = position_at(1) >= position_at(0);
    // The first n in -farthest ... farthest at which `beyond` holds; it then holds for all larger n.
    const auto first_at = [](auto beyond) {
        std::int64_t low = -farthest, high = farthest + 1;
        while (low < high) {
            const std::int64_t middle = low + (high - low) / 2;
            if (beyond(middle))
                high = middle;
            else
                low = middle + 1;
        }
        return low;
    };
    const auto value = [&](std::int64_t n) { return rising ? position_at(n) : -position_at(n); };
    return {first_at([&](std::int64_t n) { return value(n) >= -greatest; }),
            first_at([&](std::int64_t n) { return value(n) > greatest; })};
}

std::vector<Piece> pieces_of(const AttentionPlan& plan, std::int64_t tokens) {
    const std::int64_t reach = std::min<std::int64_t>(plan.reach, tokens);
    std::vector<Piece> pieces;
    const auto add = [&](const Branch& branch, bool mirrored) {
        const Piece piece(branch, mirrored, tokens, reach);
        for (std::int64_t i = 0; i < tokens; ++i) {
            if (piece.keys_of(i).size() == 0) continue;
            pieces.push_back(piece);
            return;
        }
    };
    for (const Branch& branch : plan.positions.branches) add(branch, false);
    if (!plan.positions.causal)
        for (const Branch& branch : plan.positions.branches) add(branch, true);
    return pieces;
}

}  // namespace poslab::flash_attention
