#include "core/views/frequencies/frequencies.hpp"

#include "core/base/errors.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <numeric>

namespace poslab {

namespace frequencies {

namespace {

void check_sections(const Params& params, std::size_t pairs) {
    const std::vector<double>& sections = params.pair.mrope_sections.numbers;
    if (sections.empty()) return;
    const double sum = std::accumulate(sections.begin(), sections.end(), 0.0);
    if (sections.size() != 3 || sum != static_cast<double>(pairs))
        throw UsageError(tr("--mrope-sections: {} numbers with the sum {:g}; must be three, t,h,w, that sum to the {} rotary pairs",
                            sections.size(), sum, pairs));
}

struct View {
    using Params = frequencies::Params;

    static ViewInfo info() {
        return {.id = "frequencies",
                .title = "Frequencies"_tr,
                .short_title = "Frequencies"_tr,
                .section = Section::positions,
                .summary = "How fast each rotary pair rotates, what a base and a scaling change, and what number formats lose."_tr,
                .source =
                    "Su Jianlin: RoPE, NTK, spaces.ac.cn/archives/8265, 9675, 9706; YaRN, arXiv 2309.00071; transformers, "
                    "modeling_rope_utils.py",
                .figures = figures(),
                .arrays = arrays(),
                .values = values()};
    }

    /// What every figure's readout and notes tell of, and what it draws itself.
    static std::vector<std::string_view> with_readout(std::initializer_list<std::string_view> own) {
        std::vector<std::string_view> names{"wavelength",
                                            "wavelength_unscaled",
                                            "ratio",
                                            "rotations_train",
                                            "rotations_target",
                                            "inverse_frequency",
                                            "inverse_frequency_unscaled",
                                            "unseen_angle_fraction",
                                            "phase_error_float32",
                                            "phase_error_float16",
                                            "phase_error_bfloat16"};
        names.insert(names.end(), own);
        return names;
    }
    static std::vector<FigureInfo> figures() {
        return {{"main", "Wavelengths"_tr, with_readout({})},
                {"turns", "Turns"_tr, with_readout({})},
                {"similarity", "Similarity"_tr,
                 with_readout({"envelope_distance", "envelope_low", "envelope_high", "envelope_mean", "envelope_bound",
                               "envelope_distance_unscaled", "envelope_low_unscaled", "envelope_high_unscaled",
                               "envelope_mean_unscaled"})},
                {"precision", "Precision"_tr,
                 with_readout({"product_error_float32", "product_error_float16", "product_error_bfloat16"})},
                {"map", "Cosines"_tr, with_readout({"cosine_map", "sine_map"})},
                {"encodings", "Encodings"_tr,
                 with_readout({"sinusoidal_map", "envelope_distance_unscaled", "envelope_low_unscaled", "envelope_high_unscaled",
                               "envelope_mean_unscaled"})},
                {"claims", "Claims"_tr, with_readout({})}};
    }

    static std::vector<ArrayInfo> arrays();
    static std::vector<ValueInfo> values();

    static void check(const Params& params) {
        const RotaryFrequencies f = rotary_frequencies(spec_of(params));
        check_sections(params, f.inverse_frequency.size());
    }
    static void adjust(Params& params) { take_over(nearest_meaningful(spec_of(params)), params.rotary); }

