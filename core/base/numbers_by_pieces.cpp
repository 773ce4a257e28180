#include "core/base/numbers_by_pieces.hpp"

#include "core/base/large_pages.hpp"

#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <mutex>

namespace poslab {

std::vector<double> numbers_by_pieces(std::size_t count, std::size_t piece, bool on_all_threads,
                                      const std::function<void(std::size_t n, double* numbers)>& write) {
    std::vector<double> numbers = reserved_in_large_pages(count);
    double* const begin = numbers.data();
    const std::size_t pieces = (count + piece - 1) / piece;
    std::mutex growth;
    std::atomic<std::size_t> next{0};
    const auto write_pieces = [&](int /*thread*/) {
        for (std::size_t n = next++; n < pieces; n = next++) {
            {
                const std::lock_guard lock(growth);
                // Nothing moves: the memory is reserved.
                numbers.resize(std::max(numbers.size(), std::min(count, (n + 1) * piece)));
            }
            write(n, begin);
        }
    };
    if (on_all_threads && pieces > 1)
        oneapi::tbb::parallel_for(0, oneapi::tbb::this_task_arena::max_concurrency(), write_pieces);
    else
        write_pieces(0);
    return numbers;
}

}  // namespace poslab
