// Complex tables, cos + i sin: checked as a table of cos and a table of sin.

#include "core/conformance/shapes.hpp"
#include "core/conformance/subject.hpp"

#include <fmt/format.h>

#include <utility>

namespace poslab {

const CheckSubject& cos_sin_subject();

namespace {

constexpr std::string_view freqs_cis_role = "freqs-cis";

/// Returns the real parts (0) or the imaginary parts (1) of [… , 2].
NumberArray part_of(const NumberArray& array, std::size_t part) {
    const std::string type = array.type == "complex64"    ? "float32"
                             : array.type == "complex128" ? "float64"
                                                          : array.type;
    NumberArray number_array{array.place, {array.shape.begin(), array.shape.end() - 1}, type, {}};
    number_array.values.reserve(array.values.size() / 2);
    for (std::size_t n = part; n < array.values.size(); n += 2)
        number_array.values.push_back(array.values[n]);
    return number_array;
}

std::vector<DumpReading> read_complex(const Dump& dump, const Implementation& right) {
    const NumberArray& array = dump.at(freqs_cis_role);
    expect_finite(array);
    const std::int64_t pairs = right.pairs();
    if (array.shape.size() < 2 || array.shape.back() != 2 || squeezed(array.shape).size() > 4)
        refuse_shape(array,
                     {fmt::format("complex [positions, pairs] = [T, {}]", pairs),
                      fmt::format("[positions, pairs, 2] = [T, {}, 2], real and imaginary parts", pairs)});
    Dump tables;
    tables.arrays.emplace("cos", part_of(array, 0));
    tables.arrays.emplace("sin", part_of(array, 1));
    for (const char* const role : {"positions", "frequencies-2d"})
        if (const NumberArray* other = dump.find(role)) tables.arrays.emplace(role, *other);
    std::vector<DumpReading> readings = cos_sin_subject().read(tables, right);
    for (DumpReading& reading : readings) reading.name += ", real parts as cos, imaginary parts as sin";
    return readings;
}

Dump example_complex(const Implementation& implementation, const ExampleSize& size) {
    Dump tables = cos_sin_subject().example(implementation, size);
    const NumberArray &cos = tables.at("cos"), &sin = tables.at("sin");
    const auto width = static_cast<std::size_t>(cos.shape.back()),
               pairs = static_cast<std::size_t>(implementation.pairs());
    std::vector<double> values;
    for (std::size_t begin = 0; begin < cos.values.size(); begin += width)
        for (std::size_t pair = 0; pair < pairs; ++pair) {
            // Find the first column of each pair.
            std::size_t column = 0;
            while (implementation.pair_of_column(static_cast<std::int64_t>(column)) !=
                   static_cast<std::int64_t>(pair))
                ++column;
            values.push_back(cos.values[begin + column]);
            values.push_back(sin.values[begin + column]);
        }
    Dump dump;
    dump.arrays.emplace(
        freqs_cis_role,
        example_array(freqs_cis_role, {cos.shape.front(), implementation.pairs(), 2}, values));
    if (const NumberArray* positions = tables.find("positions")) dump.arrays.emplace("positions", *positions);
    return dump;
}

}  // namespace

const CheckSubject& freqs_cis_subject() {
    static const CheckSubject subject{
        .id = "freqs-cis",
        .label = "complex tables"_tr,
        .parts =
            {{freqs_cis_role,
              "Table of cos + i sin (freqs_cis), complex [positions, pairs] or its parts [positions, pairs, 2]."_tr},
             {"positions", "The position of each row (default 0, 1, 2 …)."_tr, false},
             {"frequencies-2d", "The frequencies of --layout-2d mixed, [2, pairs]: for x, for y."_tr, false}},
        .options = {"layout-2d", "grid", "coordinates", "mrope-layout"},
        .read = &read_complex,
        .example = &example_complex,
    };
    return subject;
}

}  // namespace poslab
