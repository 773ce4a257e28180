#include "core/encoding/map_parts.hpp"

namespace poslab {

/// p = D.
const PositionMap& rope_map() {
    static const PositionMap map{
        .id = "rope",
        .label = "RoPE"_tr,
        .effect = "The position is the distance itself."_tr,
        .source = "Su et al., arXiv 2104.09864",
        .parameters = {},
        .branches = [](const PositionMapSpec&) { return std::vector<Branch>{Branch{}}; },
        .definition = [](const Translator&,
                         const PositionMapSpec&) { return std::string(R"(p(\Delta) &= \Delta)"); },
        .inserted = [](const PositionMapSpec&, std::int64_t, std::int64_t) { return std::string(); },
        .compared = true,
        .sketch = {{0, 0}, {1, 1}},
    };
    return map;
}

}  // namespace poslab
