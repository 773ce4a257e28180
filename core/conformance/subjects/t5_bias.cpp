#include "core/conformance/biases.hpp"
#include "core/conformance/rounding.hpp"
#include "core/conformance/shapes.hpp"
#include "core/conformance/subject.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>

namespace poslab {

namespace {

constexpr std::string_view bias_role = "t5-bias", weights_role = "t5-weights";

/// The bias of each bucket and head, [buckets, heads], and the numbers of queries and keys.
struct Biases {
    std::vector<double> weights;
    std::int64_t buckets = 0, heads = 0, queries = 0, keys = 0;
    bool bidirectional = false;

    /// `by_head`: reads the same memory as [heads, buckets].
    [[nodiscard]] double weight(std::int64_t bucket, std::int64_t head, bool by_head) const {
        return weights[static_cast<std::size_t>(by_head ? head * buckets + bucket : bucket * heads + head)];
    }
    /// The queries are the last tokens of the text, as with a cache.
    [[nodiscard]] std::int64_t distance(std::int64_t query, std::int64_t key) const {
        return query + keys - queries - key;
    }
};

/// The bucket of every distance, from −(keys − 1) to keys − 1; without a config the weights determine the
/// number of buckets.
class BucketTable {
  public:
    BucketTable(const Biases& biases, const Implementation& implementation) : keys_(biases.keys) {
        implementation_ = implementation.buckets;
        implementation_.bidirectional = biases.bidirectional;
        if (implementation_.buckets == implementation_.weight_rows) implementation_.buckets = biases.buckets;
        for (std::int64_t distance = 1 - keys_; distance < keys_; ++distance) {
            buckets_.push_back(std::min(static_cast<std::int64_t>(bucket_of(implementation_, distance)),
                                        biases.buckets - 1));
            edges_.push_back(is_at_edge(implementation_, distance));
        }
    }
    [[nodiscard]] std::int64_t at(std::int64_t distance) const { return buckets_[index(distance)]; }
    [[nodiscard]] bool is_edge(std::int64_t distance) const { return edges_[index(distance)]; }

  private:
    [[nodiscard]] std::size_t index(std::int64_t distance) const {
        return static_cast<std::size_t>(distance + keys_ - 1);
    }

