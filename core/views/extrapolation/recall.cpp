#include "core/views/extrapolation/recall.hpp"

#include "core/base/masked.hpp"
#include "core/base/random.hpp"

namespace poslab::extrapolation {
namespace {

constexpr std::int64_t letters_of_a_needle = 7;
constexpr RandomStream stream = RandomStream::pieces;

std::string drawn_needle(std::uint64_t seed) {
    std::string needle = "#";
    for (std::uint64_t n = 0; n < letters_of_a_needle; ++n)
        needle += static_cast<char>('A' + random_bits(seed, 1, n) % 26);
    return needle;
}

/// Everything after the needle's first token is predictable only from its first occurrence.
std::int64_t recall_tokens_of(const std::vector<std::int32_t>& needle) { return std::ssize(needle) - 1; }

/// Returns the accuracy on the tokens of the second occurrence, over the requested number of needles.
double share_right(const SampleContext& context, const DecoderScheme& scheme, std::int64_t length,
                   std::int64_t distance, const Job& job) {
    const OpenedModel& model = context.model();
    const std::int64_t count = context.params.extrapolation.needles;
    const std::string identity =
        identity_of(scheme.attention) + fmt::format(" | recall {} {} {}", length, distance, count);
    if (const Predicted known = model.known.find(identity)) return known->right.front();
    double sum = 0, answers = 0;
    for (std::int64_t n = 0; n < count; ++n) {
        job.check();
        const RecallPiece piece = recall_piece(model, length, distance, static_cast<std::uint64_t>(n));
        const auto predictions = token_predictions(*model.decoder, piece.tokens, std::span(&scheme, 1),
                                                   context.engine, job.quiet());
        const std::vector<double>& right = predictions.front().right;
        for (auto at = right.end() - static_cast<std::ptrdiff_t>(piece.recall_tokens); at != right.end();
             ++at, ++answers)
            sum += *at;
    }
    const double share = sum / answers;
    model.known.keep(identity, std::make_shared<const TokenPredictions>(TokenPredictions{{}, {share}}));
    return share;
}

/// Returns the accuracies [distance][length] of one scheme; masked where two needles do not fit.
std::vector<double> shares_of(const SampleContext& context, const ComparedScheme& compared, const Job& job) {
    const std::vector<std::int64_t> lengths = recall_lengths(context), distances = recall_distances(context);
    const std::int64_t needle = needle_tokens(context.model());
    std::vector<double> shares;
    const double count = static_cast<double>(lengths.size() * distances.size());
    double seconds = 0;
    for (const std::int64_t length : lengths) seconds += decoder_seconds(context.shape(), length);
    job.expect_seconds(seconds *
                       static_cast<double>(std::ssize(distances) * context.params.extrapolation.needles));
    for (const std::int64_t distance : distances)
        for (const std::int64_t length : lengths) {
            job.progress(static_cast<double>(shares.size()) / count);
            const bool fits = distance + needle + context.model().begins <= length;
            const DecoderScheme scheme = compared_scheme(compared, context.params, context.shape(), length);
            shares.push_back(fits ? share_right(context, scheme, length, distance, job) : masked_value());
        }
    return shares;
}

/// Publishes the accuracies known up to now, the others masked; schemes are computed one after the other.
void publish(const SampleContext& context, std::vector<double> shares, std::size_t schemes) {
    const std::size_t cells = recall_lengths(context).size() * recall_distances(context).size();
    shares.resize(schemes * cells, masked_value());
    Data partial = context.partial_data();
    add_array(arrays::recall.name, arrays::recall.axes, arrays::recall.unit,
              recall_numbers(context, std::move(shares)), partial);
    context.request.publish(std::move(partial));
}

std::vector<std::int64_t> doubling(std::int64_t first, std::int64_t last) {
    std::vector<std::int64_t> all;
    for (std::int64_t value = first; value <= last; value *= 2) all.push_back(value);
    return all;
}

}  // namespace

std::vector<std::int64_t> recall_lengths(const SampleContext& context) {
    constexpr std::int64_t farthest = 4;  // in multiples of the trained length
    const std::int64_t trained = context.params.lengths.train_length;
    const auto text = static_cast<std::int64_t>(context.model().all_tokens.size());
    const std::int64_t last = std::min({farthest * trained, context.params.lengths.length, text / 2});
    return needle_tokens(context.model()) == 0 ? std::vector<std::int64_t>{}
                                               : doubling(std::max<std::int64_t>(trained / 2, 32), last);
}

std::vector<std::int64_t> recall_distances(const SampleContext& context) {
    const std::vector<std::int64_t> lengths = recall_lengths(context);
    const std::int64_t needle = needle_tokens(context.model());
    if (lengths.empty()) return {};
    std::vector<std::int64_t> all =
        doubling(std::max<std::int64_t>(16, 2 * needle), lengths.back() - needle - context.model().begins);
    return all;
}

std::int64_t needle_tokens(const OpenedModel& model) {
    return model.tokenizer == nullptr ? 0 : std::ssize(model.tokenizer->encode(drawn_needle(0)));
}

RecallPiece recall_piece(const OpenedModel& model, std::int64_t length, std::int64_t distance,
                         std::uint64_t n) {
    const std::uint64_t seed = random_bits(n, static_cast<std::uint64_t>(stream),
                                           static_cast<std::uint64_t>(1000 * length + distance));
    std::vector<std::int32_t> needle = model.tokenizer->encode(drawn_needle(seed));
    const std::int64_t most = needle_tokens(model);  // other letters may give more or fewer tokens
    if (std::ssize(needle) > most) needle.resize(static_cast<std::size_t>(most));
    const auto room = static_cast<std::uint64_t>(std::ssize(model.all_tokens) - length);
    const auto first =
        static_cast<std::ptrdiff_t>(random_bits(seed, 2, 0) % std::max<std::uint64_t>(room, 1));
    RecallPiece piece;
    if (model.begins > 0) piece.tokens.push_back(model.pieces_of_text.front().front());
    const auto rest = static_cast<std::ptrdiff_t>(length - model.begins);
    piece.tokens.insert(piece.tokens.end(), model.all_tokens.begin() + first,
                        model.all_tokens.begin() + first + rest);
    const auto second = piece.tokens.end() - std::ssize(needle);
    std::copy(needle.begin(), needle.end(), second);
    std::copy(needle.begin(), needle.end(), second - static_cast<std::ptrdiff_t>(distance));
    piece.recall_tokens = recall_tokens_of(needle);
    return piece;
}

Numbers recall_numbers(const SampleContext& context, std::vector<double> shares) {
    const auto lengths = std::ssize(recall_lengths(context)),
               distances = std::ssize(recall_distances(context));
    const std::int64_t schemes = lengths * distances > 0 ? std::ssize(shares) / (lengths * distances) : 0;
    return {std::move(shares), {schemes, distances, lengths}};
}

std::vector<double> recall_lengths_of(const SampleContext& context) {
    return numbers_of(recall_lengths(context));
}
std::vector<double> recall_distances_of(const SampleContext& context) {
    return numbers_of(recall_distances(context));
}

const std::vector<double>& SampleContext::recalled() {
    return recalled_made.get([&] {
        const std::vector<const ComparedScheme*> schemes = compared(params);
        std::vector<double> all;
        for (std::size_t n = 0; n < schemes.size(); ++n) {
            const double step = 0.9 / static_cast<double>(schemes.size()),
                         from = 0.1 + step * static_cast<double>(n);
            const std::vector<double> shares = shares_of(*this, *schemes[n], job.part(from, from + step));
            all.insert(all.end(), shares.begin(), shares.end());
            if (request.publish && n + 1 < schemes.size()) publish(*this, all, schemes.size());
        }
        return all;
    });
}

}  // namespace poslab::extrapolation
