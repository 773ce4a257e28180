#include "core/engine/attention.hpp"
#include "core/engine/attention_strips/outcome.hpp"
#include "core/engine/attention_strips/problem.hpp"
#include "core/engine/attention_strips/strip_worker.hpp"

#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/parallel_invoke.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <optional>

namespace poslab {
namespace {

using namespace attention_strips;

// Each thread takes the next strip until none is left.
void visit_strips(const Problem& problem, Outcome& outcome, const Job& job) {
    std::atomic<std::size_t> next{0};
    std::atomic<std::uint64_t> cells_done{0};
    const auto work = [&] {
        std::size_t strip = next++;
        if (strip >= problem.strips.size()) return;
        StripWorker worker(problem, outcome, job, cells_done);
        try {
            for (; strip < problem.strips.size(); strip = next++) worker.run(strip);
        } catch (...) {
            next = problem.strips.size();  // the other threads need not go on
            throw;
        }
        worker.finish();
    };
    const auto threads = std::min(problem.strips.size(), static_cast<std::size_t>(oneapi::tbb::this_task_arena::max_concurrency()));
    if (!problem.parallel() || threads < 2)
        work();
    else
        oneapi::tbb::parallel_for(std::size_t{0}, threads, [&](std::size_t) { work(); });
}

}  // namespace

AttentionResult attention_by_panels(const AttentionInput& input, const AttentionRequest& request, const Job& job) {
    check_attention(input, request);
    job.check();
    Problem problem(input, request, job);
    problem.check_memory();
    std::optional<Outcome> outcome;
    const auto make_outcome = [&] { outcome.emplace(problem); };
    const auto pack_keys = [&] {
        for (PackedKeys& keys : problem.packed)
            keys.pack(problem.plan, *input.keys, problem.order, *problem.keys, problem.parallel(), job);
    };
    if (problem.parallel()) {
        oneapi::tbb::parallel_invoke(make_outcome, pack_keys);  // laying out a large field takes a while
    } else {
        make_outcome();
        pack_keys();
    }
    visit_strips(problem, *outcome, job);
    outcome->finish();
    return std::move(outcome->result);
}

}  // namespace poslab
