#pragma once

#include "core/attention/bias_vectors.hpp"
#include "core/attention/sampled_softmax.hpp"
#include "core/params/groups/axes.hpp"
#include "core/params/groups/lengths.hpp"
#include "core/params/groups/model_source.hpp"
#include "core/params/groups/rotary.hpp"
#include "core/params/groups/shared_parameters.hpp"

#include <array>
#include <nlohmann/json_fwd.hpp>

namespace poslab::bias_decay {

enum class Initialisation { own, zero, normal, sandwich, by_length };
enum class BiasChoice { zero, sandwich, constant, gaussian, file };  // in DrawnBias's order, then a file
enum class AxisChoice { linear, log };

/// The biases, the queries and keys they are added to, and the families compared with the fourth term.
struct BiasDecayGroup {
    Initialisation initialisation = Initialisation::own;
    BiasChoice bias_vector = BiasChoice::sandwich;
    double lambda = BiasVectorSpec{}.lambda;
    double bias_scale = BiasVectorSpec{}.scale;
    std::int64_t heads = BiasSpec{}.heads;
    bool from_model = false;
    FileName queries{}, keys{};
    std::int64_t layer = 0;
    OptionalReal head{0, true};
    bool rotated = false;
    FileName query_bias{}, key_bias{};
    std::int64_t samples = SampledSoftmaxSpec{}.samples;
    std::int64_t seed = SampledSoftmaxSpec{}.seed;
    AxisChoice distance_axis = AxisChoice::linear;
    bool one_query = false;
    ChoiceList compare{{0, 1, 2, 4, 5}};

    static constexpr std::array<Choice, 5> initialisations{{{"own", "Own values"_tr},
                                                            {"zero", "Zero"_tr},
                                                            {"normal", "N(0, 0.01²)"_tr},
                                                            {"sandwich", "Sandwich, λ = 0.1"_tr},
                                                            {"by-length", "Sandwich, λ = 1/ln N"_tr}}};
    static constexpr auto bias_vectors =
        choices<BiasChoice>({{BiasChoice::zero, "zero", "None"_tr},
                             {BiasChoice::sandwich, "sandwich", "Sandwich"_tr},
                             {BiasChoice::constant, "constant", "Constant"_tr},
                             {BiasChoice::gaussian, "gaussian", "Gaussian"_tr},
                             {BiasChoice::file, "file", "File"_tr}});
    static constexpr auto axes = choices<AxisChoice>(
        {{AxisChoice::linear, "linear", "Linear"_tr}, {AxisChoice::log, "log", "Log"_tr}});
    static constexpr std::array<Choice, 7> families{{{"alibi", "ALiBi"_tr},
                                                     {"t5", "T5"_tr},
                                                     {"kerple-log", "KERPLE, log"_tr},
                                                     {"kerple-power", "KERPLE, power"_tr},
                                                     {"sandwich", "Sandwich"_tr},
                                                     {"xpos", "XPOS"_tr},
                                                     {"sinusoidal", "Sinusoidal"_tr}}};

    static constexpr bool is(const BiasDecayGroup& g, BiasChoice choice) { return g.bias_vector == choice; }
    static constexpr bool draws_bias(const BiasDecayGroup& g) { return is(g, BiasChoice::gaussian); }
    /// True if λ follows from the trained length.
    static constexpr bool by_length(const BiasDecayGroup& g) {
        return g.initialisation == Initialisation::by_length && g.bias_vector == BiasChoice::sandwich;
    }
    /// Returns the parameters that each initialisation of article 9577 (section 19) sets. λ by the trained
    /// length is not among them: strength_of() computes it.
    static nlohmann::json expand_preset(const Value& initialisation);
    /// True if the bias scale has an effect. Sandwich has its own strength λ, so only a scale other than 1
    /// counts.
    static constexpr bool scales(const BiasDecayGroup& g) {
        return g.bias_vector != BiasChoice::zero &&
               (g.bias_vector != BiasChoice::sandwich || g.bias_scale != 1);
    }
    static bool has_files(const BiasDecayGroup& g) {
        return !g.from_model && (!g.queries.path.empty() || !g.keys.path.empty());
    }
    /// True if queries and keys are given, not random.
    static bool has_vectors(const BiasDecayGroup& g) { return g.from_model || has_files(g); }

    /// True if heads can differ.
    static bool has_heads(const BiasDecayGroup& g) {
        return draws_bias(g) || is(g, BiasChoice::file) || has_vectors(g);
    }
    /// Returns the frequencies and sizes that choosing a model sets.
    static nlohmann::json model_fills(const Value& from_model);

