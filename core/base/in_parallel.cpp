#include "core/base/in_parallel.hpp"

#include <oneapi/tbb/info.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

namespace poslab {

void in_parallel(std::size_t count, std::size_t steps, const std::function<void(std::size_t)>& body) {
    constexpr std::size_t worth_threads = std::size_t{1} << 14U;
    if (steps < worth_threads) {
        for (std::size_t n = 0; n < count; ++n) body(n);
        return;
    }
    oneapi::tbb::this_task_arena::isolate([&] { oneapi::tbb::parallel_for(std::size_t{0}, count, body); });
}

int processor_threads() { return oneapi::tbb::info::default_concurrency(); }

}  // namespace poslab
