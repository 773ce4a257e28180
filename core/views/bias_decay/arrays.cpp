// The terms over distance, families and heads.

#include "core/views/bias_decay/arrays.hpp"
#include "core/views/thinning.hpp"

#include <algorithm>
#include <cmath>

namespace poslab::bias_decay {

namespace {

constexpr std::int64_t most_heads = 32;  // that a figure draws

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

const Moments* moments_of(const Asked& asked, Moments TermMoments::*term) {
    return asked.prepared.moments ? &((*asked.prepared.moments).*term) : nullptr;
}

std::vector<double> step_means(const Asked& asked, const RotatedProduct& product) {
    EnvelopeBuilder builder = envelope_builder(asked.axis(), asked.model().length);
    go_through(product, asked.model().length, asked.engine, asked.job,
               [&](std::int64_t first, std::span<const double> values) { builder.take(first, values); });
    return builder.finish().mean;
}

/// Where families are looked at: with the other curves or, for a figure, at the middles of its steps.
std::vector<std::int64_t> family_distances(const Asked& asked) {
    std::vector<std::int64_t> distances;
    if (asked.add.named("step_distance")) {
        for (const double middle : asked.envelope().distance) distances.push_back(static_cast<std::int64_t>(middle));
        return distances;
    }
    for (const std::int64_t n :
         thinned_indices(static_cast<std::int64_t>(asked.prepared.distances.size()), asked.request.curve_points, {}))
        distances.push_back(asked.prepared.distances[static_cast<std::size_t>(n)]);
    return distances;
}

}  // namespace

void add_curve(const std::string& name, std::string_view axis, const Curve& curve, ArrayAdder& add) {
    add.vector(name, axis, "", [&] { return curve.mean; });
    add.vector(name + "_sd", axis, "", [&] { return curve.sd; });
}

void add_terms(Asked& asked) {
    const auto at = thinned_indices(static_cast<std::int64_t>(asked.prepared.distances.size()), asked.request.curve_points, {});
    std::vector<std::int64_t> distances;
    std::vector<double> fourth;
    for (const std::int64_t n : at) {
        distances.push_back(asked.prepared.distances[static_cast<std::size_t>(n)]);
        fourth.push_back(asked.fourth().values[static_cast<std::size_t>(n)]);
    }
    const IsotropicDeviations& sd = asked.model().isotropic;
    asked.add.vector("distance", "distance", "tokens", [&] { return numbers_of(distances); });
    const auto add = [&](const std::string& name, Moments TermMoments::*term, double isotropic) {
        if (asked.request.wants(name) || asked.request.wants(name + "_sd"))
            add_curve(name, "distance", curve_at(moments_of(asked, term), isotropic, distances), asked.add);
    };
    add("content", &TermMoments::content, sd.content);
    add("bias_key", &TermMoments::bias_key, sd.bias_key);
    add("query_bias", &TermMoments::query_bias, sd.query_bias);
    add_curve("bias_bias", "distance", {fourth, std::vector<double>(fourth.size(), 0.0)}, asked.add);
    Curve total = curve_at(moments_of(asked, &TermMoments::total), sd.total, distances);
    if (asked.model().drawn()) total.mean = fourth;
    add_curve("total", "distance", total, asked.add);
}

void add_steps(Asked& asked) {
    const Envelope& envelope = asked.envelope();
    const std::vector<std::int64_t> begins = envelope_builder(asked.axis(), asked.model().length).edges();
    const IsotropicDeviations& sd = asked.model().isotropic;
    asked.add.vector("step_distance", "step", "tokens", [&] { return envelope.distance; });
    asked.add.vector("step_bias_bias", "step", "", [&] { return envelope.mean; });
    asked.add.vector("step_bias_bias_low", "step", "", [&] { return envelope.low; });
    asked.add.vector("step_bias_bias_high", "step", "", [&] { return envelope.high; });
    const auto add = [&](const std::string& name, Moments TermMoments::*term, double isotropic) {
        if (asked.add.named(name) || asked.add.named(name + "_sd"))
            add_curve(name, "step", curve_over_steps(moments_of(asked, term), isotropic, begins), asked.add);
    };
    add("step_content", &TermMoments::content, sd.content);
    add("step_bias_key", &TermMoments::bias_key, sd.bias_key);
    add("step_query_bias", &TermMoments::query_bias, sd.query_bias);
    if (!asked.add.named("step_total") && !asked.add.named("step_total_sd")) return;
    Curve total = curve_over_steps(moments_of(asked, &TermMoments::total), sd.total, begins);
    if (asked.model().drawn()) total.mean = envelope.mean;
    add_curve("step_total", "step", total, asked.add);
}

void add_families(Asked& asked) {
    const std::array<std::int64_t, 2> ends{0, asked.model().train_length - 1};
    for (const std::int32_t index : asked.params.bias.compare.indices) {
        const std::string name = array_name(BiasDecayGroup::families.at(static_cast<std::size_t>(index)).id);
        if (!asked.request.wants(name)) continue;
        const auto family = static_cast<BiasFamily>(index);
        const auto profile = [&](std::span<const std::int64_t> distances) {
            return family_profile(family, asked.model().frequencies.unscaled, distances, asked.engine, asked.job);
        };
        const std::vector<double> scale = profile(ends);
        const bool oscillates = family == BiasFamily::sandwich || family == BiasFamily::sinusoidal;
        auto found = asked.add.named("step_distance") && oscillates
                         ? step_means(asked, family_product(family, asked.model().frequencies.unscaled))
                         : profile(family_distances(asked));
        if (auto values = normalised(std::move(found), scale.front(), scale.back()))
            asked.add.vector(name, "distance", "", [&] { return std::move(*values); });
        else
            asked.data.warnings.push_back(tr("{} does not fall up to the trained length: it is not compared.", name));
    }
    if (!asked.add.named("normalised_bias_bias")) return;
    const std::vector<double> scale = product_at(asked.model().fourth, ends, asked.engine, asked.job);
    if (scale.front() <= scale.back()) {
        asked.data.warnings.push_back(
            "The fourth term does not fall by the end of the trained length: it has no place in the comparison."_tr);
        return;
    }
    const Envelope& envelope = asked.envelope();
    asked.add.vector("normalised_bias_bias", "step", "", [&] { return *normalised(envelope.mean, scale.front(), scale.back()); });
}

void add_heads(Asked& asked) {
    if (!asked.add.named("head_bias_bias")) return;
    const BiasDecayGroup& group = asked.params.bias;
    const bool differ = group.bias_vector == BiasChoice::gaussian || group.bias_vector == BiasChoice::file;
    const std::int64_t heads = differ ? std::min(asked.model().heads, most_heads) : 1;
    std::vector<double> all;
    std::int64_t steps = 0;
    for (std::int64_t head = 0; head < heads; ++head) {
        const QueryKeyBias bias = biases_of_head(asked.params, asked.model().rotary, asked.model().dim, head);
        const std::vector<double> means = step_means(asked, rotated_product(bias.query, bias.key, asked.model().rotary));
        steps = static_cast<std::int64_t>(means.size());
        all.insert(all.end(), means.begin(), means.end());
    }
    asked.data.arrays.push_back(
        {"head_bias_bias", {heads, steps}, {"head", "step"}, {{0, heads}, {0, steps}}, "", shared_column(std::move(all))});
}

}  // namespace poslab::bias_decay
