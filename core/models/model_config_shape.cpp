#include "core/models/model_config_reading.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace poslab {
namespace {

constexpr Range any_base{1, 1e12, true};
constexpr std::int64_t most_dim = 4096;
constexpr std::int64_t most_width = std::int64_t{1} << 24U;

using Json = nlohmann::json;

template <class T>
T assumed(ConfigReading& r, std::string_view key, T value) {
    r.assumed.push_back(fmt::format("{} {}", key, number_text(static_cast<double>(value))));
    return value;
}

/// A number of the model's object; of a list with one for each layer that of the first layer of the type that is read.
std::optional<double> layered_number(ConfigReading& r, std::string_view key, Range range) {
    if (!r.model.is_list(key)) return r.model.number(key, range);
    const std::vector<double> list = *r.model.numbers(key, range);
    if (list.empty()) return std::nullopt;
    const std::vector<std::string> types = r.model.texts("layer_types");
    const auto found = std::find(types.begin(), types.end(), r.layer_type);
    const auto layer = static_cast<std::size_t>(found == types.end() ? 0 : found - types.begin());
    return list[std::min(layer, list.size() - 1)];
}

double base_of(ConfigReading& r) {
    if (!r.kind.base_key.empty()) {
        const auto base = r.model.number(r.kind.base_key, any_base);
        return base ? *base : assumed(r, r.kind.base_key, r.kind.base);
    }
    if (const auto base = r.rope.number("rope_theta", any_base)) return *base;
    for (const std::string_view key : {"rope_theta", "rotary_emb_base", "rope_embedding_base", "rope_freq_constant"}) {
        if (const auto base = layered_number(r, key, any_base)) return *base;
    }
    if (const Json* attention = r.model.object("attn_config")) {  // DBRX, MPT
        ConfigValues values(*attention, r.model.path_of("attn_config"), r.model.file());
        if (const auto base = values.number("rope_theta", any_base)) return *base;
    }
    constexpr double usual = 10000;
    if (const auto ratio = r.model.number("rope_ratio", {0, 1e6, true})) return usual * *ratio;  // ChatGLM
    if (r.facts.base_in_code) return usual;
    return assumed(r, "rope_theta", r.facts.base > 0 ? r.facts.base : usual);
}

/// hidden_size / num_attention_heads
int head_dim_by_division(ConfigReading& r) {
    const std::string_view width_key = r.model.first_of(width_keys);
    const std::string_view heads_key = r.model.first_of(heads_keys);
    std::int64_t width = r.facts.hidden_size, heads = r.facts.heads;
    if ((width_key.empty() && width == 0) || (heads_key.empty() && heads == 0)) {
        r.model.fail("names no head_dim, and not both hidden_size and num_attention_heads"_tr);
    }
    width = width_key.empty() ? assumed(r, "hidden_size", width) : *r.model.integer(width_key, 1, most_width);
    heads = heads_key.empty() ? assumed(r, "num_attention_heads", heads) : *r.model.integer(heads_key, 1, most_width);
    const std::int64_t dim = width / heads;
    if (width % heads != 0 || dim < 2 || dim > most_dim) {
        const std::string names = fmt::format("{}/{} = {}/{}", width_key.empty() ? "hidden_size" : width_key,
                                              heads_key.empty() ? "num_attention_heads" : heads_key, width, heads);
        r.model.fail(tr("{} is no head dimension; it must be an even integer from 2 to {}", names, most_dim));
    }
    return static_cast<int>(dim);
}

int head_dim_of(ConfigReading& r) {
    if (const std::string_view key = r.kind.head_dim_key; r.model.has(key)) {
        return static_cast<int>(*r.model.integer(key, 2, most_dim));
    }
    const bool global = r.layer_type == "full_attention";
    if (global && r.model.has("global_head_dim")) return static_cast<int>(*r.model.integer("global_head_dim", 2, most_dim));
    if (global && r.facts.global_head_dim > 0) return assumed(r, "global_head_dim", r.facts.global_head_dim);
    for (const std::string_view key : {"head_dim", "attention_head_dim", "kv_channels"}) {
        if (const auto dim = r.model.integer(key, 2, most_dim)) return static_cast<int>(*dim);
    }
    if (r.facts.head_dim > 0) return assumed(r, "head_dim", r.facts.head_dim);
    return head_dim_by_division(r);
}

double fraction_of(ConfigReading& r) {
    constexpr Range allowed{0, 1, true};
    if (const auto fraction = r.rope.number("partial_rotary_factor", allowed)) return *fraction;
    for (const std::string_view key :
         {"partial_rotary_factor", "partial_rotary_factors", "rotary_pct", "rope_pct", "rotary_emb_fraction"}) {
        if (const auto fraction = layered_number(r, key, allowed)) return *fraction;
    }
    if (const auto rotary = r.model.integer("rotary_dim", 2, r.values.dim)) {
        return rotary_fraction_for(*rotary, r.values.dim);
    }
    return r.facts.rotary_fraction > 0 ? assumed(r, "partial_rotary_factor", r.facts.rotary_fraction) : 1;
}

void read_dimensions(ConfigReading& r) {
    // DeepSeek: two parts side by side; 0 where the model has plain heads after all.
    if (const auto rotary = r.model.integer("qk_rope_head_dim", 0, most_dim); rotary.value_or(0) > 0) {
        std::int64_t rest = r.model.integer("qk_nope_head_dim", 0, most_dim - *rotary).value_or(0);
        if (const auto whole = r.model.integer("head_dim", 2, most_dim); whole && rest == 0 && *whole > *rotary)
            rest = *whole - *rotary;
        r.values.dim = static_cast<int>(*rotary + rest);
        r.values.rope_dims = rest > 0 ? "last" : "first";
        r.values.rotary_fraction = rotary_fraction_for(*rotary, r.values.dim);
    } else {
        r.values.dim = head_dim_of(r);
        r.values.rotary_fraction = fraction_of(r);
    }
    if (r.values.dim % 2 != 0) {
        r.model.fail(tr("the head dimension {} is odd; it must be even", r.values.dim));
    }
    const int rotary = rotary_dim(r.values);
    const bool proportional = r.type == "proportional";  // counts pairs by its own rule
    if (rotary < 2 || (rotary % 2 != 0 && !proportional)) {
        r.model.fail(tr("{} of {} dimensions rotate; it must be an even number from 2 on", rotary, r.values.dim));
    }
}

void read_pairing(ConfigReading& r) {
    const bool plain_heads = r.model.plain("qk_rope_head_dim") == "0";  // DeepSeek's own code turns these as Llama does
    r.values.pairing = r.facts.adjacent_pairs && !plain_heads ? "gpt-j" : "gpt-neox";
    if (const auto interleaved = r.model.truth("rope_interleave")) r.values.pairing = *interleaved ? "gpt-j" : "gpt-neox";
}

void read_sections(ConfigReading& r) {
    const auto sections = r.rope.integers("mrope_section", 0, most_dim);
    if (!sections || sections->empty()) return;
    const std::int64_t pairs = rotary_dim(r.values) / 2;
    const std::int64_t sum = std::accumulate(sections->begin(), sections->end(), std::int64_t{0});
    if (sum != pairs) {
        const std::string path = r.rope.path_of("mrope_section"), list = fmt::format("[{}]", fmt::join(*sections, ", "));
        r.rope.fail(
            tr("{} {} has the sum {}; it must be {}, half of the rotary dimension", path, printable_text(list), sum, pairs));
    }
    r.values.mrope_sections = *sections;
    r.values.mrope_interleaved = r.rope.truth("mrope_interleaved").value_or(false);
}

/// The length before the extension, inside of the scaling or beside it; of both Transformers v5 takes that beside it, except by
/// layer type.
void read_original_length(ConfigReading& r) {
    constexpr std::string_view original = "original_max_position_embeddings";
    const auto inside = r.rope.integer(original, 2, most_positions), beside = r.model.integer(original, 2, most_positions);
    const bool takes_beside = beside && !(r.nested && inside);
    r.original_positions = takes_beside ? beside : inside;
    if (!r.original_positions) return;
    r.original_key = (takes_beside ? r.model : r.rope).path_of(original);
    if (!inside || !beside || *inside == *beside) return;
    const ConfigValues& other = takes_beside ? r.rope : r.model;
    r.warn(tr("{} is {}, but {} is {}; {} is taken, as in Transformers v5.", other.path_of(original),
              takes_beside ? *inside : *beside, r.original_key, *r.original_positions, *r.original_positions));
}

}  // namespace

void read_shape(ConfigReading& r) {
    r.values.base = base_of(r);
    read_dimensions(r);
    read_pairing(r);
    read_sections(r);
}

void read_lengths(ConfigReading& r) {
    for (const std::string_view key : length_keys) {
        if (!r.model.has(key)) continue;
        r.length_key = key;
        r.max_positions = r.model.integer(key, 2, most_positions);
        break;
    }
    if (!r.max_positions && r.facts.max_positions > 0) {
        r.max_positions = assumed(r, "max_position_embeddings", r.facts.max_positions);
    }
    read_original_length(r);
}

}  // namespace poslab
