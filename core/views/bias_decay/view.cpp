#include "core/base/errors.hpp"
#include "core/views/bias_decay/arrays.hpp"

#include <fmt/format.h>
#include <algorithm>

namespace poslab {

namespace bias_decay {

namespace {

struct View {
    using Params = bias_decay::Params;
    using Asked = bias_decay::Asked;

    static ViewInfo about() {
        return {.id = "bias-decay",
                .title = "Bias decay"_tr,
                .short_title = "Bias decay"_tr,
                .section = Section::attention,
                .summary =
                    "What a bias added to queries and keys does under RoPE: four terms over distance, of which the fourth decays "
                    "and localises attention."_tr,
                .source = "9577, Su Jianlin, spaces.ac.cn/archives"};
    }

    static constexpr auto figures =
        all_of(main_figure, terms_figure, total_figure, softmax_figure, weights_figure, entropy_figure, isotropy_figure,
               families_figure, key_bias_figure, heads_figure, reported_figure, claims_figure);
    static constexpr auto arrays = arrays::all;
    static constexpr auto values = values::all;

    static Params opening() {
        Params params;
        params.bias.distance_axis = AxisChoice::log;
        return params;
    }
    /// Choices of one array each, whatever `compare` holds.
    template <class Set>
    static void refine_used(const Params& params, const Set& set) {
        if (BiasDecayGroup::has_files(params.bias)) set("dim", false);
    }

    static void check(const Params& params) {
        const bool counted = BiasDecayGroup::draws_bias(params.bias) && !BiasDecayGroup::has_files(params.bias);
        if (counted && params.bias.head.set && params.bias.head.value >= static_cast<double>(params.bias.heads))
            throw UsageError(tr("--head {}: must be below --heads {}", params.bias.head.value, params.bias.heads));
        static_cast<void>(rotary_frequencies(rotary_spec(params.rotary, params.lengths.train_length, params.lengths.length)));
    }

    static void adjust(Params& params) {
        const RotarySpec spec = rotary_spec(params.rotary, params.lengths.train_length, params.lengths.length);
        take_over(nearest_meaningful(spec), params.rotary);
        OptionalReal& head = params.bias.head;
        if (head.set && BiasDecayGroup::draws_bias(params.bias) && !BiasDecayGroup::has_files(params.bias))
            head.value = std::min(head.value, static_cast<double>(params.bias.heads - 1));
    }

    static constexpr auto prepare = &bias_decay::prepare;
    static void begin(Asked& asked) { asked.data.warnings = asked.model().warnings; }
    static void end(Asked& asked) { asked.data.detail = detail_with(asked.prepared, asked.prepared.kept->softmax.found()); }
    static std::string subtitle(const Showing& on) { return subtitle_of(on); }
    static std::string formula(const Showing& on) { return formula_of_terms(on); }
};

}  // namespace

}  // namespace bias_decay

const View& bias_decay_view() {
    static const ViewOf<Described<bias_decay::View>> view;
    return view;
}

}  // namespace poslab
