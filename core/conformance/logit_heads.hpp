#pragma once

#include "core/conformance/decoded_position.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace poslab {

/// Heads of queries and of keys before the rotation, [heads, vectors, dim] each; several heads of queries may share one of keys.
struct LogitHeads {
    std::vector<double> queries, keys;
    std::int64_t heads = 1, key_heads = 1, query_count = 0, key_count = 0, dim = 0;

    /// A cache holds the keys before the first query.
    [[nodiscard]] std::int64_t cached() const { return key_count - query_count; }
    [[nodiscard]] double query_position(std::int64_t row) const { return static_cast<double>(row % query_count + cached()); }
    [[nodiscard]] std::int64_t key_head(std::int64_t row, KeyHeads rule = KeyHeads::grouped) const {
        const std::int64_t head = row / query_count, grouped = head * key_heads / heads;
        switch (rule) {
            case KeyHeads::grouped:
                break;
            case KeyHeads::modulo:
                return head % key_heads;
            case KeyHeads::first:
                return 0;
            case KeyHeads::reversed:
                return key_heads - 1 - grouped;
        }
        return grouped;
    }
    [[nodiscard]] std::span<const double> query(std::int64_t row) const { return vector(queries, row); }
    [[nodiscard]] std::span<const double> key(std::int64_t place) const { return vector(keys, place); }

  private:
    [[nodiscard]] std::span<const double> vector(const std::vector<double>& all, std::int64_t place) const {
        return std::span(all).subspan(static_cast<std::size_t>(place * dim), static_cast<std::size_t>(dim));
    }
};

/// The positions that the logits of the first head show: of queries next to right keys, of keys next to right queries, and of both,
/// token by token, where no cache holds earlier keys. `logits` [heads · queries, keys], NaN where masked.
[[nodiscard]] std::vector<PositionSeries> positions_in_logits(const LogitHeads& heads, std::span<const double> logits,
                                                              const Practice& practice);

}  // namespace poslab
