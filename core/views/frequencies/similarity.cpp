// S(Δ) over all distances: the first negative distance, a thinned curve, and envelopes over logarithmic
// steps.

#include "core/base/errors.hpp"
#include "core/engine/cosine_sum.hpp"
#include "core/views/frequencies/frequencies.hpp"
#include "core/views/thinning.hpp"

#include <complex>

namespace poslab::frequencies {
namespace {

constexpr std::int64_t chunk = std::int64_t{1} << 18;
constexpr std::int64_t max_points = 65'536;
constexpr double steps = 192;  // of the drawn curve: few enough for a narrow plot to show the mean as a line

SimilarityCurve scan(const std::vector<double>& frequencies, std::int64_t length,
                     const std::vector<std::int64_t>& distances, const Engine& engine, const Job& job) {
    const auto pairs = static_cast<double>(frequencies.size());
    const CosineSum sum{frequencies, std::vector<double>(frequencies.size(), 1 / pairs), {}};
    SimilarityCurve curve;
    curve.values.reserve(distances.size());
    EnvelopeBuilder builder = EnvelopeBuilder::logarithmic(length, steps);
    std::size_t next = 0;
    for (std::int64_t begin = 0; begin < length; begin += chunk) {
        const std::int64_t end = std::min(begin + chunk, length);
        const NumberBuffer values = engine.run(operation::CosineProfile{sum, {begin, end}}, job);
        const auto negative =
            std::find_if(values.begin(), values.end(), [](double value) { return value < 0; });
        if (negative != values.end() && !curve.first_negative)
            curve.first_negative = begin + (negative - values.begin());
        builder.append(begin, values);
        for (; next < distances.size() && distances[next] < end; ++next)
            curve.values.push_back(values[static_cast<std::size_t>(distances[next] - begin)]);
    }
    curve.envelope = builder.finish();
    return curve;
}

}  // namespace

Similarity similarity_of(const RotaryFrequencies& frequencies, std::int64_t length, std::int64_t train_length,
                         const Engine& engine, const Job& job) {
    const CosineSum all{frequencies.inverse_frequency, frequencies.inverse_frequency, {}};
    if (const Message reason =
            engine.unsupported_reason(Operation::cosine_profile, terms_of(all, {0, length}));
        !reason.empty())
        throw TooLarge(reason);
    Similarity similarity;
    const std::array<std::int64_t, 2> breaks{train_length - 1, train_length};
    similarity.distances = thinned_indices(length, max_points, breaks);
    similarity.scaled = scan(frequencies.inverse_frequency, length, similarity.distances, engine, job);
    similarity.unscaled = frequencies.unscaled == frequencies.inverse_frequency
                              ? similarity.scaled
                              : scan(frequencies.unscaled, length, similarity.distances, engine, job);
    return similarity;
}

std::vector<double> upper_bound(std::span<const double> inverse_frequency,
                                std::span<const std::int64_t> distances) {
    std::vector<Phase> phases;
    for (const double frequency : inverse_frequency) phases.push_back(fixed_frequency(frequency));
    std::vector<double> bound;
    bound.reserve(distances.size());
    for (const std::int64_t distance : distances) {
        std::complex<double> partial = 0;
        double sum = 0;
        for (const Phase& frequency : phases) {
            partial +=
                std::polar(1.0, signed_angle(phase_at(static_cast<std::uint32_t>(distance), frequency)));
            sum += std::abs(partial);
        }
        bound.push_back(sum / static_cast<double>(inverse_frequency.size()));
    }
    return bound;
}

}  // namespace poslab::frequencies
