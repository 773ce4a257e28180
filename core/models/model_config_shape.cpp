#include "core/models/model_config_reading.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace poslab {
namespace {

constexpr Range any_base{1, 1e12, true};
constexpr std::int64_t max_dim = 4096;
constexpr std::int64_t max_width = std::int64_t{1} << 24U;

using Json = nlohmann::json;

/// Returns the number of the first layer of the selected kind from a list with one number per layer.
template <class Number>
Number number_of_layer(ConfigReading& r, std::string_view key, const std::vector<Number>& list) {
    if (list.empty()) r.model.refuse(key, "a number, or a list of one for each layer"_tr);
    if (r.kind.layers.empty() &&
        std::any_of(list.begin(), list.end(), [&](Number number) { return number != list[0]; }))
        r.warn(tr("{} differs by layer; that of layer 0 is used.", r.model.path_of(key)));
    const auto layer = static_cast<std::size_t>(r.kind.layers.empty() ? 0 : r.kind.layers.front());
    return list[std::min(layer, list.size() - 1)];
}

/// Returns a number of the model's object, which may be a list with one number per layer.
std::optional<double> layered_number(ConfigReading& r, std::string_view key, Range range) {
    if (!r.model.is_list(key)) return r.model.number(key, range);
    return number_of_layer(r, key, *r.model.numbers(key, range));
}

/// The same for an integer.
std::optional<std::int64_t> layered_integer(ConfigReading& r, std::string_view key, std::int64_t from,
                                            std::int64_t to) {
    if (!r.model.is_list(key)) return r.model.integer(key, from, to);
    return number_of_layer(r, key, *r.model.integers(key, from, to));
}

/// Returns a number of rope_parameters for layers to which its scaling does not apply: base and share are
/// those of all layers unless the object is keyed by type of layer.
std::optional<double> number_of_all_layers(ConfigReading& r, std::string_view key, Range range) {
    const char* const name = r.v5 ? "rope_parameters" : "rope_scaling";
    if (r.kind.scaled || r.kind.own_parameters || !r.model.is_object(name)) return std::nullopt;
    const Json& object = *r.model.object(name);
    const auto members = object.items();
    if (std::any_of(members.begin(), members.end(),
                    [](const auto& member) { return is_for_kind(member.key(), member.value()); }))
        return std::nullopt;
    return ConfigValues(object, r.model.path_of(name), r.model.file()).number(key, range);
}

double base_of(ConfigReading& r) {
    if (!r.kind.base_key.empty()) {
        if (const auto base = r.model.number(r.kind.base_key, any_base)) return *base;
        if (r.kind.base > 0) return r.assume(r.kind.base_key, r.kind.base);
    }
    if (const auto base = r.rope.number("rope_theta", any_base)) return *base;
    if (const auto base = number_of_all_layers(r, "rope_theta", any_base)) return *base;
    for (const std::string_view key :
         {r.key("rope_theta"), std::string_view("rope_theta"), std::string_view("rotary_emb_base"),
          std::string_view("rope_embedding_base"), std::string_view("rope_freq_constant"),
          std::string_view("rotary_base"), std::string_view("rope_base")}) {
        if (const auto base = layered_number(r, key, any_base)) return *base;
    }
    for (const char* const name : {"attn_config", "rotary"}) {  // DBRX, MPT; InternLM
        const Json* object = r.model.has(name) && r.model.is_object(name) ? r.model.object(name) : nullptr;
        if (object == nullptr) continue;
        ConfigValues values(*object, r.model.path_of(name), r.model.file());
        if (const auto base =
                values.number(std::string_view(name) == "rotary" ? "base" : "rope_theta", any_base))
            return *base;
    }
    constexpr double usual = 10000;
    if (const auto ratio = r.model.number("rope_ratio", {0, 1e6, true})) return usual * *ratio;  // ChatGLM
    if (r.facts.base_in_code) return *r.facts.base_in_code;
    const double known = r.facts.default_of("rope_theta");
    return r.assume("rope_theta", known > 0 ? known : usual);
}

/// Returns hidden_size / num_attention_heads; unset if the file lacks either.
std::optional<int> head_dim_by_division(ConfigReading& r) {
    std::string_view width_key = r.key("hidden_size"), heads_key = r.key("num_attention_heads");
    if (!r.model.has(width_key)) width_key = r.model.first_of(width_keys);
    if (!r.model.has(heads_key)) heads_key = r.model.first_of(heads_keys);
    auto width = static_cast<std::int64_t>(r.facts.default_of("hidden_size")),
         heads = static_cast<std::int64_t>(r.facts.default_of("num_attention_heads"));
    if ((width_key.empty() && width == 0) || (heads_key.empty() && heads == 0)) return std::nullopt;
    width = width_key.empty() ? r.assume("hidden_size", width) : *r.model.integer(width_key, 1, max_width);
    heads = heads_key.empty() ? r.assume("num_attention_heads", heads)
                              : *layered_integer(r, heads_key, 0, max_width);
    if (heads < 1) static_cast<void>(r.model.integer(heads_key, 1, max_width));
    const std::int64_t dim = width * r.facts.head_dim_times / heads;
    if (width * r.facts.head_dim_times % heads != 0 || dim < 2 || dim > max_dim) {
        const std::string names =
            fmt::format("{}/{} = {}/{}", width_key.empty() ? "hidden_size" : width_key,
                        heads_key.empty() ? "num_attention_heads" : heads_key, width, heads);
        r.model.fail(
            tr("{} is not a valid head dimension; it must be an even integer from 2 to {}", names, max_dim));
    }
    return static_cast<int>(dim);
}

std::optional<int> head_dim_of(ConfigReading& r) {
    if (const std::string_view key = r.kind.head_dim_key; r.model.has(key)) {
        return static_cast<int>(*r.model.integer(key, 2, max_dim));
    }
    const bool global = r.kind.name == "full_attention";
    if (global && r.model.has("global_head_dim"))
        return static_cast<int>(*r.model.integer("global_head_dim", 2, max_dim));
    if (const double dim = r.facts.default_of("global_head_dim"); global && dim > 0)
        return r.assume("global_head_dim", static_cast<int>(dim));
    for (const std::string_view key :
         {r.key("head_dim"), std::string_view("head_dim"), std::string_view("attention_head_dim"),
          std::string_view("kv_channels"), std::string_view("head_size")}) {
        if (const auto dim = layered_integer(r, key, 2, max_dim)) return static_cast<int>(*dim);
    }
    if (const double dim = r.facts.default_of("head_dim"); dim > 0)
        return r.assume("head_dim", static_cast<int>(dim));
    return head_dim_by_division(r);
}

/// Warns about a share that Transformers' code for the type ignores, although other programs read it.
void warn_about_share(ConfigReading& r, const ConfigValues& values, std::string_view key, double share) {
    if (!r.facts.whole_head || share == 1) return;
    const std::string path = values.path_of(key);
    r.warn(
        tr("{} {} is used, as in vLLM: Transformers' code for {} does "
           "not read it and rotates the whole head (--rotary-fraction 1).",
           path, number_text(share), printable_text(r.model_type)));
}

double fraction_of(ConfigReading& r) {
    constexpr Range allowed{0, 1, true};
    if (r.facts.whole_head && !r.facts.grid.empty()) return 1;
    if (!r.kind.fraction_key.empty())
        if (const auto fraction = layered_number(r, r.kind.fraction_key, allowed)) return *fraction;
    if (const auto fraction = r.rope.number("partial_rotary_factor", allowed)) {
        warn_about_share(r, r.rope, "partial_rotary_factor", *fraction);
        return *fraction;
    }
    if (const auto fraction = number_of_all_layers(r, "partial_rotary_factor", allowed)) return *fraction;
    for (const std::string_view key :
         {r.key("partial_rotary_factor"), std::string_view("partial_rotary_factor"),
          std::string_view("partial_rotary_factors"), std::string_view("rotary_pct"),
          std::string_view("rope_pct"), std::string_view("rotary_emb_fraction"),
          std::string_view("rotary_percent"), std::string_view("rotary_percentage")}) {
        if (const auto fraction = layered_number(r, key, allowed)) {
            warn_about_share(r, r.model, key, *fraction);
            return *fraction;
        }
    }
    for (const std::string_view key : {r.key("rotary_dim"), std::string_view("rotary_dim")})
        if (const auto rotary = r.model.integer(key, 2, r.values.dim))
            return rotary_fraction_for(*rotary, r.values.dim);
    const double known = r.facts.default_of("partial_rotary_factor");
    return known > 0 ? r.assume("partial_rotary_factor", known) : 1;
}

/// DeepSeek's heads consist of dimensions that rotate and dimensions that do not.
void read_two_parts(ConfigReading& r, std::int64_t rotary) {
    std::int64_t rest = r.kind.head_dim_key.empty()
                            ? r.model.integer("qk_nope_head_dim", 0, max_dim - rotary).value_or(0)
                            : 0;
    const std::string_view whole_key =
        r.kind.head_dim_key.empty() ? "head_dim" : std::string_view(r.kind.head_dim_key);
    if (const auto whole = r.model.integer(whole_key, 2, max_dim); whole && rest == 0 && *whole > rotary)
        rest = *whole - rotary;
    r.values.dim = static_cast<int>(rotary + rest);
    r.values.rope_dims = rest > 0 ? "last" : "first";
    r.values.rotary_fraction = rotary_fraction_for(rotary, r.values.dim);
}

void read_dimensions(ConfigReading& r) {
    const std::string_view key =
        r.kind.rotary_dim_key.empty() ? "qk_rope_head_dim" : std::string_view(r.kind.rotary_dim_key);
    auto rotary = r.model.integer(key, 0, max_dim);  // 0 if the model has plain heads
    if (!rotary && r.facts.default_of(key) > 0)
        rotary = r.assume(key, static_cast<std::int64_t>(r.facts.default_of(key)));
    if (rotary.value_or(0) > 0) {
        read_two_parts(r, *rotary);
    } else {
        if (const auto dim = head_dim_of(r))
            r.values.dim = *dim;
        else
            r.missing.emplace_back("dim");
        r.values.rotary_fraction = fraction_of(r);
    }
    if (!r.kind.place.empty()) r.values.rope_dims = r.kind.place;
    if (r.values.dim % 2 != 0) {
        r.model.fail(tr("the head dimension {} is odd; it must be even", r.values.dim));
    }
    const int dimensions = rotary_dim(r.values);
    const bool proportional = r.type == "proportional";  // counts pairs by its own rule
    if (dimensions < 2 || (dimensions % 2 != 0 && !proportional)) {
        r.model.fail(tr("{} of {} dimensions rotate; their number must be even and at least 2", dimensions,
                        r.values.dim));
    }
}

void read_pairing(ConfigReading& r) {
    // DeepSeek's own code rotates these as Llama does.
    const bool plain_heads = r.model.plain("qk_rope_head_dim") == "0";
    bool interleaved = r.kind.interleaved.value_or(r.facts.interleaved && !plain_heads);
    for (const char* const key :
         {"rope_interleave", "rotary_emb_interleaved", "rope_interleaved", "rotary_interleaved"})
        if (const auto value = r.model.truth(key); value && !r.kind.interleaved) interleaved = *value;
    r.values.pairing = interleaved ? "gpt-j" : "gpt-neox";
}

/// Returns mrope_section; for ERNIE 4.5 VL's own files height, width and time by freq_allocation, the pairs
/// of time.
std::optional<std::vector<std::int64_t>> listed_sections(ConfigReading& r) {
    auto sections = r.rope.integers("mrope_section", 0, max_dim);
    if (r.facts.section_order != "alternating") return sections;
    const std::int64_t pairs = rotary_dim(r.values) / 2;
    const bool has_axes = r.model.truth("rope_3d").value_or(false);
    constexpr std::int64_t default_time = 20;
    const std::int64_t time = r.model.integer("freq_allocation", 0, pairs).value_or(default_time);
    if (sections || !has_axes) return sections;
    if (time > pairs || (pairs - time) % 2 != 0)
        r.model.refuse("freq_allocation", tr("a number that leaves an even number of the {} pairs", pairs));
    return std::vector<std::int64_t>{(pairs - time) / 2, (pairs - time) / 2, time};
}

void read_sections(ConfigReading& r) {
    const auto sections = listed_sections(r);
    if (!sections || sections->empty()) return;
    if (sections->size() != 3)
        r.rope.fail(tr("{} must have three numbers, of time, height and width; it has {}",
                       r.rope.path_of("mrope_section"), sections->size()));
    const std::int64_t pairs = rotary_dim(r.values) / 2;
    const std::int64_t sum = std::accumulate(sections->begin(), sections->end(), std::int64_t{0});
    if (sum != pairs) {
        const std::string path = r.rope.path_of("mrope_section"),
                          list = fmt::format("[{}]", fmt::join(*sections, ", "));
        r.rope.fail(tr("{} {} sums to {}; the sum must be {}, half of the rotary dimension", path,
                       printable_text(list), sum, pairs));
    }
    r.values.mrope_sections = *sections;
    if (r.facts.section_order == "alternating")  // the file has height, width, time
        r.values.mrope_sections = {sections->at(2), sections->at(0), sections->at(1)};
    const bool interleaved =
        r.rope.truth("mrope_interleaved").value_or(r.facts.section_order == "interleaved");
    r.values.mrope_alternating = r.facts.section_order == "alternating";
    r.values.mrope_interleaved = interleaved && !r.values.mrope_alternating;
}

/// Reads the length before the extension, inside or outside the scaling. If both exist, Transformers v5 uses
/// the outer one, except by layer type.
void read_original_length(ConfigReading& r) {
    constexpr std::string_view original = "original_max_position_embeddings";
    const auto inside = r.rope.integer(original, 2, most_positions),
               outer = r.model.integer(original, 2, most_positions);
    const bool takes_outer = outer && !(r.kind.own_parameters && inside);
    r.original_positions = takes_outer ? outer : inside;
    // Phi-3's class has the attribute, which takes precedence over the one inside.
    if (const double known = r.facts.default_of(original);
        known > 0 && !outer && !r.rope.object_read().empty()) {
        r.original_positions = r.assume(original, static_cast<std::int64_t>(known));
        r.original_key = r.model.path_of(original);
        if (inside && *inside != *r.original_positions)
            r.warn(
                tr("{} {} is ignored: Transformers' code for {} "
                   "uses {} unless the key is outside that object.",
                   r.rope.path_of(original), *inside, printable_text(r.model_type), *r.original_positions));
        return;
    }
    if (!r.original_positions) return;
    r.original_key = (takes_outer ? r.model : r.rope).path_of(original);
    if (!inside || !outer || *inside == *outer) return;
    const ConfigValues& other = takes_outer ? r.rope : r.model;
    r.warn(tr("{} is {}, but {} is {}; {} is used, as in Transformers v5.", other.path_of(original),
              takes_outer ? *inside : *outer, r.original_key, *r.original_positions, *r.original_positions));
}

}  // namespace

void read_shape(ConfigReading& r) {
    r.values.base = base_of(r);
    read_dimensions(r);
    read_pairing(r);
    read_sections(r);
}

void read_lengths(ConfigReading& r) {
    std::string_view key = r.key("max_position_embeddings");
    if (!r.model.has(key)) key = r.model.first_of(length_keys);
    if (!key.empty()) {
        r.length_key = key;
        r.max_positions = r.model.integer(key, 2, most_positions);
    }
    for (const std::string_view other : length_keys) r.model.use(other);
    if (const double known = r.facts.default_of("max_position_embeddings"); !r.max_positions && known > 0)
        r.max_positions = r.assume("max_position_embeddings", static_cast<std::int64_t>(known));
    read_original_length(r);
}

}  // namespace poslab
