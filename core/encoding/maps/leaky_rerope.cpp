#include "core/base/formula_markup.hpp"
#include "core/encoding/map_parts.hpp"

#include <fmt/format.h>

#include <cmath>

namespace poslab {

namespace {

using namespace map_parts;

std::string leaky_inserted(const PositionMapSpec& spec, std::int64_t i, std::int64_t j) {
    if (i - j < spec.w) return {};
    return fmt::format(R"({} + \frac{{{} - {}}}{{{}}})", live(spec.w), live(i - j), live(spec.w),
                       live(format_number(spec.k, 6)));
}

std::string leaky_cell(const PositionMapSpec& spec, std::int64_t distance, double position) {
    const std::int64_t beyond = distance - spec.w;
    if (beyond < 0) return format_number(std::abs(position), 2);
    return beyond == 0 ? "w" : fmt::format("w+{}/k", beyond);
}

std::optional<double> leaky_k_that_keeps(const PositionMapSpec& spec, std::int64_t length,
                                         std::int64_t train_length) {
    const auto beyond = static_cast<double>(length - 1 - spec.w);
    const auto room = static_cast<double>(train_length - 1 - spec.w);
    return room > 0 ? std::optional(std::ceil(beyond / room * 100) / 100) : std::nullopt;
}

}  // namespace

/// p = D if D < w, else w + (D - w) / k.
const PositionMap& leaky_rerope_map() {
    static const PositionMap map{
        .id = "leaky-rerope",
        .label = "Leaky ReRoPE"_tr,
        .effect = "Beyond the window w, positions advance k times more slowly."_tr,
        .source = "Su Jianlin, spaces.ac.cn/archives/9708",
        .parameters = {&PositionMapSpec::w, &PositionMapSpec::k},
        .branches = [](const PositionMapSpec& spec) { return linear_beyond(spec, 1, interpolation(spec)); },
        .definition =
            [](const Translator&, const PositionMapSpec&) {
                return std::string(
                    R"(p(\Delta) &= \begin{cases} \Delta & \Delta < w \\ w + \frac{\Delta - w}{k} & \Delta \ge w \end{cases})");
            },
        .inserted = leaky_inserted,
        .cell_text = leaky_cell,
        .compared = true,
        .near_pass = NearPass::plain,
        .k_that_keeps = leaky_k_that_keeps,
        .sketch = {{0, 0}, {0.35, 0.65}, {1, 1}},
    };
    return map;
}

}  // namespace poslab
