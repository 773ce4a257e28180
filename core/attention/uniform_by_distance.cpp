#include "core/attention/uniform_by_distance.hpp"

#include "core/base/masked.hpp"

#include <algorithm>
#include <cmath>

namespace poslab {

namespace {

/// Sums of 1 / keys over ranges of rows.
class InverseKeys {
  public:
    explicit InverseKeys(const std::vector<std::int64_t>& keys) : sums_(keys.size() + 1, 0) {
        for (std::size_t i = 0; i < keys.size(); ++i)
            sums_[i + 1] = sums_[i] + (keys[i] > 0 ? 1 / static_cast<double>(keys[i]) : 0);
    }
    [[nodiscard]] double sum(const IndexRange& rows) const {
        return sums_[static_cast<std::size_t>(rows.end)] - sums_[static_cast<std::size_t>(rows.begin)];
    }

  private:
    std::vector<double> sums_;
};

IndexRange common(const IndexRange& a, const IndexRange& b) {
    const std::int64_t begin = std::max(a.begin, b.begin);
    return {begin, std::max(begin, std::min(a.end, b.end))};
}

/// Returns the queries that have an unmasked key `distance` tokens before them. Maps with grouped conditions
/// mask nothing.
std::vector<IndexRange> queries_at(const AttentionPlan& plan, std::int64_t distance, std::int64_t tokens) {
    const IndexRange all{distance, tokens};
    if (distance >= plan.reach) return {};
    std::vector<IndexRange> rows;
    for (const Branch& branch : plan.positions.branches) {
        const Condition& condition = branch.condition;
        if (condition.group > 1) return {all};
        if (!condition.distances.contains(distance)) continue;
        const IndexRange by_key{condition.keys.begin + distance, condition.keys.end + distance};
        rows.push_back(common(common(condition.queries, by_key), all));
    }
    return rows;
}

}  // namespace

std::vector<double> uniform_by_distance(const AttentionPlan& plan, const std::vector<std::int64_t>& keys) {
    const auto tokens = static_cast<std::int64_t>(keys.size());
    const InverseKeys inverse(keys);
    std::vector<double> uniform;
    for (std::int64_t signed_distance = plan.positions.causal ? 0 : 1 - tokens; signed_distance < tokens;
         ++signed_distance) {
        const std::int64_t distance = std::abs(signed_distance);
        double sum = 0;
        std::int64_t count = 0;
        for (IndexRange rows : queries_at(plan, distance, tokens)) {
            if (rows.size() == 0) continue;  // the range may begin beyond the tokens
            // Above the diagonal a cell is masked like its mirror image, and its row is that of the earlier
            // token.
            if (signed_distance < 0) rows = {rows.begin - distance, rows.end - distance};
            sum += inverse.sum(rows);
            count += rows.size();
        }
        uniform.push_back(count == 0 ? masked_value() : sum / static_cast<double>(count));
    }
    return uniform;
}

}  // namespace poslab
