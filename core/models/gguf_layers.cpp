// Kinds of layers of a GGUF, as load_arch_hparams() and the graphs of llama.cpp distinguish them.

#include "core/models/gguf_reading.hpp"

#include <algorithm>
#include <array>

namespace poslab {
namespace {

using Json = nlohmann::json;
using By = GgufLayers::By;

constexpr std::string_view pattern_key = "attention.sliding_window_pattern",
                           window_key = "attention.sliding_window",
                           recurrent_key = "attention.recurrent_layers",
                           interval_key = "full_attention_interval", heads_key = "attention.head_count_kv",
                           ratios_key = "attention.compress_ratios";
constexpr std::array<std::string_view, 4> lists_by_layer{pattern_key, recurrent_key, heads_key, ratios_key};
constexpr std::int64_t max_window = std::int64_t{1} << 40U;
/// Number of layers assumed for a file without one; it is a multiple of 1 to 8.
constexpr std::int64_t assumed_layers = 840;

/// A layer's kind, 0 or 1, and its rotation.
struct Layer {
    std::size_t kind = 0;
    bool rotates = true;
    bool operator==(const Layer&) const = default;
};

/// The layers of a file, as far as the file determines them.
struct Layers {
    std::int64_t count = assumed_layers,
                 main_count = assumed_layers;  // main_count: without those that predict further tokens
    bool known = false;
    bool has_windows = true;
    bool names_kinds = true;  // false: the file does not say which layers are of the second kind
};

bool is_on(const Json& value) {
    return value.is_boolean() ? value.get<bool>() : value.is_number() && value != 0;
}

/// Returns a list of flags or numbers, true if nonzero; empty if there is none.
std::vector<bool> flags_at(GgufReading& r, std::string_view name, const Layers& layers) {
    const std::string key = r.key(name);
    r.values.use(key);
    std::vector<bool> flags;
    if (!r.values.is_list(key)) return flags;
    for (const Json& value : r.values.object_read().at(key)) flags.push_back(is_on(value));
    if (layers.known && static_cast<std::int64_t>(flags.size()) < layers.count)
        r.values.fail(tr_plural("{1} has {0} value; it must have {2}, one for each layer",
                                "{1} has {0} values; it must have {2}, one for each layer", std::ssize(flags),
                                key, layers.count));
    return flags;
}

Layers count_of(GgufReading& r) {
    Layers layers;
    auto count = r.integer("block_count", 1, max_gguf_layers);
    for (const std::string_view name : lists_by_layer)
        if (const std::string key = r.key(name); !count && r.values.is_list(key))
            count =
                std::max<std::int64_t>(1, static_cast<std::int64_t>(r.values.object_read().at(key).size()));
    if (!count) return layers;
    layers.known = true;
    layers.count = layers.main_count = *count;
    if (const auto more = r.integer("nextn_predict_layers", 0, *count)) layers.main_count -= *more;
    return layers;
}

bool has_windows(GgufReading& r, const Layers& layers) {
    const GgufLayers& rule = r.facts->layers;
    if (rule.only_blocks > 0 && layers.known && layers.main_count != rule.only_blocks) return false;
    const auto window = r.integer(window_key, 0, max_window);
    switch (rule.windows) {
        case GgufLayers::Windows::always:
            break;
        case GgufLayers::Windows::unless_zero:
            return window != 0;
        case GgufLayers::Windows::if_named:
            return layers.known ? window.value_or(0) > 0 : window != 0;
        case GgufLayers::Windows::if_own_base:
            return r.has("rope.freq_base_swa");
    }
    return true;
}

/// Same as llama_hparams::set_swa_pattern().
std::vector<bool> windows_by_period(std::int64_t period, bool dense_first, std::int64_t count) {
    std::vector<bool> flags;
    for (std::int64_t layer = 0; layer < count; ++layer) {
        const std::int64_t at = period > 0 ? layer % period : 0;
        flags.push_back(period == 0 || (dense_first ? at != 0 : at < period - 1));
    }
    return flags;
}

/// Returns the list of the file, its number as a period or as a flag for all layers, or the architecture's
/// own period; empty if none is known.
std::vector<bool> windows_of(GgufReading& r, const Layers& layers) {
    const GgufLayers& rule = r.facts->layers;
    if (std::vector<bool> flags = flags_at(r, pattern_key, layers); !flags.empty()) return flags;
    const std::string key = r.key(pattern_key);
    if (rule.flags_only && r.values.has(key))
        return std::vector<bool>(static_cast<std::size_t>(layers.count),
                                 is_on(r.values.object_read().at(key)));
    if (const auto period = r.integer(pattern_key, 0, max_gguf_layers))
        return windows_by_period(*period, rule.dense_first, layers.count);
    return rule.period > 0 ? windows_by_period(rule.period, rule.dense_first, layers.count)
                           : std::vector<bool>{};
}

std::vector<bool> without_key_heads(GgufReading& r, const Layers& layers) {
    std::vector<bool> flags = flags_at(r, heads_key, layers);
    flags.flip();
    return flags.empty() && layers.known ? std::vector<bool>(static_cast<std::size_t>(layers.count)) : flags;
}

std::vector<bool> recurrent_layers(GgufReading& r, const Layers& layers) {
    if (std::vector<bool> flags = flags_at(r, recurrent_key, layers); !flags.empty()) return flags;
    const std::int64_t interval =
        r.integer(interval_key, 1, max_gguf_layers).value_or(r.facts->layers.period);
    std::vector<bool> flags;
    for (std::int64_t layer = 0; layer < layers.count; ++layer)
        flags.push_back(layer < layers.main_count && (layer + 1) % interval != 0);
    return flags;
}

/// Returns true for layers of the second kind; empty if the file does not specify them.
std::vector<bool> second_kind(GgufReading& r, const Layers& layers) {
    auto none = std::vector<bool>(static_cast<std::size_t>(layers.count));
    switch (r.facts->layers.by) {
        case By::none:
            return none;
        case By::window:
            return layers.has_windows ? windows_of(r, layers) : none;
        case By::heads:
            return without_key_heads(r, layers);
        case By::interval:
            return recurrent_layers(r, layers);
        case By::ratios:
            return flags_at(r, ratios_key, layers);
    }
    return none;
}

/// Every n-th layer does not rotate; 0: rotation is determined by the kind.
std::int64_t no_rope_step(const GgufLayers& rule, const Layers& layers) {
    if (layers.has_windows || rule.without_windows == GgufLayers::Unrotated::stay) return rule.no_rope_step;
    return rule.without_windows == GgufLayers::Unrotated::last ? layers.count : 0;
}

std::vector<Layer> layers_of(GgufReading& r, Layers& layers) {
    const GgufLayers& rule = r.facts->layers;
    const std::vector<bool> second = second_kind(r, layers);
    layers.names_kinds = !second.empty();
    if (second.empty()) return {{0, rule.kinds[0].rotates}, {1, rule.kinds[1].rotates}};
    const std::int64_t step = no_rope_step(rule, layers),
                       dense = rule.dense_rotates
                                   ? r.integer("leading_dense_block_count", 0, max_gguf_layers).value_or(0)
                                   : 0;
    std::vector<Layer> all;
    for (std::int64_t n = 0; n < layers.count; ++n) {
        Layer layer{second[static_cast<std::size_t>(n)] ? std::size_t{1} : std::size_t{0}};
        layer.rotates = !layers.has_windows || n < dense || rule.kinds[layer.kind].rotates;
        if (step > 0) layer.rotates = (rule.dense_first ? n : n + 1) % step != 0;
        all.push_back(layer);
    }
    return all;
}

bool names_scaling(GgufReading& r) {
    constexpr std::array<std::string_view, 3> lists{"rope_freqs.weight", "rope_factors_short.weight",
                                                    "rope_factors_long.weight"};
    const bool any = std::any_of(lists.begin(), lists.end(),
                                 [&](std::string_view name) { return r.header.find(name) != nullptr; });
    return any || gguf_factor(r) != 1 || gguf_attention_factor(r) != 1;
}

/// Returns the kind without the keys that the file lacks, so that kinds with the same rotation compare equal.
FoundKind found(GgufReading& r, const LayerKind& kind, bool is_scaled) {
    FoundKind found_kind{kind};
    for (std::string LayerKind::*const member :
         {&LayerKind::base_key, &LayerKind::head_dim_key, &LayerKind::rotary_dim_key}) {
        std::string& name = found_kind.*member;
        if (!name.empty() && !r.has(name)) name.clear();
        r.values.use(r.key(name));
    }
    if (!is_scaled) found_kind.attention_factor = 0;
    found_kind.scaled = found_kind.scaled || !is_scaled;
    return found_kind;
}

/// Adds the layers of one kind that rotate, or those that do not, if there are any.
void add(std::vector<FoundKind>& kinds, FoundKind kind, const Layer& like, const std::vector<Layer>& layers,
         bool are_numbered) {
    const auto is = [&](bool rotates) {
        return std::find(layers.begin(), layers.end(), Layer{like.kind, rotates}) != layers.end();
    };
    if (!is(like.rotates)) return;
    kind.rotates = like.rotates;
    if (!like.rotates && is(true)) {
        kind.name += "_nope";
        kind.aliases = {"nope"};
    }
    for (std::size_t n = 0; are_numbered && n < layers.size(); ++n)
        if (layers[n] == like) kind.layers.push_back(static_cast<std::int64_t>(n));
    kinds.push_back(std::move(kind));
}

}  // namespace

std::vector<FoundKind> gguf_layer_kinds(GgufReading& r) {
    const GgufLayers& rule = r.facts->layers;
    std::vector<FoundKind> kinds;
    if (rule.kinds.empty()) return kinds;
    Layers layers = count_of(r);
    layers.has_windows = rule.by != By::window || has_windows(r, layers);
    const std::vector<Layer> all = layers_of(r, layers);
    if (!layers.has_windows &&
        std::count(all.begin(), all.end(), Layer{}) == static_cast<std::ptrdiff_t>(all.size()))
        return kinds;
    const bool is_scaled = names_scaling(r);
    for (const std::size_t kind : {std::size_t{0}, std::size_t{1}})
        for (const bool rotates : {true, false})
            add(kinds, found(r, rule.kinds[kind], is_scaled), {kind, rotates}, all,
                layers.known && layers.names_kinds);
    const auto first =
        std::find_if(kinds.begin(), kinds.end(), [](const FoundKind& kind) { return kind.rotates; });
    if (first != kinds.end()) std::rotate(kinds.begin(), first, std::next(first));
    return kinds;
}

}  // namespace poslab
