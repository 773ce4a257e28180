#include "core/conformance/axis_readings.hpp"
#include "core/conformance/rounding.hpp"
#include "core/conformance/shapes.hpp"
#include "core/conformance/subject.hpp"

#include <fmt/format.h>

#include <utility>

namespace poslab {

namespace {

constexpr std::string_view frequencies_role = "inverse-frequency";

/// Returns the frequency of every pair, or of every rotary dimension as repeated in tables.
std::vector<double> frequencies(const Implementation& implementation, std::int64_t columns) {
    const std::int64_t pairs = implementation.pairs();
    if (columns != pairs && columns != 2 * pairs) return {};
    std::vector<double> all;
    for (std::int64_t column = 0; column < columns; ++column) {
        const std::int64_t pair = columns == pairs ? column : implementation.pair_of_column(column);
        all.push_back(held(implementation.inverse_frequency[static_cast<std::size_t>(pair)],
                           implementation.frequency_format));
    }
    return all;
}

std::vector<DumpReading> read_frequencies(const Dump& dump, const Implementation& right) {
    const NumberArray& array = dump.at(frequencies_role);
    expect_finite(array);
    const std::int64_t pairs = right.pairs();
    const auto columns = std::ssize(array.values);
    const auto shape = squeezed(array.shape);
    // A program may rotate other pairs than intended, at most the whole head.
    if (shape.size() > 1 || columns > right.rotary.dim)
        refuse_shape(array, {fmt::format("[pairs] = [{}]", pairs),
                             fmt::format("[rotary dimensions] = [{}]", 2 * pairs)});
    DumpReading reading{
        columns == 2 * pairs ? "[rotary dimensions]" : "[pairs]", 1, columns, array.values, {}, {}};
    reading.right_shape = fmt::format("{}, or {} repeated", pairs, 2 * pairs);
    const StorageError stored = written_error(array);
    for (std::int64_t column = 0; column < columns; ++column) {
        const std::int64_t pair =
            std::min(columns == 2 * pairs ? right.pair_of_column(column) : column, pairs - 1);
        const double theta = right.inverse_frequency[static_cast<std::size_t>(pair)];
        reading.tolerance.push_back(theta * (stored.relative + frequency_rounding(right, pair)) +
                                    stored.absolute + 1e-30);
    }
    for (std::int64_t pair = 0; pair < pairs && (columns == pairs || columns == 2 * pairs); ++pair)
        for (std::int64_t column = 0; column < columns; ++column)
            if ((columns == pairs ? column : right.pair_of_column(column)) == pair) {
                reading.frequencies.push_back(array.values[static_cast<std::size_t>(column)]);
                break;
            }
    reading.expected = [columns](const Implementation& implementation, std::span<const std::int64_t>) {
        return frequencies(implementation, columns);
    };
    std::vector<DumpReading> readings{std::move(reading)};
    add_buffer_order(array, right, readings);
    return readings;
}

Dump example_frequencies(const Implementation& implementation, const ExampleSize& /*size*/) {
    const std::int64_t pairs = implementation.pairs();
    return {{{std::string(frequencies_role),
              example_array(frequencies_role, {pairs}, frequencies(implementation, pairs))}},
            {}};
}

}  // namespace

const CheckSubject& inverse_frequency_subject() {
    static const CheckSubject subject{
        .id = "inverse-frequency",
        .label = "inverse frequencies"_tr,
        .parts = {{frequencies_role,
                   "Inverse frequencies (inv_freq), rad per token: [pairs], or repeated for every rotary "
                   "dimension."_tr}},
        .read = &read_frequencies,
        .example = &example_frequencies,
    };
    return subject;
}

}  // namespace poslab
