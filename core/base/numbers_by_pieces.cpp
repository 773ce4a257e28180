#include "core/base/numbers_by_pieces.hpp"

#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <atomic>

namespace poslab {

NumberBuffer numbers_by_pieces(std::size_t count, std::size_t piece, bool on_all_threads,
                               const std::function<void(std::size_t n, double* numbers)>& write) {
    NumberBuffer numbers = NumberBuffer::unwritten(count);
    const std::size_t pieces = (count + piece - 1) / piece;
    std::atomic<std::size_t> next{0};
    const auto write_pieces = [&](int /*thread*/) {
        for (std::size_t n = next++; n < pieces; n = next++) write(n, numbers.data());
    };
    if (on_all_threads && pieces > 1)
        oneapi::tbb::parallel_for(0, oneapi::tbb::this_task_arena::max_concurrency(), write_pieces);
    else
        write_pieces(0);
    return numbers;
}

}  // namespace poslab
