#include "core/base/formula_markup.hpp"
#include "core/encoding/map_parts.hpp"

#include <fmt/format.h>

#include <cmath>

namespace poslab {

namespace {

using namespace map_parts;

std::string inv_leaky_inserted(const PositionMapSpec& spec, std::int64_t i, std::int64_t j) {
    if (i - j < spec.w) return {};
    return fmt::format("{} + {}({} - {})", live(spec.w), live(format_number(spec.k, 6)), live(i - j),
                       live(spec.w));
}

std::string inv_leaky_cell(const PositionMapSpec& spec, std::int64_t distance, double position) {
    const std::int64_t beyond = distance - spec.w;
    if (beyond < 0) return format_number(std::abs(position), 2);
    if (beyond == 0) return "w";
    return beyond == 1 ? "w+k" : fmt::format("w+{}k", beyond);
}

}  // namespace

/// p = D if D < w, else w + k (D - w): used for training, with RoPE for inference.
const PositionMap& inv_leaky_rerope_map() {
    static const PositionMap map{
        .id = "inv-leaky-rerope",
        .label = "InvLeaky ReRoPE"_tr,
        .effect = "Beyond the window w, positions advance k times faster."_tr,
        .source = "Su Jianlin, spaces.ac.cn/archives/9731",
        .parameters = {&PositionMapSpec::w, &PositionMapSpec::k},
        .branches = [](const PositionMapSpec& spec) { return linear_beyond(spec, interpolation(spec), 1); },
        .definition =
            [](const Translator&, const PositionMapSpec&) {
                return std::string(
                    R"(p(\Delta) &= \begin{cases} \Delta & \Delta < w \\ w + k(\Delta - w) & \Delta \ge w \end{cases})");
            },
        .inserted = inv_leaky_inserted,
        .cell_text = inv_leaky_cell,
        .near_pass = NearPass::plain,
        .sketch = {{0, 0}, {0.6, 0.35}, {1, 1}},
    };
    return map;
}

}  // namespace poslab
