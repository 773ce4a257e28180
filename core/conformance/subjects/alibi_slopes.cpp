#include "core/conformance/biases.hpp"
#include "core/conformance/rounding.hpp"
#include "core/conformance/shapes.hpp"
#include "core/conformance/subject.hpp"

#include "core/base/errors.hpp"

#include <fmt/format.h>

#include <cmath>

namespace poslab {

namespace {

constexpr std::string_view slopes_role = "alibi-slopes";

/// Programs store slopes as 2^(−8h/H), or as the added −2^(−8h/H).
std::vector<DumpReading> read_slopes(const Dump& dump, const Implementation& right) {
    const NumberArray& array = dump.at(slopes_role);
    expect_finite(array);
    const auto heads = std::ssize(array.values);
    if (squeezed(array.shape).size() > 1)
        refuse_shape(array, {fmt::format("[heads] = [{}]", dump.heads.value_or(heads))});
    if (dump.heads && *dump.heads != heads)
        throw InputError(tr_plural("{1}: has {0} slope, but --heads is {2}",
                                   "{1}: has {0} slopes, but --heads is {2}", heads, array.place,
                                   *dump.heads));
    if (!dump.heads && right.heads > 0 && right.heads != heads)
        throw InputError(tr_plural("{1}: has {0} slope, but the config has {2} heads",
                                   "{1}: has {0} slopes, but the config has {2} heads", heads, array.place,
                                   right.heads));
    DumpReading reading{"[heads]", 1, heads, array.values, {}, {}};
    const auto [stored, least] = held_error(array);
    for (const double slope : slopes_of(SlopeRule::interleaved, heads, right.slope_max))
        reading.tolerance.push_back(slope * (stored + 0x1p-20) + least);
    reading.row_name = "slopes"_tr;
    reading.column_name = "head"_tr;
    reading.expected = [heads](const Implementation& implementation, std::span<const std::int64_t>) {
        std::vector<double> slopes = slopes_of(implementation.slope_rule, heads, implementation.slope_max);
        for (double& slope : slopes) slope *= implementation.direction;
        return slopes;
    };
    reading.same_numbers = [](const Implementation& one, const Implementation& other) {
        return one.slope_rule == other.slope_rule && one.slope_max == other.slope_max &&
               one.direction == other.direction;
    };
    return {reading};
}

Dump example_slopes(const Implementation& implementation, const ExampleSize& size) {
    std::vector<double> slopes = slopes_of(implementation.slope_rule, size.heads);
    for (double& slope : slopes) slope *= implementation.direction;
    return {{{std::string(slopes_role), example_array(slopes_role, {size.heads}, slopes)}}, size.heads};
}

}  // namespace

const CheckSubject& alibi_slopes_subject() {
    static const CheckSubject subject{
        .id = "alibi-slopes",
        .label = "ALiBi's slopes"_tr,
        .parts = {{slopes_role, "ALiBi slopes, [heads]."_tr}},
        .is_rotary = false,
        .options = {"heads", "config"},
        .read = &read_slopes,
        .example = &example_slopes,
    };
    return subject;
}

}  // namespace poslab
