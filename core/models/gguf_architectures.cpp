#include "core/models/gguf_architectures.hpp"

#include "core/base/embedded_assets.hpp"
#include "core/models/table_rows.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <map>
#include <stdexcept>

namespace poslab {
namespace {

using Json = nlohmann::json;
using KindPairs = std::map<std::string, std::vector<LayerKind>, std::less<>>;

constexpr std::array<std::string_view, 5> rotations{"none", "adjacent", "halves", "sections",
                                                    "interleaved_sections"};
constexpr std::array<std::string_view, 5> ways{"none", "window", "heads", "interval", "ratios"};
constexpr std::array<std::string_view, 4> windows{"always", "unless_zero", "if_named", "if_own_base"};
constexpr std::array<std::string_view, 3> unrotated{"stay", "rotate", "last"};
constexpr std::array<std::string_view, 3> lists{"all", "first_kind", "none"};
constexpr std::array<std::string_view, 4> multipliers{"ignored", "as_is", "tenth", "tenth_own"};
constexpr std::array<std::string_view, 4> query_scalings{"none", "llama4", "temperature",
                                                         "temperature_original"};

KindPairs kind_pairs_of(const Json& rules) {
    KindPairs all;
    for (const Json& json : rules) {
        TableRow row(json, "a pair of kinds");
        std::string id;
        row.read_needed("id", id);
        const Json* kinds = row.find("kinds");
        if (kinds == nullptr || kinds->size() != 2) row.fail(id + " does not have two kinds");
        row.finish();
        std::vector<LayerKind>& pair = all[id];
        if (!pair.empty()) row.fail(id + " is listed twice");
        for (const Json& kind : *kinds) pair.push_back(layer_kind_of(kind, id));
    }
    return all;
}

GgufLayers layers_of(const Json& json, const std::string& name, const KindPairs& pairs) {
    TableRow row(json, name + ", layers");
    GgufLayers layers;
    std::string id;
    row.read_needed("kinds", id);
    const auto found = pairs.find(id);
    if (found == pairs.end()) row.fail("names the unknown kinds " + id);
    layers.kinds = found->second;
    row.read_word("by", ways, layers.by);
    row.read("period", layers.period);
    row.read("dense_first", layers.dense_first);
    row.read("flags_only", layers.flags_only);
    row.read_word("windows", windows, layers.windows);
    row.read("only_blocks", layers.only_blocks);
    row.read("no_rope_step", layers.no_rope_step);
    row.read_word("without_windows", unrotated, layers.without_windows);
    row.read("dense_rotates", layers.dense_rotates);
    row.read("full_share", layers.full_share);
    row.finish();
    return layers;
}

GgufArchitecture architecture_of(const Json& json, const KindPairs& pairs) {
    GgufArchitecture architecture;
    architecture.name = json.value("name", std::string("a row without a name"));
    TableRow row(json, architecture.name);
    row.read_needed("name", architecture.name);
    row.read_word("rotation", rotations, architecture.rotation);
    row.read("reorders_weights", architecture.reorders_weights);
    row.read("rotary_last", architecture.rotary_last);
    row.read("sections_if_named", architecture.sections_if_named);
    row.read("whole_heads", architecture.whole_heads);
    row.read("finetuned_switch", architecture.finetuned_switch);
    row.read("reads_alpha", architecture.reads_alpha);
    row.read("reads_turns", architecture.reads_turns);
    row.read("reads_ext_factor", architecture.reads_ext_factor);
    row.read("beta_fast", architecture.beta_fast);
    row.read("max_is_extended", architecture.max_is_extended);
    row.read_word("lists", lists, architecture.lists);
    row.read("alibi_blocks", architecture.alibi_blocks);
    row.read("alibi_bias_max", architecture.alibi_bias_max);
    if (const Json* layers = row.find("layers"))
        architecture.layers = layers_of(*layers, architecture.name, pairs);
    row.read_word("log_multiplier", multipliers, architecture.log_multiplier);
    row.read("mscale_on_logits", architecture.mscale_on_logits);
    if (const Json* scale = row.find("softmax"))
        architecture.softmax = softmax_scale_of(*scale, architecture.name + ", softmax");
    row.read("wide_blocks", architecture.wide_blocks);
    row.read_word("query_scaling", query_scalings, architecture.query_scaling);
    row.finish();
    return architecture;
}

bool by_name(const GgufArchitecture& architecture, const GgufArchitecture& other) {
    return architecture.name < other.name;
}

const GgufTable& gguf_table() {
    static const GgufTable all = parse_gguf_architectures(embedded_gguf_architectures);
    return all;
}

}  // namespace

GgufTable parse_gguf_architectures(std::string_view json) {
    const Json all = Json::parse(json);
    const KindPairs pairs = kind_pairs_of(all.at("kinds"));
    GgufTable table;
    for (const Json& row : all.at("architectures"))
        table.architectures.push_back(architecture_of(row, pairs));
    std::sort(table.architectures.begin(), table.architectures.end(), by_name);
    for (std::size_t n = 1; n < table.architectures.size(); ++n)
        if (table.architectures[n].name == table.architectures[n - 1].name)
            throw std::runtime_error(table.architectures[n].name + " is listed twice");
    table.unknown = architecture_of(all.at("unknown"), pairs);
    return table;
}

std::span<const GgufArchitecture> gguf_architectures() { return gguf_table().architectures; }

const GgufArchitecture* gguf_architecture(std::string_view name) {
    const std::vector<GgufArchitecture>& all = gguf_table().architectures;
    const auto found = std::lower_bound(all.begin(), all.end(), name,
                                        [](const auto& one, std::string_view key) { return one.name < key; });
    return found == all.end() || found->name != name ? nullptr : &*found;
}

const GgufArchitecture& unknown_gguf_architecture() { return gguf_table().unknown; }

}  // namespace poslab
