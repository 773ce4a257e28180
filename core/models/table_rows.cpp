#include "core/models/table_rows.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <stdexcept>

namespace poslab {

using Json = nlohmann::json;

TableRow::TableRow(const Json& object, std::string name) : object_(object), name_(std::move(name)) {
    if (!object.is_object()) fail("is not an object");
}

const Json* TableRow::find(const char* key) {
    const auto found = object_.find(key);
    if (found == object_.end()) return nullptr;
    read_.emplace(key);
    return &*found;
}

void TableRow::finish() const {
    for (const auto& [key, value] : object_.items())
        if (!read_.contains(key)) fail(fmt::format("has the unknown key {}", key));
}

std::size_t TableRow::index_of(const char* key, const std::string& word,
                               std::span<const std::string_view> words) const {
    const auto found = std::find(words.begin(), words.end(), word);
    if (found == words.end()) fail(fmt::format("has the unknown {} {}", key, word));
    return static_cast<std::size_t>(found - words.begin());
}

void TableRow::fail(const std::string& what) const {
    throw std::runtime_error(fmt::format("{} {}", name_, what));
}

void TableRow::need(const char* key) const {
    if (!object_.contains(key)) fail(fmt::format("has no {}", key));
}

void TableRow::fail_value(const char* key, const Json& json) const {
    fail(fmt::format("has a wrong {}: {}", key, json.dump()));
}

LayerKind layer_kind_of(const Json& json, const std::string& rule) {
    TableRow row(json, rule + ", a kind");
    LayerKind kind;
    row.read_needed("name", kind.name);
    row.read("aliases", kind.aliases);
    row.read("rotates", kind.rotates);
    row.read("base_key", kind.base_key);
    row.read("base", kind.base);
    row.read("scaled", kind.scaled);
    row.read("head_dim_key", kind.head_dim_key);
    row.read("fraction_key", kind.fraction_key);
    row.read("rotary_dim_key", kind.rotary_dim_key);
    row.read("attention_factor", kind.attention_factor);
    row.read("window_key", kind.window_key);
    row.read("place", kind.place);
    if (bool interleaved = false; row.find("interleaved") != nullptr) {
        row.read("interleaved", interleaved);
        kind.interleaved = interleaved;
    }
    row.finish();
    return kind;
}

SoftmaxScale softmax_scale_of(const Json& json, const std::string& name) {
    TableRow row(json, name);
    SoftmaxScale scale;
    row.read("default", scale.value);
    if (row.find("inverse_sqrt_of") != nullptr) {
        scale.rule = SoftmaxScale::Rule::inverse_sqrt_of_key;
        row.read("inverse_sqrt_of", scale.key);
    } else if (row.find("key") != nullptr) {
        scale.rule = SoftmaxScale::Rule::key;
        row.read("key", scale.key);
    } else if (row.find("times") != nullptr) {
        row.read("times", scale.value);
    } else if (row.find("times_key") != nullptr) {
        row.read("times_key", scale.key);
    } else {
        scale.rule = SoftmaxScale::Rule::constant;
        row.read_needed("constant", scale.value);
    }
    row.finish();
    return scale;
}

}  // namespace poslab
