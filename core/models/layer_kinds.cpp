#include "core/models/layer_kinds.hpp"

#include "core/models/model_config_reading.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <charconv>

namespace poslab {
namespace {

using Json = nlohmann::json;

constexpr std::int64_t max_layers = 4096;
constexpr std::string_view full_attention = "full_attention", sliding_attention = "sliding_attention";
/// Kinds of layers that never rotate: they have no queries and keys that are compared by position.
constexpr std::array<std::string_view, 8> without_attention{
    "linear_attention", "mamba", "mamba2", "conv", "recurrent", "recurrent_attention", "moe", "mlp"};

bool holds(const LayerRule& rule, const ConfigValues& model) {
    return !rule.trigger.empty() && model.has(rule.trigger);
}

/// Returns the type's own rule, or the rule of a key that the model has.
const LayerRule* rule_of(const ConfigValues& model, const ModelTypeFacts& facts) {
    if (facts.layers != nullptr) return facts.layers;
    const std::span<const LayerRule> all = layer_rules();
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const LayerRule& rule) { return holds(rule, model); });
    return found == all.end() ? nullptr : &*found;
}

LayerKind plain_kind(const std::string& name) {
    LayerKind kind{.name = name};
    kind.rotates = has_queries_and_keys(name);
    if (name == sliding_attention) kind.window_key = "sliding_window";
    return kind;
}

LayerKind kind_of_rule(const LayerRule* rule, const std::string& name) {
    if (rule == nullptr) return plain_kind(name);
    const auto found = std::find_if(rule->kinds.begin(), rule->kinds.end(),
                                    [&](const LayerKind& kind) { return kind.name == name; });
    return found == rule->kinds.end() ? plain_kind(name) : *found;
}

/// Returns the number of layers; `otherwise` if it is not in the file.
std::int64_t layers_of(ConfigValues& model, std::int64_t otherwise) {
    const std::string_view key = model.first_of(layer_count_keys);
    return key.empty() || model.is_list(key) ? otherwise
                                             : model.integer(key, 1, max_layers).value_or(otherwise);
}

/// Listed layers are of the rule's indexed kind, all others of the other one.
std::vector<std::string> names_by_index(ConfigValues& model, const LayerRule& rule) {
    const std::vector<std::int64_t> listed = *model.integers(rule.index_key, 0, max_layers);
    const std::int64_t last = listed.empty() ? 0 : *std::max_element(listed.begin(), listed.end());
    const std::size_t indexed = rule.lists_last ? 1 : 0;
    std::vector<std::string> names(static_cast<std::size_t>(layers_of(model, last + 1)),
                                   rule.kinds[1 - indexed].name);
    for (const std::int64_t layer : listed)
        if (layer < std::ssize(names)) names[static_cast<std::size_t>(layer)] = rule.kinds[indexed].name;
    return names;
}

/// Returns the name of each layer's kind from the file; empty if the file has none.
std::vector<std::string> names_by_layer(ConfigValues& model, const LayerRule* rule) {
    if (rule == nullptr || !rule->list_key.empty()) {
        const std::string key = rule != nullptr ? rule->list_key : "layer_types";
        if (model.has(key) && !model.is_list(key) && key == "layer_types")
            model.refuse(key, "a list of names"_tr);
        std::vector<std::string> names = model.texts(key);
        if (std::ssize(names) > max_layers)
            model.fail(
                tr("{} names {} layers; at most {} are read", model.path_of(key), names.size(), max_layers));
        if (!names.empty()) return names;
    }
    if (rule == nullptr) return {};
    std::vector<std::string> names;
    if (!rule->index_key.empty() && model.is_list(rule->index_key)) return names_by_index(model, *rule);
    if (!rule->flag_key.empty() && model.is_list(rule->flag_key)) {
        const std::vector<std::int64_t> flags =
            *model.integers(rule->flag_key, -1'000'000'000, 1'000'000'000);
        const std::size_t flagged = rule->flags_last ? 1 : 0;
        for (const std::int64_t flag : flags)
            names.push_back(rule->kinds[flag != 0 ? flagged : 1 - flagged].name);
        return names;
    }
    return names;
}

