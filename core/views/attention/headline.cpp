// The finding of the map, in one sentence with its numbers.

#include "core/views/attention/arrays.hpp"

namespace poslab::attention {
namespace {

std::string in_per_cent(double share) { return format_number(100 * share, share < 0.1 ? 2 : 0, 6); }
std::string times(double ratio) { return format_number(ratio, ratio < 10 ? 1 : 0, 9); }

std::string spread_headline(const Showing& on) {
    const double entropy = on.first()[values::mean_entropy], distance = on.first()[values::mean_distance];
    if (!std::isfinite(entropy) || !std::isfinite(distance)) return {};
    const double keys = std::exp(entropy);
    const std::string count = format_number(keys, 0, 9);
    if (!on.first().params.window.causal)  // distances of both signs cancel
        return on.translate.plural("A query attends to {1} key on average (e^entropy)",
                                   "A query attends to {1} keys on average (e^entropy)", std::llround(keys),
                                   count);
    return on.translate.plural(
        "A query attends to {1} key on average (e^entropy), at a mean distance of {2}",
        "A query attends to {1} keys on average (e^entropy), at a mean distance of {2}", std::llround(keys),
        count, format_rounded(distance, distance < 10 ? 1 : 0));
}

/// Returns the mean weight on the token that followed the query's token one period earlier.
std::string repetition_headline(const Showing& on, const Whole& whole) {
    const std::int64_t distance = on.first().params.source.period - 1;
    if (distance == 0) return spread_headline(on);  // all tokens are equal
    const double first = whole.distance.empty() ? 0 : whole.distance.front();
    const auto entry = static_cast<std::size_t>(static_cast<double>(distance) - first);
    if (whole.weight_by_distance.empty() || entry >= whole.weight_by_distance.size()) return {};
    const double weight = whole.weight_by_distance[entry], equal = whole.uniform_by_distance[entry];
    if (!std::isfinite(weight) || !(equal > 0)) return {};
    return on.translate.plural(
        "{1} % of the weight goes to the key {2} token back, which followed this token before, {3} × an "
        "equal share",
        "{1} % of the weight goes to the key {2} tokens back, which followed this token before, {3} × an "
        "equal share",
        distance, in_per_cent(weight), format_integer(distance), times(weight / equal));
}

std::string needle_headline(const Showing& on, const Whole& whole) {
    const std::int64_t last = tokens_of(on.first()) - 1, needle = on.first().params.source.needle_position;
    const double weight = value_at(on.first(), {last, needle, false}).weight;
    if (!std::isfinite(weight)) return {};
    return on.translate("The needle, key {}, gets {} % of the last query's weight, {} × an equal share",
                        format_integer(needle), in_per_cent(weight),
                        times(weight * static_cast<double>(whole.rows.keys.back())));
}

/// Returns the relation that a model's head follows.
std::string model_headline(const Showing& on, const Whole& whole) {
    if (!whole.relation) return spread_headline(on);
    const Relation& relation = *whole.relation;
    const AttentionSourceGroup& source = on.first().params.source;
    const std::string layer = format_integer(source.layer), head = format_number(source.head.value, 0);
    const std::string share = in_per_cent(relation.weight), ratio = times(relation.weight / relation.equal);
    switch (relation.kind) {
        case Relation::Kind::distance:
            if (relation.distance == 1)
                return on.translate(
                    "Head {} of layer {} gives {} % of its weight to the previous token, {} × an equal share",
                    head, layer, share, ratio);
            return on.translate(
                "Head {} of layer {} gives {} % of its weight to the token {} back, {} × an equal share",
                head, layer, share, format_integer(relation.distance), ratio);
        case Relation::Kind::first:
            return on.translate(
                "Head {} of layer {} gives {} % of its weight to the first token, {} × an equal share", head,
                layer, share, ratio);
        case Relation::Kind::same:
            return on.translate(
                "Head {} of layer {} gives {} % of its weight to earlier occurrences of the same token, {} × "
                "an equal share",
                head, layer, share, ratio);
        case Relation::Kind::after_same:
            return on.translate(
                "Head {} of layer {} gives {} % of its weight to tokens after earlier occurrences, {} × an "
                "equal share",
                head, layer, share, ratio);
    }
    return {};
}

}  // namespace

std::string where_weight_goes(const Showing& on) {
    const Detail* detail = on.first().detail<Detail>();
    if (shows_all_heads(on.first().params) || detail == nullptr || !detail->whole) return {};
    if (!detail->whole->warnings.empty()) return {};  // it would be untrue of numbers that are no weights
    const SourceChoice source = on.first().params.source.source;
    if (source == SourceChoice::needle) return needle_headline(on, *detail->whole);
    if (source == SourceChoice::model) return model_headline(on, *detail->whole);
    if (source == SourceChoice::repeated) return repetition_headline(on, *detail->whole);
    return spread_headline(on);
}

}  // namespace poslab::attention
