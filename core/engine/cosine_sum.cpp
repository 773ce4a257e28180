#include "core/engine/cosine_sum.hpp"

#include "core/base/errors.hpp"

#include <fmt/format.h>

namespace poslab {

std::vector<Phase> checked_frequencies(const CosineSum& sum, const IndexRange& distances) {
    const std::size_t count = sum.frequencies.size();
    if (sum.cosine_weights.size() != count || (!sum.sine_weights.empty() && sum.sine_weights.size() != count))
        throw UsageError(fmt::format("sum of cosines: {} frequencies, but {} cosine and {} sine weights",
                                     count, sum.cosine_weights.size(), sum.sine_weights.size()));
    if (distances.size() > 0 && (distances.begin < 0 || distances.end > distance_limit))
        throw UsageError(fmt::format("distances {} to {}: must lie in 0 to {}", distances.begin,
                                     distances.end - 1, distance_limit - 1));
    std::vector<Phase> phases;
    phases.reserve(count);
    for (const double frequency : sum.frequencies) phases.push_back(fixed_frequency(frequency));
    return phases;
}

double terms_of(const CosineSum& sum, const IndexRange& distances) {
    return static_cast<double>(sum.frequencies.size()) * static_cast<double>(distances.size());
}

}  // namespace poslab
