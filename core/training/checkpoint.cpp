#include "core/training/checkpoint.hpp"

#include "core/base/errors.hpp"
#include "core/decoder/compared_schemes.hpp"
#include "core/decoder/forward.hpp"
#include "core/encoding/frequencies.hpp"
#include "core/engine/engine.hpp"

#include <algorithm>
#include <numeric>

namespace poslab {

namespace {

constexpr std::int64_t max_pieces = 4;

const ComparedScheme* compared_with(std::string_view id) {
    for (const ComparedScheme& scheme : ComparedScheme::all())
        if (scheme.id == id) return &scheme;
    return nullptr;
}

AttentionSpec with_parameters(AttentionSpec own, const Extrapolation& extrapolation) {
    own.map.w = extrapolation.w;
    own.map.k = extrapolation.k;
    own.map.group = extrapolation.group;
    own.rotary.factor = extrapolation.factor;
    return own;
}

/// True unless the scaling is undefined for too few pairs (NTK with one pair).
bool has_meaning(const ComparedScheme& scheme, const ModelSettings& model,
                 const Extrapolation& extrapolation) {
    AttentionSpec own;
    own.rotary.base = model.base;
    own.rotary.dim = model.head_dim;
    own.rotary.train_length = model.train_length;
    own.rotary.length = extrapolation.length;
    try {
        static_cast<void>(rotary_frequencies(scheme.applied(with_parameters(own, extrapolation)).rotary));
    } catch (const UsageError&) {
        return false;
    }
    return true;
}

std::vector<std::int32_t> piece_of(std::string_view text, const Extrapolation& extrapolation,
                                   std::int64_t n) {
    const auto room = static_cast<std::int64_t>(text.size()) - extrapolation.length;
    const std::int64_t first = extrapolation.pieces > 1 ? room * n / (extrapolation.pieces - 1) : 0;
    std::vector<std::int32_t> tokens;
    for (const char byte :
         text.substr(static_cast<std::size_t>(first), static_cast<std::size_t>(extrapolation.length)))
        tokens.push_back(static_cast<unsigned char>(byte));
    return tokens;
}

/// Adds a share of the mean losses of each range.
void add_means(const std::vector<double>& losses, const Extrapolation& extrapolation, double share,
               double* sums) {
    std::int64_t begin = 0;
    for (const std::int64_t end : extrapolation.ends) {
        const double sum = std::accumulate(losses.begin() + begin, losses.begin() + end, 0.0);
        *sums++ += share * sum / static_cast<double>(end - begin);
        begin = end;
    }
}

}  // namespace

Extrapolation extrapolation_of(const ModelSettings& model, std::int64_t held_out_tokens) {
    Extrapolation extrapolation;
    extrapolation.length = std::min(usual_length(model.train_length), held_out_tokens);
    extrapolation.pieces = std::clamp<std::int64_t>(
        held_out_tokens / std::max<std::int64_t>(extrapolation.length, 1), 1, max_pieces);
    const PositionMapSpec usual;
    extrapolation.w = usual_w(model.train_length);
    extrapolation.k = usual.k;
    extrapolation.group = usual.group;
    extrapolation.factor = RotarySpec{}.factor;
    for (std::int64_t end = model.train_length; end < extrapolation.length - 1; end *= 2)
        extrapolation.ends.push_back(end);
    extrapolation.ends.push_back(extrapolation.length - 1);  // the first token is not predicted
    extrapolation.schemes.emplace_back(model.scheme->id);
    if (model.scheme->id != "rope") return extrapolation;
    for (const std::string_view id : usual_comparison())
        if (id != "rope" && has_meaning(*compared_with(id), model, extrapolation))
            extrapolation.schemes.emplace_back(id);
    return extrapolation;
}

std::vector<double> extrapolated_losses(const std::string& folder, const Extrapolation& extrapolation,
                                        std::string_view held_out, const Job& job) {
    const Decoder decoder(folder);
    std::vector<DecoderScheme> schemes{own_scheme(decoder.shape(), extrapolation.length)};
    for (std::size_t n = 1; n < extrapolation.schemes.size(); ++n)
        schemes.push_back({compared_with(extrapolation.schemes[n])
                               ->applied(with_parameters(schemes.front().attention, extrapolation))});
    std::vector<double> means(extrapolation.numbers(), 0.0);
    for (std::int64_t piece = 0; piece < extrapolation.pieces; ++piece) {
        job.check();
        const std::vector<std::int32_t> tokens = piece_of(held_out, extrapolation, piece);
        const auto all = token_predictions(decoder, tokens, schemes, cpu_engine(), job.quiet());
        for (std::size_t n = 0; n < all.size(); ++n)
            add_means(all[n].losses, extrapolation, 1 / static_cast<double>(extrapolation.pieces),
                      means.data() + n * extrapolation.ends.size());
    }
    return means;
}

}  // namespace poslab
