#include "core/views/extrapolation/recall.hpp"

#include "core/base/masked.hpp"
#include "core/base/random.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace poslab::extrapolation {

namespace {

constexpr std::int64_t letters_of_a_needle = 7;
constexpr RandomStream stream = RandomStream::pieces;

std::string drawn_needle(std::uint64_t seed) {
    std::string needle = "#";
    for (std::uint64_t n = 0; n < letters_of_a_needle; ++n) needle += static_cast<char>('A' + random_bits(seed, 1, n) % 26);
    return needle;
}

/// Everything after the needle's first token is predictable only from its first occurrence.
std::int64_t asked_of(const std::vector<std::int32_t>& needle) { return std::ssize(needle) - 1; }

/// Returns the accuracy on the tokens of the second occurrence, over the requested number of needles.
double share_right(const Asked& asked, const DecoderScheme& scheme, std::int64_t length, std::int64_t distance, const Job& job) {
    const OpenedModel& model = asked.model();
    const std::int64_t count = asked.params.extrapolation.needles;
    const std::string identity = identity_of(scheme.attention) + fmt::format(" | recall {} {} {}", length, distance, count);
    if (const Predicted known = model.known.find(identity)) return known->right.front();
    double sum = 0, answers = 0;
    for (std::int64_t n = 0; n < count; ++n) {
        job.check();
        const RecallPiece piece = recall_piece(model, length, distance, static_cast<std::uint64_t>(n));
        const auto told =
            token_predictions(*model.decoder, piece.tokens, std::span(&scheme, 1), asked.engine, Job(job.stop_token()));
        const std::vector<double>& right = told.front().right;
        for (auto at = right.end() - static_cast<std::ptrdiff_t>(piece.asked); at != right.end(); ++at, ++answers) sum += *at;
    }
    const double share = sum / answers;
    model.known.keep(identity, std::make_shared<const TokenPredictions>(TokenPredictions{{}, {share}}));
    return share;
}

/// Returns the accuracies [distance][length] of one scheme; masked where two needles do not fit.
std::vector<double> shares_of(const Asked& asked, const ComparedScheme& compared, const Job& job) {
    const std::vector<std::int64_t> lengths = recall_lengths(asked), distances = recall_distances(asked);
    const std::int64_t needle = needle_tokens(asked.model());
    std::vector<double> shares;
    const double count = static_cast<double>(lengths.size() * distances.size());
    for (const std::int64_t distance : distances)
        for (const std::int64_t length : lengths) {
            job.progress(static_cast<double>(shares.size()) / count);
            const bool fits = distance + needle + asked.model().begins <= length;
            const DecoderScheme scheme = compared_scheme(compared, asked.params, asked.shape(), length);
            shares.push_back(fits ? share_right(asked, scheme, length, distance, job) : masked_value());
        }
    return shares;
}

/// Publishes the accuracies known up to now, the others masked; schemes are computed one after the other.
void publish(const Asked& asked, std::vector<double> shares, std::size_t schemes) {
    const std::size_t cells = recall_lengths(asked).size() * recall_distances(asked).size();
    shares.resize(schemes * cells, masked_value());
    Data partial = asked.data;
    partial.partial = true;
    add_array(arrays::recall.name, arrays::recall.axes, arrays::recall.unit, recall_numbers(asked, std::move(shares)), partial);
    asked.request.publish(std::move(partial));
}

std::vector<std::int64_t> doubling(std::int64_t first, std::int64_t last) {
    std::vector<std::int64_t> all;
    for (std::int64_t value = first; value <= last; value *= 2) all.push_back(value);
    return all;
}

}  // namespace

std::vector<std::int64_t> recall_lengths(const Asked& asked) {
    constexpr std::int64_t farthest = 4;  // in multiples of the trained length
    const std::int64_t trained = asked.params.lengths.train_length;
    const auto text = static_cast<std::int64_t>(asked.model().all_tokens.size());
    const std::int64_t last = std::min({farthest * trained, asked.params.lengths.length, text / 2});
    return needle_tokens(asked.model()) == 0 ? std::vector<std::int64_t>{}
                                             : doubling(std::max<std::int64_t>(trained / 2, 32), last);
}

std::vector<std::int64_t> recall_distances(const Asked& asked) {
    const std::vector<std::int64_t> lengths = recall_lengths(asked);
    const std::int64_t needle = needle_tokens(asked.model());
    if (lengths.empty()) return {};
    std::vector<std::int64_t> all =
        doubling(std::max<std::int64_t>(16, 2 * needle), lengths.back() - needle - asked.model().begins);
    return all;
}

std::int64_t needle_tokens(const OpenedModel& model) {
    return model.tokenizer == nullptr ? 0 : std::ssize(model.tokenizer->encode(drawn_needle(0)));
}

RecallPiece recall_piece(const OpenedModel& model, std::int64_t length, std::int64_t distance, std::uint64_t n) {
    const std::uint64_t seed =
        random_bits(n, static_cast<std::uint64_t>(stream), static_cast<std::uint64_t>(1000 * length + distance));
    std::vector<std::int32_t> needle = model.tokenizer->encode(drawn_needle(seed));
    const std::int64_t most = needle_tokens(model);  // other letters may give more or fewer tokens
    if (std::ssize(needle) > most) needle.resize(static_cast<std::size_t>(most));
    const auto room = static_cast<std::uint64_t>(std::ssize(model.all_tokens) - length);
    const auto first = static_cast<std::ptrdiff_t>(random_bits(seed, 2, 0) % std::max<std::uint64_t>(room, 1));
    RecallPiece piece;
    if (model.begins > 0) piece.tokens.push_back(model.pieces_of_text.front().front());
    const auto rest = static_cast<std::ptrdiff_t>(length - model.begins);
    piece.tokens.insert(piece.tokens.end(), model.all_tokens.begin() + first, model.all_tokens.begin() + first + rest);
    const auto second = piece.tokens.end() - std::ssize(needle);
    std::copy(needle.begin(), needle.end(), second);
    std::copy(needle.begin(), needle.end(), second - static_cast<std::ptrdiff_t>(distance));
    piece.asked = asked_of(needle);
    return piece;
}

Numbers recall_numbers(const Asked& asked, std::vector<double> shares) {
    const auto lengths = std::ssize(recall_lengths(asked)), distances = std::ssize(recall_distances(asked));
    const std::int64_t schemes = lengths * distances > 0 ? std::ssize(shares) / (lengths * distances) : 0;
    return {std::move(shares), {schemes, distances, lengths}};
}

std::vector<double> recall_lengths_of(const Asked& asked) { return numbers_of(recall_lengths(asked)); }
std::vector<double> recall_distances_of(const Asked& asked) { return numbers_of(recall_distances(asked)); }

const std::vector<double>& Asked::recalled() {
    return recalled_made.get([&] {
        const std::vector<const ComparedScheme*> schemes = compared(params);
        std::vector<double> all;
        for (std::size_t n = 0; n < schemes.size(); ++n) {
            const double step = 0.9 / static_cast<double>(schemes.size()), from = 0.1 + step * static_cast<double>(n);
            const std::vector<double> shares = shares_of(*this, *schemes[n], part(from, from + step));
            all.insert(all.end(), shares.begin(), shares.end());
            if (request.publish && n + 1 < schemes.size()) publish(*this, all, schemes.size());
        }
        return all;
    });
}

}  // namespace poslab::extrapolation