    static constexpr auto prepare = &frequencies::prepare;
    static constexpr auto sample = &frequencies::sample;
    static constexpr auto figure = &frequencies::figure;
    static constexpr auto readout = &frequencies::readout;
};

std::vector<ArrayInfo> View::arrays() {
    return {{"inverse_frequency", "pair", "rad/token", "θ of each pair after scaling"_tr},
            {"inverse_frequency_unscaled", "pair", "rad/token", "θ of each pair before scaling"_tr},
            {"wavelength", "pair", "tokens", "2π/θ after scaling; infinite for a pair that stands still"_tr},
            {"wavelength_unscaled", "pair", "tokens", "2π/θ before scaling"_tr},
            {"rotations_train", "pair", "turns", "turns within the trained length, before scaling"_tr},
            {"rotations_target", "pair", "turns", "turns within the length, after scaling"_tr},
            {"ratio", "pair", "", "θ after scaling over θ before"_tr},
            {"unseen_angle_fraction", "pair", "", "share of the angles in use that training has not covered"_tr},
            {"section", "pair", "", "M-RoPE axis: 0 time (and without sections), 1 height, 2 width"_tr},
            {"distance", "distance", "tokens", "distances Δ of the curves"_tr},
            {"similarity", "distance", "", "S(Δ) = (2/d) Σ cos Δθ after scaling"_tr},
            {"similarity_unscaled", "distance", "", "S(Δ) before scaling"_tr},
            {"upper_bound", "distance", "", "RoFormer's (2/d) Σ_n |Σ_{p<n} e^{iΔθ}|"_tr},
            {"logit", "distance", "", "f²·S(Δ), f the attention factor"_tr},
            {"phase_error_float32", "pair", "rad", "|p·held(θ) − p·θ| at the last position, frequency in float32"_tr},
            {"product_error_float32", "pair", "rad", "|held(p·θ) − p·θ| at the last position, product in float32"_tr},
            {"phase_error_float16", "pair", "rad", "the same, frequency in float16"_tr},
            {"product_error_float16", "pair", "rad", "the same, product in float16"_tr},
            {"phase_error_bfloat16", "pair", "rad", "the same, frequency in bfloat16"_tr},
            {"product_error_bfloat16", "pair", "rad", "the same, product in bfloat16"_tr},
            {"cosine_map", "position, dimension", "", "cos iθ of each pair, mean over the positions of a row"_tr},
            {"sine_map", "position, dimension", "", "sin iθ of each pair, mean over the positions of a row"_tr},
            {"sinusoidal_map", "position, dimension", "", "sinusoidal encoding: even dimensions sin, odd ones cos"_tr},
            {"envelope_distance", "step", "tokens",
             "middle distance of each step of a logarithmic axis; only where named, as all envelopes"_tr, true},
            {"envelope_low", "step", "", "lowest S(Δ) of the step"_tr, true},
            {"envelope_high", "step", "", "highest S(Δ) of the step"_tr, true},
            {"envelope_mean", "step", "", "mean S(Δ) of the step"_tr, true},
            {"envelope_bound", "step", "", "RoFormer's bound at its distance"_tr, true},
            {"envelope_distance_unscaled", "step_unscaled", "tokens", "the same before scaling"_tr, true},
            {"envelope_low_unscaled", "step_unscaled", "", "lowest, before scaling"_tr, true},
            {"envelope_high_unscaled", "step_unscaled", "", "highest, before scaling"_tr, true},
            {"envelope_mean_unscaled", "step_unscaled", "", "mean, before scaling"_tr, true}};
}

std::vector<ValueInfo> View::values() {
    return {{"rotary_dim", "dimensions that rotate, twice the pairs"_tr},
            {"attention_factor", "f: multiplies cosines and sines; logits scale by f²"_tr},
            {"softmax_scale", "DeepSeek's further factor on logits, ms(mscale-all-dim)²"_tr},
            {"effective_base", "the base that gives all frequencies after scaling; null if none does"_tr},
            {"first_negative_distance", "smallest Δ below the length with S(Δ) < 0; null if none"_tr},
            {"first_negative_distance_unscaled", "the same before scaling"_tr},
            {"ramp_low", "YaRN's lo; null for others"_tr},
            {"ramp_high", "YaRN's hi; null for others"_tr},
            {"pairs_untouched", "pairs that the scaling leaves alone"_tr},
            {"pairs_divided", "pairs divided by all of the factor"_tr},
            {"pairs_blended", "the other pairs"_tr},
            {"pairs_with_unseen_angles", "pairs that use angles training has not covered"_tr},
            {"rope_scaling", "JSON for a config.json of the old schema; null where it cannot be written"_tr},
            {"rope_parameters", "JSON for a config.json of Transformers 5; null where it cannot be written"_tr}};
}

}  // namespace

RotarySpec spec_of(const Params& params) { return rotary_spec(params.rotary, params.lengths.train_length, params.lengths.length); }

std::vector<Sentence> warnings_of(const Params& params, const Prepared& prepared) {
    std::vector<Sentence> warnings = prepared.frequencies.warnings;
    for (const Sentence& warning : prepared.config_warnings)
        if (std::find(warnings.begin(), warnings.end(), warning) == warnings.end()) warnings.push_back(warning);
    const std::size_t pairs = prepared.frequencies.inverse_frequency.size();
    if (!params.pair.mrope_sections.numbers.empty() && sections_of_pairs(params.pair, pairs).empty())
        warnings.push_back(tr("mrope-sections are left out: they must be three that sum to the {} pairs.", pairs));
    return warnings;
}

}  // namespace frequencies

const View& frequencies_view() {
    static const ViewOf<frequencies::View> view;
    return view;
}

}  // namespace poslab
