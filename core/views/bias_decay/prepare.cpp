#include "core/base/errors.hpp"
#include "core/base/free_memory.hpp"
#include "core/views/bias_decay/bias_decay.hpp"
#include "core/views/model_indices.hpp"
#include "core/views/thinning.hpp"

namespace poslab::bias_decay {
namespace {

constexpr std::int64_t max_points = 65'536;

void read_vectors(const Params& params, Model& model, const Job& job) {
    const BiasDecayGroup& group = params.bias;
    check_both_given(group.queries.path, group.keys.path);
    const VectorFiles files(group.queries.path, group.keys.path, "");
    model.length = std::min(params.lengths.length, files.tokens());
    model.dim = files.dim();
    model.heads = files.heads();
    if (model.dim % 2 != 0 || model.dim > 4096)
        throw InputError(tr("{}: head dimension {} is not supported; it must be even, 2 to 4096",
                            group.queries.path, model.dim));
    constexpr double bytes = 2 * 8 + 4 * 4;  // float64 queries and keys, four float32 copies for moments
    check_memory(bytes * static_cast<double>(model.length) * static_cast<double>(model.dim),
                 tr("queries and keys of {} tokens by {} dimensions", model.length, model.dim));
    model.vectors =
        files.head(group.layer, model.head, model.length, Precision::float64, job, model.warnings);
}

void take_vectors(std::shared_ptr<const ModelLayer> layer, Model& model) {
    model.length = layer->tokens();
    model.dim = layer->dim();
    model.heads = std::ssize(layer->heads);
    check_head(model.head, model.heads);
    model.vectors = layer->heads[static_cast<std::size_t>(model.head)];
    model.warnings = layer->warnings;
    model.layer = std::move(layer);
}

std::vector<double> vector_of(const FileName& file, const BiasDecayGroup& group, std::int64_t head,
                              std::int64_t dim) {
    if (file.path.empty()) return std::vector<double>(static_cast<std::size_t>(dim), 0.0);
    return vector_from_file(file.path, group.layer, head, 0, dim);
}

std::int64_t heads_of_biases(const BiasDecayGroup& group, std::int64_t heads) {
    if (group.bias_vector != BiasChoice::file) return heads;
    for (const FileName& file : {group.query_bias, group.key_bias})
        if (!file.path.empty()) heads = std::max(heads, heads_in_vector_file(file.path));
    return heads;
}

/// Warns of the first component of a bias that is not finite, with its file.
void warn_of_bias(const std::vector<double>& bias, const FileName& file, Model& model) {
    const auto found =
        std::find_if(bias.begin(), bias.end(), [](double component) { return !std::isfinite(component); });
    if (found == bias.end()) return;
    model.warnings.push_back(tr("{}: component {} is not a finite number.", file.path, found - bias.begin()));
}

double max_finite_magnitude(const TokenVectors& vectors, std::int64_t tokens) {
    double largest = 0;
    std::vector<double> row(static_cast<std::size_t>(vectors.dim()));
    for (std::int64_t token = 0; token < tokens; ++token) {
        vectors.read({token, token + 1}, row);
        for (const double component : row)
            if (std::isfinite(component)) largest = std::max(largest, std::abs(component));
    }
    return largest;
}

/// Warns if products of the files' values exceed float32, in which moments are computed.
void warn_of_range(Model& model) {
    if (model.is_synthetic()) return;
    const double product = max_finite_magnitude(*model.vectors.queries, model.length) *
                           max_finite_magnitude(*model.vectors.keys, model.length);
    if (product * static_cast<double>(model.dim) < 1e38) return;
    model.warnings.push_back(
        "The values in these files are too large: their products exceed float32, in which moments are computed."_tr);
}

void warn_of_files(const Params& params, Model& model) {
    const bool files = BiasDecayGroup::has_files(params.bias);
    if (files && model.dim != params.rotary.dim)
        model.warnings.push_back(
            tr("The files' head dimension is {}; --dim {} is ignored.", model.dim, params.rotary.dim));
    if (files && model.length < params.lengths.length)
        model.warnings.push_back(
            tr("The files have {} tokens: distances end at {}.", model.length, model.length - 1));
    warn_of_bias(model.bias.query, params.bias.query_bias, model);
    warn_of_bias(model.bias.key, params.bias.key_bias, model);
    warn_of_range(model);
}

/// Removes repeated sentences: one file may hold queries and keys.
void drop_repeated(std::vector<Message>& sentences) {
    std::vector<Message> once;
    for (Message& message : sentences)
        if (std::find(once.begin(), once.end(), message) == once.end()) once.push_back(std::move(message));
    sentences = std::move(once);
}

}  // namespace

double strength_of(const Params& params) {
    return BiasDecayGroup::by_length(params.bias)
               ? 1 / std::log(static_cast<double>(params.lengths.train_length))
               : params.bias.lambda;
}

QueryKeyBias biases_of_head(const Params& params, const Rotary& rotary, std::int64_t dim, std::int64_t head) {
    const BiasDecayGroup& group = params.bias;
    if (group.bias_vector != BiasChoice::file)
        return bias_vectors({.bias = static_cast<SyntheticBias>(group.bias_vector),
                             .lambda = strength_of(params),
                             .scale = group.bias_scale,
                             .seed = group.seed,
                             .head = head,
                             .dim = dim},
                            rotary);
    QueryKeyBias bias{vector_of(group.query_bias, group, head, dim),
                      vector_of(group.key_bias, group, head, dim)};
    for (double& component : bias.query) component *= group.bias_scale;
    for (double& component : bias.key) component *= group.bias_scale;
    return bias;
}

Model make_model(const Params& params, const Job& job, std::shared_ptr<const ModelLayer> layer) {
    const BiasDecayGroup& group = params.bias;
    Model model;
    model.head = group.head.set ? static_cast<std::int64_t>(group.head.value) : 0;
    model.length = params.lengths.length;
    model.train_length = params.lengths.train_length;
    model.dim = params.rotary.dim;
    model.heads = group.heads;
    if (layer != nullptr) take_vectors(std::move(layer), model);
    if (BiasDecayGroup::has_files(group)) read_vectors(params, model, job);
    if (group.bias_vector == BiasChoice::file && group.query_bias.path.empty() && group.key_bias.path.empty())
        throw InputError("no file is chosen: pass a query bias (--query-bias) or a key bias (--key-bias)"_tr);
    if (model.is_synthetic())
        model.heads = heads_of_biases(group, group.bias_vector == BiasChoice::file ? 1 : group.heads);
    RotarySpec spec = rotary_spec(params.rotary, params.lengths.train_length, model.length);
    spec.dim = model.dim;
    model.frequencies = rotary_frequencies(spec);
    model.ripple = ripple_spacing(model.frequencies.inverse_frequency);
    model.rotary = {model.frequencies.inverse_frequency, params.rotary.pairing, params.rotary.rope_dims};
    model.scale = model.frequencies.softmax_scale / std::sqrt(static_cast<double>(model.dim));
    if (BiasDecayGroup::has_files(group) && group.rotated)
        model.vectors = unrotated(model.vectors, model.frequencies, params.rotary.pairing,
                                  params.rotary.rope_dims, Precision::float64);
    model.bias = biases_of_head(params, model.rotary, model.dim, model.head);
    model.bias_bias = rotated_product(model.bias.query, model.bias.key, model.rotary);
    model.isotropic = isotropic_deviations(model.bias);
    if (!group.head.set && model.heads > 1)
        model.warnings.push_back(
            "The terms are those of head 0; the figure Heads shows the fourth term of all heads."_tr);
    warn_of_files(params, model);
    return model;
}

Prepared prepare(const Params& params, const Engine& engine, const Job& job, const ReusableInput* retained) {
    Prepared prepared;
    std::shared_ptr<const ModelLayer> layer;
    if (params.bias.from_model)
        layer = model_layer(params.model, params.lengths.length, params.bias.layer, engine, job,
                            retained != nullptr ? retained->layer : nullptr);
    auto model = std::make_shared<Model>(make_model(params, job, std::move(layer)));
    for (const Message& message : config_warnings(params.rotary)) model->warnings.push_back(message);
    for (const Message& message : model->frequencies.warnings) model->warnings.push_back(message);
    drop_repeated(model->warnings);
    const std::array<std::int64_t, 2> breaks{model->train_length - 1, model->train_length};
    prepared.distances = thinned_indices(model->length, max_points, breaks);
    prepared.bias_bias =
        std::make_shared<const BiasBiasTerm>(bias_bias_term(*model, prepared.distances, engine, job));
    if (!model->is_synthetic()) {
        prepared.moments = std::make_shared<const TermMoments>(
            pair_moments(*model->vectors.queries, *model->vectors.keys, model->bias.query, model->bias.key,
                         model->rotary, job));
        prepared.query_isotropy = isotropy(*model->vectors.queries);
        prepared.key_isotropy = isotropy(*model->vectors.keys);
    }
    prepared.claims = std::make_shared<const Values9577>(claim_values(params, *model));
    prepared.model = std::move(model);
    prepared.cache = std::make_shared<const SampleCache>();
    return prepared;
}

}  // namespace poslab::bias_decay
