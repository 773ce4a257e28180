#include "core/attention/random_angles.hpp"

#include "core/base/random.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace poslab {

namespace {

constexpr double pi = std::numbers::pi;
// a normal leaves 2e-9 beyond them, and the tails of an angle's density are lighter
constexpr double deviations_shown = 6;

double cosine_between(std::span<const double> x, std::span<const double> y) {
    double product = 0, xx = 0, yy = 0;
    for (std::size_t n = 0; n < x.size(); ++n) {
        product += x[n] * y[n];
        xx += x[n] * x[n];
        yy += y[n] * y[n];
    }
    return product / std::sqrt(xx * yy);
}

class Counter {
  public:
    explicit Counter(const AngleBins& bins) : bins_(bins), counts_(static_cast<std::size_t>(bins.count), 0) {}

    void take(std::span<const double> x, std::span<const double> y) {
        const double cosine = cosine_between(x, y);
        if (!std::isfinite(cosine)) return;
        ++angles_;
        cosines_ += cosine;
        const double position =
            std::floor((std::acos(std::clamp(cosine, -1.0, 1.0)) - bins_.low) / bins_.width);
        if (position < 0 || position > static_cast<double>(bins_.count)) return;
        // pi belongs to the last bin
        ++counts_[static_cast<std::size_t>(std::min(position, static_cast<double>(bins_.count - 1)))];
    }

    [[nodiscard]] AngleHistogram histogram() const {
        AngleHistogram result;
        result.angles = angles_;
        if (angles_ == 0) {
            result.density.assign(counts_.size(), 0.0);
            return result;
        }
        const auto all = static_cast<double>(angles_);
        double inside = 0;
        for (const std::int64_t count : counts_) {
            result.density.push_back(static_cast<double>(count) / all / bins_.width);
            inside += static_cast<double>(count);
        }
        result.mean_cosine = cosines_ / all;
        result.outside = 1 - inside / all;
        return result;
    }

  private:
    AngleBins bins_;
    std::vector<std::int64_t> counts_;
    std::int64_t angles_ = 0;
    double cosines_ = 0;
};

/// Thread-safe lgamma: std::lgamma writes the sign to a global.
double log_gamma(double x) {
    int sign = 0;
    return ::lgamma_r(x, &sign);
}

}  // namespace

double angle_density(std::int64_t dim, double angle) {
    const auto d = static_cast<double>(dim);
    const double factor = std::exp(log_gamma(d / 2) - log_gamma((d - 1) / 2)) / std::sqrt(pi);
    return factor * (dim == 2 ? 1 : std::pow(std::max(std::sin(angle), 0.0), d - 2));
}

AngleBins angle_bins(std::int64_t dim, std::int64_t count) {
    const double half = std::min(pi / 2, deviations_shown / std::sqrt(static_cast<double>(dim)));
    return {pi / 2 - half, 2 * half / static_cast<double>(count), count};
}

AngleHistogram sampled_angles(std::int64_t samples, std::int64_t seed, std::int64_t dim,
                              const AngleBins& bins, const Job& job) {
    Counter counter(bins);
    std::vector<double> query(static_cast<std::size_t>(dim)), key(query.size());
    for (std::int64_t sample = 0; sample < samples; ++sample) {
        if (sample % 64 == 0) {
            job.check();
            job.progress(static_cast<double>(sample) / static_cast<double>(samples));
        }
        const auto first = static_cast<std::uint64_t>(sample) * query.size();
        random_normals(static_cast<std::uint64_t>(seed), RandomStream::queries, first, query);
        random_normals(static_cast<std::uint64_t>(seed), RandomStream::keys, first, key);
        counter.take(query, key);
    }
    return counter.histogram();
}

AngleHistogram angles_of_vectors(const TokenVectors& queries, const TokenVectors& keys, std::int64_t samples,
                                 std::int64_t seed, const AngleBins& bins, const Job& job) {
    Counter counter(bins);
    std::vector<double> query(static_cast<std::size_t>(queries.dim())), key(query.size());
    for (std::int64_t sample = 0; sample < samples; ++sample) {
        if (sample % 64 == 0) job.check();
        const auto i =
            static_cast<std::int64_t>(static_cast<double>(sample + 1) / static_cast<double>(samples) *
                                      static_cast<double>(queries.tokens())) -
            1;
        const std::int64_t row = std::clamp<std::int64_t>(i, 0, queries.tokens() - 1);
        const std::uint64_t bits =
            random_bits(static_cast<std::uint64_t>(seed), static_cast<std::uint64_t>(RandomStream::keys),
                        static_cast<std::uint64_t>(sample));
        const auto column = static_cast<std::int64_t>(bits % static_cast<std::uint64_t>(row + 1));
        queries.read({row, row + 1}, query);
        keys.read({column, column + 1}, key);
        counter.take(query, key);
    }
    return counter.histogram();
}

}  // namespace poslab
