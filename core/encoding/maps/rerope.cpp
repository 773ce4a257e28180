#include "core/base/formula_markup.hpp"
#include "core/encoding/map_parts.hpp"

#include <fmt/format.h>

#include <cmath>

namespace poslab {

namespace {

using namespace map_parts;

std::vector<Branch> rerope_branches(const PositionMapSpec& spec) {
    const std::int32_t w = token_count(spec.w, "w");
    return windowed(w, constant(w), constant(0));
}

}  // namespace

/// p = min(D, w).
const PositionMap& rerope_map() {
    static const PositionMap map{
        .id = "rerope",
        .label = "ReRoPE"_tr,
        .effect = "All distances from w on get the position w."_tr,
        .source = "Su Jianlin, spaces.ac.cn/archives/9708",
        .parameters = {&PositionMapSpec::w},
        .branches = rerope_branches,
        .definition = [](const Translator&,
                         const PositionMapSpec&) { return std::string(R"(p(\Delta) &= \min(\Delta, w))"); },
        .inserted = [](const PositionMapSpec& spec, std::int64_t i,
                       std::int64_t j) { return fmt::format(R"(\min({}, {}))", live(i - j), live(spec.w)); },
        .cell_text =
            [](const PositionMapSpec& spec, std::int64_t distance, double position) {
                return distance < spec.w ? format_number(std::abs(position), 2) : "w";
            },
        .compared = true,
        .near_pass = NearPass::plain,
        .sketch = {{0, 0}, {0.45, 0.6}, {1, 0.6}},
    };
    return map;
}

}  // namespace poslab
