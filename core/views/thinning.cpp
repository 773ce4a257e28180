#include "core/views/thinning.hpp"

#include <algorithm>

namespace poslab {

std::vector<std::int64_t> thinned_indices(std::int64_t n, std::int64_t limit,
                                          std::span<const std::int64_t> keep) {
    std::vector<std::int64_t> indices;
    if (n <= limit) {
        for (std::int64_t i = 0; i < n; ++i) indices.push_back(i);
        return indices;
    }
    for (const std::int64_t i : keep)
        if (i >= 0 && i < n) indices.push_back(i);
    const std::int64_t even = std::max<std::int64_t>(2, limit - static_cast<std::int64_t>(indices.size()));
    for (std::int64_t i = 0; i < even; ++i) indices.push_back(i * (n - 1) / (even - 1));
    std::sort(indices.begin(), indices.end());
    indices.erase(std::unique(indices.begin(), indices.end()), indices.end());
    return indices;
}

}  // namespace poslab
