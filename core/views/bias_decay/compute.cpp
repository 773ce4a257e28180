// Arrays and values.

#include "core/views/array_adder.hpp"
#include "core/views/bias_decay/bias_decay.hpp"
#include "core/views/thinning.hpp"

#include <algorithm>
#include <cmath>

namespace poslab::bias_decay {

namespace {

constexpr std::int64_t angle_bin_count = 96;
constexpr std::int64_t first_samples = 8;  // of a first answer
constexpr double slow_logits = 4e6;        // some 50 ms on two cores
constexpr std::int64_t most_heads = 32;    // that a figure draws

Scalar scalar(const std::optional<std::int64_t>& value) { return value ? Scalar{static_cast<double>(*value)} : Scalar{}; }
Scalar scalar(const std::optional<double>& value) { return value ? Scalar{*value} : Scalar{}; }

std::vector<double> numbers_of(std::span<const std::int64_t> integers) { return {integers.begin(), integers.end()}; }

struct Curve {
    std::vector<double> mean, sd;
};

/// Of one term at `distances`: exact where queries and keys are isotropic, else over all pairs of the files.
Curve curve_at(const Moments* moments, double isotropic_sd, std::span<const std::int64_t> distances) {
    if (moments == nullptr)
        return {std::vector<double>(distances.size(), 0.0), std::vector<double>(distances.size(), isotropic_sd)};
    Curve curve;
    for (const std::int64_t distance : distances) {
        curve.mean.push_back(moments->mean[static_cast<std::size_t>(distance)]);
        curve.sd.push_back(moments->sd[static_cast<std::size_t>(distance)]);
    }
    return curve;
}

/// Where step n of an envelope begins, and the end of the last: the distance is the middle of its step.
std::vector<std::int64_t> step_begins(const Envelope& envelope, std::int64_t length, AxisChoice axis) {
    std::vector<std::int64_t> begins;
    std::int64_t begin = axis == AxisChoice::log ? 1 : 0;
    for (const double middle : envelope.distance) {
        begins.push_back(begin);
        begin = std::llround(2 * middle) - begin + 1;
    }
    begins.push_back(length);
    return begins;
}

/// Means over steps, of sd the root of the mean square.
Curve curve_over_steps(const Moments* moments, double isotropic_sd, std::span<const std::int64_t> begins) {
    const std::size_t steps = begins.size() - 1;
    if (moments == nullptr) return {std::vector<double>(steps, 0.0), std::vector<double>(steps, isotropic_sd)};
    Curve curve;
    for (std::size_t n = 0; n < steps; ++n) {
        double mean = 0, square = 0;
        for (std::int64_t distance = begins[n]; distance < begins[n + 1]; ++distance) {
            const auto at = static_cast<std::size_t>(distance);
            mean += moments->mean[at];
            square += moments->sd[at] * moments->sd[at];
        }
        const auto count = static_cast<double>(begins[n + 1] - begins[n]);
        curve.mean.push_back(mean / count);
        curve.sd.push_back(std::sqrt(square / count));
    }
    return curve;
}

class Sampling {
  public:
    Sampling(const Params& params, const Prepared& prepared, const SampleRequest& request, const Engine& engine, const Job& job)
        : params_(params),
          prepared_(prepared),
          model_(*prepared.model),
          fourth_(*prepared.fourth),
          request_(request),
          engine_(engine),
          job_(job),
          axis_(params.bias.distance_axis),
          add_(data_, request) {
        data_.engine = engine.name();
        data_.warnings = model_.warnings;
    }

    Data run() {
        add_terms();
        if (!request_.arrays.empty()) add_steps();
        add_families();
        add_drawn();
        add_angles();
        add_sampled();
        add_key_bias();
        add_heads();
        add_values();
        if (wants_softmax())
            add_softmax();
        else
            finish_values(nullptr);
        return std::move(data_);
    }

