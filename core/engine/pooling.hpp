#pragma once

#include "core/base/index_range.hpp"
#include "core/engine/field.hpp"

#include <cstdint>
#include <vector>

namespace poslab {

/// Returns the tokens that each of `count` output rows (or columns) of `range` covers; one token each for
/// Pool::sample. 1 <= count <= range.size() <= 2^38.
[[nodiscard]] inline std::vector<IndexRange> pooled_ranges(const IndexRange& range, std::int64_t count,
                                                           Pool pool) {
    std::vector<IndexRange> blocks;
    blocks.reserve(static_cast<std::size_t>(count));
    const std::int64_t size = range.size();
    for (std::int64_t a = 0; a < count; ++a) {
        const std::int64_t middle = range.begin + (2 * a + 1) * size / (2 * count);
        if (pool == Pool::sample)
            blocks.push_back({middle, middle + 1});
        else
            blocks.push_back({range.begin + a * size / count, range.begin + (a + 1) * size / count});
    }
    return blocks;
}

/// Returns the index of the output row (or column), out of `count`, that covers a token of `range`; not for
/// Pool::sample.
[[nodiscard]] inline std::int64_t pooled_index(const IndexRange& range, std::int64_t count,
                                               std::int64_t token) {
    std::int64_t a = (token - range.begin) * count / range.size();
    while (range.begin + (a + 1) * range.size() / count <= token) ++a;
    return a;
}

}  // namespace poslab
