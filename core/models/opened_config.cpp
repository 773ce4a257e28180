#include "core/models/opened_config.hpp"

#include "core/files/input_file.hpp"
#include "core/files/strict_json.hpp"
#include "core/models/model_config_reading.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>

namespace poslab {
namespace {

using Json = nlohmann::json;

Json parsed(std::string_view text, std::string_view name) {
    const std::string file(name);
    if (text.size() > max_config_bytes)
        refuse_file(file,
                    tr("is larger than {} MiB, the maximum for a config.json", max_config_bytes >> 20U));
    Json root = parse_python_json(text, name);
    if (!root.is_object()) refuse_file(file, "is JSON, but a config.json must be an object"_tr);
    return root;
}

/// Returns the paths of the parts, at most 12 and an ellipsis.
std::vector<std::string> names_of_parts(const Json& root) {
    constexpr std::size_t max_named = 12;
    std::vector<std::string> names;
    for (const ConfigPart& part : nested_parts(root)) {
        if (names.size() == max_named) {
            names.emplace_back("…");
            break;
        }
        names.push_back(part.path);
    }
    return names;
}

[[noreturn]] void refuse_selector(const OpenedConfig& opened, std::string_view selector) {
    const std::string selector_text = printable_text(selector);
    const std::vector<std::string> parts = names_of_parts(*opened.root);
    const std::string list = printable_text(fmt::format("{}", fmt::join(parts, ", ")));
    const ConfigValues values = opened.values();
    if (!opened.kinds.empty() && !parts.empty())
        values.fail(tr("has no layer type or part \"{}\"; layer types are {}; parts are {}", selector_text,
                       kinds_text(opened.kinds), list));
    if (opened.kinds.empty() && !parts.empty())
        values.fail(tr("has no part \"{}\"; parts are {}", selector_text, list));
    if (opened.kinds.empty() && opened.facts->model_type.empty())
        values.fail(
            tr("has no layer type \"{}\": the file has neither layer types nor parts", selector_text));
    values.fail(unknown_kind_sentence(opened.kinds, selector));
}

bool has_kinds(const Json& parameters) {
    const auto members = parameters.items();
    return std::any_of(members.begin(), members.end(),
                       [](const auto& member) { return is_for_kind(member.key(), member.value()); });
}

/// Refuses a file whose type or text model is no type or text model.
void check_identity(const Json& root, std::string_view file) {
    ConfigValues values(root, "", file);
    static_cast<void>(values.text("model_type"));
    for (const std::string_view name : nested_models) static_cast<void>(values.object(name));
}

/// Prefers rope_scaling to rope_parameters, as RotaryEmbeddingConfigMixin does, unless the latter is keyed by
/// layer type.
void choose_object(OpenedConfig& opened, ConfigValues& values) {
    const Json *parameters = values.object("rope_parameters"), *scaling = values.object("rope_scaling");
    const bool has_scaling = scaling != nullptr && !scaling->empty();
    opened.v5 = parameters != nullptr && (!has_scaling || has_kinds(*parameters));
    opened.uses_class_default = parameters == nullptr && scaling == nullptr && opened.native.is_null() &&
                                !opened.facts->rope_parameters.is_null();
    if (opened.uses_class_default) opened.v5 = true;
}

/// True if all layers are equal and `selector` is the index of one.
bool is_layer_of_all(const OpenedConfig& opened, std::string_view selector) {
    std::int64_t layer = -1;
    const auto [end, error] = std::from_chars(selector.data(), selector.data() + selector.size(), layer);
    if (!opened.kinds.empty() || error != std::errc{} || end != selector.data() + selector.size() ||
        layer < 0)
        return false;
    ConfigValues values = opened.values();
    const std::string_view key = values.first_of(layer_count_keys);
    const auto count =
        key.empty() || values.is_list(key) ? std::nullopt : values.integer(key, 1, std::int64_t{1} << 24U);
    return !count || layer < *count;
}

void choose_kind(OpenedConfig& opened, std::string_view selector) {
    if (opened.kinds.empty() && (selector.empty() || is_layer_of_all(opened, selector))) return;
    const FoundKind* found = selector.empty() ? &opened.kinds.front() : kind_called(opened.kinds, selector);
    if (found == nullptr) refuse_selector(opened, selector);
    opened.kind = *found;
}

}  // namespace

ConfigValues OpenedConfig::values() const {
    ConfigValues values(*part.object, part.path, file);
    for (const std::string& key : used) values.use(key);
    return values;
}

const Json* OpenedConfig::scaling() const {
    if (!native.is_null()) return &native;
    const auto found = part.object->find(v5 ? "rope_parameters" : "rope_scaling");
    if (found != part.object->end() && !found->is_null()) return &*found;
    return uses_class_default ? &facts->rope_parameters : nullptr;
}

std::string OpenedConfig::scaling_key() const {
    if (!native.is_null()) return {};
    return v5 ? "rope_parameters" : "rope_scaling";
}

OpenedConfig open_config(std::string_view text, std::string_view name, std::string_view selector) {
    OpenedConfig opened;
    opened.file = name;
    opened.root = std::make_shared<const Json>(parsed(text, name));
    check_identity(*opened.root, name);
    opened.part = selected_part(*opened.root, selector);
    if (opened.part.model_type.empty()) opened.part.model_type = native_type(*opened.part.object);
    opened.facts = &facts_of(opened.part.model_type);
    ConfigValues values = opened.values();
    opened.native = native_scaling(values, *opened.facts);
    choose_object(opened, values);
    const Json* scaling = opened.native.is_null() ? opened.scaling() : nullptr;
    opened.kinds = layer_kinds(values, *opened.facts, scaling);
    opened.used = values.used();
    choose_kind(opened, selector);
    return opened;
}

}  // namespace poslab
