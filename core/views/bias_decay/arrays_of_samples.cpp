// What samples show.

#include "core/views/bias_decay/arrays.hpp"

namespace poslab::bias_decay {

namespace {

constexpr std::int64_t angle_bin_count = 96;

void add_drawn(Asked& asked) {
    if (!asked.add.names_any({"drawn_distance", "drawn_content", "drawn_bias_key", "drawn_query_bias", "drawn_total"})) return;
    const DrawnTerms terms = drawn_terms(asked.params, asked.model(), drawn_distances(asked.model().length, asked.axis()));
    asked.add.vector("drawn_distance", "draw", "tokens", [&] { return terms.distance; });
    asked.add.vector("drawn_content", "draw", "", [&] { return terms.content; });
    asked.add.vector("drawn_bias_key", "draw", "", [&] { return terms.bias_key; });
    asked.add.vector("drawn_query_bias", "draw", "", [&] { return terms.query_bias; });
    asked.add.vector("drawn_total", "draw", "", [&] { return terms.total; });
}

void add_angles(Asked& asked) {
    if (!asked.add.wants_any({"angle", "angle_density", "angle_histogram"})) return;
    const AngleBins bins = angle_bins(asked.model().dim, angle_bin_count);
    std::vector<double> middles, density;
    for (std::int64_t bin = 0; bin < bins.count; ++bin) {
        middles.push_back(bins.middle(bin));
        density.push_back(angle_density(asked.model().dim, middles.back()));
    }
    const auto histogram = asked.prepared.kept->angles.get([&] {
        const BiasDecayGroup& group = asked.params.bias;
        return asked.model().drawn() ? sampled_angles(group.samples, group.seed, asked.model().dim, bins, asked.job)
                                     : angles_of_vectors(*asked.model().vectors.queries, *asked.model().vectors.keys, group.samples,
                                                         group.seed, bins, asked.job);
    });
    asked.add.vector("angle", "angle", "rad", [&] { return middles; });
    asked.add.vector("angle_density", "angle", "1/rad", [&] { return density; });
    asked.add.vector("angle_histogram", "angle", "1/rad", [&] { return histogram->density; });
    asked.data.values.push_back({"mean_cosine", histogram->mean_cosine});
    asked.data.values.push_back({"angles_beyond_bins", histogram->outside});
}

/// Closed forms are checked with as many pairs of isotropic vectors.
void add_sampled(Asked& asked) {
    if (!asked.add.names_any({"sampled_distance", "sampled_content", "sampled_content_sd", "sampled_bias_key",
                              "sampled_bias_key_sd", "sampled_query_bias", "sampled_query_bias_sd"}))
        return;
    const std::vector<std::int64_t> distances = sampled_distances(asked.model().length);
    const auto sampled = asked.prepared.kept->sampled.get([&] {
        return sampled_moments(asked.params.bias.samples, asked.params.bias.seed, asked.model().bias.query, asked.model().bias.key,
                               asked.model().rotary, distances, asked.job);
    });
    asked.add.vector("sampled_distance", "sample", "tokens", [&] { return numbers_of(distances); });
    add_curve("sampled_content", "sample", {sampled->content.mean, sampled->content.sd}, asked.add);
    add_curve("sampled_bias_key", "sample", {sampled->bias_key.mean, sampled->bias_key.sd}, asked.add);
    add_curve("sampled_query_bias", "sample", {sampled->query_bias.mean, sampled->query_bias.sd}, asked.add);
}

void add_key_bias(Asked& asked) {
    if (!asked.add.wants_any({"weight_unrotated", "weight_unrotated_key_bias", "weight_rotated", "weight_rotated_key_bias"}))
        return;
    const KeyBiasEffect effect = key_bias_effect(asked.params, asked.model());
    asked.add.vector("weight_unrotated", "near_distance", "", [&] { return effect.unrotated; });
    asked.add.vector("weight_unrotated_key_bias", "near_distance", "", [&] { return effect.unrotated_with_bias; });
    asked.add.vector("weight_rotated", "near_distance", "", [&] { return effect.rotated; });
    asked.add.vector("weight_rotated_key_bias", "near_distance", "", [&] { return effect.rotated_with_bias; });
    asked.data.values.push_back({"key_bias_change_unrotated", effect.unrotated_change});
    asked.data.values.push_back({"key_bias_change_rotated", effect.rotated_change});
}

}  // namespace

void add_samples(Asked& asked) {
    add_drawn(asked);
    add_angles(asked);
    add_sampled(asked);
    add_key_bias(asked);
}

}  // namespace poslab::bias_decay
