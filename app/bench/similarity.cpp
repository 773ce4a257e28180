// S(distance) = (2/d) sum of cos(distance theta_p) at every distance below `length`, d = 128, base 1e4.
#include "app/bench/probes.hpp"
#include "core/encoding/frequencies.hpp"

#include <fmt/format.h>

namespace poslab {
namespace {

Trial similarity_trial(const Engine& engine, std::int64_t distances) {
    CosineSum sum;
    sum.frequencies = rotary_frequencies(RotarySpec{}).inverse_frequency;
    sum.cosine_weights.assign(sum.frequencies.size(), 1 / static_cast<double>(sum.frequencies.size()));
    const double terms = terms_of(sum, {0, distances});
    const double bytes = 8 * static_cast<double>(distances);
    const auto run = [&engine, sum, distances](const Job& job) {
        static_cast<void>(engine.cosine_profile(sum, {0, distances}, job));
    };
    return {fmt::format("{} distances, 128 dimensions", distances),
            {{"cosine-profile", {terms, bytes}, run}},
            {rotation_bound(static_cast<std::int64_t>(terms)), result_bound(8 * distances)}};
}

}  // namespace

Benchmark similarity_benchmark() {
    return {.name = "similarity",
            .help = "similarity of two positions by their distance, a sum of cosines",
            .length = 1'000'000,
            .quick_length = 65'536,
            .rounds = 31,
            .prepare = similarity_trial};
}

}  // namespace poslab
