#include "core/engine/attention.hpp"
#include "core/engine/flash_attention/attention_accumulator.hpp"
#include "core/engine/flash_attention/attention_schedule.hpp"
#include "core/engine/flash_attention/strip_worker.hpp"

#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/parallel_invoke.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <optional>

namespace poslab {
namespace {

using namespace flash_attention;

// Each thread takes the next strip until none is left.
void visit_strips(const AttentionSchedule& schedule, AttentionAccumulator& accumulator, const Job& job) {
    std::atomic<std::size_t> next{0};
    std::atomic<std::uint64_t> cells_done{0};
    const auto work = [&] {
        std::size_t strip = next++;
        if (strip >= schedule.strips.size()) return;
        StripWorker worker(schedule, accumulator, job, cells_done);
        try {
            for (; strip < schedule.strips.size(); strip = next++) worker.run(strip);
        } catch (...) {
            next = schedule.strips.size();  // the other threads need not go on
            throw;
        }
        worker.finish();
    };
    const auto threads = std::min(schedule.strips.size(),
                                  static_cast<std::size_t>(oneapi::tbb::this_task_arena::max_concurrency()));
    if (!schedule.parallel() || threads < 2)
        work();
    else
        oneapi::tbb::parallel_for(std::size_t{0}, threads, [&](std::size_t) { work(); });
}

}  // namespace

AttentionResult attention_by_panels(const AttentionInput& input, const AttentionRequest& request,
                                    const Job& job) {
    check_attention(input, request);
    job.check();
    AttentionSchedule schedule(input, request, job);
    schedule.check_memory();
    std::optional<AttentionAccumulator> accumulator;
    const auto make_outcome = [&] { accumulator.emplace(schedule); };
    const auto pack_keys = [&] {
        for (PackedKeys& keys : schedule.packed)
            keys.pack(schedule.plan, *input.keys, schedule.order, *schedule.keys, schedule.parallel(), job);
    };
    if (schedule.parallel()) {
        oneapi::tbb::parallel_invoke(make_outcome, pack_keys);  // laying out a large field takes a while
    } else {
        make_outcome();
        pack_keys();
    }
    visit_strips(schedule, *accumulator, job);
    accumulator->finish();
    return std::move(accumulator->result);
}

}  // namespace poslab