  private:
    [[nodiscard]] bool named(std::string_view name) const { return !request_.arrays.empty() && request_.wants(name); }
    [[nodiscard]] const Moments* moments(Moments TermMoments::*term) const {
        return prepared_.moments ? &((*prepared_.moments).*term) : nullptr;
    }

    void add_curve(const std::string& name, std::string_view axis, const Curve& curve) {
        add_.vector(name, axis, "", [&] { return curve.mean; });
        add_.vector(name + "_sd", axis, "", [&] { return curve.sd; });
    }

    void add_terms() {
        const auto at = thinned_indices(static_cast<std::int64_t>(prepared_.distances.size()), request_.curve_points, {});
        std::vector<std::int64_t> distances;
        std::vector<double> fourth;
        for (const std::int64_t n : at) {
            distances.push_back(prepared_.distances[static_cast<std::size_t>(n)]);
            fourth.push_back(fourth_.values[static_cast<std::size_t>(n)]);
        }
        const IsotropicDeviations& sd = model_.isotropic;
        add_.vector("distance", "distance", "tokens", [&] { return numbers_of(distances); });
        const auto add = [&](const std::string& name, Moments TermMoments::*term, double isotropic) {
            if (request_.wants(name) || request_.wants(name + "_sd"))
                add_curve(name, "distance", curve_at(moments(term), isotropic, distances));
        };
        add("content", &TermMoments::content, sd.content);
        add("bias_key", &TermMoments::bias_key, sd.bias_key);
        add("query_bias", &TermMoments::query_bias, sd.query_bias);
        add_curve("bias_bias", "distance", {fourth, std::vector<double>(fourth.size(), 0.0)});
        Curve total = curve_at(moments(&TermMoments::total), sd.total, distances);
        if (model_.drawn()) total.mean = fourth;
        add_curve("total", "distance", total);
    }

    /// What figures draw: a value for each step of the axis, however many distances there are.
    void add_steps() {
        const Envelope& envelope = fourth_.envelopes[static_cast<std::size_t>(axis_)];
        const std::vector<std::int64_t> begins = step_begins(envelope, model_.length, axis_);
        const IsotropicDeviations& sd = model_.isotropic;
        add_.vector("step_distance", "step", "tokens", [&] { return envelope.distance; });
        add_.vector("step_bias_bias", "step", "", [&] { return envelope.mean; });
        add_.vector("step_bias_bias_low", "step", "", [&] { return envelope.low; });
        add_.vector("step_bias_bias_high", "step", "", [&] { return envelope.high; });
        const auto add = [&](const std::string& name, Moments TermMoments::*term, double isotropic) {
            if (named(name)) add_curve(name, "step", curve_over_steps(moments(term), isotropic, begins));
        };
        add("step_content", &TermMoments::content, sd.content);
        add("step_bias_key", &TermMoments::bias_key, sd.bias_key);
        add("step_query_bias", &TermMoments::query_bias, sd.query_bias);
        if (!named("step_total")) return;
        Curve total = curve_over_steps(moments(&TermMoments::total), sd.total, begins);
        if (model_.drawn()) total.mean = envelope.mean;
        add_curve("step_total", "step", total);
    }

    void add_families() {
        const std::array<std::int64_t, 2> ends{0, model_.train_length - 1};
        for (const std::int32_t index : params_.bias.compare.indices) {
            std::string name(BiasDecayGroup::families.at(static_cast<std::size_t>(index)).id);
            std::replace(name.begin(), name.end(), '-', '_');
            if (!request_.wants(name)) continue;
            const auto family = static_cast<BiasFamily>(index);
            const auto profile = [&](std::span<const std::int64_t> distances) {
                return family_profile(family, model_.frequencies.unscaled, distances, engine_, job_);
            };
            const std::vector<double> scale = profile(ends);
            const auto at = family_distances();
            if (auto values = normalised(profile(at), scale.front(), scale.back()))
                add_.vector(name, "distance", "", [&] { return std::move(*values); });
            else
                data_.warnings.push_back({name + " does not fall up to the trained length: it is not compared.",
                                          name + " 在训练长度内不下降，故不作对比。"});
        }
        if (!named("normalised_bias_bias")) return;
        const std::vector<double> scale = product_at(model_.fourth, ends, engine_, job_);
        if (scale.front() <= scale.back()) {
            data_.warnings.push_back(
                {"The fourth term does not fall by the end of the trained length: it has no place in the comparison.",
                 "第四项在训练长度末尾并未下降，无法列入对比。"});
            return;
        }
        const Envelope& envelope = fourth_.envelopes[static_cast<std::size_t>(axis_)];
        add_.vector("normalised_bias_bias", "step", "", [&] { return *normalised(envelope.mean, scale.front(), scale.back()); });
    }

