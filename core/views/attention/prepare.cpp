#include "core/base/errors.hpp"
#include "core/base/free_memory.hpp"
#include "core/views/attention/attention.hpp"
#include "core/views/model_indices.hpp"

namespace poslab::attention {
namespace {

/// Returns the components that carry content. Uses frequencies before scaling, so that the tokens do not
/// depend on the scaling.
std::vector<std::int64_t> content_of(const Params& params) {
    if (params.source.source != SourceChoice::repeated && params.source.source != SourceChoice::needle)
        return {};
    const RotarySpec spec = rotary_spec(params.rotary, params.lengths.train_length, params.lengths.length);
    return content_components(rotary_frequencies(spec).unscaled, params.rotary.pairing,
                              params.rotary.rope_dims, params.rotary.dim, params.lengths.length);
}

VectorSourceSpec random_spec(const Params& params, std::int64_t head) {
    const AttentionSourceGroup& source = params.source;
    return {.source = static_cast<VectorSource>(source.source),
            .tokens = params.lengths.length,
            .dim = params.rotary.dim,
            .seed = source.seed,
            .head = head,
            .smoothness = source.smoothness,
            .period = source.period,
            .needle_position = source.needle_position,
            .content = content_of(params)};
}

void check_files(const AttentionSourceGroup& source) {
    if (source.queries.path.empty() && source.keys.path.empty())
        throw InputError(
            "no file is chosen: pass queries (--queries) or a matrix (--matrix), or drop a file on the window"_tr);
    check_both_given(source.queries.path, source.keys.path);
}

/// Checks the memory for queries, keys and the keys rotated by each branch, before any is allocated.
void check_room(std::size_t branches, const Source& source, const Engine& engine) {
    const double number = engine.precision() == Precision::float32 ? 4 : 8;
    check_memory(
        (2 + static_cast<double>(branches)) * number * static_cast<double>(source.tokens()) *
            static_cast<double>(source.dim()),
        tr("queries, keys and rotated keys of {} tokens by {} dimensions", source.tokens(), source.dim()));
}

/// Returns the vectors of a head; reuses `retained` if nothing they depend on changed. With `rotated` they
/// also depend on the frequencies and are always recomputed.
std::shared_ptr<const VectorCache> vectors_of(const Params& params, const Source& source, std::int64_t index,
                                              Precision precision, const VectorCache* retained,
                                              const Job& job) {
    const AttentionSourceGroup& group = params.source;
    if (source.model() != nullptr) retained = nullptr;
    VectorCache requested{.random = random_spec(params, index),
                          .files = {group.queries.path, group.keys.path, group.values.path},
                          .layer = group.layer,
                          .precision = precision,
                          .vectors = {},
                          .notes = {}};
    if (retained != nullptr && !group.rotated && retained->same_but_vectors(requested)) {
        requested.vectors = retained->vectors;
        requested.notes = retained->notes;
    } else {
        requested.vectors = source.vectors(index, precision, job, requested.notes);
    }
    return std::make_shared<const VectorCache>(std::move(requested));
}

std::vector<double> bias_vector(const FileName& file, const Params& params, std::int64_t head,
                                std::int64_t dim) {
    if (file.path.empty()) return {};
    return vector_from_file(file.path, params.source.layer, head, params.bias.heads, dim);
}

}  // namespace

bool shows_all_heads(const Params& params) { return !params.source.head.set; }

Source::Source(const Params& params, std::shared_ptr<const ModelLayer> model)
    : params_(params), model_(std::move(model)) {
    const AttentionSourceGroup& source = params.source;
    if (model_ != nullptr) {
        heads_ = std::ssize(model_->heads);
        tokens_ = model_->tokens();
        dim_ = model_->dim();
        return;
    }
    if (!AttentionSourceGroup::from_file(source)) {
        heads_ = params.bias.heads;
        tokens_ = params.lengths.length;
        dim_ = params.rotary.dim;
        return;
    }
    if (AttentionSourceGroup::external_matrix(source)) {
        matrix_.emplace(source.matrix.path, matrix_names);
        check_square(*matrix_);
        heads_ = matrix_->heads();
        tokens_ = std::min(params.lengths.length, matrix_->rows());
        dim_ = params.rotary.dim;
        return;
    }
    check_files(source);
    files_.emplace(source.queries.path, source.keys.path, source.values.path);
    heads_ = files_->heads();
    tokens_ = std::min(params.lengths.length, files_->tokens());
    dim_ = files_->dim();
}

HeadVectors Source::vectors(std::int64_t head, Precision precision, const Job& job,
                            std::vector<Message>& notes) const {
    if (!files_) check_head(head, heads_);
    if (model_ != nullptr) return model_->heads[static_cast<std::size_t>(head)];
    if (!files_) {
        return random_vectors(random_spec(params_, head), precision, job);
    }
    HeadVectors vectors = files_->head(params_.source.layer, head, tokens_, precision, job, notes);
    if (!params_.source.rotated) return vectors;
    RotarySpec spec = rotary_spec(params_.rotary, params_.lengths.train_length, tokens_);
    spec.dim = dim_;
    return unrotated(vectors, rotary_frequencies(spec), params_.rotary.pairing, params_.rotary.rope_dims,
                     precision);
}

ExternalMatrix Source::matrix(std::int64_t head) const {
    const AttentionSourceGroup& source = params_.source;
    if (head >= matrix_->heads() || source.layer >= matrix_->layers())
        throw InputError(tr("{}: layer {}, head {} does not exist; the last is layer {}, head {}",
                            matrix_->label(), source.layer, head, matrix_->layers() - 1,
                            matrix_->heads() - 1));
    return {*matrix_,
            source.layer,
            head,
            tokens_,
            source.matrix_holds == MatrixHolds::logits,
            params_.window.causal,
            params_.attention.temperature};
}

AttentionResult Head::ask(const AttentionRequest& request, const Engine& engine, const Job& job) const {
    return matrix ? attention_of_matrix(*matrix, request, job)
                  : engine.run(operation::Attention{input, request}, job);
}

AttentionSpec spec_of(const Params& params, std::int64_t tokens, std::int64_t dim, std::int64_t head) {
    AttentionSpec spec;
    spec.map = position_map_spec(params.map, params.window.causal);
    spec.rotary = rotary_spec(params.rotary, params.lengths.train_length, tokens);
    spec.rotary.dim = dim;
    spec.pairing = params.rotary.pairing;
    spec.rope_dims = params.rotary.rope_dims;
    spec.bias = params.bias;
    if (shows_all_heads(params)) spec.bias.slope_head = std::min(head + 1, spec.bias.heads);
    spec.log_n = params.attention.log_n;
    spec.temperature = params.attention.temperature;
    spec.query_bias = bias_vector(params.source.query_bias, params, head, dim);
    spec.key_bias = bias_vector(params.source.key_bias, params, head, dim);
    return spec;
}

std::shared_ptr<const Head> make_head(const Params& params, const Source& source, std::int64_t index,
                                      const Engine& engine, const Job& job, const VectorCache* retained) {
    Head head;
    head.index = index;
    if (source.is_matrix()) {
        head.matrix = source.matrix(index);
        head.input.plan.positions.causal = params.window.causal;
        head.input.plan.positions.branches = {Branch{}};
        return std::make_shared<const Head>(std::move(head));
    }
    BuiltPlan built =
        attention_plan(spec_of(params, source.tokens(), source.dim(), index), Pass::merged, engine, job);
    head.input.plan = std::move(built.plan);
    const std::size_t built_axes = head.input.plan.positions.branches.size() * (params.window.causal ? 1 : 2);
    head.warnings = std::move(built.warnings);
    check_room(built_axes, source, engine);
    const std::shared_ptr<const VectorCache> made =
        vectors_of(params, source, index, engine.precision(), retained, job);
    head.input.queries = made->vectors.queries;
    head.input.keys = made->vectors.keys;
    head.input.values = made->vectors.values;
    head.warnings.insert(head.warnings.end(), made->notes.begin(), made->notes.end());
    if (!params.source.rotated && source.model() == nullptr) head.cache = made;
    return std::make_shared<const Head>(std::move(head));
}

namespace {

Head with_pass(const Head& head, const Params& params, Pass pass, const Engine& engine, const Job& job) {
    Head other = head;
    const AttentionInput& input = head.input;
    other.input.plan = attention_plan(spec_of(params, input.keys->tokens(), input.keys->dim(), head.index),
                                      pass, engine, job)
                           .plan;
    return other;
}

}  // namespace

Head under_shown_pass(const Head& head, const Params& params, const Engine& engine, const Job& job) {
    if (head.matrix || !params.attention.shows_a_pass()) return head;
    return with_pass(head, params, params.attention.show == Show::near ? Pass::near : Pass::far, engine, job);
}

Head under_rope(const Head& head, const Params& params, const Engine& engine, const Job& job) {
    Params plain = params;
    plain.map.map = "rope";
    return with_pass(head, plain, Pass::merged, engine, job);
}

namespace {

std::shared_ptr<const ModelLayer> layer_of(const Params& params, const Engine& engine, const Job& job,
                                           const ReusableInput* retained) {
    if (!AttentionSourceGroup::from_model(params.source)) return nullptr;
    return model_layer(params.source, params.lengths.length, params.source.layer, engine, job,
                       retained != nullptr ? retained->model : nullptr);
}

/// Sets the token labels, from the model's text or from a file.
void name_tokens(const Params& params, Prepared& prepared) {
    if (const std::shared_ptr<const ModelLayer>& model = prepared.source->model()) {
        prepared.labels = model->read->labels;
        prepared.warnings = model->warnings;
        return;
    }
    const std::string& path = params.source.tokens.path;
    if (path.empty()) return;
    prepared.labels = token_labels(path, prepared.source->tokens());
    const auto named = static_cast<std::int64_t>(prepared.labels.size());
    if (named < prepared.source->tokens())
        prepared.warnings.push_back(tr("{} names {} of {} tokens.", path, named, prepared.source->tokens()));
}

}  // namespace

Prepared prepare(const Params& params, const Engine& engine, const Job& job, const ReusableInput* retained) {
    Prepared prepared;
    prepared.source = std::make_shared<const Source>(params, layer_of(params, engine, job, retained));
    prepared.cache = std::make_shared<const PassCache>();
    name_tokens(params, prepared);
    if (!shows_all_heads(params))
        prepared.head =
            make_head(params, *prepared.source, static_cast<std::int64_t>(params.source.head.value), engine,
                      job, retained != nullptr ? retained->vectors.get() : nullptr);
    return prepared;
}

}  // namespace poslab::attention
