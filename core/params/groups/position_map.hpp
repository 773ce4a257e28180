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

    static constexpr std::array<Choice, 8> maps{{{"rope", {"RoPE", "RoPE"}},
                                                 {"pi", {"PI", "PI"}},
                                                 {"rerope", {"ReRoPE", "ReRoPE"}},
                                                 {"leaky-rerope", {"Leaky ReRoPE", "Leaky ReRoPE"}},
                                                 {"inv-leaky-rerope", {"InvLeaky ReRoPE", "InvLeaky ReRoPE"}},
                                                 {"self-extend", {"Self-Extend", "Self-Extend"}},
                                                 {"dual-chunk", {"Dual Chunk", "Dual Chunk"}},
                                                 {"sinks", {"Sinks", "Sinks"}}}};

    static constexpr bool uses_w(PositionMap map) {
        return map == PositionMap::rerope || map == PositionMap::leaky_rerope || map == PositionMap::inv_leaky_rerope ||
               map == PositionMap::self_extend;
    }
    static constexpr bool uses_k(PositionMap map) {
        return map == PositionMap::pi || map == PositionMap::leaky_rerope || map == PositionMap::inv_leaky_rerope;
    }

    static constexpr auto fields() {
        using G = PositionMapGroup;
        constexpr Text tokens{"tokens", "词元"};
        return std::tuple{
            parameter(&G::map, {.id = "map",
                                .label = {"Map", "位置映射"},
                                .symbol = "",
                                .help = {"How the distance of query and key becomes the position that RoPE rotates by.",
                                         "查询与键的距离如何变为 RoPE 旋转所用的位置。"},
                                .choices = maps,
                                .order = -4}),
            parameter(&G::w,
                      {.id = "w",
                       .label = {"Window", "窗口"},
                       .symbol = "w",
                       .unit = tokens,
                       .help = {"Distances below w keep their own position.", "小于 w 的距离保持原位置。"},
                       .minimum = 0,
                       .maximum = most_tokens,
                       .spacing = Spacing::logarithmic},
                      [](const G& g) { return uses_w(g.map); }),
            parameter(&G::k,
                      {.id = "k",
                       .label = {"Stretch", "伸缩倍数"},
                       .symbol = "k",
                       .unit = {"×", "×"},
                       .help = {"Beyond the window k tokens share what one position was; k = 1 is RoPE.",
                                "窗口之外每 k 个词元占一个位置的间隔；k = 1 即 RoPE。"},
                       .minimum = 1,
                       .maximum = 1e6,
                       .spacing = Spacing::logarithmic},
                      [](const G& g) { return uses_k(g.map); }),
            parameter(
                &G::group,
                {.id = "group",
                 .label = {"Group", "分组"},
                 .symbol = "G",
                 .unit = tokens,
                 .help = {"Beyond the window, G neighbouring tokens share one position.", "窗口之外，相邻 G 个词元共用一个位置。"},
                 .minimum = 1,
                 .maximum = 65'536,
                 .spacing = Spacing::logarithmic},
                [](const G& g) { return g.map == PositionMap::self_extend; }),
            parameter(&G::chunk,
                      {.id = "chunk",
                       .label = {"Chunk", "块长"},
                       .symbol = "C",
                       .unit = tokens,
                       .help = {"Positions within a chunk and its local window stay below C.", "块与其局部窗口内的位置小于 C。"},
                       .minimum = 2,
                       .maximum = most_tokens,
                       .spacing = Spacing::logarithmic},
                      [](const G& g) { return g.map == PositionMap::dual_chunk; }),
            parameter(&G::local,
                      {.id = "local",
                       .label = {"Local window", "局部窗口"},
                       .symbol = "",
                       .unit = tokens,
                       .help = {"How far into the preceding chunk true distances hold; chunks repeat every C − local tokens.",
                                "真实距离延伸到前一块的长度；块每 C − local 个词元重复一次。"},
                       .minimum = 1,
                       .maximum = most_tokens - 1,
                       .spacing = Spacing::logarithmic},
                      [](const G& g) { return g.map == PositionMap::dual_chunk; }),
            parameter(&G::sinks,
                      {.id = "sinks",
                       .label = {"Sinks", "汇聚词元"},
                       .symbol = "",
                       .unit = tokens,
                       .help = {"First tokens that are never evicted from the cache.", "缓存中永不淘汰的最初几个词元。"},
                       .minimum = 0,
                       .maximum = most_tokens,
                       .spacing = Spacing::logarithmic},
                      [](const G& g) { return g.map == PositionMap::sinks; }),
            parameter(&G::recent,
                      {.id = "recent",
                       .label = {"Recent", "最近词元"},
                       .symbol = "",
                       .unit = tokens,
                       .help = {"Latest tokens kept in the cache.", "缓存中保留的最近词元数。"},
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