    static auto fields();
};

inline auto BiasDecayGroup::fields() {
    using G = BiasDecayGroup;
    constexpr auto prominent = [](Descriptor descriptor) {
        descriptor.control.listed = Listed::by_stage;
        descriptor.control.order = -3;
        return descriptor;
    };
    constexpr auto folded = [](Descriptor descriptor) {
        descriptor.control.listed = Listed::rare;
        return descriptor;
    };
    constexpr auto files = [](const G& g) { return has_files(g); };
    constexpr auto biases_from_file = [](const G& g) { return is(g, BiasChoice::file); };
    return std::tuple{
        parameter(
            &G::initialisation,
            {.id = "initialisation",
             .label = "Initialisation"_tr,
             .help =
                 "The article's initialisations: zero, N(0, σ²), Sandwich, and λ = 1/ln N for trained length N."_tr,
             .source = "9577, section 19"_tr,
             .domain = {.choices = initialisations},
             .control = {.order = -5},
             .expand_preset = expand_preset}),
        parameter(&G::bias_vector, {.id = "bias-vector",
                                    .label = "Bias a, b"_tr,
                                    .help = "Vectors added to every query and key before the rotation."_tr,
                                    .source = "9577, eq. 26, 59, 60"_tr,
                                    .domain = {.choices = bias_vectors},
                                    .control = {.order = -4}}),
        parameter(&G::lambda, prominent(shared_parameter::lambda()),
                  [](const G& g) { return is(g, BiasChoice::sandwich) && !by_length(g); }),
        parameter(&G::bias_scale,
                  {.id = "bias-scale",
                   .label = "Bias scale"_tr,
                   .symbol = "σ",
                   .unit = "×"_tr,
                   .help = "Multiplies a and b; for a Gaussian pair, their standard deviation."_tr,
                   .source = "9577, eq. 59"_tr,
                   .domain = {.minimum = 0, .maximum = 1000},
                   .control = {.spacing = Spacing::logarithmic, .order = -3}},
                  [](const G& g) { return scales(g); }),
        parameter(&G::heads, shared_parameter::heads(),
                  [](const G& g) { return draws_bias(g) && !has_vectors(g); }),
        parameter(
            &G::from_model,
            {.id = "from-model",
             .label = "From a model"_tr,
             .help = "Queries and keys of one head of a language model, which reads a text under its own "
                     "scheme up to this layer; otherwise random, or from files."_tr,
             .control = {.order = -2},
             .expand_preset = model_fills}),
        parameter(&G::queries, folded(shared_parameter::queries()), [](const G& g) { return !g.from_model; }),
        parameter(&G::keys, folded(shared_parameter::keys()), [](const G& g) { return !g.from_model; }),
        parameter(&G::layer, shared_parameter::layer(),
                  [](const G& g) { return has_vectors(g) || is(g, BiasChoice::file); }),
        parameter(&G::head, shared_parameter::head(), has_heads),
        parameter(&G::rotated, shared_parameter::rotated(), files),
        parameter(&G::query_bias, prominent(shared_parameter::query_bias()), biases_from_file),
        parameter(&G::key_bias, prominent(shared_parameter::key_bias()), biases_from_file),
        parameter(
            &G::samples,
            {.id = "samples",
             .label = "Samples"_tr,
             .help =
                 "Number of queries, each with its own keys, in the means of entropies and histograms."_tr,
             .domain = {.minimum = 1, .maximum = 1e6},
             .control = {.spacing = Spacing::logarithmic, .listed = Listed::rare, .order = 5}}),
        parameter(&G::seed, shared_parameter::seed()),
        parameter(&G::distance_axis, {.id = "distance-axis",
                                      .label = "Distances"_tr,
                                      .help = "Linear or logarithmic distance axis."_tr,
                                      .stage = Stage::sample,
                                      .domain = {.choices = axes},
                                      .control = {.listed = Listed::prominent, .order = 1}}),
        parameter(&G::one_query, {.id = "one-query",
                                  .label = "One query"_tr,
                                  .help = "Adds the terms of one query with its keys to means and bands."_tr,
                                  .stage = Stage::style,
                                  .control = {.listed = Listed::prominent, .order = 1}}),
        parameter(
            &G::compare,
            {.id = "compare",
             .label = "Compare"_tr,
             .help =
                 "Bias families compared with the fourth term, all scaled to −1 at the trained length."_tr,
             .source =
                 untranslated("arXiv 2108.12409, 1910.10683, 2205.09921, 2212.10356, 2212.10554, 1706.03762"),
             .stage = Stage::sample,
             .domain = {.choices = families},
             .control = {.listed = Listed::prominent, .order = 2}}),
    };
}

struct Params {
    BiasDecayGroup bias;
    ModelSourceGroup model;
    RotaryGroup rotary;
    LengthsGroup lengths;
    AxesGroup axes;
};

}  // namespace poslab::bias_decay
