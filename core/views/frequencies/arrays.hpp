#pragma once

// The arrays and values of the view `frequencies`, and the context they are computed in.

#include "core/views/frequencies/frequencies.hpp"

namespace poslab::frequencies {

/// The effect of the scaling on a pair: unchanged, divided by the full factor, or other.
enum class Change { none, all_of_the_factor, blended };

struct SampleContext : SamplingOf<Params, Prepared> {
    using SamplingOf::SamplingOf;

    [[nodiscard]] const RotaryFrequencies& frequencies() const { return prepared.frequencies; }
    [[nodiscard]] double length() const { return static_cast<double>(params.lengths.length); }
    [[nodiscard]] double trained() const { return static_cast<double>(params.lengths.train_length); }

    /// Returns f(θ after scaling, θ before scaling) of each pair.
    template <class Function>
    [[nodiscard]] auto each_pair(const Function& f) const {
        std::vector<decltype(f(0.0, 0.0))> list;
        for (std::size_t p = 0; p < frequencies().unscaled.size(); ++p)
            list.push_back(f(frequencies().inverse_frequency[p], frequencies().unscaled[p]));
        return list;
    }
    /// Returns for each pair the share of the angles in use that was not covered in training, after or before
    /// scaling (docs/formulas.md §3.5).
    [[nodiscard]] std::vector<double> unseen(bool after_scaling = true) const;
    [[nodiscard]] std::int64_t pairs_with_unseen(bool after_scaling) const;
    [[nodiscard]] double pairs_with(Change change) const;
    /// Returns the M-RoPE axis of each pair; 0 without sections.
    [[nodiscard]] std::vector<double> sections() const;

    /// Returns the values at the requested subset of Similarity::distances.
    template <class T>
    [[nodiscard]] std::vector<T> thinned(const std::vector<T>& values) {
        const auto& distances = distances_memo.get([&] { return make_distances(); });
        std::vector<T> list;
        list.reserve(distances.size());
        for (const std::int64_t n : distances) list.push_back(values[static_cast<std::size_t>(n)]);
        return list;
    }
    [[nodiscard]] std::vector<double> logits();
    /// Returns RoFormer's bound at the middle of each step.
    [[nodiscard]] std::vector<double> bound_of_steps() const;
    /// Returns mean(θ, begin, end) of each pair over the positions of each row.
    [[nodiscard]] Numbers map(double (*mean)(double theta, std::int64_t begin, std::int64_t end)) const;
    [[nodiscard]] Numbers sinusoidal_map() const;

  private:
    [[nodiscard]] std::vector<std::int64_t> make_distances() const;

