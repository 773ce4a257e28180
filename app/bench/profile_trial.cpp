#include "core/base/job.hpp"
#include "core/engine/cosine_sum.hpp"
#include "core/engine/engine.hpp"

#include "app/bench/profile_trial.hpp"

#include "app/bench/probes.hpp"

#include <fmt/format.h>

namespace poslab {

Trial cosine_profile_trial(const CosineSum& sum, std::int64_t distances) {
    const double terms = terms_of(sum, {0, distances});
    const double bytes = 8 * static_cast<double>(distances);
    const auto run = [sum, distances](const Engine& engine, const Job& job) {
        static_cast<void>(engine.run(operation::CosineProfile{sum, {0, distances}}, job));
    };
    return {fmt::format("{} distances, 128 dimensions", distances),
            {{"cosine-profile", {terms, bytes}, run, false, {.float64 = terms, .bytes = bytes}}},
            {rotation_bound(static_cast<std::int64_t>(terms)), result_bound(8 * distances)}};
}

}  // namespace poslab
