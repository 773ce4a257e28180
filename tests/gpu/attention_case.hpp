#pragma once

#include "core/encoding/plan.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

namespace poslab::gpu {

/// A piece of a map: the keys of each row in it, and the numbers whose difference is its position, n = row
/// number - key number.
struct PieceCase {
    std::vector<IndexRange> keys;           // per row
    std::vector<std::int32_t> row_numbers;  // per row
    std::vector<std::int32_t> key_numbers;  // per key
    std::size_t rotation = 0;
    std::vector<float> bias{};  // for n = min_bias, ...; empty: none
    std::int32_t min_bias = 0;
    IndexRange trained{-(1 << 30), 1 << 30};
};

/// Input of the attention kernels, independent of the layout of their buffers. Logits are in units of log2.
struct AttentionCase {
    std::size_t dims = 0;
    std::int32_t tokens = 0;
    std::vector<std::int32_t> row_tokens, key_tokens;
    std::vector<std::vector<float>> queries, keys;  // [rotations][rows or keys, dims], rotated
    std::vector<PieceCase> pieces{};
    std::vector<float> distance_bias{};  // for D = 1 - tokens ... tokens - 1; empty: none
    std::vector<float> decay{};          // per dimension: q_d k_d is multiplied by 2^(decay_d D); empty: none
    int decay_block = 0;
    std::vector<std::int32_t> segments{};  // per row, a number that successive rows share, or -1
    std::vector<std::int32_t> columns{};   // per key, or -1
    std::int32_t column_count = 0;
    std::int32_t near = 0;
};

inline std::vector<float> random_numbers(std::size_t count, double scale, std::mt19937& random) {
    std::normal_distribution<double> normal(0, scale);
    std::vector<float> numbers(count);
    for (float& number : numbers) number = static_cast<float>(normal(random));
    return numbers;
}

/// `tokens` rows and keys without any piece; each row is a segment, each key a column. Logits have a spread
/// of about `spread`.
inline AttentionCase attention_case(std::int32_t tokens, std::size_t dims, std::size_t rotations,
                                    double spread) {
    std::mt19937 random(20260u + static_cast<unsigned>(tokens));
    AttentionCase attention;
    attention.dims = dims;
    attention.tokens = attention.column_count = tokens;
    attention.near = 9;
    for (std::int32_t token = 0; token < tokens; ++token)
        for (auto* list :
             {&attention.row_tokens, &attention.key_tokens, &attention.segments, &attention.columns})
            list->push_back(token);
    const double scale = std::sqrt(spread / std::sqrt(static_cast<double>(dims)));
    for (std::size_t rotation = 0; rotation < rotations; ++rotation) {
        attention.queries.push_back(random_numbers(static_cast<std::size_t>(tokens) * dims, scale, random));
        attention.keys.push_back(random_numbers(static_cast<std::size_t>(tokens) * dims, scale, random));
    }
    return attention;
}

/// Adds a piece of distances least ... most from token i to keys begin ... end - 1, with position n = i - j.
inline PieceCase& add_piece(AttentionCase& attention, std::int64_t least, std::int64_t most,
                            std::size_t rotation, IndexRange keys = {0, 1 << 30}) {
    PieceCase piece;
    const auto count = static_cast<std::int64_t>(attention.key_tokens.size());
    for (const std::int64_t token : attention.row_tokens) {
        const std::int64_t begin = std::max({std::int64_t{0}, keys.begin, token - most});
        const std::int64_t end = std::min({count, keys.end, token - least + 1});
        piece.keys.push_back(begin < end ? IndexRange{begin, end} : IndexRange{0, 0});
    }
    piece.row_numbers = attention.row_tokens;
    piece.key_numbers = attention.key_tokens;
    piece.rotation = rotation;
    attention.pieces.push_back(std::move(piece));
    return attention.pieces.back();
}

/// Gives the piece a bias at each of its positions: `slope` n plus a random number.
inline void add_bias(PieceCase& piece, double slope) {
    std::mt19937 random(7);
    const auto [row_least, row_most] =
        std::minmax_element(piece.row_numbers.begin(), piece.row_numbers.end());
    const auto [key_least, key_most] =
        std::minmax_element(piece.key_numbers.begin(), piece.key_numbers.end());
    piece.min_bias = *row_least - *key_most;
    piece.bias =
        random_numbers(static_cast<std::size_t>(*row_most - *key_least - piece.min_bias + 1), 1, random);
    for (std::size_t n = 0; n < piece.bias.size(); ++n)
        piece.bias[n] += static_cast<float>(slope * (static_cast<double>(n) + piece.min_bias));
}

/// Sets `count` columns of `width` keys from key `first` on; later keys have no column.
inline void set_columns(AttentionCase& attention, std::int32_t first, std::int32_t width,
                        std::int32_t count) {
    attention.column_count = count;
    for (std::size_t key = 0; key < attention.columns.size(); ++key) {
        const auto at = static_cast<std::int32_t>(key) - first;
        attention.columns[key] = at >= 0 && at < width * count ? at / width : -1;
    }
}

/// Sets segments of `height` rows; every fourth has none.
inline void set_segments(AttentionCase& attention, std::int32_t height) {
    for (std::size_t row = 0; row < attention.segments.size(); ++row) {
        const std::int32_t segment = static_cast<std::int32_t>(row) / height;
        attention.segments[row] = segment % 4 == 3 ? -1 : segment;
    }
}

struct CaseCell {
    bool masked = true;
    bool beyond = false;
    double logit = 0;
    double size = 0;  // sum of absolute terms, which bounds the rounding
};

/// The logits of a case in float64, computed cell by cell.
class CaseCells {
  public:
    explicit CaseCells(const AttentionCase& attention)
        : keys_(attention.key_tokens.size()), cells_(attention.row_tokens.size() * keys_) {
        for (const PieceCase& piece : attention.pieces)
            for (std::size_t row = 0; row < attention.row_tokens.size(); ++row)
                for (std::int64_t key = piece.keys[row].begin; key < piece.keys[row].end; ++key)
                    set(attention, piece, row, static_cast<std::size_t>(key));
    }

