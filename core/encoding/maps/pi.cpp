#include "core/base/formula_markup.hpp"
#include "core/encoding/map_parts.hpp"

#include <fmt/format.h>

#include <cmath>

namespace poslab {

namespace {

using namespace map_parts;

std::string pi_cell(const PositionMapSpec&, std::int64_t distance, double) {
    return distance == 0 ? "0" : fmt::format("{}/k", distance);
}

std::optional<double> pi_k_that_keeps(const PositionMapSpec&, std::int64_t length,
                                      std::int64_t train_length) {
    return std::ceil(static_cast<double>(length - 1) / static_cast<double>(train_length - 1) * 100) / 100;
}

}  // namespace

/// p = D / k: position interpolation.
const PositionMap& pi_map() {
    static const PositionMap map{
        .id = "pi",
        .label = "PI"_tr,
        .effect = "All positions are divided by k."_tr,
        .source = "Chen et al., arXiv 2306.15595",
        .parameters = {&PositionMapSpec::k},
        .branches =
            [](const PositionMapSpec& spec) {
                const AxisFunction divided = scaled(1, interpolation(spec));
                return std::vector<Branch>{{divided, divided, {}}};
            },
        .definition = [](const Translator&,
                         const PositionMapSpec&) { return std::string(R"(p(\Delta) &= \frac{\Delta}{k})"); },
        .inserted =
            [](const PositionMapSpec& spec, std::int64_t i, std::int64_t j) {
                return fmt::format(R"(\frac{{{}}}{{{}}})", live(i - j), live(format_number(spec.k, 6)));
            },
        .cell_text = pi_cell,
        .divides_positions = true,
        .compared = true,
        .k_that_keeps = pi_k_that_keeps,
        .sketch = {{0, 0}, {1, 0.45}},
    };
    return map;
}

}  // namespace poslab