/// Returns the number of layers after which a rule repeats; for a pattern such as "LLLG", its length.
std::int64_t period_of(ConfigValues& model, const LayerRule& rule, const ModelTypeFacts& facts) {
    for (const std::string& key : rule.period_keys) {
        if (!model.has(key)) continue;
        if (model.is_text(key)) return static_cast<std::int64_t>(model.text(key)->size());
        return *model.integer(key, 0, max_layers);
    }
    return facts.layer_period > 0 ? facts.layer_period : rule.period;
}

std::vector<std::string> names_by_period(const LayerRule& rule, std::int64_t period, std::int64_t layers) {
    std::vector<std::string> names;
    if (period < 1) return names;
    const bool is_first = !rule.period_kind.empty() && rule.period_kind == rule.kinds.front().name;
    const LayerKind &special = is_first ? rule.kinds.front() : rule.kinds.back(),
                    &other = is_first ? rule.kinds.back() : rule.kinds.front();
    for (std::int64_t layer = 0; layer < layers; ++layer) {
        const bool at_end = !rule.period_from_first && (layer + 1) % period == 0;
        const bool at_begin =
            (rule.period_from_first && layer % period == 0) || (rule.period_and_first && layer == 0);
        names.push_back((at_end || at_begin ? special : other).name);
    }
    return names;
}

/// Marks the keys of a period that gives the same kinds as the file's list as read.
void use_agreeing_periods(ConfigValues& model, const LayerRule& rule, const std::vector<std::string>& names) {
    for (const std::string& key : rule.period_keys) {
        const auto found = model.object_read().find(key);
        if (found == model.object_read().end() || !found->is_number_unsigned()) continue;
        if (names_by_period(rule, found->get<std::int64_t>(), std::ssize(names)) == names) model.use(key);
    }
}

/// Returns the name of each layer's kind; empty if neither the file nor the rule determines it.
std::vector<std::string> layer_names(ConfigValues& model, const LayerRule* rule,
                                     const ModelTypeFacts& facts) {
    std::vector<std::string> names = names_by_layer(model, rule);
    if (rule == nullptr) return names;
    if (names.empty()) {
        const std::int64_t period = period_of(model, *rule, facts);
        return names_by_period(*rule, period, layers_of(model, period));
    }
    use_agreeing_periods(model, *rule, names);
    return names;
}

std::vector<std::int64_t> layers_of_kind(const std::vector<std::string>& names, const LayerKind& kind) {
    std::vector<std::int64_t> layers;
    for (std::size_t layer = 0; layer < names.size(); ++layer)
        if (names[layer] == kind.name ||
            std::find(kind.aliases.begin(), kind.aliases.end(), names[layer]) != kind.aliases.end())
            layers.push_back(static_cast<std::int64_t>(layer));
    return layers;
}

/// Returns distinct kinds with their layers; those of the rule first, in its order.
std::vector<FoundKind> kinds_with_layers(const LayerRule* rule, const std::vector<std::string>& names) {
    std::vector<std::string> order;
    if (rule != nullptr)
        for (const LayerKind& kind : rule->kinds) order.push_back(kind.name);
    else
        order = {std::string(full_attention), std::string(sliding_attention)};
    for (const std::string& name : names)
        if (std::find(order.begin(), order.end(), name) == order.end()) order.push_back(name);
    std::vector<FoundKind> kinds;
    for (const std::string& name : order) {
        FoundKind kind{kind_of_rule(rule, name)};
        kind.layers = layers_of_kind(names, kind);
        if (!kind.layers.empty() || (rule != nullptr && rule->both)) kinds.push_back(std::move(kind));
    }
    return kinds;
}

void rotate_all_unless_needed(const ConfigValues& model, const LayerRule& rule,
                              std::vector<FoundKind>& kinds) {
    if (rule.needs_key.empty() || !model.is_null(rule.needs_key)) return;
    for (FoundKind& kind : kinds) kind.rotates = true;
}

