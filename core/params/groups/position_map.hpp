#pragma once

#include "core/encoding/positions.hpp"
#include "core/params/parameters.hpp"

#include <array>

namespace poslab {

/// Which relative position a pair of tokens receives (docs/formulas.md §2.1).
struct PositionMapGroup {
    PositionMap map = PositionMapSpec{}.map;
    std::int64_t w = PositionMapSpec{}.w;
    double k = PositionMapSpec{}.k;
    std::int64_t group = PositionMapSpec{}.group;
    std::int64_t chunk = PositionMapSpec{}.chunk;
    std::int64_t local = PositionMapSpec{}.local;
    std::int64_t sinks = PositionMapSpec{}.sinks;
    std::int64_t recent = PositionMapSpec{}.recent;

    static constexpr std::array<Choice, 8> maps{{{"rope", "RoPE"_tr},
                                                 {"pi", "PI"_tr},
                                                 {"rerope", "ReRoPE"_tr},
                                                 {"leaky-rerope", "Leaky ReRoPE"_tr},
                                                 {"inv-leaky-rerope", "InvLeaky ReRoPE"_tr},
                                                 {"self-extend", "Self-Extend"_tr},
                                                 {"dual-chunk", "Dual Chunk"_tr},
                                                 {"sinks", "Sinks"_tr}}};

    static constexpr bool uses_w(PositionMap map) {
        return map == PositionMap::rerope || map == PositionMap::leaky_rerope || map == PositionMap::inv_leaky_rerope ||
               map == PositionMap::self_extend;
    }
    static constexpr bool uses_k(PositionMap map) {
        return map == PositionMap::pi || map == PositionMap::leaky_rerope || map == PositionMap::inv_leaky_rerope;
    }

    static constexpr auto fields() {
        using G = PositionMapGroup;
        constexpr Text tokens = "tokens"_tr;
        return std::tuple{
            parameter(&G::map, {.id = "map",
                                .label = "Map"_tr,
                                .symbol = "",
                                .help = "How the distance of query and key becomes the position that RoPE rotates by."_tr,
                                .choices = maps,
                                .order = -4}),
            parameter(&G::w,
                      {.id = "w",
                       .label = "Window"_tr,
                       .symbol = "w",
                       .unit = tokens,
                       .help = "Distances below w keep their own position."_tr,
                       .minimum = 0,
                       .maximum = most_tokens,
                       .spacing = Spacing::logarithmic},
                      [](const G& g) { return uses_w(g.map); }),
            parameter(&G::k,
                      {.id = "k",
                       .label = "Stretch"_tr,
                       .symbol = "k",
                       .unit = "×"_tr,
                       .help = "Beyond the window k tokens share what one position was; k = 1 is RoPE."_tr,
                       .minimum = 1,
                       .maximum = 1e6,
                       .spacing = Spacing::logarithmic},
                      [](const G& g) { return uses_k(g.map); }),
            parameter(&G::group,
                      {.id = "group",
                       .label = "Group"_tr,
                       .symbol = "G",
                       .unit = tokens,
                       .help = "Beyond the window, G neighbouring tokens share one position."_tr,
                       .minimum = 1,
                       .maximum = 65'536,
                       .spacing = Spacing::logarithmic},
                      [](const G& g) { return g.map == PositionMap::self_extend; }),
            parameter(&G::chunk,
                      {.id = "chunk",
                       .label = "Chunk"_tr,
                       .symbol = "C",
                       .unit = tokens,
                       .help = "Positions within a chunk and its local window stay below C."_tr,
                       .minimum = 2,
                       .maximum = most_tokens,
                       .spacing = Spacing::logarithmic},
                      [](const G& g) { return g.map == PositionMap::dual_chunk; }),
            parameter(&G::local,
                      {.id = "local",
                       .label = "Local window"_tr,
                       .symbol = "",
                       .unit = tokens,
                       .help = "How far into the preceding chunk true distances hold; chunks repeat every C − local tokens."_tr,
                       .minimum = 1,
                       .maximum = most_tokens - 1,
                       .spacing = Spacing::logarithmic},
                      [](const G& g) { return g.map == PositionMap::dual_chunk; }),
            parameter(&G::sinks,
                      {.id = "sinks",
                       .label = "Sinks"_tr.as("tokens"),
                       .symbol = "",
                       .unit = tokens,
                       .help = "First tokens that are never evicted from the cache."_tr,
                       .minimum = 0,
                       .maximum = most_tokens,
                       .spacing = Spacing::logarithmic},
                      [](const G& g) { return g.map == PositionMap::sinks; }),
            parameter(&G::recent,
                      {.id = "recent",
                       .label = "Recent"_tr,
                       .symbol = "",
                       .unit = tokens,
                       .help = "Latest tokens kept in the cache."_tr,
                       .minimum = 1,
                       .maximum = most_tokens,
                       .spacing = Spacing::logarithmic},
                      [](const G& g) { return g.map == PositionMap::sinks; }),
        };
    }
};

[[nodiscard]] inline PositionMapSpec position_map_spec(const PositionMapGroup& group, bool causal) {
    return {group.map, group.w, group.k, group.group, group.chunk, group.local, group.sinks, group.recent, causal};
}

}  // namespace poslab
