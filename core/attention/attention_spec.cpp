#include "core/attention/attention_spec.hpp"

#include "core/base/errors.hpp"
#include "core/engine/engine.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>

namespace poslab {

namespace {

PositionPlan positions_of(const PositionMapSpec& spec, Pass pass) {
    PositionPlan plan = position_plan(spec);
    if (pass == Pass::merged || !has_two_passes(spec)) return plan;
    Branch branch = pass == Pass::far ? plan.branches.back() : Branch{};
    if (pass == Pass::near && spec.map->near_pass == NearPass::first_branch) branch = plan.branches.front();
    branch.condition = {};
    return {{branch}, spec.causal};
}

void check_vector(std::string_view id, const std::vector<double>& vector, std::int64_t dim) {
    if (!vector.empty() && static_cast<std::int64_t>(vector.size()) != dim)
        throw UsageError(
            tr("--{}: a vector of {} numbers; queries and keys have {}", id, vector.size(), dim));
}

std::vector<double> log_n_scale(const AttentionSpec& spec) {
    const double reference = std::log(static_cast<double>(spec.rotary.train_length));
    std::vector<double> scale;
    for (std::int64_t i = 0; i < spec.rotary.length; ++i) {
        const auto keys = static_cast<double>(spec.map.causal ? i + 1 : spec.rotary.length);
        scale.push_back(std::max(1.0, std::log(keys) / reference));
    }
    return scale;
}

std::vector<double> bias_table(const AttentionSpec& spec, bool above) {
    std::vector<double> table;
    for (std::int64_t distance = 0; distance < spec.rotary.length; ++distance)
        table.push_back(spec.bias.bias->at(spec.bias, above ? -distance : distance, !spec.map.causal));
    return table;
}

void add_bias(const BiasedAttention& attention, AttentionPlan& plan) {
    const AttentionSpec& spec = attention.spec;
    const Bias& bias = *spec.bias.bias;
    if (!bias.takes_vectors) {
        plan.query_bias = spec.query_bias;
        plan.key_bias = spec.key_bias;
    }
    if (bias.at != nullptr) {
        plan.distance_bias = bias_table(spec, false);
        if (!spec.map.causal) plan.distance_bias_above = bias_table(spec, true);
    }
    if (bias.apply != nullptr) bias.apply(attention, plan);
}

void add_warnings(const AttentionSpec& spec, std::vector<Message>& warnings) {
    if (spec.map.map->divides_positions && spec.rotary.is_scaled() && spec.rotary.scaling->divides_positions)
        warnings.push_back("Map PI and scaling linear both divide positions: together they divide twice."_tr);
    if (spec.map.map->warning != nullptr)
        if (std::optional<Message> warning = spec.map.map->warning(spec.map))
            warnings.push_back(std::move(*warning));
    if (spec.bias.bias->warning == nullptr) return;
    if (std::optional<Message> warning = spec.bias.bias->warning(spec))
        warnings.push_back(std::move(*warning));
}

}  // namespace

bool has_two_passes(const PositionMapSpec& spec) { return spec.map->near_pass != NearPass::none; }

BuiltPlan attention_plan(const AttentionSpec& spec, Pass pass, const Engine& engine, const Job& job) {
    check_bias(spec.bias);
    check_vector("query-bias", spec.query_bias, spec.rotary.dim);
    check_vector("key-bias", spec.key_bias, spec.rotary.dim);
    const RotaryFrequencies rotary = rotary_frequencies(spec.rotary);
    BuiltPlan built;
    AttentionPlan& plan = built.plan;
    plan.positions = positions_of(spec.map, pass);
    plan.pairing = spec.pairing;
    plan.rope_dims = spec.rope_dims;
    plan.inverse_frequency = rotary.inverse_frequency;
    plan.rotary_scale = rotary.attention_factor * rotary.attention_factor;
    plan.scale = rotary.softmax_scale / std::sqrt(static_cast<double>(spec.rotary.dim));
    plan.temperature = spec.temperature;
    if (spec.log_n) plan.query_scale = log_n_scale(spec);
    add_bias({spec, rotary, engine, job}, plan);
    built.warnings = rotary.warnings;
    add_warnings(spec, built.warnings);
    return built;
}

}  // namespace poslab