    /// Where families are looked at: with the other curves or, for a figure, at the middles of its steps.
    [[nodiscard]] std::vector<std::int64_t> family_distances() const {
        std::vector<std::int64_t> distances;
        if (named("step_distance")) {
            for (const double middle : fourth_.envelopes[static_cast<std::size_t>(axis_)].distance)
                distances.push_back(static_cast<std::int64_t>(middle));
            return distances;
        }
        for (const std::int64_t n :
             thinned_indices(static_cast<std::int64_t>(prepared_.distances.size()), request_.curve_points, {}))
            distances.push_back(prepared_.distances[static_cast<std::size_t>(n)]);
        return distances;
    }

    void add_drawn() {
        if (!named("drawn_distance")) return;
        const DrawnTerms terms = drawn_terms(params_, model_, drawn_distances(model_.length, axis_));
        add_.vector("drawn_distance", "draw", "tokens", [&] { return terms.distance; });
        add_.vector("drawn_content", "draw", "", [&] { return terms.content; });
        add_.vector("drawn_bias_key", "draw", "", [&] { return terms.bias_key; });
        add_.vector("drawn_query_bias", "draw", "", [&] { return terms.query_bias; });
        add_.vector("drawn_total", "draw", "", [&] { return terms.total; });
    }

    void add_angles() {
        if (!request_.wants("angle") && !request_.wants("angle_density") && !request_.wants("angle_histogram")) return;
        const AngleBins bins = angle_bins(model_.dim, angle_bin_count);
        std::vector<double> middles, density;
        for (std::int64_t bin = 0; bin < bins.count; ++bin) {
            middles.push_back(bins.middle(bin));
            density.push_back(angle_density(model_.dim, middles.back()));
        }
        const auto histogram = prepared_.memory->angles.get([&] {
            const BiasDecayGroup& group = params_.bias;
            return model_.drawn()
                       ? sampled_angles(group.samples, group.seed, model_.dim, bins, job_)
                       : angles_of_vectors(*model_.vectors.queries, *model_.vectors.keys, group.samples, group.seed, bins, job_);
        });
        add_.vector("angle", "angle", "rad", [&] { return middles; });
        add_.vector("angle_density", "angle", "1/rad", [&] { return density; });
        add_.vector("angle_histogram", "angle", "1/rad", [&] { return histogram->density; });
        data_.values.push_back({"mean_cosine", histogram->mean_cosine});
        data_.values.push_back({"angles_beyond_bins", histogram->outside});
    }

    /// Closed forms are checked with as many pairs of isotropic vectors.
    void add_sampled() {
        if (!named("sampled_distance") && !named("sampled_content") && !named("sampled_content_sd")) return;
        const std::vector<std::int64_t> distances = sampled_distances(model_.length);
        const auto sampled = prepared_.memory->sampled.get([&] {
            return sampled_moments(params_.bias.samples, params_.bias.seed, model_.bias.query, model_.bias.key, model_.rotary,
                                   distances, job_);
        });
        add_.vector("sampled_distance", "sample", "tokens", [&] { return numbers_of(distances); });
        add_curve("sampled_content", "sample", {sampled->content.mean, sampled->content.sd});
        add_curve("sampled_bias_key", "sample", {sampled->bias_key.mean, sampled->bias_key.sd});
        add_curve("sampled_query_bias", "sample", {sampled->query_bias.mean, sampled->query_bias.sd});
    }

