#include "core/base/formula_markup.hpp"
#include "core/encoding/map_parts.hpp"

#include <fmt/format.h>

namespace poslab {

/// p = min(D, w) / 2.
const PositionMap& halves_map() {
    using namespace map_parts;
    static const PositionMap map{
        .id = "halves",
        .label = "Halves"_tr,
        .source = "a test",
        .parameters = {&PositionMapSpec::w},
        .branches =
            [](const PositionMapSpec& spec) {
                const AxisFunction half = scaled(1, 2);
                return std::vector<Branch>{
                    {half, half, at_distance(0, spec.w)},
                    {constant(static_cast<double>(spec.w) / 2), constant(0), at_distance(spec.w, unbounded)}};
            },
        .definition =
            [](const Translator&, const PositionMapSpec&) {
                return std::string(R"(p(\Delta) &= \frac{\min(\Delta, w)}{2})");
            },
        .inserted =
            [](const PositionMapSpec& spec, std::int64_t i, std::int64_t j) {
                return fmt::format(R"(\frac{{\min({}, {})}}{{2}})", live(i - j), live(spec.w));
            },
        .near_pass = NearPass::first_branch,
        .sketch = {{0, 0}, {0.5, 0.25}, {1, 0.25}},
    };
    return map;
}

}  // namespace poslab
