#include "core/attention/sources.hpp"

#include "core/base/free_memory.hpp"
#include "core/base/random.hpp"

#include <fmt/format.h>
#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>

#include <atomic>
#include <cmath>
#include <string>

namespace poslab {

namespace {

template <class Real>
class Draw {
  public:
    Draw(const VectorSourceSpec& spec, RandomStream stream, const Job& job) : spec_(spec), stream_(stream), job_(job) {}

    [[nodiscard]] std::vector<Real> numbers() const {
        std::vector<Real> numbers(static_cast<std::size_t>(spec_.tokens * spec_.dim), Real{1});
        if (spec_.source == VectorSource::constant) return numbers;
        const std::int64_t drawn = spec_.source == VectorSource::repeated ? std::min(spec_.period, spec_.tokens) : spec_.tokens;
        draw_rows(drawn, numbers);
        if (spec_.source == VectorSource::smooth) smooth(numbers);
        const auto repeated = static_cast<std::size_t>(drawn * spec_.dim);
        for (std::size_t n = repeated; n < numbers.size(); ++n) numbers[n] = numbers[n - repeated];
        return numbers;
    }

  private:
    void draw_rows(std::int64_t rows, std::vector<Real>& numbers) const {
        const std::int64_t first = spec_.head * spec_.tokens;
        std::atomic<std::int64_t> done{0};
        oneapi::tbb::parallel_for(oneapi::tbb::blocked_range<std::int64_t>(0, rows, 64), [&](const auto& range) {
            for (std::int64_t row = range.begin(); row < range.end(); ++row) {
                draw_row(row, first, numbers);
                if (row % 64 == 0) job_.progress(static_cast<double>(done += 64) / static_cast<double>(rows + 64));
            }
        });
    }

    void draw_row(std::int64_t row, std::int64_t first, std::vector<Real>& numbers) const {
        job_.check();
        for (std::int64_t n = row * spec_.dim; n < (row + 1) * spec_.dim; ++n)
            numbers[static_cast<std::size_t>(n)] = static_cast<Real>(
                random_normal(static_cast<std::uint64_t>(spec_.seed), stream_, static_cast<std::uint64_t>(first * spec_.dim + n)));
    }

    void smooth(std::vector<Real>& numbers) const {
        const double rest = std::sqrt(1 - spec_.smoothness * spec_.smoothness);
        const auto dim = static_cast<std::size_t>(spec_.dim);
        std::vector<double> state(numbers.begin(), numbers.begin() + spec_.dim);  // kept in full while numbers are rounded
        for (std::size_t n = dim; n < numbers.size(); ++n) {
            if (n % (dim << 10U) == 0) {
                job_.progress(static_cast<double>(n) / static_cast<double>(numbers.size()));
                job_.check();
            }
            state[n % dim] = spec_.smoothness * state[n % dim] + rest * static_cast<double>(numbers[n]);
            numbers[n] = static_cast<Real>(state[n % dim]);
        }
    }

    const VectorSourceSpec& spec_;
    RandomStream stream_;
    const Job& job_;
};

template <class Real>
void plant_needle(const VectorSourceSpec& spec, const std::vector<Real>& queries, std::vector<Real>& keys) {
    const auto dim = static_cast<std::size_t>(spec.dim);
    const Real* const last = queries.data() + queries.size() - dim;
    double square = 0;
    for (std::size_t c = 0; c < dim; ++c) square += static_cast<double>(last[c]) * static_cast<double>(last[c]);
    const double scale = std::sqrt(static_cast<double>(spec.dim) / square);
    for (std::size_t c = 0; c < dim; ++c)
        keys[static_cast<std::size_t>(spec.needle_position) * dim + c] = static_cast<Real>(scale * static_cast<double>(last[c]));
}

template <class Real>
HeadVectors drawn(const VectorSourceSpec& spec, const Job& job) {
    std::vector<Real> queries = Draw<Real>(spec, RandomStream::queries, job).numbers();
    std::vector<Real> keys = Draw<Real>(spec, RandomStream::keys, job).numbers();
    if (spec.source == VectorSource::needle) plant_needle(spec, queries, keys);
    return {std::make_shared<const TokenVectors>(std::move(queries), spec.dim),
            std::make_shared<const TokenVectors>(std::move(keys), spec.dim)};
}

}  // namespace

HeadVectors drawn_vectors(const VectorSourceSpec& spec, Precision precision, const Job& job) {
    const double numbers = 2 * static_cast<double>(spec.tokens) * static_cast<double>(spec.dim);
    const bool single = precision == Precision::float32;
    check_memory(numbers * (single ? sizeof(float) : sizeof(double)),
                 tr("queries and keys of {} tokens by {} dimensions", spec.tokens, spec.dim));
    return single ? drawn<float>(spec, job) : drawn<double>(spec, job);
}

}  // namespace poslab
