// Values, softmaxes, and what sample() consists of.

#include "core/engine/engine.hpp"
#include "core/views/bias_decay/arrays.hpp"

#include <algorithm>

namespace poslab::bias_decay {

namespace {

constexpr std::int64_t first_samples = 8;  // of a first answer
constexpr double slow_logits = 4e6;        // some 50 ms on two cores

Scalar scalar(const std::optional<std::int64_t>& value) { return value ? Scalar{static_cast<double>(*value)} : Scalar{}; }
Scalar scalar(const std::optional<double>& value) { return value ? Scalar{*value} : Scalar{}; }

void add_values(Asked& asked) {
    const auto add = [&](std::string name, Scalar value) { asked.data.values.push_back({std::move(name), std::move(value)}); };
    const Model& model = asked.model();
    add("half_distance", scalar(asked.fourth().half));
    add("first_negative_distance", scalar(asked.fourth().first_negative));
    add("isotropy", scalar(asked.prepared.query_isotropy));
    add("isotropy_keys", scalar(asked.prepared.key_isotropy));
    add("bias_bias_at_zero", model.fourth.at_zero());
    add("query_bias_norm", model.isotropic.bias_key);
    add("key_bias_norm", model.isotropic.query_bias);
    add("lambda_in_use", strength_of(asked.params));
    add("attention_factor", model.frequencies.attention_factor);
    add("tokens", static_cast<double>(model.length));
    add("heads", static_cast<double>(model.heads));
    const ClaimValues& claims = *asked.prepared.claims;
    add("alpha_55", claims.alpha_55);
    add("alpha_51", claims.alpha_51);
    add("slope_entropy_512", claims.entropy_512);
    add("slope_entropy_2048", claims.entropy_2048);
    add("gradient_error", claims.gradient_error);
    add("gradient_error_as_stated", claims.gradient_error_as_stated);
}

std::vector<double> step_middles(std::span<const std::int64_t> lengths) {
    std::vector<double> middles;
    std::int64_t begin = 0;
    for (const std::int64_t end : lengths) {
        middles.push_back(static_cast<double>(begin + end - 1) / 2);
        begin = end;
    }
    return middles;
}

void add_softmax_arrays(const FourthTerm& fourth, const SoftmaxByLength& softmax, ArrayAdder& add) {
    const auto by_length = [&](std::string_view name, std::string_view unit, const std::vector<double>& values) {
        add.vector(name, "length", unit, [&] { return values; });
    };
    by_length("entropy_length", "tokens", numbers_of(fourth.lengths));
    by_length("entropy_plain", "nat", softmax.entropy_plain);
    by_length("entropy_plain_sd", "nat", softmax.entropy_plain_sd);
    by_length("entropy_bias", "nat", softmax.entropy_bias);
    by_length("entropy_bias_sd", "nat", softmax.entropy_bias_sd);
    by_length("entropy_equal", "nat", fourth.entropy);
    by_length("weight_distance", "tokens", step_middles(fourth.lengths));
    by_length("weight_plain", "", softmax.weight_plain);
    by_length("weight_bias", "", softmax.weight_bias);
    by_length("weight_equal", "", fourth.weight);
}

void add_softmax_values(const Model& model, const FourthTerm& fourth, const SoftmaxByLength& softmax, Data& data) {
    data.values.push_back({"entropy_plain_at_length", softmax.entropy_plain.back()});
    data.values.push_back({"entropy_bias_at_length", softmax.entropy_bias.back()});
    const auto trained = std::find(fourth.lengths.begin(), fourth.lengths.end(), model.train_length);
    const bool there = trained != fourth.lengths.end();
    const auto n = static_cast<std::size_t>(trained - fourth.lengths.begin());
    data.values.push_back({"entropy_plain_at_train_length", there ? Scalar{softmax.entropy_plain[n]} : Scalar{}});
    data.values.push_back({"entropy_bias_at_train_length", there ? Scalar{softmax.entropy_bias[n]} : Scalar{}});
}

std::shared_ptr<const Detail> detail(const Prepared& prepared, std::shared_ptr<const SoftmaxByLength> softmax) {
    return std::make_shared<const Detail>(
        Detail{prepared.model, prepared.fourth, prepared.moments, prepared.claims, std::move(softmax)});
}

/// Terms at once, then softmaxes over a few samples.
void publish_first(const Asked& asked) {
    Data partial = asked.data;
    partial.partial = true;
    partial.detail = detail(asked.prepared, nullptr);
    asked.request.publish(partial);
    const auto softmax = std::make_shared<const SoftmaxByLength>(
        softmax_by_length(asked.params, asked.model(), asked.fourth().lengths, first_samples, Job(asked.job.stop_token())));
    ArrayAdder add(partial, asked.request);
    add_softmax_arrays(asked.fourth(), *softmax, add);
    add_softmax_values(asked.model(), asked.fourth(), *softmax, partial);
    partial.detail = detail(asked.prepared, softmax);
    asked.request.publish(std::move(partial));
}

bool wants_softmax(const SampleRequest& request) {
    for (const std::string_view name : {"entropy_length", "entropy_plain", "entropy_plain_sd", "entropy_bias", "entropy_bias_sd",
                                        "entropy_equal", "weight_distance", "weight_plain", "weight_bias", "weight_equal"})
        if (request.wants(name)) return true;
    return false;
}

}  // namespace

void add_softmax(Asked& asked) {
    const BiasDecayGroup& group = asked.params.bias;
    const double logits = static_cast<double>(asked.model().length) * static_cast<double>(group.samples);
    const bool slow = logits > slow_logits && group.samples > 2 * first_samples;
    if (!asked.prepared.kept->softmax.found() && asked.request.publish && slow) publish_first(asked);
    const auto softmax = asked.prepared.kept->softmax.get(
        [&] { return softmax_by_length(asked.params, asked.model(), asked.fourth().lengths, group.samples, asked.job); });
    add_softmax_arrays(asked.fourth(), *softmax, asked.add);
    add_softmax_values(asked.model(), asked.fourth(), *softmax, asked.data);
    asked.data.detail = detail(asked.prepared, softmax);
}

Data sample(const Params& params, const Prepared& prepared, const SampleRequest& request, const Engine& engine, const Job& job) {
    job.check();
    Data data;
    data.engine = engine.name();
    data.warnings = prepared.model->warnings;
    data.detail = detail(prepared, prepared.kept->softmax.found());
    Asked asked{params, prepared, request, engine, job, data};
    add_terms(asked);
    if (!request.arrays.empty()) add_steps(asked);
    add_families(asked);
    add_heads(asked);
    add_samples(asked);
    add_values(asked);
    if (wants_softmax(request)) add_softmax(asked);
    return data;
}

}  // namespace poslab::bias_decay
