#include "core/base/errors.hpp"
#include "core/views/frequencies/arrays.hpp"

namespace poslab {
namespace frequencies {
namespace {

/// Returns the warnings of the scaling and of the config, and one for M-RoPE sections that do not fit.
std::vector<Message> warnings_of(const Params& params, const Prepared& prepared) {
    std::vector<Message> warnings = prepared.frequencies.warnings;
    for (const Message& warning : prepared.config_warnings)
        if (std::find(warnings.begin(), warnings.end(), warning) == warnings.end())
            warnings.push_back(warning);
    const std::size_t pairs = prepared.frequencies.inverse_frequency.size();
    if (!params.pair.mrope_sections.numbers.empty() && sections_of_pairs(params.pair, pairs).empty())
        warnings.push_back(
            tr("mrope-sections is ignored: it must be three numbers that sum to {}, the number of pairs.",
               pairs));
    if (!params.pair.mrope_sections.numbers.empty() && params.pair.mrope_interleaved &&
        params.pair.mrope_alternating)
        warnings.push_back("mrope-interleaved is ignored: mrope-alternating is on."_tr);
    // A config that lists fewer frequencies has that share as its rotary fraction.
    const bool is_listed = !params.rotary.explicit_frequencies.empty();
    if (is_listed && static_cast<std::int64_t>(2 * pairs) <
                         std::min<std::int64_t>(params.rotary.dim,
                                                rotary_dim(params.rotary.dim, params.rotary.rotary_fraction)))
        warnings.push_back(tr("explicit-frequencies: {} of {} pairs rotate.", pairs, params.rotary.dim / 2));
    return warnings;
}

/// Warns of the pairs at which a requested error is infinite, so that its curve has no point.
void warn_of_overflows(SampleContext& context) {
    const std::vector<double>& theta = context.frequencies().inverse_frequency;
    for (const ErrorCurve& curve : error_curves) {
        if (!context.wants(curve.row)) continue;
        const auto errors = (curve.of_product ? product_phase_error : frequency_phase_error)(
            theta, context.length() - 1, curve.format);
        std::vector<std::size_t> pairs;
        for (std::size_t p = 0; p < errors.size(); ++p)
            if (std::isinf(errors[p])) pairs.push_back(p);
        if (pairs.empty()) continue;
        const std::size_t first = pairs.front(), last = pairs.back();
        const Message which = first == last                      ? tr("pair {}", last)
                              : pairs.size() == last - first + 1 ? tr("pairs {}–{}", first, last)
                                                                 : tr("{} pairs", pairs.size());
        context.data.warnings.push_back(
            tr("{}: the number overflows at {} and position {}, so the error there is infinite.", curve.label,
               which, context.params.lengths.length - 1));
    }
}

ViewInfo about() {
    return {
        .id = "frequencies",
        .title = "Frequencies"_tr,
        .short_title = "Frequencies"_tr,
        .section = Section::positions,
        .summary =
            "The rotation rate of each rotary pair, the effect of base and scaling, and the errors of number formats."_tr,
        .source =
            "Su Jianlin: RoPE, NTK, spaces.ac.cn/archives/8265, 9675, 9706; YaRN, arXiv 2309.00071; "
            "transformers, modeling_rope_utils.py",
        .own_color = 0};
}

constexpr auto all_figures =
    all_of(main_figure, wavelength_figure, ratio_figure, turns_figure, turns_trained_figure,
           turns_used_figure, unseen_figure, similarity_figure, similarity_curve_figure, logit_figure,
           precision_figure, map_figure, encodings_figure, claims_figure);

/// Llama 2 extended by YaRN: each curve before and after scaling.
Params opening() {
    Params params;
    params.rotary.preset = preset_called("yarn-llama-2-7b-64k");
    return params;
}

void check(const Params& params) {
    const std::size_t pairs = rotary_frequencies(spec_of(params)).inverse_frequency.size();
    const std::vector<double>& sections = params.pair.mrope_sections.numbers;
    const double sum = std::accumulate(sections.begin(), sections.end(), 0.0);
    if (!sections.empty() && (sections.size() != 3 || sum != static_cast<double>(pairs)))
        throw UsageError(
            tr("--mrope-sections: must be three numbers (t,h,w) with the sum {}, not {} with the sum {:g}",
               pairs, sections.size(), sum));
}

void adjust(Params& params) { assign_spec(nearest_meaningful(spec_of(params)), params.rotary); }

void begin(SampleContext& context) {
    context.data.warnings = warnings_of(context.params, context.prepared);
    warn_of_overflows(context);
}

void end(SampleContext& context) { cover_axis("distance", {0, context.params.lengths.length}, context.data); }

using View = ViewOf<Params, SampleContext>;
constexpr View::Description description{.about = &about,
                                        .figures = all_figures,
                                        .arrays = arrays::all,
                                        .values = values::all,
                                        .prepare = &frequencies::prepare,
                                        .subtitle = &subtitle_of,
                                        .formula = &formula_of_scaling,
                                        .check = &check,
                                        .adjust = &adjust,
                                        .opening = &opening,
                                        .begin = &begin,
                                        .end = &end};

}  // namespace
}  // namespace frequencies

const View& frequencies_view() {
    static const frequencies::View view(frequencies::description);
    return view;
}

}  // namespace poslab
