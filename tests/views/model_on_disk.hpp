#pragma once

#include "core/decoder/decoder.hpp"
#include "tests/decoder/made_decoder.hpp"
#include "tests/decoder/plain_decoder.hpp"
#include "tests/support/run_program.hpp"
#include "tests/views/attention_requests.hpp"

#include <cstdint>
#include <fstream>
#include <string>
#include <vector>

namespace poslab::test {

/// The scheme of the plain decoder for a small_config(): p(i, j) as position() returns it.
template <class Position>
[[nodiscard]] PlainScheme plain_scheme_by(const Position& position, double base = 10000) {
    return {plain_frequencies(16, base),
            [position](std::int64_t i, std::int64_t j) -> std::optional<double> { return position(i, j); }};
}
[[nodiscard]] inline PlainScheme plain_rope(double base = 10000) {
    return plain_scheme_by([](std::int64_t i, std::int64_t j) { return static_cast<double>(i - j); }, base);
}

/// A small model on disk with `count` tokens to read, and the plain decoder for it.
class ModelOnDisk {
  public:
    ModelOnDisk(nlohmann::json config, std::int64_t count) : made_{std::move(config)} {
        made_.write(folder_.path());
        std::ofstream list(folder_ / "tokens.txt");
        for (std::int64_t n = 0; n < count; ++n) {
            tokens_.push_back(static_cast<std::int32_t>((n * n * 3 + n) % 48));
            list << tokens_.back() << ' ';
        }
        list.close();
        shape_ = Decoder(folder_.path()).shape();
    }
    ModelOnDisk(const char* family, std::int64_t count) : ModelOnDisk(small_config(family), count) {}

    /// Parameters of a view, plus `more`.
    [[nodiscard]] ParameterTexts parameters(const ParameterTexts& more = {}) const {
        ParameterTexts all{{"model", folder_.path()},
                           {"tokens", folder_ / "tokens.txt"},
                           {"length", std::to_string(tokens_.size())}};
        all.insert(all.end(), more.begin(), more.end());
        return all;
    }
    [[nodiscard]] const std::vector<std::int32_t>& tokens() const { return tokens_; }
    [[nodiscard]] std::string folder() const { return folder_.path(); }
    [[nodiscard]] const DecoderShape& shape() const { return shape_; }

    /// -ln p of each next token of a piece.
    [[nodiscard]] std::vector<double> losses(const PlainSchemes& schemes, std::size_t first,
                                             std::size_t count) const {
        const auto begin = tokens_.begin() + static_cast<std::ptrdiff_t>(first);
        const std::vector<std::int32_t> piece(begin, begin + static_cast<std::ptrdiff_t>(count));
        return plain_losses(PlainDecoder(shape_, made_.tensors).logits(piece, schemes),
                            std::span(piece).subspan(1));
    }
    /// Logits of queries and keys of a head rotated by `shown`, [tokens][i + 1]; the layers before it use
    /// `own`.
    [[nodiscard]] std::vector<std::vector<double>> logits(std::int64_t layer, std::int64_t head,
                                                          const PlainScheme& shown,
                                                          const PlainScheme& own = plain_rope()) const {
        return PlainDecoder(shape_, made_.tensors).head_logits(tokens_, own, layer, head, shown);
    }

  private:
    TemporaryFolder folder_;
    MadeDecoder made_;
    std::vector<std::int32_t> tokens_;
    DecoderShape shape_;
};

}  // namespace poslab::test
