// Computation of the arrays.

#include "core/views/bias_decay/arrays.hpp"
#include "core/views/thinning.hpp"

namespace poslab::bias_decay {
namespace {

constexpr std::int64_t max_heads = 32;  // heads that a figure draws
constexpr std::int64_t angle_bin_count = 96;
constexpr std::int64_t first_samples = 8;  // samples of the first, partial result
constexpr double slow_logits = 4e6;        // about 50 ms on two cores

std::vector<double> step_means(const SampleContext& context, const RotatedProduct& product) {
    EnvelopeBuilder builder = envelope_builder(context.axis(), context.model().length);
    for_each_chunk(
        product, context.model().length, context.engine, context.job,
        [&](std::int64_t first, std::span<const double> values) { builder.append(first, values); });
    return builder.finish().mean;
}

/// Returns the mean of map(value) over each step of a figure's axis.
template <class Map>
std::vector<double> over_steps(const SampleContext& context, const std::vector<double>& values,
                               const Map& map) {
    const std::vector<std::int64_t> begins = envelope_builder(context.axis(), context.model().length).edges();
    std::vector<double> means;
    for (std::size_t n = 0; n + 1 < begins.size(); ++n) {
        double sum = 0;
        for (std::int64_t at = begins[n]; at < begins[n + 1]; ++at)
            sum += map(values[static_cast<std::size_t>(at)]);
        means.push_back(sum / static_cast<double>(begins[n + 1] - begins[n]));
    }
    return means;
}

std::vector<double> at_distances(SampleContext& context, const std::vector<double>& values) {
    std::vector<double> there;
    for (const std::int64_t distance : context.thinned().distances)
        there.push_back(values[static_cast<std::size_t>(distance)]);
    return there;
}

/// Returns the distances of the families: those of the other curves or, for a figure, the middles of its
/// steps.
std::vector<std::int64_t> family_distances(SampleContext& context) {
    if (!context.named(arrays::step_distance)) return context.thinned().distances;
    std::vector<std::int64_t> distances;
    for (const double middle : context.envelope().distance)
        distances.push_back(static_cast<std::int64_t>(middle));
    return distances;
}

std::array<std::int64_t, 2> ends_of_scale(const SampleContext& context) {
    return {0, context.model().train_length - 1};
}

/// Publishes the terms immediately, then softmaxes over a few samples.
void publish_first(const SampleContext& context) {
    Data partial = context.partial_data();
    SampleContext early(context.params, context.prepared, context.request, context.engine, context.job,
                        partial);
    early.before_softmax = true;
    add_values(early, values::all);
    context.request.publish(partial);
    early.softmax_made = std::make_shared<const SoftmaxByLength>(softmax_by_length(
        context.params, context.model(), context.bias_bias().lengths, first_samples, context.job.quiet()));
    early.before_softmax = false;
    add_arrays(early, arrays::softmax);
    partial.values.clear();
    add_values(early, values::all);
    context.request.publish(std::move(partial));
}

}  // namespace

const Thinned& SampleContext::thinned() {
    return thinned_made.get([&] {
        Thinned made;
        for (const std::int64_t n :
             thinned_indices(std::ssize(prepared.distances), request.curve_points, {})) {
            made.distances.push_back(prepared.distances[static_cast<std::size_t>(n)]);
            made.bias_bias.push_back(bias_bias().values[static_cast<std::size_t>(n)]);
        }
        return made;
    });
}

std::vector<double> SampleContext::mean(Moments TermMoments::*term) {
    if (prepared.moments != nullptr) return at_distances(*this, ((*prepared.moments).*term).mean);
    return term == &TermMoments::total ? thinned().bias_bias
                                       : std::vector<double>(thinned().distances.size(), 0.0);
}
std::vector<double> SampleContext::deviation(Moments TermMoments::*term,
                                             double IsotropicDeviations::*isotropic) {
    if (prepared.moments != nullptr) return at_distances(*this, ((*prepared.moments).*term).sd);
    return std::vector<double>(thinned().distances.size(), model().isotropic.*isotropic);
}
std::vector<double> SampleContext::step_mean(Moments TermMoments::*term) {
    if (prepared.moments != nullptr)
        return over_steps(*this, ((*prepared.moments).*term).mean, [](double value) { return value; });
    return term == &TermMoments::total ? envelope().mean
                                       : std::vector<double>(envelope().distance.size(), 0.0);
}
std::vector<double> SampleContext::step_deviation(Moments TermMoments::*term,
                                                  double IsotropicDeviations::*isotropic) {
    if (prepared.moments == nullptr)
        return std::vector<double>(envelope().distance.size(), model().isotropic.*isotropic);
    std::vector<double> squares = over_steps(*this, ((*prepared.moments).*term).sd,
                                             [](double deviation) { return deviation * deviation; });
    for (double& square : squares) square = std::sqrt(square);
    return squares;
}

const DrawnTerms& SampleContext::sampled_terms() {
    return sampled_terms_memo.get(
        [&] { return make_random_terms(params, model(), figure_distances(model().length, axis())); });
}
AngleBins SampleContext::bins() const { return angle_bins(model().dim, angle_bin_count); }
const AngleHistogram& SampleContext::histogram() {
    const BiasDecayGroup& group = params.bias;
    return prepared.cache->angles.get([&] {
        return model().is_synthetic() ? sampled_angles(group.samples, group.seed, model().dim, bins(), job)
                                      : angles_of_vectors(*model().vectors.queries, *model().vectors.keys,
                                                          group.samples, group.seed, bins(), job);
    });
}
const TermMoments& SampleContext::sampled() {
    return prepared.cache->sampled.get([&] {
        return sampled_moments(params.bias.samples, params.bias.seed, model().bias.query, model().bias.key,
                               model().rotary, sampled_distances(model().length), job);
    });
}
const KeyBiasEffect& SampleContext::effect() {
    return effect_made.get([&] { return key_bias_effect(params, model()); });
}
const SoftmaxByLength& SampleContext::softmax() {
    if (softmax_made) return *softmax_made;  // of few samples
    const std::int64_t samples = params.bias.samples;
    const double logits = static_cast<double>(model().length) * static_cast<double>(samples);
    const bool slow = logits > slow_logits && samples > 2 * first_samples;
    if (!prepared.cache->softmax.found() && request.publish && slow) publish_first(*this);
    return prepared.cache->softmax.get(
        [&] { return softmax_by_length(params, model(), bias_bias().lengths, samples, job); });
}
bool SampleContext::wants_softmax() const {
    return std::any_of(arrays::softmax.begin(), arrays::softmax.end(),
                       [&](const ArrayRow* row) { return wants(*row); });
}
bool SampleContext::wants_angles() const {
    return wants_any(arrays::angle, arrays::angle_density, arrays::angle_histogram);
}
bool SampleContext::wants_effect() const {
    return wants_any(arrays::weight_unrotated, arrays::weight_unrotated_key_bias, arrays::weight_rotated,
                     arrays::weight_rotated_key_bias);
}

Column family_values(SampleContext& context, BiasFamily family) {
    const auto index = static_cast<std::int32_t>(family);
    if (!context.params.bias.compare.contains(index)) return nullptr;
    const std::vector<double>& frequencies = context.model().frequencies.unscaled;
    const auto profile = [&](std::span<const std::int64_t> distances) {
        return family_profile(family, frequencies, distances, context.engine, context.job);
    };
    const std::vector<double> scale = profile(ends_of_scale(context));
    const bool oscillates = family == BiasFamily::sandwich || family == BiasFamily::sinusoidal;
    auto found = context.named(arrays::step_distance) && oscillates
                     ? step_means(context, family_product(family, frequencies))
                     : profile(family_distances(context));
    // xpos sums as many terms as sandwich, none of them larger; the other families are no sums.
    const double rounding = oscillates || family == BiasFamily::xpos
                                ? rounding_error(family_product(BiasFamily::sandwich, frequencies))
                                : 0;
    if (auto values = normalised(std::move(found), scale.front(), scale.back(), rounding))
        return shared_column(std::move(*values));
    const std::string name(arrays::families[static_cast<std::size_t>(index)].name);
    context.data.warnings.push_back(
        tr("{} does not decrease measurably up to the trained length and is not compared.", name));
    return nullptr;
}

Column normalise_bias_bias(SampleContext& context) {
    const RotatedProduct& product = context.model().bias_bias;
    const std::vector<double> scale =
        product_at(product, ends_of_scale(context), context.engine, context.job);
    if (scale.front() > scale.back())
        if (auto values =
                normalised(context.envelope().mean, scale.front(), scale.back(), rounding_error(product)))
            return shared_column(std::move(*values));
    context.data.warnings.push_back(
        "The fourth term does not decrease measurably up to the trained length and is not compared."_tr);
    return nullptr;
}

Numbers bias_bias_of_heads(SampleContext& context) {
    const BiasDecayGroup& group = context.params.bias;
    const bool differ = group.bias_vector == BiasChoice::gaussian || group.bias_vector == BiasChoice::file;
    const std::int64_t heads = differ ? std::min(context.model().heads, max_heads) : 1;
    std::vector<double> all;
    for (std::int64_t head = 0; head < heads; ++head) {
        const QueryKeyBias bias =
            biases_of_head(context.params, context.model().rotary, context.model().dim, head);
        const std::vector<double> means =
            step_means(context, rotated_product(bias.query, bias.key, context.model().rotary));
        all.insert(all.end(), means.begin(), means.end());
    }
    return matrix_of(heads, std::move(all));
}

std::vector<double> angle_middles(const SampleContext& context) {
    const AngleBins bins = context.bins();
    std::vector<double> middles;
    for (std::int64_t bin = 0; bin < bins.count; ++bin) middles.push_back(bins.middle(bin));
    return middles;
}
std::vector<double> angle_densities(const SampleContext& context) {
    std::vector<double> densities = angle_middles(context);
    for (double& middle : densities) middle = angle_density(context.model().dim, middle);
    return densities;
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

std::optional<double> values::at_train_length(const SampleContext& context,
                                              const std::vector<double>& by_length) {
    const std::vector<std::int64_t>& lengths = context.bias_bias().lengths;
    const auto trained = std::find(lengths.begin(), lengths.end(), context.model().train_length);
    if (trained == lengths.end()) return std::nullopt;
    return by_length[static_cast<std::size_t>(trained - lengths.begin())];
}

}  // namespace poslab::bias_decay