    Memo<std::vector<std::int64_t>> distances_memo{};
};
using ArrayRow = ArrayOf<SampleContext>;
using NamedRow = LimitedArrayOf<SampleContext, Availability::when_named>;
using ArrayList = RowList<ArrayRow>;
using ValueRow = ValueOf<SampleContext>;
using FigureRow = FigureOf<Params, SampleContext>;

[[nodiscard]] inline double ratio_of(double scaled, double unscaled) {
    return unscaled == 0 ? 1 : scaled / unscaled;
}
[[nodiscard]] inline double wavelength_of(double theta, double /*unscaled*/ = 0) { return turn / theta; }

/// Return the mean of cos (or sin) of position·θ over the positions [begin, end), for pixels that cover many
/// positions.
[[nodiscard]] double mean_cosine(double theta, std::int64_t begin, std::int64_t end);
[[nodiscard]] double mean_sine(double theta, std::int64_t begin, std::int64_t end);

template <auto fact>
inline constexpr auto fact_of = [](SampleContext& a) { return a.frequencies().*fact; };
template <Precision precision>
inline constexpr auto phase_error_in = [](SampleContext& a) {
    return frequency_phase_error(a.frequencies().inverse_frequency, a.length() - 1, precision);
};
template <Precision precision>
inline constexpr auto product_error_in = [](SampleContext& a) {
    return product_phase_error(a.frequencies().inverse_frequency, a.length() - 1, precision);
};
template <auto part>
inline constexpr auto scaled_step =
    [](SampleContext& a) { return a.prepared.similarity.scaled.envelope.*part; };
template <auto part>
inline constexpr auto unscaled_step =
    [](SampleContext& a) { return a.prepared.similarity.unscaled.envelope.*part; };

namespace arrays {

inline constexpr ArrayRow inverse_frequency{"inverse_frequency", "pair", "rad/token",
                                            "θ of each pair after scaling"_tr,
                                            fact_of<&RotaryFrequencies::inverse_frequency>};
inline constexpr ArrayRow inverse_frequency_unscaled{"inverse_frequency_unscaled", "pair", "rad/token",
                                                     "θ of each pair before scaling"_tr,
                                                     fact_of<&RotaryFrequencies::unscaled>};
inline constexpr ArrayRow wavelength{"wavelength", "pair", "tokens",
                                     "2π/θ after scaling; infinite for a pair that does not rotate"_tr,
                                     [](SampleContext& a) { return a.each_pair(&wavelength_of); }};
inline constexpr ArrayRow wavelength_unscaled{
    "wavelength_unscaled", "pair", "tokens", "2π/θ before scaling"_tr, [](SampleContext& a) {
        return a.each_pair([](double, double unscaled) { return wavelength_of(unscaled); });
    }};
inline constexpr ArrayRow rotations_train{
    "rotations_train", "pair", "turns", "turns within the trained length, before scaling"_tr,
    [](SampleContext& a) {
        return a.each_pair([&](double, double unscaled) { return a.trained() * unscaled / turn; });
    }};
inline constexpr ArrayRow rotations_target{
    "rotations_target", "pair", "turns", "turns within the length, after scaling"_tr, [](SampleContext& a) {
        return a.each_pair([&](double scaled, double) { return a.length() * scaled / turn; });
    }};
inline constexpr ArrayRow ratio{"ratio", "pair", "", "θ after scaling over θ before"_tr,
                                [](SampleContext& a) { return a.each_pair(&ratio_of); }};
inline constexpr ArrayRow unseen_angle_fraction{"unseen_angle_fraction", "pair", "",
                                                "share of the angles in use not covered in training"_tr,
                                                [](SampleContext& a) { return a.unseen(); }};
inline constexpr ArrayRow section{"section", "pair", "",
                                  "M-RoPE axis: 0 time (or no sections), 1 height, 2 width"_tr,
                                  by<&SampleContext::sections>};

inline constexpr ArrayRow distance{
    "distance", "distance", "tokens", "distances Δ of the curves"_tr,
    [](SampleContext& a) { return numbers_of(a.thinned(a.prepared.similarity.distances)); }};
inline constexpr ArrayRow similarity{
    "similarity", "distance", "", "S(Δ) = (2/d) Σ cos Δθ after scaling"_tr,
    [](SampleContext& a) { return a.thinned(a.prepared.similarity.scaled.values); }};
inline constexpr ArrayRow similarity_unscaled{
    "similarity_unscaled", "distance", "", "S(Δ) before scaling"_tr,
    [](SampleContext& a) { return a.thinned(a.prepared.similarity.unscaled.values); }};
inline constexpr ArrayRow upper_bound{
    "upper_bound", "distance", "", "RoFormer's (2/d) Σ_n |Σ_{p<n} e^{iΔθ}|"_tr, [](SampleContext& a) {
        return frequencies::upper_bound(a.frequencies().inverse_frequency,
                                        a.thinned(a.prepared.similarity.distances));
    }};
inline constexpr ArrayRow logit{"logit", "distance", "", "f²·S(Δ), f the attention factor"_tr,
                                by<&SampleContext::logits>};

inline constexpr ArrayRow phase_error_float32{
    "phase_error_float32", "pair", "rad", "|p·round(θ) − p·θ| at the last position, frequency in float32"_tr,
    phase_error_in<Precision::float32>};
inline constexpr ArrayRow product_error_float32{
    "product_error_float32", "pair", "rad", "|round(p·θ) − p·θ| at the last position, product in float32"_tr,
    product_error_in<Precision::float32>};
inline constexpr ArrayRow phase_error_float16{"phase_error_float16", "pair", "rad",
                                              "the same, frequency in float16"_tr,
                                              phase_error_in<Precision::float16>};
inline constexpr ArrayRow product_error_float16{"product_error_float16", "pair", "rad",
                                                "the same, product in float16"_tr,
                                                product_error_in<Precision::float16>};
inline constexpr ArrayRow phase_error_bfloat16{"phase_error_bfloat16", "pair", "rad",
                                               "the same, frequency in bfloat16"_tr,
                                               phase_error_in<Precision::bfloat16>};
inline constexpr ArrayRow product_error_bfloat16{"product_error_bfloat16", "pair", "rad",
                                                 "the same, product in bfloat16"_tr,
                                                 product_error_in<Precision::bfloat16>};

inline constexpr ArrayRow cosine_map{"cosine_map",
                                     "position, dimension",
                                     "",
                                     "cos iθ of each pair, mean over the positions of a row"_tr,
                                     [](SampleContext& a) { return a.map(&mean_cosine); },
                                     Reduction::means};
inline constexpr ArrayRow sine_map{"sine_map",
                                   "position, dimension",
                                   "",
                                   "sin iθ of each pair, mean over the positions of a row"_tr,
                                   [](SampleContext& a) { return a.map(&mean_sine); },
                                   Reduction::means};
inline constexpr ArrayRow sinusoidal_map{"sinusoidal_map",
                                         "position, dimension",
                                         "",
                                         "sinusoidal encoding: even dimensions sin, odd ones cos"_tr,
                                         by<&SampleContext::sinusoidal_map>,
                                         Reduction::means};

/// The arrays of S(Δ) over the steps of a logarithmic axis.
struct EnvelopeRows {
    NamedRow distance, low, high, mean;
    [[nodiscard]] constexpr ArrayList list() const { return {distance, low, high, mean}; }
};
inline constexpr EnvelopeRows scaled_envelope{
    {"envelope_distance", "step", "tokens",
     "middle distance of each bin of a log axis; envelopes are computed only if named"_tr,
     scaled_step<&Envelope::distance>},
    {"envelope_low", "step", "", "lowest S(Δ) of the bin"_tr, scaled_step<&Envelope::low>},
    {"envelope_high", "step", "", "highest S(Δ) of the bin"_tr, scaled_step<&Envelope::high>},
    {"envelope_mean", "step", "", "mean S(Δ) of the bin"_tr, scaled_step<&Envelope::mean>}};
inline constexpr NamedRow envelope_bound{"envelope_bound", "step", "", "RoFormer's bound at its distance"_tr,
                                         by<&SampleContext::bound_of_steps>};
inline constexpr EnvelopeRows unscaled_envelope{
    {"envelope_distance_unscaled", "step_unscaled", "tokens", "the same before scaling"_tr,
     unscaled_step<&Envelope::distance>},
    {"envelope_low_unscaled", "step_unscaled", "", "lowest, before scaling"_tr,
     unscaled_step<&Envelope::low>},
    {"envelope_high_unscaled", "step_unscaled", "", "highest, before scaling"_tr,
     unscaled_step<&Envelope::high>},
    {"envelope_mean_unscaled", "step_unscaled", "", "mean, before scaling"_tr,
     unscaled_step<&Envelope::mean>}};

inline constexpr auto all = all_of(
    inverse_frequency, inverse_frequency_unscaled, wavelength, wavelength_unscaled, rotations_train,
    rotations_target, ratio, unseen_angle_fraction, section, distance, similarity, similarity_unscaled,
    upper_bound, logit, phase_error_float32, product_error_float32, phase_error_float16,
    product_error_float16, phase_error_bfloat16, product_error_bfloat16, cosine_map, sine_map, sinusoidal_map,
    scaled_envelope.distance, scaled_envelope.low, scaled_envelope.high, scaled_envelope.mean, envelope_bound,
    unscaled_envelope.distance, unscaled_envelope.low, unscaled_envelope.high, unscaled_envelope.mean);

/// The arrays that every figure's readout and notes use.
inline constexpr ArrayList read(wavelength, wavelength_unscaled, ratio, rotations_train, rotations_target,
                                inverse_frequency, inverse_frequency_unscaled, unseen_angle_fraction,
                                phase_error_float32, phase_error_float16, phase_error_bfloat16);

}  // namespace arrays

/// The phase error of a number format: with frequencies, or their products with the position, rounded to it.
struct ErrorCurve {
    Precision format = Precision::float64;
    bool of_product = false;
    const ArrayRow& row;
    Text label;
};
inline constexpr std::array<ErrorCurve, 6> error_curves{
    {{Precision::bfloat16, false, arrays::phase_error_bfloat16, "bfloat16, frequency"_tr},
     {Precision::bfloat16, true, arrays::product_error_bfloat16, "bfloat16, product"_tr},
     {Precision::float16, false, arrays::phase_error_float16, "float16, frequency"_tr},
     {Precision::float16, true, arrays::product_error_float16, "float16, product"_tr},
     {Precision::float32, false, arrays::phase_error_float32, "float32, frequency"_tr},
     {Precision::float32, true, arrays::product_error_float32, "float32, product"_tr}}};
/// Returns the error of frequencies in the chosen format; null for float64, the reference.
[[nodiscard]] inline const ArrayRow* chosen_error(const Variant& variant) {
    for (const ErrorCurve& error : error_curves)
        if (error.format == variant.params.pair.precision) return &error.row;
    return nullptr;
}

namespace values {

template <auto curve>
inline constexpr auto first_negative_of =
    [](SampleContext& a) { return (a.prepared.similarity.*curve).first_negative; };
template <auto end>
inline constexpr auto ramp_of = [](SampleContext& a) {
    return a.frequencies().ramp ? std::optional((*a.frequencies().ramp).*end) : std::nullopt;
};
template <Change change>
inline constexpr auto pairs_with = [](SampleContext& a) { return a.pairs_with(change); };
template <auto written>
inline constexpr auto json_of = [](SampleContext& a) {
    const RopeExportText text = written(rope_config(a.params));
    return text.json ? Scalar(*text.json) : Scalar();
};
using Ramp = std::pair<double, double>;

inline constexpr ValueRow rotary_dim{"rotary_dim", "dimensions that rotate, twice the pairs"_tr,
                                     fact_of<&RotaryFrequencies::rotary_dim>};
inline constexpr ValueRow attention_factor{"attention_factor",
                                           "f: multiplies cosines and sines; logits scale by f²"_tr,
                                           fact_of<&RotaryFrequencies::attention_factor>};
inline constexpr ValueRow softmax_scale{
    "softmax_scale", "factor on the softmax scale 1/√d (DeepSeek): m(s, mscale-all-dim)²"_tr,
    fact_of<&RotaryFrequencies::softmax_scale>};
inline constexpr ValueRow effective_base{
    "effective_base", "the base that gives all frequencies after scaling; null if none does"_tr,
    fact_of<&RotaryFrequencies::effective_base>};
inline constexpr ValueRow first_negative_distance{
    "first_negative_distance", "smallest Δ below the length with S(Δ) < 0; null if none"_tr,
    first_negative_of<&Similarity::scaled>};
inline constexpr ValueRow first_negative_distance_unscaled{"first_negative_distance_unscaled",
                                                           "the same before scaling"_tr,
                                                           first_negative_of<&Similarity::unscaled>};
inline constexpr ValueRow ramp_low{"ramp_low", "YaRN's lo; null for others"_tr, ramp_of<&Ramp::first>};
inline constexpr ValueRow ramp_high{"ramp_high", "YaRN's hi; null for others"_tr, ramp_of<&Ramp::second>};
inline constexpr ValueRow pairs_untouched{"pairs_untouched", "pairs that the scaling leaves unchanged"_tr,
                                          pairs_with<Change::none>};
inline constexpr ValueRow pairs_divided{"pairs_divided", "pairs divided by the full factor"_tr,
                                        pairs_with<Change::all_of_the_factor>};
inline constexpr ValueRow pairs_blended{"pairs_blended", "the other pairs"_tr, pairs_with<Change::blended>};
inline constexpr ValueRow pairs_with_unseen_angles{
    "pairs_with_unseen_angles", "pairs that use angles not covered in training"_tr,
    [](SampleContext& a) { return a.pairs_with_unseen(true); }};
inline constexpr ValueRow pairs_with_unseen_angles_unscaled{
    "pairs_with_unseen_angles_unscaled", "the same before scaling"_tr,
    [](SampleContext& a) { return a.pairs_with_unseen(false); }};
inline constexpr ValueRow rope_scaling{
    "rope_scaling", "JSON for a config.json of the old schema; null if not expressible there"_tr,
    json_of<&rope_scaling_json>};
inline constexpr ValueRow rope_parameters{
    "rope_parameters", "JSON for a config.json of Transformers 5; null if not expressible there"_tr,
    json_of<&rope_parameters_json>};

inline constexpr auto all = all_of(
    rotary_dim, attention_factor, softmax_scale, effective_base, first_negative_distance,
    first_negative_distance_unscaled, ramp_low, ramp_high, pairs_untouched, pairs_divided, pairs_blended,
    pairs_with_unseen_angles, pairs_with_unseen_angles_unscaled, rope_scaling, rope_parameters);

}  // namespace values

// Shared by the figures.
/// Adds the band from lowest to highest of each step, times `factor`, and returns the curve of the means.
[[nodiscard]] Curve band_and_mean(const Variant& variant, const arrays::EnvelopeRows& rows, double factor,
                                  Color color, Panel& panel);
/// The same with the means averaged over the ripple of neighbouring frequencies.
[[nodiscard]] Curve band_and_trend(const Variant& variant, const arrays::EnvelopeRows& rows, double factor,
                                   Color color, Panel& panel);
/// Returns the axis from −1/4, or the lowest value rounded down to a quarter, to 1.
[[nodiscard]] Axis similarity_axis(std::span<const Variant> variants, const ArrayRow& lowest);
/// Returns S at a distance for the frequencies in the given array; NaN without data.
[[nodiscard]] double similarity_at(const Variant& variant, const ArrayRow& frequencies, double distance);
/// Returns f², the factor of S in logits.
[[nodiscard]] inline double logit_factor(const Variant& variant) {
    return variant.data == nullptr ? 1
                                   : variant[values::attention_factor] * variant[values::attention_factor];
}

/// Returns a figure with the notes common to all figures; warnings appear next to these notes only.
[[nodiscard]] constexpr FigureRow with_notes(std::string_view id, Text title,
                                             const DrawOf<Params, Prepared>& draw,
                                             NonNull<void(Reading&)> read,
                                             const ArrayList& figure_arrays = {},
                                             FigureRow::TextFunction* headline = nullptr) {
    return {.id = id,
            .title = title,
            .arrays = arrays::read + figure_arrays,
            .draw = draw,
            .read = read,
            .headline = headline,
            .warned = Warned::in_readout};
}
extern const FigureRow main_figure, turns_figure, similarity_figure, precision_figure, map_figure,
    encodings_figure, claims_figure;
/// Single panels of these figures.
extern const FigureRow wavelength_figure, ratio_figure, turns_trained_figure, turns_used_figure,
    unseen_figure, similarity_curve_figure, logit_figure;

}  // namespace poslab::frequencies
