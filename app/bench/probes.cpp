#include "app/bench/probes.hpp"

#include "app/bench/exponentials.hpp"
#include "app/bench/measure.hpp"
#include "core/base/aligned_numbers.hpp"
#include "core/base/in_parallel.hpp"
#include "core/blas/open_blas.hpp"
#include "core/blas/products.hpp"
#include "core/engine/rotation_product.hpp"

#include <fmt/format.h>
#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/enumerable_thread_specific.h>
#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <memory>

namespace poslab {
namespace {

using Floats = std::vector<float>;
using FloatsOfThreads = oneapi::tbb::enumerable_thread_specific<Floats>;

// OpenBLAS's threads busy-wait for 2^26 cycles before they sleep.
constexpr std::chrono::milliseconds until_blas_sleeps{80};

struct Factors {
    std::int64_t tokens, dim;
    Floats queries, keys;
};

std::shared_ptr<const Factors> factors(std::int64_t tokens, std::int64_t dim) {
    const auto size = static_cast<std::size_t>(tokens * dim);
    return std::make_shared<const Factors>(Factors{tokens, dim, Floats(size, 0.5F), Floats(size, 0.25F)});
}

Probe tiles(const std::shared_ptr<const Factors>& inputs, std::int64_t side) {
    std::vector<std::pair<std::int64_t, std::int64_t>> places;
    for (std::int64_t i = 0; i + side <= inputs->tokens; i += side)
        for (std::int64_t j = 0; j <= i; j += side) places.emplace_back(i, j);
    const double work = static_cast<double>(places.size()) * static_cast<double>(side * side * inputs->dim);
    const auto results =
        std::make_shared<FloatsOfThreads>([side] { return Floats(static_cast<std::size_t>(side * side)); });
    const auto run = [inputs, side, places, results] {
        oneapi::tbb::parallel_for(std::size_t{0}, places.size(), [&](std::size_t n) {
            const auto [i, j] = places[n];
            OpenBlas::loaded().product(side, side, inputs->dim, inputs->queries.data() + i * inputs->dim,
                                       inputs->keys.data() + j * inputs->dim, results->local().data());
        });
    };
    return {fmt::format("{}, tiles of {}", OpenBlas::loaded().name(), side), work, run};
}

Probe whole_matrix(const std::shared_ptr<const Factors>& inputs) {
    const auto cells = inputs->tokens * inputs->tokens;
    const auto result = std::make_shared<Floats>(static_cast<std::size_t>(cells));
    const auto run = [inputs, result] {
        OpenBlas::loaded().product_on(processor_threads(), inputs->tokens, inputs->tokens, inputs->dim,
                                      inputs->queries.data(), inputs->keys.data(), result->data());
    };
    return {OpenBlas::loaded().name() + ", whole matrix", static_cast<double>(cells * inputs->dim), run,
            until_blas_sleeps};
}

}  // namespace

Bound product_bound(std::int64_t tokens, std::int64_t dim, bool whole) {
    const auto inputs = factors(std::clamp<std::int64_t>(tokens, 512, 4096), dim);
    Bound bound{"product",
                "multiply-adds",
                {tiles(inputs, 256), tiles(inputs, 384), tiles(inputs, 512)},
                false,
                DeviceRate::product};
    if (whole) bound.probes.push_back(whole_matrix(inputs));
    return bound;
}

Bound matrix_bound(std::int64_t rows, std::int64_t inner, std::int64_t columns) {
    struct Held {
        Floats states, weights, out;
    };
    const auto size = [](std::int64_t a, std::int64_t b) { return static_cast<std::size_t>(a * b); };
    const auto held = std::make_shared<Held>(Held{
        Floats(size(rows, inner), 0.5F), Floats(size(columns, inner), 0.25F), Floats(size(rows, columns))});
    const auto in_blocks = [=] {
        multiply(plain({std::span<const float>(held->states), rows, inner}),
                 transposed({std::span<const float>(held->weights), columns, inner}),
                 {std::span(held->out), rows, columns});
    };
    const auto on_its_threads = [=] {
        OpenBlas::loaded().product_on(processor_threads(), rows, columns, inner, held->states.data(),
                                      held->weights.data(), held->out.data());
    };
    const double work = static_cast<double>(rows) * static_cast<double>(inner) * static_cast<double>(columns);
    const std::string name = OpenBlas::loaded().name();
    return {"product",
            "multiply-adds",
            {{name + ", in blocks", work, in_blocks},
             {name + ", its own threads", work, on_its_threads, until_blas_sleeps}}};
}

Bound exponential_bound(std::int64_t count) {
    constexpr std::size_t block = 2048;
    struct Buffers {
        Floats in = Floats(block), out = Floats(block);
    };
    const auto buffers = std::make_shared<oneapi::tbb::enumerable_thread_specific<Buffers>>([] {
        Buffers made;
        for (std::size_t n = 0; n < block; ++n)
            made.in[n] = -10.0F * static_cast<float>(n) / static_cast<float>(block);
        return made;
    });
    constexpr std::size_t min_blocks = 1024;  // with fewer, starting the threads would dominate
    const std::size_t blocks = std::max(min_blocks, static_cast<std::size_t>(count) / block);
    const auto run = [buffers, blocks] {
        oneapi::tbb::parallel_for(oneapi::tbb::blocked_range<std::size_t>(0, blocks, 16),
                                  [&](const auto& range) {
                                      Buffers& mine = buffers->local();
                                      for (std::size_t n = range.begin(); n < range.end(); ++n)
                                          exponentials(mine.in.data(), mine.out.data(), block);
                                  });
    };
    return {"exponentials",
            "exponentials",
            {{"vector functions of the C library", static_cast<double>(blocks * block), run}}};
}

Bound rotation_bound(std::int64_t count) {
    constexpr std::size_t frequencies = 64, panels = cached_panels, blocks = cached_blocks;
    constexpr std::size_t reach = panels * rotation_panel;
    constexpr std::size_t values = blocks * (2 * reach - 1);
    struct Tables {
        AlignedNumbers table = AlignedNumbers(2 * reach * frequencies, 0.5);
        std::vector<double> seeds = std::vector<double>(2 * blocks * frequencies, 0.5);
        std::vector<double> results = std::vector<double>(values);
    };
    const auto tables = std::make_shared<oneapi::tbb::enumerable_thread_specific<Tables>>();
    const auto calls = std::max<std::size_t>(static_cast<std::size_t>(processor_threads()),
                                             static_cast<std::size_t>(count) / (values * frequencies));
    const auto run = [tables, calls] {
        oneapi::tbb::parallel_for(std::size_t{0}, calls, [&](std::size_t) {
            Tables& mine = tables->local();
            std::vector<double*> centers;
            for (std::size_t block = 0; block < blocks; ++block)
                centers.push_back(mine.results.data() + block * (2 * reach - 1) + reach - 1);
            multiply_rotations({frequencies, panels, mine.table.data(), mine.seeds.data(), centers});
        });
    };
    return {"product",
            "multiply-adds",
            {{"precomputed rotations", static_cast<double>(calls * values * frequencies), run}}};
}

Bound result_bound(std::int64_t bytes) {
    const auto count = static_cast<std::size_t>(bytes) / sizeof(double);
    const auto on_one = [count] { static_cast<void>(*std::make_unique<std::vector<double>>(count, 0.5)); };
    const auto on_all = [count] {
        const auto numbers = std::make_unique_for_overwrite<double[]>(count);
        oneapi::tbb::parallel_for(
            oneapi::tbb::blocked_range<std::size_t>(0, count, 65536), [&](const auto& range) {
                std::fill(numbers.get() + range.begin(), numbers.get() + range.end(), 0.5);
            });
    };
    const auto work = static_cast<double>(count * sizeof(double));
    return {"result",
            "bytes",
            {{"one thread", work, on_one}, {"all threads", work, on_all}},
            true,
            DeviceRate::copy};
}

}  // namespace poslab
