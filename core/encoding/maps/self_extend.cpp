#include "core/base/formula_markup.hpp"
#include "core/encoding/map_parts.hpp"

#include <fmt/format.h>

#include <cmath>

namespace poslab {

namespace {

using namespace map_parts;

/// w/G, as in the authors' prefill or decoding.
double grouped_window(const PositionMapSpec& spec) {
    const double exact = static_cast<double>(spec.w) / static_cast<double>(spec.group);
    return spec.group_shift == GroupShift::prefill ? exact : std::floor(exact);
}

std::vector<Branch> self_extend_branches(const PositionMapSpec& spec) {
    const std::int32_t w = token_count(spec.w, "w");
    const std::int32_t group = token_count(spec.group, "group", 1);
    return windowed(w, grouped(group, w - grouped_window(spec)), grouped(group));
}

std::string self_extend_inserted(const PositionMapSpec& spec, std::int64_t i, std::int64_t j) {
    if (i - j < spec.w) return {};
    return fmt::format("{} - {} + {} - {}", live(i / spec.group), live(j / spec.group), live(spec.w),
                       live_number(grouped_window(spec)));
}

std::string self_extend_cell(const PositionMapSpec& spec, std::int64_t distance, double position) {
    if (distance < spec.w) return format_number(std::abs(position), 2);
    const double more = std::abs(position) - static_cast<double>(spec.w);
    return more == 0 ? "w" : fmt::format("w{}{}", more < 0 ? "-" : "+", format_number(std::abs(more), 2));
}

std::optional<Message> self_extend_warning(const PositionMapSpec& spec) {
    if (spec.group < 1 || spec.w % spec.group == 0) return std::nullopt;
    const double apart = static_cast<double>(spec.w % spec.group) / static_cast<double>(spec.group);
    return tr(
        "Self-Extend: G = {} does not divide w = {}, so the authors' prefill and decoding differ by {:.4g} "
        "beyond w; here positions follow {}.",
        spec.group, spec.w, apart,
        spec.group_shift == GroupShift::prefill ? "the prefill"_tr : "decoding"_tr);
}

}  // namespace

/// p = D if D < w, else floor(i/G) - floor(j/G) + w - floor(w/G), or - w/G as in the authors' prefill.
const PositionMap& self_extend_map() {
    static const PositionMap map{
        .id = "self-extend",
        .label = "Self-Extend"_tr,
        .effect = "Beyond the window w, G tokens in a row share one position."_tr,
        .source = "Jin et al., arXiv 2401.01325 (LongLM)",
        .parameters = {&PositionMapSpec::w, &PositionMapSpec::group, &PositionMapSpec::group_shift},
        .branches = self_extend_branches,
        .definition =
            [](const Translator&, const PositionMapSpec& spec) {
                return fmt::format(
                    R"(g(x) &= \lfloor x / G \rfloor \\)"
                    R"(p(i, j) &= \begin{{cases}} \Delta & \Delta < w \\ g(i) - g(j) + w - {} & \Delta \ge w \end{{cases}})",
                    spec.group_shift == GroupShift::prefill ? "w / G" : "g(w)");
            },
        .inserted = self_extend_inserted,
        .cell_text = self_extend_cell,
        .warning = self_extend_warning,
        .of_distance = false,
        .compared = true,
        .near_pass = NearPass::plain,
        .sketch = {{0, 0}, {0.35, 0.6}, {0.55, 0.6}, {0.55, 0.8}, {0.78, 0.8}, {0.78, 1}, {1, 1}},
    };
    return map;
}

}  // namespace poslab
