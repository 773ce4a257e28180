// Relations that the weights of a model's head may follow: a distance, the first token, repeated tokens.

#include "core/views/attention/attention.hpp"

#include <map>

namespace poslab::attention {
namespace {

constexpr std::int64_t max_queries = 512;  // the last ones of longer texts
constexpr std::int64_t max_keys = 64;      // the nearest occurrences of a repeated token

/// Returns the information in nats that a relation gives about the weights: w ln(w / w_equal).
double information(const Relation& relation) {
    return relation.weight > 0 && relation.equal > 0
               ? relation.weight * std::log(relation.weight / relation.equal)
               : 0;
}

/// Sums over queries of the weights of one kind of keys.
struct Shares {
    double weight = 0, equal = 0, queries = 0;

    void add(double of_keys, double equal_share) {
        weight += of_keys;
        equal += equal_share;
        ++queries;
    }
    [[nodiscard]] Relation mean(Relation::Kind kind) const {
        const double count = std::max(queries, 1.0);
        return {kind, 0, weight / count, equal / count};
    }
};

class Weights {
  public:
    Weights(const AttentionInput& input, const Whole& whole) : input_(input), rows_(whole.rows) {}

    [[nodiscard]] double equal(std::int64_t query) const {
        return 1 /
               static_cast<double>(std::max<std::int64_t>(rows_.keys[static_cast<std::size_t>(query)], 1));
    }
    [[nodiscard]] double weight(std::int64_t query, std::int64_t key) const {
        const CellValue value = logit_at(input_, {query, key, false});
        if (value.masked) return 0;
        return std::exp(value.logit / input_.plan.temperature -
                        rows_.log_sum_exp[static_cast<std::size_t>(query)]);
    }
    /// Adds the total weight of `keys` for `query`.
    void add(std::int64_t query, std::span<const std::int64_t> keys, Shares& shares) const {
        double sum = 0;
        for (const std::int64_t key : keys) sum += weight(query, key);
        if (!keys.empty() && std::isfinite(sum))
            shares.add(sum, static_cast<double>(keys.size()) * equal(query));
    }

  private:
    const AttentionInput& input_;
    const RowStatistics& rows_;
};

/// Returns the most informative distance, 1 or more.
Relation strongest_distance(const Whole& whole) {
    Relation best{Relation::Kind::distance, 0, 0, 0};
    for (std::size_t n = 0; n < whole.weight_by_distance.size(); ++n) {
        const double distance = whole.distance[n],
                     queries = static_cast<double>(whole.rows.keys.size()) - distance;
        if (distance < 1 || queries < static_cast<double>(whole.rows.keys.size()) / 4)
            continue;  // too few queries: chance
        const Relation relation{Relation::Kind::distance, static_cast<std::int64_t>(distance),
                                whole.weight_by_distance[n], whole.uniform_by_distance[n]};
        if (information(relation) > information(best)) best = relation;
    }
    return best;
}

std::vector<std::int64_t> last_of(const std::vector<std::int64_t>& keys) {
    return {keys.end() - std::min<std::int64_t>(std::ssize(keys), max_keys), keys.end()};
}

}  // namespace

std::optional<Relation> telling_relation(const AttentionInput& input, std::span<const std::int32_t> tokens,
                                         const Whole& whole) {
    const Weights weights(input, whole);
    Shares first, same, after;
    std::map<std::int32_t, std::vector<std::int64_t>> earlier;  // indices of each token before the query
    const auto count = static_cast<std::int64_t>(tokens.size());
    for (std::int64_t query = 0; query < count; ++query) {
        std::vector<std::int64_t>& places = earlier[tokens[static_cast<std::size_t>(query)]];
        if (query > 0 && query >= count - max_queries) {
            const std::int64_t beginning = 0;
            weights.add(query, {&beginning, 1}, first);
            std::vector<std::int64_t> keys = last_of(places);
            weights.add(query, keys, same);
            for (std::int64_t& key : keys) ++key;
            if (!keys.empty() && keys.back() == query) keys.pop_back();
            weights.add(query, keys, after);
        }
        places.push_back(query);
    }
    Relation best = strongest_distance(whole);
    for (const Relation& relation : {first.mean(Relation::Kind::first), same.mean(Relation::Kind::same),
                                     after.mean(Relation::Kind::after_same)})
        if (information(relation) > information(best)) best = relation;
    if (best.weight < 0.1 || best.weight < 2 * best.equal) return std::nullopt;
    return best;
}

}  // namespace poslab::attention