    std::int64_t keys_;
    BucketImplementation implementation_;
    std::vector<std::int64_t> buckets_;
    std::vector<bool> edges_;
};

/// Rows are the queries of one head after the other.
std::vector<double> expected_of(const Biases& biases, const Implementation& implementation,
                                std::span<const std::int64_t> rows) {
    const BucketTable buckets(biases, implementation);
    std::vector<double> all;
    all.reserve(rows.size() * static_cast<std::size_t>(biases.keys));
    for (const std::int64_t row : rows)
        for (std::int64_t key = 0; key < biases.keys; ++key)
            all.push_back(biases.weight(buckets.at(biases.distance(row % biases.queries, key)),
                                        row / biases.queries, implementation.buckets.weights_by_head));
    return all;
}

/// Accepts both buckets if a distance falls on their edge, where float32 rounding decides.
std::vector<double> tolerances(const Biases& biases, const Implementation& right, double stored,
                               double least) {
    const BucketTable buckets(biases, right);
    double largest = 0;
    for (const double weight : biases.weights) largest = std::max(largest, std::abs(weight));
    std::vector<double> all;
    for (std::int64_t row = 0; row < biases.heads * biases.queries; ++row)
        for (std::int64_t key = 0; key < biases.keys; ++key) {
            const std::int64_t distance = biases.distance(row % biases.queries, key),
                               head = row / biases.queries;
            const std::int64_t bucket = buckets.at(distance);
            const double weight = biases.weight(bucket, head, false);
            double apart = 0;
            if (buckets.is_edge(distance))
                for (const std::int64_t next : {bucket - 1, bucket + 1})
                    if (next >= 0 && next < biases.buckets)
                        apart = std::max(apart, std::abs(biases.weight(next, head, false) - weight));
            all.push_back(std::abs(weight) * (stored + 0x1p-23) + apart + largest * 1e-9 + least + 1e-30);
        }
    return all;
}

DumpReading reading_of(const NumberArray& bias, Biases biases, const Implementation& right, double stored,
                       double least) {
    DumpReading reading{fmt::format("[heads, queries, keys], {}",
                                    biases.bidirectional ? "bidirectional (encoders)" : "causal (decoders)"),
                        biases.heads * biases.queries,
                        biases.keys,
                        bias.values,
                        tolerances(biases, right, stored, least),
                        {}};
    reading.row_name = "query"_tr;
    reading.column_name = "key"_tr;
    for (std::int64_t row = 0; row < reading.rows; ++row)
        reading.row_places.push_back(static_cast<double>(row % biases.queries));
    reading.expected = [biases = std::make_shared<const Biases>(std::move(biases))](
                           const Implementation& implementation, std::span<const std::int64_t> rows) {
        return expected_of(*biases, implementation, rows);
    };
    return reading;
}

std::vector<DumpReading> read_biases(const Dump& dump, const Implementation& right) {
    const NumberArray &bias = dump.at(bias_role), &weights = dump.at(weights_role);
    for (const NumberArray* array : {&bias, &weights}) expect_finite(*array);
    std::vector<std::int64_t> shape = bias.shape;
    if (shape.size() == 4 && shape.front() == 1) shape.erase(shape.begin());
    if (shape.size() == 2) shape.insert(shape.begin(), 1);
    if (shape.size() != 3) refuse_shape(bias, {"[heads, queries, keys]", "[1, heads, queries, keys]"});
    Biases biases{weights.values, right.buckets.weight_rows, shape[0], shape[1], shape[2]};
    const bool heads_last = weights.shape.size() == 2 && weights.shape.back() != biases.heads &&
                            weights.shape.back() == shape.back() && squeezed(bias.shape).size() == 3;
    if (heads_last)  // as T5's code has them before it moves the heads to the front
        refuse_shape(bias,
                     {fmt::format("[heads, queries, keys] = [{}, {}, {}]", shape[2], shape[0], shape[1])});
    if (weights.shape.size() != 2 || weights.shape.back() != biases.heads)
        refuse_shape(weights, {fmt::format("[buckets, heads] = [{}, {}]", biases.buckets, biases.heads)});
    if (weights.shape.front() != biases.buckets &&
        (biases.buckets != t5_buckets || weights.shape.front() < 2))
        refuse_shape(weights, {fmt::format("[buckets, heads] = [{}, {}]", biases.buckets, biases.heads)});
    if (biases.queries > biases.keys)
        refuse_shape(bias, {fmt::format("[heads, queries, keys] = [{}, {} or fewer, {}]", biases.heads,
                                        biases.keys, biases.keys)});
    const StorageError of_bias = held_error(bias), of_weights = held_input_error(weights, bias);
    const double stored = std::max(of_bias.relative, of_weights.relative),
                 least = std::max(of_bias.absolute, of_weights.absolute);
    biases.buckets = weights.shape.front();
    std::vector<DumpReading> readings;
    for (const bool bidirectional : {false, true}) {
        biases.bidirectional = bidirectional;
        readings.push_back(reading_of(bias, biases, right, stored, least));
    }
    return readings;
}

Dump example_biases(const Implementation& implementation, const ExampleSize& size) {
    constexpr std::int64_t max_tokens = 192, max_heads = 4;
    const std::int64_t tokens = std::min(size.length, max_tokens);
    Biases biases{{}, implementation.buckets.weight_rows, std::min(size.heads, max_heads), tokens, tokens};
    biases.weights = drawn_numbers(3, biases.buckets * biases.heads);
    std::vector<std::int64_t> rows(static_cast<std::size_t>(biases.heads * tokens));
    std::iota(rows.begin(), rows.end(), std::int64_t{0});
    Dump dump;
    dump.arrays.emplace(bias_role, example_array(bias_role, {biases.heads, tokens, tokens},
                                                 expected_of(biases, implementation, rows)));
    dump.arrays.emplace(weights_role,
                        example_array(weights_role, {biases.buckets, biases.heads}, biases.weights));
    return dump;
}

}  // namespace

const CheckSubject& t5_bias_subject() {
    static const CheckSubject subject{
        .id = "t5-bias",
        .label = "T5's biases"_tr,
        .parts = {{bias_role, "Biases of T5 that are added to logits, [heads, queries, keys]."_tr},
                  {weights_role, "The learned bias of each bucket, [buckets, heads]."_tr}},
        .is_rotary = false,
        .options = {"config"},
        .read = &read_biases,
        .example = &example_biases,
    };
    return subject;
}

}  // namespace poslab
