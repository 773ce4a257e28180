#include "core/base/formula_markup.hpp"
#include "core/encoding/map_parts.hpp"

#include <fmt/format.h>

namespace poslab {

namespace {

using namespace map_parts;

std::vector<Branch> sinks_branches(const PositionMapSpec& spec) {
    const std::int32_t first = token_count(spec.sinks, "sinks");
    const std::int32_t recent = token_count(spec.recent, "recent");
    const std::int32_t cache = token_count(spec.sinks + spec.recent, "sinks plus --recent");
    std::vector<Branch> branches;
    Condition filling;
    filling.queries = {0, cache};
    if (cache > 0) branches.push_back({{}, {}, filling});
    Condition retained;
    retained.queries = {cache, unbounded};
    retained.keys = {0, first};
    if (first > 0) branches.push_back({constant(cache - 1), {}, retained});
    Condition latest = at_distance(0, recent);
    latest.queries = {cache, unbounded};
    if (recent > 0) branches.push_back({{}, {}, latest});
    return branches;
}

std::string sinks_definition(const Translator& translate, const PositionMapSpec&) {
    return fmt::format(R"(s &= \text{{{}}}, \quad r = \text{{{}}} \\)"
                       R"(p(i, j) &= \begin{{cases}} \Delta & i < s + r \\ \Delta & \Delta < r \\)"
                       R"(s + r - 1 - j & j < s \le i - r \\ \text{{{}}} & \text{{{}}} \end{{cases}})",
                       translate("sinks"_tr), translate("recent"_tr), translate("evicted"_tr),
                       translate("otherwise"_tr));
}

std::string sinks_inserted(const PositionMapSpec& spec, std::int64_t i, std::int64_t j) {
    if (i < spec.sinks + spec.recent || i - j < spec.recent) return {};
    return fmt::format("{} + {} - 1 - {}", live(spec.sinks), live(spec.recent), live(j));
}

}  // namespace

/// i < sinks + recent: D; else key j < sinks: sinks + recent - 1 - j; D < recent: D; other cells masked
/// (evicted). Positions are indices within the cache.
const PositionMap& sinks_map() {
    static const PositionMap map{
        .id = "sinks",
        .label = "Sinks"_tr,
        .effect = "The first and the latest keys get close positions; keys between them are masked."_tr,
        .source = "Xiao et al., arXiv 2309.17453 (StreamingLLM)",
        .parameters = {&PositionMapSpec::sinks, &PositionMapSpec::recent},
        .branches = sinks_branches,
        .definition = sinks_definition,
        .inserted = sinks_inserted,
        .of_distance = false,
        .monotone_in_key = false,
        .masks_keys = true,
        .sketch = {{0, 0}, {0.5, 0.85}, {0.85, 0.85}},
    };
    return map;
}

}  // namespace poslab
