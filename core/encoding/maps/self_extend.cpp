#include "core/base/formula_markup.hpp"
#include "core/encoding/map_parts.hpp"

#include <fmt/format.h>

#include <cmath>

namespace poslab {

namespace {

using namespace map_parts;

std::vector<Branch> self_extend_branches(const PositionMapSpec& spec) {
    const std::int32_t w = token_count(spec.w, "w");
    const std::int32_t group = token_count(spec.group, "group", 1);
    return windowed(w, grouped(group, w - w / group), grouped(group));
}

std::string self_extend_inserted(const PositionMapSpec& spec, std::int64_t i, std::int64_t j) {
    if (i - j < spec.w) return {};
    return fmt::format("{} - {} + {} - {}", live(i / spec.group), live(j / spec.group), live(spec.w), live(spec.w / spec.group));
}

std::string self_extend_cell(const PositionMapSpec& spec, std::int64_t distance, double position) {
    if (distance < spec.w) return format_number(std::abs(position), 2);
    const auto more = static_cast<std::int64_t>(std::abs(position)) - spec.w;
    return more == 0 ? "w" : fmt::format("w+{}", more);
}

}  // namespace

/// p = D if D < w, else floor(i/G) - floor(j/G) + w - floor(w/G).
const PositionMap& self_extend_map();
const PositionMap& self_extend_map() {
    static const PositionMap map{
        .id = "self-extend",
        .label = "Self-Extend"_tr,
        .source = "Jin et al., arXiv 2401.01325 (LongLM)",
        .parameters = {&PositionMapSpec::w, &PositionMapSpec::group},
        .branches = self_extend_branches,
        .definition =
            [](const Words&) {
                return std::string(
                    R"(g(x) &= \lfloor x / G \rfloor \\)"
                    R"(p(i, j) &= \begin{cases} \Delta & \Delta < w \\ g(i) - g(j) + w - g(w) & \Delta \ge w \end{cases})");
            },
        .inserted = self_extend_inserted,
        .cell_text = self_extend_cell,
        .of_distance = false,
        .compared = true,
        .near_pass = NearPass::plain,
        .sketch = {{0, 0}, {0.35, 0.6}, {0.55, 0.6}, {0.55, 0.8}, {0.78, 0.8}, {0.78, 1}, {1, 1}},
    };
    return map;
}

}  // namespace poslab
