#include "core/params/groups/position_map.hpp"

namespace poslab {

namespace {

constexpr auto group_shifts = choices<GroupShift>({{GroupShift::decode, "decode", "Decoding, ⌊w/G⌋"_tr},
                                                   {GroupShift::prefill, "prefill", "Prefill, w/G"_tr}});

ParameterRows position_map_rows() {
    using S = PositionMapSpec;
    constexpr Text tokens = "tokens"_tr;
    return complete<S>(std::tuple{
        parameter(&S::map, {.id = "map",
                            .label = "Map"_tr,
                            .symbol = "",
                            .help = "Maps the distance between query and key "
                                    "to the position that RoPE rotates by."_tr,
                            .control = {.order = -4}}),
        parameter(&S::w,
                  {.id = "w",
                   .label = "Sliding window"_tr,
                   .symbol = "w",
                   .unit = tokens,
                   .help = "Distances below w are left unchanged."_tr,
                   .source = untranslated("9708"),
                   .domain = {.minimum = 0, .maximum = max_tokens},
                   .control = {.spacing = Spacing::logarithmic, .play = {.first = true}}},
                  [](const S& spec) { return spec.map->uses(&S::w); }),
        parameter(
            &S::k,
            {.id = "k",
             .label = "Stretch"_tr,
             .symbol = "k",
             .unit = "×"_tr,
             .help = "Beyond the window, positions advance k times more slowly; k = 1 is plain RoPE."_tr,
             .source = untranslated("9708"),
             .domain = {.minimum = 1, .maximum = 1e6},
             .control = {.spacing = Spacing::logarithmic}},
            [](const S& spec) { return spec.map->uses(&S::k); }),
        parameter(&S::group,
                  {.id = "group",
                   .label = "Group"_tr,
                   .symbol = "G",
                   .unit = tokens,
                   .help = "Beyond the window, G neighbouring tokens share one position."_tr,
                   .source = untranslated("LongLM, arXiv 2401.01325"),
                   .domain = {.minimum = 1, .maximum = 65'536},
                   .control = {.spacing = Spacing::logarithmic}},
                  [](const S& spec) { return spec.map->uses(&S::group); }),
        parameter(&S::group_shift,
                  {.id = "group-shift",
                   .label = "Group shift"_tr,
                   .help = "If G does not divide w, the reference code shifts "
                           "groups differently in decoding and prefill."_tr,
                   .source = untranslated("LongLM, arXiv 2401.01325"),
                   .domain = {.choices = group_shifts},
                   .control = {.listed = Listed::rare}},
                  [](const S& spec) { return spec.map->uses(&S::group_shift); }),
        parameter(&S::chunk,
                  {.id = "chunk",
                   .label = "Chunk"_tr,
                   .symbol = "C",
                   .unit = tokens,
                   .help = "Positions within a chunk and its local window stay below C."_tr,
                   .source = untranslated("ChunkLlama, arXiv 2402.17463"),
                   .domain = {.minimum = 2, .maximum = max_tokens},
                   .control = {.spacing = Spacing::logarithmic}},
                  [](const S& spec) { return spec.map->uses(&S::chunk); }),
        parameter(&S::local,
                  {.id = "local",
                   .label = "Local window"_tr,
                   .symbol = "",
                   .unit = tokens,
                   .help = "True distances reach this far into the preceding "
                           "chunk; chunks repeat every C − local tokens."_tr,
                   .source = untranslated("ChunkLlama, arXiv 2402.17463"),
                   .domain = {.minimum = 1, .maximum = max_tokens - 1},
                   .control = {.spacing = Spacing::logarithmic}},
                  [](const S& spec) { return spec.map->uses(&S::local); }),
        parameter(&S::sinks,
                  {.id = "sinks",
                   .label = "Sinks"_tr.as("tokens"),
                   .symbol = "",
                   .unit = tokens,
                   .help = "First tokens that are never evicted from the cache."_tr,
                   .source = untranslated("StreamingLLM, arXiv 2309.17453"),
                   .domain = {.minimum = 0, .maximum = max_tokens},
                   .control = {.spacing = Spacing::logarithmic}},
                  [](const S& spec) { return spec.map->uses(&S::sinks); }),
        parameter(&S::recent,
                  {.id = "recent",
                   .label = "Recent"_tr,
                   .symbol = "",
                   .unit = tokens,
                   .help = "Latest tokens retained in the cache."_tr,
                   .source = untranslated("StreamingLLM, arXiv 2309.17453"),
                   .domain = {.minimum = 1, .maximum = max_tokens},
                   .control = {.spacing = Spacing::logarithmic}},
                  [](const S& spec) { return spec.map->uses(&S::recent); }),
        set_elsewhere(&S::causal),
    });
}

}  // namespace

template <>
const ParameterRows& rows_of<PositionMapSpec>() {
    static const ParameterRows list = position_map_rows();
    return list;
}

}  // namespace poslab