bool knows_one_of(const LayerRule& rule, const std::vector<std::string>& names) {
    return std::any_of(rule.kinds.begin(), rule.kinds.end(), [&](const LayerKind& kind) {
        return std::find(names.begin(), names.end(), kind.name) != names.end();
    });
}

bool knows(const LayerRule* rule, const std::string& name) {
    return rule != nullptr && knows_one_of(*rule, {name});
}

std::vector<FoundKind> kinds_by_rule(const ConfigValues& model, const LayerRule& rule,
                                     const std::vector<std::string>& names) {
    std::vector<FoundKind> kinds;
    if (rule.both || !knows_one_of(rule, names))
        for (const LayerKind& kind : rule.kinds) kinds.push_back({kind});
    else
        kinds = kinds_with_layers(&rule, names);
    rotate_all_unless_needed(model, rule, kinds);
    return kinds;
}

bool has_kind(const std::vector<FoundKind>& kinds, const std::string& name) {
    return std::any_of(kinds.begin(), kinds.end(), [&](const FoundKind& kind) {
        return kind.name == name ||
               std::find(kind.aliases.begin(), kind.aliases.end(), name) != kind.aliases.end();
    });
}

/// Adds the kinds of layers that rope_parameters omits or has as null: by the type's rule, else without
/// rotation.
void add_without_parameters(const Json& parameters, const LayerRule* rule,
                            const std::vector<std::string>& names, std::vector<FoundKind>& kinds) {
    std::vector<std::string> missing = names;
    for (const auto& [key, value] : parameters.items())
        if (value.is_null() &&
            (knows(rule, key) || std::find(names.begin(), names.end(), key) != names.end()))
            missing.push_back(key);
    for (const std::string& name : missing) {
        if (has_kind(kinds, name)) continue;
        FoundKind kind{kind_of_rule(rule, name)};
        if (!knows(rule, name)) {
            const bool is_null = parameters.contains(name);
            if (kind.rotates && !is_null) continue;  // Transformers raises an error in this case
            kind.rotates = false;
        }
        kind.scaled = false;
        kind.layers = layers_of_kind(names, kind);
        kinds.push_back(std::move(kind));
    }
}

/// Returns the objects in rope_parameters that are keyed by kind of layer; empty if it has none.
std::vector<FoundKind> kinds_with_parameters(const Json& parameters, const LayerRule* rule,
                                             const std::vector<std::string>& names) {
    std::vector<FoundKind> kinds;
    for (const auto& [key, value] : parameters.items()) {
        if (!is_for_kind(key, value)) continue;
        FoundKind kind{kind_of_rule(rule, key)};
        kind.base_key.clear();
        kind.fraction_key.clear();
        kind.base = 0;
        kind.scaled = kind.rotates = true;
        kind.own_parameters = true;
        kind.layers = layers_of_kind(names, kind);
        kinds.push_back(std::move(kind));
    }
    if (!kinds.empty()) add_without_parameters(parameters, rule, names, kinds);
    return kinds;
}

/// Moves the default kind to the front: full attention if each kind has its own parameters, else the first
/// that rotates.
void put_first(std::vector<FoundKind>& kinds) {
    auto first = std::find_if(kinds.begin(), kinds.end(), [](const FoundKind& kind) {
        return kind.rotates && (!kind.own_parameters || kind.name == full_attention);
    });
    if (first == kinds.end())
        first = std::find_if(kinds.begin(), kinds.end(), [](const FoundKind& kind) { return kind.rotates; });
    if (first != kinds.end()) std::rotate(kinds.begin(), first, std::next(first));
}

bool rotates_as(const FoundKind& kind, const FoundKind& other) {
    FoundKind copy = kind;
    copy.name = other.name;
    copy.aliases = other.aliases;
    copy.window_key = other.window_key;
    return static_cast<const LayerKind&>(copy) == static_cast<const LayerKind&>(other) &&
           !kind.own_parameters;
}

}  // namespace