    void add_key_bias() {
        if (!request_.wants("weight_rotated") && !request_.wants("weight_unrotated")) return;
        const KeyBiasEffect effect = key_bias_effect(params_, model_);
        add_.vector("weight_unrotated", "near_distance", "", [&] { return effect.unrotated; });
        add_.vector("weight_unrotated_key_bias", "near_distance", "", [&] { return effect.unrotated_with_bias; });
        add_.vector("weight_rotated", "near_distance", "", [&] { return effect.rotated; });
        add_.vector("weight_rotated_key_bias", "near_distance", "", [&] { return effect.rotated_with_bias; });
        data_.values.push_back({"key_bias_change_unrotated", effect.unrotated_change});
        data_.values.push_back({"key_bias_change_rotated", effect.rotated_change});
    }

    /// The fourth term of each head, as means over steps: where heads differ, else of the one that there is.
    void add_heads() {
        if (!named("head_bias_bias")) return;
        const BiasDecayGroup group = with_initialisation(params_).bias;
        const bool differ = group.bias_vector == BiasChoice::gaussian || group.bias_vector == BiasChoice::file;
        const std::int64_t heads = differ ? std::min(model_.heads, most_heads) : 1;
        std::vector<double> all;
        std::int64_t steps = 0;
        for (std::int64_t head = 0; head < heads; ++head) {
            const QueryKeyBias bias = biases_of_head(params_, model_.rotary, model_.dim, head);
            const std::vector<double> means = head_means(rotated_product(bias.query, bias.key, model_.rotary));
            steps = static_cast<std::int64_t>(means.size());
            all.insert(all.end(), means.begin(), means.end());
        }
        data_.arrays.push_back(
            {"head_bias_bias", {heads, steps}, {"head", "step"}, {{0, heads}, {0, steps}}, "", shared_column(std::move(all))});
    }

    [[nodiscard]] std::vector<double> head_means(const RotatedProduct& product) const {
        EnvelopeBuilder builder = envelope_builder(axis_, model_.length);
        go_through(product, model_.length, engine_, job_, [&](std::int64_t first, std::span<const double> values) {
            for (std::size_t n = 0; n < values.size(); ++n) builder.take(first + static_cast<std::int64_t>(n), values[n]);
        });
        return builder.finish().mean;
    }

    void add_values() {
        const auto add = [&](std::string name, Scalar value) { data_.values.push_back({std::move(name), std::move(value)}); };
        add("half_distance", scalar(fourth_.half));
        add("first_negative_distance", scalar(fourth_.first_negative));
        add("isotropy", scalar(prepared_.query_isotropy));
        add("isotropy_keys", scalar(prepared_.key_isotropy));
        add("bias_bias_at_zero", model_.fourth.at_zero());
        add("query_bias_norm", model_.isotropic.bias_key);
        add("key_bias_norm", model_.isotropic.query_bias);
        add("attention_factor", model_.frequencies.attention_factor);
        add("tokens", static_cast<double>(model_.length));
        add("heads", static_cast<double>(model_.heads));
        const ClaimValues& claims = *prepared_.claims;
        add("alpha_55", claims.alpha_55);
        add("alpha_51", claims.alpha_51);
        add("slope_entropy_512", claims.entropy_512);
        add("slope_entropy_2048", claims.entropy_2048);
        add("gradient_error", claims.gradient_error);
        add("gradient_error_as_stated", claims.gradient_error_as_stated);
    }

    [[nodiscard]] bool wants_softmax() const {
        for (const std::string_view name : {"entropy_length", "entropy_plain", "entropy_bias", "weight_bias", "entropy_equal"})
            if (request_.wants(name)) return true;
        return false;
    }

