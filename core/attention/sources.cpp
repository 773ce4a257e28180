#include "core/attention/sources.hpp"

#include "core/base/free_memory.hpp"
#include "core/base/random.hpp"

#include <fmt/format.h>
#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numeric>
#include <string>

namespace poslab {

namespace {

template <class Real>
class Draw {
  public:
    Draw(const VectorSourceSpec& spec, RandomStream stream, const Job& job)
        : spec_(spec), stream_(stream), job_(job) {}

    [[nodiscard]] std::vector<Real> numbers() const {
        std::vector<Real> numbers(static_cast<std::size_t>(spec_.tokens * spec_.dim), Real{1});
        if (spec_.source == VectorSource::constant) return numbers;
        const std::int64_t random_rows =
            spec_.source == VectorSource::repeated ? std::min(spec_.period, spec_.tokens) : spec_.tokens;
        draw_rows(random_rows, numbers);
        if (spec_.source == VectorSource::smooth) smooth(numbers);
        const auto repeated = static_cast<std::size_t>(random_rows * spec_.dim);
        for (std::size_t n = repeated; n < numbers.size(); ++n) numbers[n] = numbers[n - repeated];
        return numbers;
    }

  private:
    void draw_rows(std::int64_t rows, std::vector<Real>& numbers) const {
        const std::int64_t first = spec_.head * spec_.tokens;
        std::atomic<std::int64_t> done{0};
        oneapi::tbb::parallel_for(
            oneapi::tbb::blocked_range<std::int64_t>(0, rows, 64), [&](const auto& range) {
                for (std::int64_t row = range.begin(); row < range.end(); ++row) {
                    draw_row(row, first, numbers);
                    if (row % 64 == 0)
                        job_.progress(static_cast<double>(done += 64) / static_cast<double>(rows + 64));
                }
            });
    }

    void draw_row(std::int64_t row, std::int64_t first, std::vector<Real>& numbers) const {
        job_.check();
        for (std::int64_t n = row * spec_.dim; n < (row + 1) * spec_.dim; ++n)
            numbers[static_cast<std::size_t>(n)] =
                static_cast<Real>(random_normal(static_cast<std::uint64_t>(spec_.seed), stream_,
                                                static_cast<std::uint64_t>(first * spec_.dim + n)));
    }

    void smooth(std::vector<Real>& numbers) const {
        const double rest = std::sqrt(1 - spec_.smoothness * spec_.smoothness);
        const auto dim = static_cast<std::size_t>(spec_.dim);
        // full precision while numbers are rounded
        std::vector<double> state(numbers.begin(), numbers.begin() + spec_.dim);
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

/// The components that distinguish tokens.
class Content {
  public:
    explicit Content(const VectorSourceSpec& spec) : spec_(spec), components_(spec.content) {
        if (components_.empty())
            for (std::int64_t c = 0; c < spec.dim; ++c) components_.push_back(c);
        const auto keys = static_cast<double>(spec.tokens);
        length_ = std::sqrt(std::sqrt(static_cast<double>(spec.dim)) * std::log(16 * keys));
    }

    /// Copies the content of row `from` to row `to`.
    template <class Real>
    void copy(const std::vector<Real>& source, std::int64_t from, std::vector<Real>& target,
              std::int64_t to) const {
        const Real* const from_row = source.data() + from * spec_.dim;
        Real* const written = target.data() + to * spec_.dim;
        double square = 0;
        for (const std::int64_t c : components_)
            square += static_cast<double>(from_row[c]) * static_cast<double>(from_row[c]);
        const double scale = length_ / std::sqrt(square);
        for (const std::int64_t c : components_)
            written[c] = static_cast<Real>(scale * static_cast<double>(from_row[c]));
    }

  private:
    const VectorSourceSpec& spec_;
    std::vector<std::int64_t> components_;
    double length_ = 0;
};

template <class Real>
void plant_needle(const VectorSourceSpec& spec, std::vector<Real>& queries, std::vector<Real>& keys) {
    const Content content(spec);
    content.copy(queries, spec.tokens - 1, keys, spec.needle_position);
    content.copy(queries, spec.tokens - 1, queries, spec.tokens - 1);
}

/// Each key except the first gets the content of the previous query; then queries get their length.
template <class Real>
void answer_queries(const VectorSourceSpec& spec, std::vector<Real>& queries, std::vector<Real>& keys,
                    const Job& job) {
    const Content content(spec);
    for (std::int64_t t = 1; t < spec.tokens; ++t) {
        if (t % 1024 == 0) job.check();
        content.copy(queries, t - 1, keys, t);
    }
    for (std::int64_t t = 0; t < spec.tokens; ++t) content.copy(queries, t, queries, t);
}

template <class Real>
HeadVectors random_head(const VectorSourceSpec& spec, const Job& job) {
    std::vector<Real> queries = Draw<Real>(spec, RandomStream::queries, job).numbers();
    std::vector<Real> keys = Draw<Real>(spec, RandomStream::keys, job).numbers();
    if (spec.source == VectorSource::needle) plant_needle(spec, queries, keys);
    if (spec.source == VectorSource::repeated) answer_queries(spec, queries, keys, job);
    return {std::make_shared<const TokenVectors>(std::move(queries), spec.dim),
            std::make_shared<const TokenVectors>(std::move(keys), spec.dim)};
}

}  // namespace

std::vector<std::int64_t> content_components(std::span<const double> frequencies, Pairing pairing,
                                             RotaryDims dims, std::int64_t dim, std::int64_t tokens) {
    const std::int64_t pairs = std::ssize(frequencies);
    const std::int64_t begin = first_rotary_dimension(dims, dim, 2 * pairs);
    std::vector<std::int64_t> slowest(frequencies.size());
    std::iota(slowest.begin(), slowest.end(), 0);
    const auto theta = [&](std::int64_t pair) { return frequencies[static_cast<std::size_t>(pair)]; };
    std::stable_sort(slowest.begin(), slowest.end(),
                     [&](std::int64_t a, std::int64_t b) { return theta(a) < theta(b); });
    const auto still = [&](std::int64_t pair) { return theta(pair) * static_cast<double>(tokens) <= 1; };
    const std::int64_t count =
        std::max<std::int64_t>(std::count_if(slowest.begin(), slowest.end(), still), (pairs + 7) / 8);
    std::vector<std::int64_t> components;
    for (std::int64_t n = 0; n < count; ++n) {
        const auto both = dimensions_of_pair(pairing, slowest[static_cast<std::size_t>(n)], 2 * pairs);
        components.push_back(begin + both.first);
        components.push_back(begin + both.second);
    }
    for (std::int64_t c = 0; c < dim; ++c)
        if (c < begin || c >= begin + 2 * pairs) components.push_back(c);
    std::sort(components.begin(), components.end());
    return components;
}

HeadVectors random_vectors(const VectorSourceSpec& spec, Precision precision, const Job& job) {
    const double numbers = 2 * static_cast<double>(spec.tokens) * static_cast<double>(spec.dim);
    const bool single = precision == Precision::float32;
    check_memory(numbers * (single ? sizeof(float) : sizeof(double)),
                 tr("queries and keys of {} tokens by {} dimensions", spec.tokens, spec.dim));
    return single ? random_head<float>(spec, job) : random_head<double>(spec, job);
}

}  // namespace poslab
