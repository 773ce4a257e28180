// The fourth term of RoPE + bias, a^T R_(-D) b, at every distance below `length`: a sum of cosines and sines.
#include "app/bench/bias_decay.hpp"

#include "app/bench/profile_trial.hpp"
#include "core/base/random.hpp"
#include "core/encoding/frequencies.hpp"
#include "core/encoding/precision.hpp"

namespace poslab {
namespace {

std::vector<double> gaussian(RandomStream stream, std::int64_t dim) {
    std::vector<double> numbers;
    for (std::int64_t n = 0; n < dim; ++n)
        numbers.push_back(random_normal(1, stream, static_cast<std::uint64_t>(n)));
    return numbers;
}

Trial bias_decay_trial(Precision, std::int64_t distances) {
    return cosine_profile_trial(bias_decay_product().sum, distances);
}

}  // namespace

RotatedProduct bias_decay_product() {
    const RotarySpec spec;
    return rotated_product(gaussian(RandomStream::query_bias, spec.dim),
                           gaussian(RandomStream::key_bias, spec.dim),
                           {rotary_frequencies(spec).inverse_frequency, Pairing::gpt_j});
}

Benchmark bias_decay_benchmark() {
    return {.name = "bias-decay",
            .help = "inner product of two biases by distance, a sum of cosines and sines",
            .length = 1'000'000,
            .quick_length = 65'536,
            .rounds = 31,
            .prepare = bias_decay_trial};
}

}  // namespace poslab
