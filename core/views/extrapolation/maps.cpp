// The attention of a head or layer with the current scheme, and with the scheme of the model's training.

#include "core/views/extrapolation/arrays.hpp"
#include "core/views/model_indices.hpp"

namespace poslab::extrapolation {
namespace {

constexpr std::int64_t max_cells = 256;  // per side

/// Adds a share of a head's pooled weights, and of the weight that queries beyond the trained length give to
/// keys farther away than that.
void add_head(const SampleContext& context, AttentionInput input, double share, std::size_t scheme,
              AttentionMaps& maps) {
    const std::int64_t tokens = context.tokens(),
                       trained = std::min(context.params.lengths.train_length, tokens);
    input.values = nullptr;
    AttentionRequest request;
    request.window = {{0, tokens}, {0, tokens}, maps.cells, maps.cells, Pool::mean};
    request.rows = {0, tokens};
    request.near = trained;
    request.weight_by_distance = true;
    const AttentionResult result =
        context.engine.run(operation::Attention{input, request}, context.job.quiet());
    double* const sums = maps.weights.data() + static_cast<std::int64_t>(scheme) * maps.cells * maps.cells;
    for (std::size_t n = 0; n < result.field.values.size(); ++n) sums[n] += share * result.field.values[n];
    double* const by_distance = maps.by_distance.data() + static_cast<std::int64_t>(scheme) * tokens;
    for (std::size_t n = 0; n < result.weight_by_distance.size(); ++n)
        by_distance[n] += share * result.weight_by_distance[n];
    double far = 0;
    for (std::int64_t row = trained; row < tokens; ++row)
        far += 1 - result.rows.near_mass[static_cast<std::size_t>(row)];
    if (tokens > trained) maps.far[scheme] += share * far / static_cast<double>(tokens - trained);
}

AttentionMaps maps_of(const SampleContext& context) {
    const DecoderShape& shape = context.shape();
    const ExtrapolationGroup& chosen = context.params.extrapolation;
    check_layer(chosen.layer, shape.layers);
    const auto head = static_cast<std::int64_t>(chosen.head.value);
    if (chosen.head.set) check_head(head, shape.heads);
    const std::vector<DecoderScheme> schemes{present_scheme(context.params, shape, context.tokens()),
                                             own_scheme(shape, context.tokens())};
    DecoderPass pass(*context.model().decoder, context.model().pieces_of_text.front(), schemes,
                     context.engine, context.job.part(0, 0.3));
    pass.run(chosen.layer);
    AttentionMaps maps;
    maps.cells = std::min(max_cells, context.tokens());
    maps.weights.assign(static_cast<std::size_t>(2 * maps.cells * maps.cells), 0.0);
    maps.far.assign(2, 0.0);
    maps.by_distance.assign(static_cast<std::size_t>(2 * context.tokens()), 0.0);
    const std::int64_t first = chosen.head.set ? head : 0, end = chosen.head.set ? head + 1 : shape.heads;
    for (std::size_t scheme = 0; scheme < 2; ++scheme)
        for (std::int64_t at = first; at < end; ++at) {
            context.job.check();
            add_head(context, pass.head(scheme, at), 1 / static_cast<double>(end - first), scheme, maps);
        }
    return maps;
}

}  // namespace

const AttentionMaps& SampleContext::attention() {
    return attention_made.get([&] { return maps_of(*this); });
}

Numbers attention_weights(SampleContext& context) {
    const AttentionMaps& maps = context.attention();
    const IndexRange all{0, context.tokens()};
    return {maps.weights, {2, maps.cells, maps.cells}, {{0, 2}, all, all}};
}

Numbers weight_by_distance(SampleContext& context) { return matrix_of(2, context.attention().by_distance); }

}  // namespace poslab::extrapolation