    [[nodiscard]] const CaseCell& at(std::size_t row, std::size_t key) const {
        return cells_[row * keys_ + key];
    }
    [[nodiscard]] std::size_t keys() const { return keys_; }

    /// Returns log2 of the sum of 2^logit over the row; NaN if it is not finite.
    [[nodiscard]] double log_sum(std::size_t row) const {
        double largest = -INFINITY, sum = 0;
        for (std::size_t key = 0; key < keys_; ++key)
            if (!at(row, key).masked) largest = std::max(largest, at(row, key).logit);
        for (std::size_t key = 0; key < keys_; ++key)
            if (!at(row, key).masked) sum += std::exp2(at(row, key).logit - largest);
        return sum > 0 && std::isfinite(sum) ? largest + std::log2(sum) : NAN;
    }

  private:
    void set(const AttentionCase& attention, const PieceCase& piece, std::size_t row, std::size_t key) {
        const float* const q = attention.queries[piece.rotation].data() + row * attention.dims;
        const float* const k = attention.keys[piece.rotation].data() + key * attention.dims;
        const std::int32_t distance = attention.row_tokens[row] - attention.key_tokens[key];
        const std::int32_t n = piece.row_numbers[row] - piece.key_numbers[key];
        double sum = 0, q_square = 0, k_square = 0;
        for (std::size_t d = 0; d < attention.dims; ++d) {
            const double decay =
                attention.decay.empty() ? 1 : std::exp2(static_cast<double>(attention.decay[d]) * distance);
            sum += decay * q[d] * k[d];
            q_square += decay * q[d] * q[d];
            k_square += decay * k[d] * k[d];
        }
        if (!piece.bias.empty())
            sum += static_cast<double>(piece.bias[static_cast<std::size_t>(n - piece.min_bias)]);
        if (!attention.distance_bias.empty())
            sum += static_cast<double>(
                attention.distance_bias[static_cast<std::size_t>(distance + attention.tokens - 1)]);
        cells_[row * keys_ + key] = {false, !piece.trained.contains(n), sum, std::sqrt(q_square * k_square)};
    }

    std::size_t keys_;
    std::vector<CaseCell> cells_;
};

}  // namespace poslab::gpu
