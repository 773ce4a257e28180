#pragma once

#include <cstdint>

namespace poslab {

/// Half-open range of tokens or distances, [begin, end).
struct IndexRange {
    std::int64_t begin = 0;
    std::int64_t end = 0;

    [[nodiscard]] std::int64_t size() const { return end > begin ? end - begin : 0; }
    [[nodiscard]] bool contains(std::int64_t t) const { return t >= begin && t < end; }
    bool operator==(const IndexRange&) const = default;
};

}  // namespace poslab
