#pragma once

#include "core/conformance/decoded_position.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace poslab {

/// Heads of queries and keys before the rotation, [heads, vectors, dim] each; several query heads may share a
/// key head.
struct LogitHeads {
    std::vector<double> queries, keys;
    std::vector<double> positions;  // of keys; the queries are the last of them; empty: 0, 1, 2 …
    std::int64_t heads = 1, key_heads = 1, query_count = 0, key_count = 0, dim = 0;

    /// Number of keys before the first query, as in a cache.
    [[nodiscard]] std::int64_t cached() const { return key_count - query_count; }
    [[nodiscard]] double query_position(std::int64_t row) const {
        return key_position(row % query_count + cached());
    }
    [[nodiscard]] double key_position(std::int64_t key) const {
        return positions.empty() ? static_cast<double>(key) : positions[static_cast<std::size_t>(key)];
    }
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
    [[nodiscard]] std::span<const double> key(std::int64_t index) const { return vector(keys, index); }

  private:
    [[nodiscard]] std::span<const double> vector(const std::vector<double>& all, std::int64_t index) const {
        return std::span(all).subspan(static_cast<std::size_t>(index * dim), static_cast<std::size_t>(dim));
    }
};

/// Returns the positions decoded from the logits of the first head: of queries given right keys, of keys
/// given right queries, and of both, token by token, if there are no cached keys. `logits` [heads · queries,
/// keys], NaN if masked.
[[nodiscard]] std::vector<PositionSeries> positions_in_logits(const LogitHeads& heads,
                                                              std::span<const double> logits,
                                                              const Implementation& implementation);

}  // namespace poslab