std::vector<FoundKind> layer_kinds(ConfigValues& model, const ModelTypeFacts& facts,
                                   const Json* rope_parameters) {
    const LayerRule* rule = rule_of(model, facts);
    const std::vector<std::string> names = layer_names(model, rule, facts);
    std::vector<FoundKind> kinds;
    if (rope_parameters != nullptr) kinds = kinds_with_parameters(*rope_parameters, rule, names);
    if (kinds.empty())
        kinds = rule != nullptr ? kinds_by_rule(model, *rule, names) : kinds_with_layers(nullptr, names);
    put_first(kinds);
    return kinds;
}

bool is_for_kind(std::string_view key, const Json& value) {
    constexpr std::array<std::string_view, 5> parameters{"rope_type", "type", "rope_theta", "factor",
                                                         "partial_rotary_factor"};
    if (!value.is_object()) return false;
    if (value.empty()) return key.ends_with("_attention");
    return std::any_of(parameters.begin(), parameters.end(),
                       [&](std::string_view name) { return value.contains(name); });
}

bool has_queries_and_keys(std::string_view kind) {
    return std::find(without_attention.begin(), without_attention.end(), kind) == without_attention.end();
}

bool rotate_alike(const std::vector<FoundKind>& kinds) {
    return std::all_of(kinds.begin(), kinds.end(),
                       [&](const FoundKind& kind) { return rotates_as(kinds.front(), kind); });
}

const FoundKind* kind_called(const std::vector<FoundKind>& kinds, std::string_view name) {
    std::int64_t layer = -1;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), layer);
    const bool is_layer = error == std::errc{} && end == name.data() + name.size();
    const auto found = std::find_if(kinds.begin(), kinds.end(), [&](const FoundKind& kind) {
        return kind.name == name ||
               std::find(kind.aliases.begin(), kind.aliases.end(), name) != kind.aliases.end() ||
               (is_layer && std::find(kind.layers.begin(), kind.layers.end(), layer) != kind.layers.end());
    });
    return found == kinds.end() ? nullptr : &*found;
}

Message kinds_text(const std::vector<FoundKind>& kinds, const FoundKind* left_out) {
    constexpr std::size_t max_named = 8;  // only hostile files have more
    Message list;
    std::size_t named = 0, left = 0;
    for (const FoundKind& kind : kinds) {
        if (&kind == left_out) continue;
        if (named == max_named) {
            ++left;
            continue;
        }
        if (named++ > 0) list += ", "_tr.as("between choices");
        const std::string name = printable_text(kind.name);
        list += kind.rotates ? verbatim(name) : tr("{} (no rotary embedding)", name);
    }
    if (left > 0) list += tr(" and {} more", left);
    return list;
}

std::optional<Message> other_kinds_sentence(const std::vector<FoundKind>& kinds, std::string_view read) {
    if (kinds.size() < 2 || rotate_alike(kinds)) return std::nullopt;
    const auto left_out =
        std::find_if(kinds.begin(), kinds.end(), [&](const FoundKind& kind) { return kind.name == read; });
    return tr("The model has several layer types; this is {}. FILE#TYPE reads another: {}.",
              printable_text(read), kinds_text(kinds, left_out == kinds.end() ? nullptr : &*left_out));
}

Message unknown_kind_sentence(const std::vector<FoundKind>& kinds, std::string_view selector) {
    const std::string quoted = printable_text(selector);
    if (kinds.empty()) return tr("has no layer type \"{}\": all of its layers are of one type", quoted);
    return tr("has no layer type \"{}\"; layer types are {}", quoted, kinds_text(kinds));
}

Message unrotated_kind_sentence(const std::vector<FoundKind>& kinds, const FoundKind& kind) {
    return tr("layers of type {} have no rotary embedding in these models; layer types are {}",
              printable_text(kind.name), kinds_text(kinds));
}

}  // namespace poslab
