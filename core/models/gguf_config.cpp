#include "core/models/gguf_config.hpp"

#include "core/base/errors.hpp"
#include "core/files/input_file.hpp"
#include "core/models/gguf_reading.hpp"
#include "core/models/model_config_reading.hpp"
#include "core/models/unread_keys.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <array>

namespace poslab {
namespace {

void read_architecture(GgufReading& r) {
    const auto name = r.values.text("general.architecture");
    if (!name) r.values.fail("has no general.architecture"_tr);
    const std::string quoted = printable_text(*name);
    // Keys begin with this name, and messages quote keys.
    if (quoted != *name) r.values.fail(tr("general.architecture \"{}\" is not a valid name", quoted));
    r.architecture = *name;
    r.facts = gguf_architecture(*name);
    if (r.facts != nullptr) return;
    r.facts = &unknown_gguf_architecture();
    r.warn(tr("general.architecture \"{}\" is unknown; it is assumed to rotate pairs (p, p + d/2).", quoted));
}

/// Throws InputError if no layer of the model rotates, or if the selected layers do not rotate.
void need_rotation(GgufReading& r) {
    if (r.facts->rotation == GgufRotation::none)
        r.values.fail(tr("general.architecture \"{}\" has no rotary embedding in llama.cpp", r.architecture));
    const std::string finetuned = r.key("rope.scaling.finetuned");
    if (r.facts->finetuned_switch && !r.values.truth(finetuned).value_or(true))
        r.values.fail(tr("general.architecture \"{}\" has no rotary embedding in llama.cpp if {} is false",
                         r.architecture, finetuned));
    if (r.facts->alibi_blocks > 0 && r.integer("block_count", 1, max_gguf_layers) == r.facts->alibi_blocks)
        r.values.fail(
            tr("general.architecture \"{}\" has no rotary embedding in llama.cpp if {} is {}; it has ALiBi",
               r.architecture, r.key("block_count"), r.facts->alibi_blocks));
    if (!r.kind.rotates) r.values.fail(unrotated_kind_sentence(r.kinds, r.kind));
}

void warn_about_weights(GgufReading& r) {
    if (!r.facts->reorders_weights) return;
    r.warn(
        tr("llama.cpp rotates (2p, 2p + 1) in {}: converters reorder the weights of "
           "queries and keys for it. The same model's config.json means (p, p + d/2).",
           r.architecture));
}

/// Keys that llama.cpp reads for some architectures only.
constexpr std::array<std::string_view, 18> keys_of_some{"rope.freq_base_swa",
                                                        "rope.dimension_count_swa",
                                                        "rope.dimension_sections",
                                                        "rope.scaling.alpha",
                                                        "rope.scaling.attn_factor",
                                                        "rope.scaling.factor",
                                                        "rope.scaling.original_context_length",
                                                        "rope.scaling.type",
                                                        "rope.scale_linear",
                                                        "rope.scaling.yarn_attn_factor",
                                                        "rope.scaling.yarn_beta_fast",
                                                        "rope.scaling.yarn_beta_slow",
                                                        "rope.scaling.yarn_ext_factor",
                                                        "rope.scaling.yarn_log_multiplier",
                                                        "attention.sliding_window",
                                                        "attention.sliding_window_pattern",
                                                        "attention.temperature_length",
                                                        "attention.temperature_scale"};

bool is_off_in_gguf(const nlohmann::json& value) { return is_off(value) || value == 0; }

}  // namespace

GgufReading::GgufReading(const OpenFile& opened, const GgufHeader& read)
    : file(opened), header(read), values(read.values, "", opened.path()) {}

std::string GgufReading::key(std::string_view name) const { return fmt::format("{}.{}", architecture, name); }

std::optional<std::int64_t> GgufReading::integer(std::string_view name, std::int64_t from, std::int64_t to) {
    if (!values.is_list(key(name))) return values.integer(key(name), from, to);
    const auto list = *values.integers(key(name), 0, to);
    const std::size_t layer =
        kind.layers.empty() ? list.size() : static_cast<std::size_t>(kind.layers.front());
    if (layer < list.size() && list[layer] >= from) return list[layer];
    const auto found = std::find_if(list.begin(), list.end(), [](std::int64_t one) { return one != 0; });
    return found == list.end() ? std::nullopt : std::optional(*found);
}

bool GgufReading::is_first_kind() const {
    return kind.name.empty() || kind.name == facts->layers.kinds.front().name;
}

void open_gguf_kind(GgufReading& r, std::string_view selector) {
    read_architecture(r);
    if (r.facts->rotation == GgufRotation::none) return;
    r.kinds = gguf_layer_kinds(r);
    if (selector.empty()) {
        if (!r.kinds.empty()) r.kind = r.kinds.front();
        return;
    }
    const FoundKind* found = kind_called(r.kinds, selector);
    if (found == nullptr) r.values.fail(unknown_kind_sentence(r.kinds, selector));
    r.kind = *found;
}

void warn_about_unread_gguf_keys(GgufReading& r) {
    for (const std::string_view name : {"rope.scaling.finetuned", "attention.max_alibi_bias"})
        r.values.use(r.key(name));
    if (r.facts->query_scaling >= GgufQueryScaling::temperature)
        r.values.use(r.key("attention.temperature_scale"));
    if (r.facts->query_scaling == GgufQueryScaling::temperature)
        r.values.use(r.key("attention.temperature_length"));
    const std::string begin = r.key("");
    std::vector<std::string> unread;
    for (const auto& [key, value] : r.header.values.items()) {
        if (!key.starts_with(begin) || r.values.is_used(key) || is_off_in_gguf(value)) continue;
        const std::string_view name = std::string_view(key).substr(begin.size());
        if (std::find(keys_of_some.begin(), keys_of_some.end(), name) != keys_of_some.end())
            r.warn(tr("{} is ignored: llama.cpp does not use it in these layers.", key));
        else if (speaks_of_positions(name) || name.starts_with("attention.temperature"))
            unread.push_back(key);
    }
    for (const std::string& name : r.unused_lists)
        r.warn(tr("{} is ignored: llama.cpp does not use it in these layers.", name));
    for (const Message& message : unread_key_sentences(unread)) r.warn(message);
}

bool is_gguf_file(const std::string& path) {
    try {
        constexpr std::size_t mark_bytes = 4;
        return is_gguf(read_beginning(path, mark_bytes));
    } catch (const InputError&) {
        return false;
    }
}

std::vector<LayersOfFile> read_gguf_layer_kinds(const std::string& path, std::string_view layer_type) {
    const OpenFile file(path);
    const GgufHeader header = read_gguf_header(file);
    GgufReading r(file, header);
    open_gguf_kind(r, layer_type);
    return layers_of_file(r.kinds, r.kind, "");
}

ModelConfig read_gguf_config(const std::string& path, std::string_view layer_type) {
    const OpenFile file(path);
    const GgufHeader header = read_gguf_header(file);
    GgufReading r(file, header);
    open_gguf_kind(r, layer_type);
    need_rotation(r);
    if (const auto message = other_kinds_sentence(r.kinds, r.kind.name)) r.warn(*message);
    read_gguf_shape(r);
    warn_about_weights(r);
    read_gguf_lengths(r);
    read_gguf_scaling(r);
    warn_about_unread_gguf_keys(r);
    file.check_unchanged();
    ModelConfig config;
    config.parameters = rope_parameters_of(r.rope);
    config.model_type = r.architecture;
    for (const FoundKind& kind : r.kinds) config.layer_types.push_back(kind.name);
    config.layer_type = r.kind.name;
    config.warnings = std::move(r.warnings);
    return config;
}

}  // namespace poslab
