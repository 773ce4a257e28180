// S(distance) = (2/d) sum of cos(distance theta_p) at every distance below `length`, d = 128, base 1e4.
#include "app/bench/profile_trial.hpp"
#include "core/encoding/frequencies.hpp"
#include "core/encoding/precision.hpp"
#include "core/engine/cosine_sum.hpp"

namespace poslab {
namespace {

Trial similarity_trial(Precision, std::int64_t distances) {
    CosineSum sum;
    sum.frequencies = rotary_frequencies(RotarySpec{}).inverse_frequency;
    sum.cosine_weights.assign(sum.frequencies.size(), 1 / static_cast<double>(sum.frequencies.size()));
    return cosine_profile_trial(sum, distances);
}

}  // namespace

Benchmark similarity_benchmark() {
    return {.name = "similarity",
            .help = "similarity of two positions by distance, a sum of cosines",
            .length = 1'000'000,
            .quick_length = 65'536,
            .rounds = 31,
            .prepare = similarity_trial};
}

}  // namespace poslab
