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

AttentionSpec with_parameters(AttentionSpec own, const Extrapolation& asked) {
    own.map.w = asked.w;
    own.map.k = asked.k;
    own.map.group = asked.group;
    own.rotary.factor = asked.factor;
    return own;
}

/// True unless the scaling is undefined for too few pairs (NTK with one pair).
bool has_meaning(const ComparedScheme& scheme, const ModelSettings& model, const Extrapolation& asked) {
    AttentionSpec own;
    own.rotary.base = model.base;
    own.rotary.dim = model.head_dim;
    own.rotary.train_length = model.train_length;
    own.rotary.length = asked.length;
    try {
        static_cast<void>(rotary_frequencies(scheme.applied(with_parameters(own, asked)).rotary));
    } catch (const UsageError&) {
        return false;
    }
    return true;
}

std::vector<std::int32_t> piece_of(std::string_view text, const Extrapolation& asked, std::int64_t n) {
    const auto room = static_cast<std::int64_t>(text.size()) - asked.length;
    const std::int64_t first = asked.pieces > 1 ? room * n / (asked.pieces - 1) : 0;
    std::vector<std::int32_t> tokens;
    for (const char byte :
         text.substr(static_cast<std::size_t>(first), static_cast<std::size_t>(asked.length)))
        tokens.push_back(static_cast<unsigned char>(byte));
    return tokens;
}

/// Adds a share of the mean losses of each range.
void add_means(const std::vector<double>& losses, const Extrapolation& asked, double share, double* sums) {
    std::int64_t begin = 0;
    for (const std::int64_t end : asked.ends) {
        const double sum = std::accumulate(losses.begin() + begin, losses.begin() + end, 0.0);
        *sums++ += share * sum / static_cast<double>(end - begin);
        begin = end;
    }
}

}  // namespace

Extrapolation extrapolation_of(const ModelSettings& model, std::int64_t held_out_tokens) {
    Extrapolation asked;
    asked.length = std::min(usual_length(model.train_length), held_out_tokens);
    asked.pieces =
        std::clamp<std::int64_t>(held_out_tokens / std::max<std::int64_t>(asked.length, 1), 1, max_pieces);
    const PositionMapSpec usual;
    asked.w = usual_w(model.train_length);
    asked.k = usual.k;
    asked.group = usual.group;
    asked.factor = RotarySpec{}.factor;
    for (std::int64_t end = model.train_length; end < asked.length - 1; end *= 2) asked.ends.push_back(end);
    asked.ends.push_back(asked.length - 1);  // the first token is not predicted
    asked.schemes.emplace_back(model.scheme->id);
    if (model.scheme->id != "rope") return asked;
    for (const std::string_view id : usual_comparison())
        if (id != "rope" && has_meaning(*compared_with(id), model, asked)) asked.schemes.emplace_back(id);
    return asked;
}

std::vector<double> extrapolated_losses(const std::string& folder, const Extrapolation& asked,
                                        std::string_view held_out, const Job& job) {
    const Decoder decoder(folder);
    std::vector<DecoderScheme> schemes{own_scheme(decoder.shape(), asked.length)};
    for (std::size_t n = 1; n < asked.schemes.size(); ++n)
        schemes.push_back(
            {compared_with(asked.schemes[n])->applied(with_parameters(schemes.front().attention, asked))});
    std::vector<double> means(asked.numbers(), 0.0);
    for (std::int64_t piece = 0; piece < asked.pieces; ++piece) {
        job.check();
        const std::vector<std::int32_t> tokens = piece_of(held_out, asked, piece);
        const auto all = token_predictions(decoder, tokens, schemes, cpu_engine(), Job(job.stop_token()));
        for (std::size_t n = 0; n < all.size(); ++n)
            add_means(all[n].losses, asked, 1 / static_cast<double>(asked.pieces),
                      means.data() + n * asked.ends.size());
    }
    return means;
}

}  // namespace poslab
