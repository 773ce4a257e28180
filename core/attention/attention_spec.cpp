#include "core/attention/attention_spec.hpp"

#include "core/attention/bias_vectors.hpp"

#include "core/base/errors.hpp"
#include "core/engine/engine.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>

namespace poslab {

namespace {

PositionPlan positions_of(const PositionMapSpec& spec, Pass pass) {
    PositionPlan plan = position_plan(spec);
    if (pass == Pass::merged || !has_two_passes(spec.map)) return plan;
    Branch branch = pass == Pass::far ? plan.branches.back() : Branch{};
    if (pass == Pass::near && spec.map == PositionMap::dual_chunk) branch = plan.branches.front();
    branch.condition = {};
    return {{branch}, spec.causal};
}

void check_vector(std::string_view id, const std::vector<double>& vector, std::int64_t dim) {
    if (!vector.empty() && static_cast<std::int64_t>(vector.size()) != dim)
        throw UsageError(fmt::format("--{}: a vector of {} numbers where queries and keys have {}", id, vector.size(), dim));
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

std::vector<double> sandwich_table(const AttentionSpec& spec, const RotaryFrequencies& rotary, const Engine& engine,
                                   const Job& job) {
    const CosineSum sum{rotary.unscaled, std::vector<double>(rotary.unscaled.size(), spec.bias.lambda), {}};
    return engine.cosine_profile(sum, {0, spec.rotary.length}, job);
}

std::vector<double> bias_table(const AttentionSpec& spec, bool above) {
    std::vector<double> table;
    for (std::int64_t distance = 0; distance < spec.rotary.length; ++distance)
        table.push_back(distance_bias_at(spec.bias, above ? -distance : distance, !spec.map.causal));
    return table;
}

void add_distance_bias(const AttentionSpec& spec, const RotaryFrequencies& rotary, const Engine& engine, const Job& job,
                       AttentionPlan& plan) {
    switch (spec.bias.bias) {
        case Bias::sandwich:
            plan.distance_bias = sandwich_table(spec, rotary, engine, job);
            if (!spec.map.causal) plan.distance_bias_above = plan.distance_bias;
            return;
        case Bias::alibi:
        case Bias::t5:
        case Bias::kerple_log:
        case Bias::kerple_power:
            plan.distance_bias = bias_table(spec, false);
            if (!spec.map.causal) plan.distance_bias_above = bias_table(spec, true);
            return;
        default:
            return;
    }
}

/// a^T R^(-p) b, rotary dimensions times f^2. For each vector that is not given, Sandwich's stands in.
void add_position_bias(const AttentionSpec& spec, AttentionPlan& plan) {
    const Rotary rotary{plan.inverse_frequency, plan.pairing};
    QueryKeyBias bias = bias_vectors({.bias = DrawnBias::sandwich, .lambda = spec.bias.lambda, .dim = spec.rotary.dim}, rotary);
    if (!spec.query_bias.empty()) bias.query = spec.query_bias;
    if (!spec.key_bias.empty()) bias.key = spec.key_bias;
    RotatedProduct product = rotated_product(bias.query, bias.key, rotary);
    for (double& weight : product.sum.cosine_weights) weight *= plan.rotary_scale;
    for (double& weight : product.sum.sine_weights) weight *= plan.rotary_scale;
    plan.position_bias = std::move(product.sum);
    plan.position_bias_constant = product.constant;
}

void add_warnings(const AttentionSpec& spec, std::vector<Sentence>& warnings) {
    if (spec.map.map == PositionMap::pi && spec.rotary.scaling == Scaling::linear && spec.rotary.explicit_frequencies.empty())
        warnings.push_back("Map PI and scaling linear both divide positions: together they divide twice."_tr);
    if (spec.bias.bias == Bias::t5 && spec.bias.t5_table.empty())
        warnings.push_back("T5's biases are learned; −slope × bucket stands in for them until t5-table gives them."_tr);
    if (spec.bias.bias == Bias::kerple_log || spec.bias.bias == Bias::kerple_power)
        warnings.push_back("KERPLE's r1 and r2 are learned for each head; these values stand in for them."_tr);
    if (spec.bias.bias == Bias::gau && (spec.query_bias.empty() || spec.key_bias.empty()))
        warnings.push_back("GAU's a and b are learned; √λ on the first component of each pair stands in for what is not given."_tr);
    if (spec.bias.bias == Bias::xpos && !spec.map.causal)
        warnings.push_back("XPOS is made for causal attention: for keys after the query its factor grows without bound."_tr);
}

}  // namespace

bool has_two_passes(PositionMap map) {
    return map == PositionMap::rerope || map == PositionMap::leaky_rerope || map == PositionMap::inv_leaky_rerope ||
           map == PositionMap::self_extend || map == PositionMap::dual_chunk;
}

BuiltPlan attention_plan(const AttentionSpec& spec, Pass pass, const Engine& engine, const Job& job) {
    check_bias(spec.bias);
    check_vector("query-bias", spec.query_bias, spec.rotary.dim);
    check_vector("key-bias", spec.key_bias, spec.rotary.dim);
    const RotaryFrequencies rotary = rotary_frequencies(spec.rotary);
    BuiltPlan built;
    AttentionPlan& plan = built.plan;
    plan.positions = positions_of(spec.map, pass);
    plan.pairing = spec.pairing;
    plan.inverse_frequency = rotary.inverse_frequency;
    plan.rotary_scale = rotary.attention_factor * rotary.attention_factor;
    plan.scale = rotary.softmax_scale / std::sqrt(static_cast<double>(spec.rotary.dim));
    plan.temperature = spec.temperature;
    if (spec.log_n) plan.query_scale = log_n_scale(spec);
    if (spec.bias.bias == Bias::window) plan.reach = std::max<std::int64_t>(spec.map.w, 1);
    if (spec.bias.bias == Bias::xpos) plan.decay = xpos_decay(plan.inverse_frequency.size());
    if (spec.bias.bias == Bias::gau) {
        add_position_bias(spec, plan);
    } else {
        plan.query_bias = spec.query_bias;
        plan.key_bias = spec.key_bias;
    }
    add_distance_bias(spec, rotary, engine, job, plan);
    built.warnings = rotary.warnings;
    add_warnings(spec, built.warnings);
    return built;
}

}  // namespace poslab
