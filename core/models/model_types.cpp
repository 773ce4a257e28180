#include "core/models/model_types.hpp"

#include "core/base/embedded_assets.hpp"
#include "core/encoding/picture_layouts.hpp"
#include "core/models/instead_of_rotary.hpp"
#include "core/models/model_notes.hpp"
#include "core/models/table_rows.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>
#include <unordered_map>

namespace poslab {
namespace {

using Json = nlohmann::json;

LayerRule rule_from(const Json& json) {
    TableRow row(json, "a rule of layers");
    LayerRule rule;
    row.read_needed("id", rule.id);
    row.read_needed("source", rule.source);
    row.read("trigger", rule.trigger);
    row.read("list_key", rule.list_key);
    row.read("flag_key", rule.flag_key);
    row.read("index_key", rule.index_key);
    row.read("lists_last", rule.lists_last);
    row.read("period_keys", rule.period_keys);
    row.read("period", rule.period);
    row.read("period_kind", rule.period_kind);
    row.read("period_from_first", rule.period_from_first);
    row.read("period_and_first", rule.period_and_first);
    row.read("flags_last", rule.flags_last);
    row.read("needs_key", rule.needs_key);
    row.read("both", rule.both);
    const Json* kinds = row.find("kinds");
    if (kinds == nullptr || kinds->size() < 2) row.fail(fmt::format("{} has fewer than two kinds", rule.id));
    for (const Json& kind : *kinds) rule.kinds.push_back(layer_kind_of(kind, "the rule " + rule.id));
    row.finish();
    return rule;
}

template <class List>
const auto& one_of(const TableRow& row, const char* key, const std::string& id, const List& list) {
    const auto found = std::find_if(list.begin(), list.end(), [&](const auto& one) { return one.id == id; });
    if (found == list.end()) row.fail(fmt::format("has an unknown {}: {}", key, id));
    return *found;
}

void read_pairs(TableRow& row, ModelTypeFacts& facts) {
    constexpr std::array<std::string_view, 3> orders{"half-split", "interleaved",
                                                     "interleaved-with-halved-tables"};
    std::size_t order = 0;
    row.read_word("pairs", orders, order);
    facts.interleaved = order != 0;
    facts.halves_tables = order == 2;
}

void read_query_scaling(TableRow& row, ModelTypeFacts& facts) {
    constexpr std::array<std::string_view, 4> rules{"none", "llama4", "llama4-beta", "log-n"};
    row.read_word("query_scaling", rules, facts.query_scaling);
}

template <class Value>
void read_pairs_of(TableRow& row, const char* key, std::vector<std::pair<std::string, Value>>& pairs) {
    const Json* json = row.find(key);
    if (json == nullptr) return;
    if (!json->is_object()) row.fail(fmt::format("has a wrong {}", key));
    TableRow object(*json, row.name() + ", " + key);
    for (const auto& [name, value] : json->items())
        object.read_needed(name.c_str(), pairs.emplace_back(name, Value{}).second);
}

const LayerRule* rule_called(const TableRow& row, const std::string& id, std::span<const LayerRule> rules) {
    const auto found =
        std::find_if(rules.begin(), rules.end(), [&](const LayerRule& rule) { return rule.id == id; });
    if (found == rules.end()) row.fail("names the unknown rule of layers " + id);
    return &*found;
}

ModelTypeFacts facts_from(const Json& json, std::span<const LayerRule> rules) {
    TableRow row(json, json.value("type", std::string("a row without a type")));
    ModelTypeFacts facts;
    row.read_needed("type", facts.model_type);
    row.read("since", facts.since);
    row.read("source", facts.source);
    if (std::string id; row.find("instead") != nullptr) {
        row.read("instead", id);
        facts.instead = one_of(row, "instead", id, instead_of_rotary).text;
    }
    if (const Json* json_if = row.find("rotary_if")) {
        TableRow condition(*json_if, row.name() + ", rotary_if");
        RotaryIf& rotary_if = facts.rotary_if.emplace();
        condition.read_needed("key", rotary_if.key);
        condition.read_needed("value", rotary_if.value);
        condition.read_needed("otherwise", rotary_if.otherwise);
        condition.finish();
    }
    if (std::string id; row.find("layers") != nullptr) {
        row.read("layers", id);
        facts.layers = rule_called(row, id, rules);
    }
    read_pairs(row, facts);
    row.read("direction", facts.direction);
    if (double base = 0; row.find("rope_theta_in_code") != nullptr) {
        row.read("rope_theta_in_code", base);
        facts.base_in_code = base;
    }
    if (const Json* parameters = row.find("rope_parameters")) {
        if (!parameters->is_object()) row.fail("has rope_parameters that are not an object");
        facts.rope_parameters = *parameters;
    }
    row.read("layer_period", facts.layer_period);
    row.read("whole_head", facts.whole_head);
    row.read("head_dim_times", facts.head_dim_times);
    row.read("max_is_extended", facts.max_is_extended);
    row.read("mscale_on_softmax", facts.mscale_on_softmax);
    if (const Json* json_scale = row.find("softmax"))
        facts.softmax = softmax_scale_of(*json_scale, row.name() + ", softmax");
    read_query_scaling(row, facts);
    row.read("section_order", facts.section_order);
    row.read("grid", facts.grid);
    if (!facts.grid.empty() && !is_known_grid(facts.grid)) row.fail("has an unknown grid: " + facts.grid);
    row.read("coordinates", facts.coordinates);
    if (picture_coordinates(facts.coordinates) == nullptr)
        row.fail("has unknown coordinates: " + facts.coordinates);
    row.read("interpolates_from", facts.interpolates_from);
    if (std::string id; row.find("note") != nullptr) {
        row.read("note", id);
        facts.note = &one_of(row, "note", id, model_notes);
    }
    read_pairs_of(row, "defaults", facts.defaults);
    read_pairs_of(row, "keys", facts.keys);
    read_pairs_of(row, "parts", facts.parts);
    row.finish();
    if (facts.instead.empty() && json.find("pairs") == json.end())
        row.fail("neither rotates nor names another encoding");
    if (facts.since.empty() && facts.source.empty()) row.fail("has no source");
    return facts;
}

const ModelTypeTable& table() {
    static const ModelTypeTable all = parse_model_types(embedded_model_types);
    return all;
}

}  // namespace

double ModelTypeFacts::default_of(std::string_view key) const {
    const auto found =
        std::find_if(defaults.begin(), defaults.end(), [&](const auto& one) { return one.first == key; });
    return found == defaults.end() ? 0 : found->second;
}

std::string_view ModelTypeFacts::key_of(std::string_view key) const {
    const auto found =
        std::find_if(keys.begin(), keys.end(), [&](const auto& one) { return one.first == key; });
    return found == keys.end() ? key : std::string_view(found->second);
}

ModelTypeTable parse_model_types(std::string_view json) {
    const Json all = Json::parse(json);
    ModelTypeTable table;
    for (const Json& rule : all.at("layer_rules")) table.rules.push_back(rule_from(rule));
    std::set<std::string> names;
    for (const Json& row : all.at("types")) {
        table.types.push_back(facts_from(row, table.rules));
        if (!names.insert(table.types.back().model_type).second)
            throw std::runtime_error(table.types.back().model_type + " is listed twice");
    }
    table.words.parts = all.at("position_words").get<std::vector<std::string>>();
    table.words.exceptions = all.at("not_of_positions").get<std::vector<std::string>>();
    return table;
}

std::span<const ModelTypeFacts> model_types() { return table().types; }

const ModelTypeFacts& facts_of(std::string_view model_type) {
    static const ModelTypeFacts unknown;
    static const auto by_name = [] {
        std::unordered_map<std::string_view, const ModelTypeFacts*> map;
        for (const ModelTypeFacts& facts : model_types()) map.emplace(facts.model_type, &facts);
        return map;
    }();
    const auto found = by_name.find(model_type);
    return found == by_name.end() ? unknown : *found->second;
}

std::span<const LayerRule> layer_rules() { return table().rules; }

const PositionWords& position_words() { return table().words; }

}  // namespace poslab
