#include "core/views/frequencies/frequencies.hpp"

#include "core/engine/engine.hpp"
#include "core/views/array_adder.hpp"
#include "core/views/frequencies/config_text.hpp"
#include "core/views/thinning.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace poslab::frequencies {

namespace {

constexpr std::int64_t most_map_rows = 512;

std::vector<double> mapped(const std::vector<double>& values, const std::function<double(double)>& f) {
    std::vector<double> result;
    result.reserve(values.size());
    for (const double value : values) result.push_back(f(value));
    return result;
}

/// Share of the angles in use that training has not covered, of each pair (docs/formulas.md §3.5).
std::vector<double> unseen_fractions(const Params& params, const RotaryFrequencies& frequencies) {
    std::vector<double> fractions;
    for (std::size_t p = 0; p < frequencies.unscaled.size(); ++p) {
        const double seen = std::min(1.0, frequencies.unscaled[p] * static_cast<double>(params.lengths.train_length) / turn);
        const double used = std::min(1.0, frequencies.inverse_frequency[p] * static_cast<double>(params.lengths.length) / turn);
        // Interpolation by exactly L/T uses exactly the trained angles, but for rounding.
        fractions.push_back(used > seen * (1 + 1e-9) ? (used - seen) / used : 0);
    }
    return fractions;
}

void add_pair_arrays(const Params& params, const RotaryFrequencies& f, ArrayAdder& add) {
    const auto trained = static_cast<double>(params.lengths.train_length);
    const auto length = static_cast<double>(params.lengths.length);
    const auto& scaled = f.inverse_frequency;
    const auto wavelength = [](double theta) { return turn / theta; };
    add.vector("inverse_frequency", "pair", "rad/token", [&] { return scaled; });
    add.vector("inverse_frequency_unscaled", "pair", "rad/token", [&] { return f.unscaled; });
    add.vector("wavelength", "pair", "tokens", [&] { return mapped(scaled, wavelength); });
    add.vector("wavelength_unscaled", "pair", "tokens", [&] { return mapped(f.unscaled, wavelength); });
    add.vector("rotations_train", "pair", "turns",
               [&] { return mapped(f.unscaled, [&](double t) { return trained * t / turn; }); });
    add.vector("rotations_target", "pair", "turns", [&] { return mapped(scaled, [&](double t) { return length * t / turn; }); });
    add.vector("ratio", "pair", "", [&] {
        std::vector<double> ratio;
        for (std::size_t p = 0; p < scaled.size(); ++p) ratio.push_back(f.unscaled[p] == 0 ? 1 : scaled[p] / f.unscaled[p]);
        return ratio;
    });
    add.vector("unseen_angle_fraction", "pair", "", [&] { return unseen_fractions(params, f); });
    add.vector("section", "pair", "", [&] {
        const std::vector<int> sections = sections_of_pairs(params.pair, scaled.size());
        return sections.empty() ? std::vector<double>(scaled.size()) : std::vector<double>(sections.begin(), sections.end());
    });
}

void add_errors(const Params& params, const RotaryFrequencies& f, ArrayAdder& add) {
    const auto last = static_cast<double>(params.lengths.length - 1);
    for (const Precision precision : {Precision::float32, Precision::float16, Precision::bfloat16}) {
        const std::string type = precision_id(precision);
        add.vector("phase_error_" + type, "pair", "rad",
                   [&] { return frequency_phase_error(f.inverse_frequency, last, precision); });
        add.vector("product_error_" + type, "pair", "rad",
                   [&] { return product_phase_error(f.inverse_frequency, last, precision); });
    }
}

template <class T>
std::vector<double> picked(const std::vector<T>& values, const std::vector<std::int64_t>& at) {
    std::vector<double> result;
    result.reserve(at.size());
    for (const std::int64_t i : at) result.push_back(static_cast<double>(values[static_cast<std::size_t>(i)]));
    return result;
}

void add_curves(const Prepared& prepared, const SampleRequest& request, ArrayAdder& add) {
    const Similarity& s = prepared.similarity;
    const auto at = thinned_indices(static_cast<std::int64_t>(s.distances.size()), request.curve_points, {});
    add.vector("distance", "distance", "tokens", [&] { return picked(s.distances, at); });
    add.vector("similarity", "distance", "", [&] { return picked(s.scaled.values, at); });
    add.vector("similarity_unscaled", "distance", "", [&] { return picked(s.unscaled.values, at); });
    add.vector("upper_bound", "distance", "", [&] {
        std::vector<std::int64_t> distances;
        distances.reserve(at.size());
        for (const std::int64_t i : at) distances.push_back(s.distances[static_cast<std::size_t>(i)]);
        return upper_bound(prepared.frequencies.inverse_frequency, distances);
    });
    const double f = prepared.frequencies.attention_factor;
    add.vector("logit", "distance", "", [&] { return mapped(picked(s.scaled.values, at), [&](double v) { return f * f * v; }); });
}

/// For drawing. Not among what `compute` writes unless they are named.
void add_envelopes(const Prepared& prepared, const SampleRequest& request, ArrayAdder& add) {
    if (request.arrays.empty()) return;
    const auto add_one = [&](const Envelope& envelope, const std::string& suffix) {
        const std::string axis = "step" + suffix;
        add.vector("envelope_distance" + suffix, axis, "tokens", [&] { return envelope.distance; });
        add.vector("envelope_low" + suffix, axis, "", [&] { return envelope.low; });
        add.vector("envelope_high" + suffix, axis, "", [&] { return envelope.high; });
        add.vector("envelope_mean" + suffix, axis, "", [&] { return envelope.mean; });
    };
    add_one(prepared.similarity.scaled.envelope, "");
    add_one(prepared.similarity.unscaled.envelope, "_unscaled");
    add.vector("envelope_bound", "step", "", [&] {
        std::vector<std::int64_t> distances;
        distances.reserve(prepared.similarity.scaled.envelope.distance.size());
        for (const double distance : prepared.similarity.scaled.envelope.distance) distances.push_back(std::llround(distance));
        return upper_bound(prepared.frequencies.inverse_frequency, distances);
    });
}

void add_maps(const Params& params, const RotaryFrequencies& f, const SampleRequest& request, ArrayAdder& add) {
    const std::int64_t length = params.lengths.length;
    const std::int64_t rows = std::min({length, most_map_rows, std::max<std::int64_t>(1, request.height)});
    const auto pairs = static_cast<std::int64_t>(f.unscaled.size());
    add.map("cosine_map", rows, pairs, length,
            [&](auto begin, auto end, auto p) { return mean_cosine(f.inverse_frequency[p], begin, end); });
    add.map("sine_map", rows, pairs, length,
            [&](auto begin, auto end, auto p) { return mean_sine(f.inverse_frequency[p], begin, end); });
    add.map("sinusoidal_map", rows, 2 * pairs, length, [&](auto begin, auto end, auto n) {
        return n % 2 == 0 ? mean_sine(f.unscaled[n / 2], begin, end) : mean_cosine(f.unscaled[n / 2], begin, end);
    });
}

Scalar scalar(const std::optional<std::int64_t>& value) { return value ? Scalar{static_cast<double>(*value)} : Scalar{}; }
Scalar scalar(const std::optional<double>& value) { return value ? Scalar{*value} : Scalar{}; }

/// How many pairs the scaling leaves alone, divides by all of the factor, and neither.
void add_counts(const Params& params, const RotaryFrequencies& f, Data& data) {
    double untouched = 0;
    double divided = 0;
    for (std::size_t p = 0; p < f.unscaled.size(); ++p) {
        const double ratio = f.unscaled[p] == 0 ? 1 : f.inverse_frequency[p] / f.unscaled[p];
        if (std::abs(ratio - 1) < 1e-9)
            ++untouched;
        else if (std::abs(ratio * f.factor - 1) < 1e-9)
            ++divided;
    }
    const double unseen = [&] {
        const auto fractions = unseen_fractions(params, f);
        return static_cast<double>(std::count_if(fractions.begin(), fractions.end(), [](double u) { return u > 0; }));
    }();
    data.values.push_back({"pairs_untouched", untouched});
    data.values.push_back({"pairs_divided", divided});
    data.values.push_back({"pairs_blended", static_cast<double>(f.unscaled.size()) - untouched - divided});
    data.values.push_back({"pairs_with_unseen_angles", unseen});
}

void add_values(const Params& params, const Prepared& prepared, Data& data) {
    const RotaryFrequencies& f = prepared.frequencies;
    data.values = {{"rotary_dim", static_cast<double>(f.rotary_dim)},
                   {"attention_factor", f.attention_factor},
                   {"softmax_scale", f.softmax_scale},
                   {"effective_base", scalar(f.effective_base)},
                   {"first_negative_distance", scalar(prepared.similarity.scaled.first_negative)},
                   {"first_negative_distance_unscaled", scalar(prepared.similarity.unscaled.first_negative)},
                   {"ramp_low", f.ramp ? Scalar{f.ramp->first} : Scalar{}},
                   {"ramp_high", f.ramp ? Scalar{f.ramp->second} : Scalar{}}};
    add_counts(params, f, data);
    for (const ConfigText& text : config_texts(params))
        data.values.push_back({text.name, text.json ? Scalar{*text.json} : Scalar{}});
}

/// Of a sum over consecutive positions (docs/formulas.md §3.7): cos(a θ + φ) summed n times is sin(nθ/2)/sin(θ/2) times that of the
/// middle.
double mean_phase(double theta, std::int64_t begin, std::int64_t end, double shift) {
    theta = std::remainder(theta, turn);  // at whole positions the same; the middle one below may be half
    const auto n = static_cast<double>(end - begin);
    const double middle = (static_cast<double>(begin) + static_cast<double>(end) - 1) / 2;
    const double half = std::sin(theta / 2);
    const double share = std::abs(half) < 1e-12 ? 1 : std::sin(n * theta / 2) / (n * half);
    return share * std::cos(middle * theta + shift);
}

}  // namespace

double mean_cosine(double theta, std::int64_t begin, std::int64_t end) { return mean_phase(theta, begin, end, 0); }
double mean_sine(double theta, std::int64_t begin, std::int64_t end) {
    return mean_phase(theta, begin, end, -std::numbers::pi / 2);
}

Prepared prepare(const Params& params, const Engine& engine, const Job& job) {
    Prepared prepared;
    prepared.frequencies = rotary_frequencies(spec_of(params));
    prepared.config_warnings = config_warnings(params.rotary);
    prepared.similarity = similarity_of(prepared.frequencies, params.lengths.length, params.lengths.train_length, engine, job);
    return prepared;
}

Data sample(const Params& params, const Prepared& prepared, const SampleRequest& request, const Engine& engine, const Job& job) {
    job.check();
    Data data;
    data.engine = engine.name();
    ArrayAdder add(data, request);
    add_pair_arrays(params, prepared.frequencies, add);
    add_curves(prepared, request, add);
    add_errors(params, prepared.frequencies, add);
    add_maps(params, prepared.frequencies, request, add);
    add_envelopes(prepared, request, add);
    add_values(params, prepared, data);
    data.warnings = warnings_of(params, prepared);
    return data;
}

}  // namespace poslab::frequencies
