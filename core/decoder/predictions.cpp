#include "core/base/errors.hpp"
#include "core/base/free_memory.hpp"
#include "core/base/in_parallel.hpp"
#include "core/decoder/forward.hpp"
#include "core/decoder/row_arithmetic.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace poslab {

namespace {

constexpr std::int64_t numbers_at_once = std::int64_t{1} << 23U;  // numbers of the output matrix: 32 MiB
constexpr std::int64_t tokens_at_once = 256;

/// Running sums for the next tokens' probabilities over the vocabulary processed so far.
struct NextTokens {
    std::vector<GrowingLogSum> sums;
    std::vector<double> own;  // logit of the token that actually follows

    explicit NextTokens(std::size_t tokens)
        : sums(tokens), own(tokens, -std::numeric_limits<double>::infinity()) {}

    /// Adds logits [rows of tokens from `first` on, the vocabulary `translate`].
    void add(const ConstMatrix& logits, std::int64_t first, const IndexRange& words,
             std::span<const std::int32_t> tokens) {
        const auto steps = static_cast<std::size_t>(logits.rows * logits.columns * 4);
        in_parallel(static_cast<std::size_t>(logits.rows), steps, [&](std::size_t row) {
            const std::size_t token = static_cast<std::size_t>(first) + row;
            const std::span<const float> numbers = logits.row_span(static_cast<std::int64_t>(row));
            sums[token].add(numbers);
            const std::int64_t next = tokens[token + 1];
            if (words.contains(next))
                own[token] = static_cast<double>(numbers[static_cast<std::size_t>(next - words.begin)]);
        });
    }

    [[nodiscard]] TokenPredictions predictions() const {
        TokenPredictions all;
        for (std::size_t n = 0; n < sums.size(); ++n) {
            all.losses.push_back(sums[n].value() - own[n]);
            all.right.push_back(own[n] >= sums[n].maximum ? 1 : 0);
        }
        return all;
    }
};

}  // namespace

std::vector<TokenPredictions> DecoderPass::predictions() const {
    const DecoderShape& shape = decoder_.shape();
    const auto predicted = static_cast<std::int64_t>(tokens_.size()) - 1;
    std::vector<std::vector<float>> states;
    std::vector<NextTokens> next;
    for (std::size_t scheme = 0; scheme < hidden_.size(); ++scheme) {
        states.push_back(normed(scheme));
        next.emplace_back(static_cast<std::size_t>(predicted));
    }
    const std::int64_t words_at_once = std::max<std::int64_t>(1, numbers_at_once / shape.width);
    std::vector<float> logits;
    for (std::int64_t word = 0; word < shape.vocabulary; word += words_at_once) {
        const IndexRange words{word, std::min(shape.vocabulary, word + words_at_once)};
        const auto table = decoder_.output_rows(words, job_);
        for (std::size_t scheme = 0; scheme < hidden_.size(); ++scheme)
            for (std::int64_t first = 0; first < predicted; first += tokens_at_once) {
                job_.check();
                const std::int64_t rows = std::min(tokens_at_once, predicted - first);
                const ConstMatrix state{states[scheme].data() + first * shape.width, rows, shape.width,
                                        shape.width};
                logits.resize(static_cast<std::size_t>(rows * words.size()));
                const Matrix out{std::span(logits), rows, words.size()};
                multiply(plain(state), transposed({std::span(*table), words.size(), shape.width}), out);
                next[scheme].add(as_const(out), first, words, tokens_);
            }
    }
    std::vector<TokenPredictions> all;
    all.reserve(next.size());
    for (const NextTokens& of_scheme : next) all.push_back(of_scheme.predictions());
    return all;
}

std::vector<float> DecoderPass::logits(std::size_t scheme) const {
    const DecoderShape& shape = decoder_.shape();
    const auto tokens = static_cast<std::int64_t>(tokens_.size());
    check_memory(static_cast<double>(tokens) * static_cast<double>(shape.vocabulary) * sizeof(float),
                 tr("logits of {} tokens among {}", tokens, shape.vocabulary));
    const std::vector<float> state = normed(scheme);
    std::vector<float> all(static_cast<std::size_t>(tokens * shape.vocabulary));
    const Matrix out{std::span(all), tokens, shape.vocabulary};
    const std::int64_t words_at_once = std::max<std::int64_t>(1, numbers_at_once / shape.width);
    for (std::int64_t word = 0; word < shape.vocabulary; word += words_at_once) {
        job_.check();
        const IndexRange words{word, std::min(shape.vocabulary, word + words_at_once)};
        const auto table = decoder_.output_rows(words, job_);
        multiply(plain({std::span(state), tokens, shape.width}),
                 transposed({std::span(*table), words.size(), shape.width}),
                 out.columns_from(word, words.size()));
    }
    return all;
}

std::vector<TokenPredictions> token_predictions(const Decoder& decoder, std::span<const std::int32_t> tokens,
                                                std::span<const DecoderScheme> schemes, const Engine& engine,
                                                const Job& job) {
    job.expect_seconds(static_cast<double>(schemes.size()) *
                       decoder_seconds(decoder.shape(), static_cast<std::int64_t>(tokens.size())));
    DecoderPass pass(decoder, tokens, schemes, engine, job);
    pass.run(decoder.shape().layers);
    return pass.predictions();
}

}  // namespace poslab
