#include "core/conformance/biases.hpp"
#include "core/conformance/shapes.hpp"
#include "core/conformance/subject.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace poslab {

namespace {

constexpr std::string_view buckets_role = "t5-buckets";

/// Returns the buckets of queries from `first_query` on and keys, or of the distances 0, 1, 2 …
std::vector<double> table(const BucketImplementation& implementation, std::span<const std::int64_t> rows,
                          std::int64_t columns, bool distances, std::int64_t first_query) {
    std::vector<double> all;
    for (const std::int64_t row : rows)
        for (std::int64_t column = 0; column < columns; ++column)
            all.push_back(bucket_of(implementation, distances ? column : first_query + row - column));
    return all;
}

/// The meaning of the rows of an array: the first queries of a text, the last ones as with a cache, or no
/// queries.
enum class BucketRows { first_queries, last_queries, distances };

DumpReading reading_of(const NumberArray& array, std::int64_t columns, BucketImplementation right,
                       BucketRows rows_are) {
    const bool bidirectional = right.bidirectional, distances = rows_are == BucketRows::distances;
    const std::int64_t rows = std::ssize(array.values) / columns;
    const std::int64_t first_query = rows_are == BucketRows::last_queries ? columns - rows : 0;
    DumpReading reading{fmt::format("{}, {}", distances ? "[distances]" : "[queries, keys]",
                                    bidirectional ? "bidirectional (encoders)" : "causal (decoders)"),
                        rows,
                        columns,
                        array.values,
                        std::vector<double>(array.values.size(), 0.25),
                        {}};
    for (std::int64_t n = 0; n < rows * columns; ++n)
        if (is_at_edge(right, distances ? n % columns : first_query + n / columns - n % columns))
            reading.tolerance[static_cast<std::size_t>(n)] = 1;
    reading.row_name = "query"_tr;
    reading.column_name = distances ? "distance"_tr : "key"_tr;
    reading.expected = [=](const Implementation& implementation, std::span<const std::int64_t> of) {
        BucketImplementation buckets = implementation.buckets;
        buckets.bidirectional = bidirectional;
        return table(buckets, of, columns, distances, first_query);
    };
    return reading;
}

std::vector<DumpReading> read_buckets(const Dump& dump, const Implementation& right) {
    const NumberArray& array = dump.at(buckets_role);
    expect_finite(array);
    const std::vector<std::int64_t> shape = squeezed(array.shape);
    if (shape.size() > 2) refuse_shape(array, {"[queries, keys]", "[distances]"});
    const std::int64_t columns = shape.empty() ? 1 : shape.back();
    BucketImplementation causal = right.buckets, both = right.buckets;
    causal.bidirectional = false;
    both.bidirectional = true;
    std::vector<BucketRows> ways{shape.size() < 2 ? BucketRows::distances : BucketRows::first_queries};
    const std::int64_t rows = std::ssize(array.values) / columns;
    if (array.shape.size() > 1 && rows < columns) ways.push_back(BucketRows::last_queries);
    std::vector<DumpReading> readings;
    for (const BucketRows way : ways)
        for (const BucketImplementation& buckets : {causal, both})
            readings.push_back(reading_of(array, columns, buckets, way));
    return readings;
}

Dump example_buckets(const Implementation& implementation, const ExampleSize& size) {
    constexpr std::int64_t max_shown = 256;
    const std::int64_t count = std::min(size.length, max_shown);
    std::vector<std::int64_t> rows(static_cast<std::size_t>(count));
    std::iota(rows.begin(), rows.end(), std::int64_t{0});
    return {
        {{std::string(buckets_role),
          example_array(buckets_role, {count, count}, table(implementation.buckets, rows, count, false, 0))}},
        {}};
}

}  // namespace

const CheckSubject& t5_buckets_subject() {
    static const CheckSubject subject{
        .id = "t5-buckets",
        .label = "T5's buckets"_tr,
        .parts =
            {{buckets_role,
              "T5 buckets, [queries, keys] or [distances] from 0 on: 32, up to distance 128, or as in the "
              "config."_tr}},
        .is_rotary = false,
        .options = {"config"},
        .read = &read_buckets,
        .example = &example_buckets,
    };
    return subject;
}

}  // namespace poslab
