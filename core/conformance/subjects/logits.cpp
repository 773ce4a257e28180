#include "core/conformance/logit_heads.hpp"
#include "core/conformance/rounding.hpp"
#include "core/conformance/shapes.hpp"
#include "core/conformance/subject.hpp"

#include "core/base/errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <numeric>
#include <utility>

namespace poslab {

namespace {

/// Masks add values below this; logits of models are higher.
constexpr double masked_below = -1e4;

double inner_product(std::span<const double> a, const std::vector<double>& b, std::size_t from) {
    double sum = 0;
    for (std::size_t n = 0; n < a.size(); ++n) sum += a[n] * b[from + n];
    return sum;
}

/// Returns the practice for queries.
Implementation of_queries(Implementation implementation) {
    implementation.pairing = implementation.query_pairing.value_or(implementation.pairing);
    implementation.rotations *= implementation.query_rotations;
    return implementation;
}
/// Returns the practices for keys in a cache and for keys that come with the queries.
std::pair<Implementation, Implementation> of_keys(Implementation implementation) {
    implementation.pairing = implementation.key_pairing.value_or(implementation.pairing);
    implementation.rotations *= implementation.key_rotations;
    Implementation present = implementation;
    present.rotations *= implementation.present_key_rotations;
    return {std::move(implementation), std::move(present)};
}

/// Returns the rotated keys of all heads.
std::vector<double> turned_keys(const LogitHeads& heads, const Implementation& implementation) {
    const auto [cached, present] = of_keys(implementation);
    std::vector<double> keys = heads.keys;
    for (std::int64_t n = 0; n < heads.key_heads * heads.key_count; ++n) {
        const std::int64_t key = n % heads.key_count;
        const bool is_cached = key < heads.cached();
        const std::span<double> one = std::span(keys).subspan(static_cast<std::size_t>(n * heads.dim),
                                                              static_cast<std::size_t>(heads.dim));
        (is_cached ? cached : present).rotate(one, implementation.key_positions.of(heads.key_position(key)));
    }
    return keys;
}

std::vector<double> logits_of(const LogitHeads& heads, const Implementation& implementation,
                              std::span<const std::int64_t> rows) {
    if (heads.dim < implementation.rotary_dim) return {};
    const std::vector<double> keys = turned_keys(heads, implementation);
    const double scale = implementation.softmax_scale *
                         std::pow(implementation.scale_of_logits(heads.dim), implementation.query_scalings);
    const Implementation queries = of_queries(implementation);
    std::vector<double> all;
    for (const std::int64_t row : rows) {
        const std::span<const double> before = heads.query(row);
        std::vector<double> query(before.begin(), before.end());
        queries.rotate(query, implementation.query_positions.of(heads.query_position(row)));
        const std::int64_t first = heads.key_head(row, implementation.key_head_rule) * heads.key_count;
        const double of_position = scale * implementation.query_scaling.at(heads.query_position(row));
        for (std::int64_t key = 0; key < heads.key_count; ++key)
            all.push_back(of_position *
                          inner_product(query, keys, static_cast<std::size_t>((first + key) * heads.dim)));
    }
    return all;
}

/// The length of each vector in each pair, and the error of its angle.
struct PairLengths {
    std::vector<double> length, angle;
};
template <class Position>
PairLengths pair_lengths(const LogitHeads& heads, const std::vector<double>& vectors,
                         const Implementation& right, const Position& position) {
    const std::int64_t begin = right.rotary_begin(heads.dim);
    PairLengths all;
    for (std::int64_t n = 0; n < std::ssize(vectors) / heads.dim; ++n)
        for (std::int64_t pair = 0; pair < right.pairs(); ++pair) {
            const auto [first, second] = dimensions_of_pair(right.pairing, pair, right.rotary_dim);
            const auto from = static_cast<std::size_t>(n * heads.dim + begin);
            all.length.push_back(std::hypot(vectors[from + static_cast<std::size_t>(first)],
                                            vectors[from + static_cast<std::size_t>(second)]));
            all.angle.push_back(phase_rounding(right, position(n), pair));
        }
    return all;
}

struct LogitErrors {
    StorageError queries, keys, logits;
    bool are_printed = false;  // the logits, with few digits: the program computed with more
};

/// Returns tolerances from the vectors' lengths and the rounding of both angles, pair by pair.
std::vector<double> tolerances(const LogitHeads& heads, const Implementation& right,
                               const std::vector<double>& logits, const LogitErrors& errors) {
    const double scale = right.softmax_scale * right.scale_of_logits(heads.dim);
    const double of_logits = errors.are_printed ? storage_rounding("text") : errors.logits.relative;
    const double stored = std::max({errors.queries.relative, errors.keys.relative, of_logits});
    const double least = std::max(errors.queries.absolute, errors.keys.absolute);
    const double operations = 8 * std::max(stored, storage_rounding("float32"));
    const double factor = std::max(1.0, right.attention_factor * right.attention_factor);
    const PairLengths queries =
        pair_lengths(heads, heads.queries, right, [&](std::int64_t n) { return heads.query_position(n); });
    const PairLengths keys = pair_lengths(
        heads, heads.keys, right, [&](std::int64_t n) { return heads.key_position(n % heads.key_count); });
    const auto pairs = static_cast<std::size_t>(right.pairs()), dim = static_cast<std::size_t>(heads.dim);
    std::vector<double> all;
    for (std::int64_t row = 0; row < heads.heads * heads.query_count; ++row)
        for (std::int64_t key = 0; key < heads.key_count; ++key) {
            const auto q = static_cast<std::size_t>(row),
                       k = static_cast<std::size_t>(heads.key_head(row) * heads.key_count + key);
            double sum = 0, turned = 0, subnormal = 0;
            for (std::size_t n = 0; n < dim; ++n) {
                const double x = std::abs(heads.queries[q * dim + n]), y = std::abs(heads.keys[k * dim + n]);
                sum += x * y;
                subnormal += 4 * least * (x + y);
            }
            for (std::size_t p = 0; p < pairs; ++p)
                turned += queries.length[q * pairs + p] * keys.length[k * pairs + p] *
                          std::min(1.0, queries.angle[q * pairs + p] + keys.angle[k * pairs + p]);
            const double written =
                errors.are_printed ? errors.logits.relative * std::abs(logits[all.size()]) : 0;
            all.push_back(scale * factor * (operations * (sum + turned) + turned + subnormal) + written +
                          4 * std::max(least, errors.logits.absolute) + 1e-12);
        }
    return all;
}

std::int64_t product_before(const std::vector<std::int64_t>& shape, std::size_t last) {
    std::int64_t all = 1;
    for (std::size_t d = 0; d + last < shape.size(); ++d) all *= shape[d];
    return all;
}

/// Excludes masked logits from the comparison.
void mask(std::vector<double>& logits, const std::string& location) {
    bool any = false;
    for (double& logit : logits) {
        if (std::isnan(logit) || logit > std::numeric_limits<double>::max())
            throw InputError(tr("{}: contains {}; a mask is −∞ or below −10⁴", location,
                                std::isnan(logit) ? "NaN" : "+∞"));
        if (logit < masked_below) logit = std::numeric_limits<double>::quiet_NaN();
        any = any || !std::isnan(logit);
    }
    if (!any) throw InputError(tr("{}: everything is masked, so there is nothing to compare", location));
}

/// Moves the heads of [tokens, heads, dim] or [tokens, heads · dim], as in vLLM, to the front; other arrays
/// are unchanged.
NumberArray heads_first(const NumberArray& array, std::int64_t dim, std::int64_t tokens) {
    std::vector<std::int64_t> shape = squeezed(array.shape);
    if (shape.size() == 2 && shape.back() != dim && shape.back() % dim == 0)
        shape = {shape[0], shape[1] / dim, dim};
    const bool side_by_side = array.shape.back() != dim;
    if (shape.size() != 3 || shape[0] != tokens || shape[2] != dim || (!side_by_side && shape[1] == tokens))
        return array;
    NumberArray turned{array.place, {shape[1], tokens, dim}, array.type, {}};
    turned.values.reserve(array.values.size());
    for (std::int64_t head = 0; head < shape[1]; ++head)
        for (std::int64_t token = 0; token < tokens; ++token) {
            const auto begin = array.values.begin() + (token * shape[1] + head) * dim;
            turned.values.insert(turned.values.end(), begin, begin + dim);
        }
    return turned;
}

std::vector<DumpReading> read_logits(const Dump& dump, const Implementation& right) {
    const NumberArray& dumped = dump.at("logits");
    for (const char* const role : {"queries", "keys"}) expect_finite(dump.at(role));
    for (const char* const role : {"queries", "keys", "logits"})
        if (dump.at(role).shape.size() < 2)
            refuse_shape(dump.at(role), {"[…, tokens, head dimension]", "logits: […, queries, keys]"});
    const std::int64_t dim = right.rotary.dim;
    const NumberArray queries = heads_first(dump.at("queries"), dim, dumped.shape[dumped.shape.size() - 2]),
                      keys = heads_first(dump.at("keys"), dim, dumped.shape.back());
    LogitHeads heads{queries.values, keys.values, {}};
    heads.dim = queries.shape.back();
    heads.query_count = queries.shape[queries.shape.size() - 2];
    heads.key_count = keys.shape[keys.shape.size() - 2];
    heads.heads = product_before(queries.shape, 2);
    heads.key_heads = product_before(keys.shape, 2);
    if (heads.dim != right.rotary.dim)
        refuse_shape(queries, {fmt::format("[…, tokens, head dimension] = […, {}]", dim),
                               fmt::format("[tokens, heads · head dimension] = [T, n · {}]", dim)});
    if (keys.shape.back() == heads.dim && heads.key_heads > 0 && heads.heads % heads.key_heads != 0)
        throw InputError(tr("{}: has {} heads, which do not divide the {} heads of {}", keys.place,
                            heads.key_heads, heads.heads, queries.place));
    if (keys.shape.back() != heads.dim || heads.key_heads == 0 || heads.key_count < heads.query_count)
        refuse_shape(keys, {fmt::format("[…, keys, head dimension] = […, {} or more, {}]", heads.query_count,
                                        heads.dim)});
    if (std::ssize(dumped.values) != heads.heads * heads.query_count * heads.key_count ||
        dumped.shape.back() != heads.key_count)
        refuse_shape(dumped, {heads.heads > 1 ? fmt::format("[heads, queries, keys] = [{}, {}, {}]",
                                                            heads.heads, heads.query_count, heads.key_count)
                                              : fmt::format("[…, queries, keys] = […, {}, {}]",
                                                            heads.query_count, heads.key_count)});
    const NumberArray* positions = dump.find("positions");
    heads.positions = positions_of(positions, std::array{heads.key_count}, right.has_sections);
    if (heads.dim == right.rotary_dim) expect_known_angles(positions, heads.positions, right);
    const LogitErrors errors{held_input_error(queries, dumped), held_input_error(keys, dumped),
                             held_error(dumped), has_few_digits(dumped, written_error(dumped))};
    DumpReading reading{"[heads · queries, keys]",
                        heads.heads * heads.query_count,
                        heads.key_count,
                        dumped.values,
                        tolerances(heads, right, dumped.values, errors),
                        {}};
    mask(reading.observed, dumped.place);
    reading.row_name = "query"_tr;
    reading.column_name = "key"_tr;
    reading.rows_per_head = heads.query_count;
    if (positions != nullptr)
        reading.query_positions.assign(heads.positions.end() - heads.query_count, heads.positions.end());
    const auto shared = std::make_shared<const LogitHeads>(std::move(heads));
    reading.expected = [shared](const Implementation& implementation, std::span<const std::int64_t> rows) {
        return logits_of(*shared, implementation, rows);
    };
    const auto logits = std::make_shared<const std::vector<double>>(reading.observed);
    reading.positions_in_logits = [shared, logits](const Implementation& implementation) {
        return positions_in_logits(*shared, *logits, implementation);
    };
    if (!right.softcap) return {reading};
    DumpReading capped = reading;
    capped.name = fmt::format("[heads · queries, keys], after the soft cap of {:g}", *right.softcap);
    reading.name += fmt::format(", before the soft cap of {:g}", *right.softcap);
    capped.positions_in_logits = nullptr;
    capped.expected = [shared, cap = *right.softcap](const Implementation& implementation,
                                                     std::span<const std::int64_t> rows) {
        std::vector<double> all = logits_of(*shared, implementation, rows);
        for (double& logit : all) logit = cap * std::tanh(logit / cap);
        return all;
    };
    return {reading, capped};
}

/// Returns queries, keys and logits of several heads; query heads share two key heads.
Dump example_of_query_heads(const Implementation& implementation) {
    constexpr std::int64_t tokens = 16;
    LogitHeads heads;
    heads.dim = implementation.rotary.dim;
    heads.query_count = heads.key_count = tokens;
    heads.heads = 4;
    heads.key_heads = 2;
    heads.queries = drawn_numbers(1, heads.heads * tokens * heads.dim);
    heads.keys = drawn_numbers(2, heads.key_heads * tokens * heads.dim);
    std::vector<std::int64_t> rows(static_cast<std::size_t>(heads.heads * tokens));
    std::iota(rows.begin(), rows.end(), std::int64_t{0});
    const std::vector<double> logits = logits_of(heads, implementation, rows);
    Dump dump;
    dump.arrays.emplace("queries", example_array("queries", {heads.heads, tokens, heads.dim}, heads.queries));
    dump.arrays.emplace("keys", example_array("keys", {heads.key_heads, tokens, heads.dim}, heads.keys));
    dump.arrays.emplace("logits", example_array("logits", {heads.heads, tokens, tokens}, logits));
    return dump;
}

Dump example_logits(const Implementation& implementation, const ExampleSize& size) {
    if (implementation.key_head_rule != KeyHeads::grouped) return example_of_query_heads(implementation);
    constexpr std::int64_t max_tokens_shown = 96;
    LogitHeads heads;
    heads.dim = implementation.rotary.dim;
    heads.key_count = std::min(size.length, max_tokens_shown);
    // Fewer queries than keys indicate a cache.
    heads.query_count = implementation.present_key_rotations == 1
                            ? heads.key_count
                            : std::max<std::int64_t>(1, heads.key_count / 4);
    heads.queries = drawn_numbers(1, heads.query_count * heads.dim);
    heads.keys = drawn_numbers(2, heads.key_count * heads.dim);
    std::vector<std::int64_t> rows(static_cast<std::size_t>(heads.query_count));
    std::iota(rows.begin(), rows.end(), std::int64_t{0});
    std::vector<double> logits = logits_of(heads, implementation, rows);
    for (std::int64_t query = 0; query < heads.query_count; ++query)
        for (std::int64_t key = query + heads.cached() + 1; key < heads.key_count; ++key)
            logits[static_cast<std::size_t>(query * heads.key_count + key)] =
                -std::numeric_limits<double>::infinity();
    Dump dump;
    dump.arrays.emplace("queries", example_array("queries", {heads.query_count, heads.dim}, heads.queries));
    dump.arrays.emplace("keys", example_array("keys", {heads.key_count, heads.dim}, heads.keys));
    dump.arrays.emplace("logits", example_array("logits", {heads.query_count, heads.key_count}, logits));
    return dump;
}

}  // namespace

const CheckSubject& logits_subject() {
    static const CheckSubject subject{
        .id = "logits",
        .label = "logits"_tr,
        .parts =
            {{"queries",
              "Queries before the rotation, […, tokens, head dimension], or [tokens, heads · head dimension]."_tr},
             {"keys", "Keys before the rotation, in the same layout."_tr},
             {"logits",
              "Their logits before the softmax, […, queries, keys]; masked (−∞) entries are "
              "ignored."_tr},
             {"positions", "The position of each key (default 0, 1, 2 …); queries are the last ones."_tr,
              false}},
        .options = {"mrope-layout"},
        .read = &read_logits,
        .example = &example_logits,
    };
    return subject;
}

}  // namespace poslab