    void add_softmax() {
        const double logits = static_cast<double>(model_.length) * static_cast<double>(params_.bias.samples);
        const bool slow = logits > slow_logits && params_.bias.samples > 2 * first_samples;
        if (!prepared_.memory->softmax.found() && request_.publish && slow) publish_first();
        const auto softmax = prepared_.memory->softmax.get(
            [&] { return softmax_by_length(params_, model_, fourth_.lengths, params_.bias.samples, job_); });
        add_softmax_arrays(*softmax, add_);
        finish_values(softmax);
    }

    /// Terms, and softmaxes over a few samples.
    void publish_first() {
        Data partial = data_;
        partial.partial = true;
        partial.detail = detail(nullptr);
        request_.publish(partial);
        const auto softmax = std::make_shared<const SoftmaxByLength>(
            softmax_by_length(params_, model_, fourth_.lengths, first_samples, Job(job_.stop_token())));
        ArrayAdder add(partial, request_);
        add_softmax_arrays(*softmax, add);
        partial.detail = detail(softmax);
        request_.publish(std::move(partial));
    }

    void add_softmax_arrays(const SoftmaxByLength& softmax, ArrayAdder& add) const {
        add.vector("entropy_length", "length", "tokens", [&] { return numbers_of(fourth_.lengths); });
        add.vector("entropy_plain", "length", "nat", [&] { return softmax.entropy_plain; });
        add.vector("entropy_plain_sd", "length", "nat", [&] { return softmax.entropy_plain_sd; });
        add.vector("entropy_bias", "length", "nat", [&] { return softmax.entropy_bias; });
        add.vector("entropy_bias_sd", "length", "nat", [&] { return softmax.entropy_bias_sd; });
        add.vector("entropy_equal", "length", "nat", [&] { return fourth_.entropy; });
        add.vector("weight_distance", "length", "tokens", [&] {
            std::vector<double> middles;
            std::int64_t begin = 0;
            for (const std::int64_t end : fourth_.lengths) {
                middles.push_back(static_cast<double>(begin + end - 1) / 2);
                begin = end;
            }
            return middles;
        });
        add.vector("weight_bias", "length", "", [&] { return softmax.weight_bias; });
        add.vector("weight_equal", "length", "", [&] { return fourth_.weight; });
    }

    [[nodiscard]] std::shared_ptr<const Detail> detail(std::shared_ptr<const SoftmaxByLength> softmax) const {
        auto detail = std::make_shared<Detail>();
        detail->model = prepared_.model;
        detail->fourth = prepared_.fourth;
        detail->moments = prepared_.moments;
        detail->claims = prepared_.claims;
        detail->softmax = std::move(softmax);
        return detail;
    }

    void finish_values(const std::shared_ptr<const SoftmaxByLength>& softmax) {
        data_.detail = detail(softmax);
        if (!softmax) return;
        data_.values.push_back({"entropy_plain_at_length", softmax->entropy_plain.back()});
        data_.values.push_back({"entropy_bias_at_length", softmax->entropy_bias.back()});
        const auto trained = std::find(fourth_.lengths.begin(), fourth_.lengths.end(), model_.train_length);
        if (trained == fourth_.lengths.end()) return;
        const auto n = static_cast<std::size_t>(trained - fourth_.lengths.begin());
        data_.values.push_back({"entropy_plain_at_train_length", softmax->entropy_plain[n]});
        data_.values.push_back({"entropy_bias_at_train_length", softmax->entropy_bias[n]});
    }

    const Params& params_;
    const Prepared& prepared_;
    const Model& model_;
    const FourthTerm& fourth_;
    const SampleRequest& request_;
    const Engine& engine_;
    const Job& job_;
    AxisChoice axis_;
    Data data_;
    ArrayAdder add_;
};

}  // namespace

Data sample(const Params& params, const Prepared& prepared, const SampleRequest& request, const Engine& engine, const Job& job) {
    job.check();
    return Sampling(params, prepared, request, engine, job).run();
}

}  // namespace poslab::bias_decay
