#include "core/views/envelope.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace poslab {
namespace {

constexpr std::int64_t single_steps = 16;

/// The integral over ln x of a step function; begin_[n] is the beginning of the n-th step, the last entry the
/// end.
class StepIntegral {
  public:
    StepIntegral(std::span<const double> x, std::span<const double> means) : means_(means) {
        begin_.push_back(std::log(x.front()));
        for (std::size_t n = 1; n < x.size(); ++n) begin_.push_back(std::log((x[n - 1] + x[n]) / 2));
        begin_.push_back(std::log(x.back()));
        for (std::size_t n = 0; n < means.size(); ++n)
            sums_.push_back(sums_.back() + means[n] * (begin_[n + 1] - begin_[n]));
    }

    [[nodiscard]] double low() const { return begin_.front(); }
    [[nodiscard]] double high() const { return begin_.back(); }
    [[nodiscard]] double up_to(double position) const {
        const auto after = std::upper_bound(begin_.begin() + 1, begin_.end() - 1, position);
        const auto n = static_cast<std::size_t>(after - begin_.begin()) - 1;
        return sums_[n] + means_[n] * (position - begin_[n]);
    }

  private:
    std::span<const double> means_;
    std::vector<double> begin_, sums_{0};
};

}  // namespace

std::vector<double> moving_average_log(std::span<const double> x, std::span<const double> means,
                                       double spacing) {
    std::vector<double> result(means.begin(), means.end());
    if (x.size() != means.size() || x.size() < 3 || !(x.front() > 0) ||
        std::log(x.back() / x.front()) < 2 * spacing)
        return result;
    const StepIntegral integral(x, means);
    const auto mean_round = [&](double position, double half) {
        return (integral.up_to(position + half) - integral.up_to(position - half)) / (2 * half);
    };
    const double last = integral.high() - spacing / 2;  // beyond it the line continues with the same slope
    const double slope =
        (mean_round(last, spacing / 2) - mean_round(last - spacing / 2, spacing / 2)) / (spacing / 2);
    for (std::size_t n = 1; n < x.size(); ++n) {
        const double position = std::log(x[n]), half = std::min(spacing / 2, position - integral.low());
        if (half < std::log(x[n] / x[n - 1])) continue;  // a single bin: nothing to average
        result[n] = position <= last ? mean_round(position, half)
                                     : mean_round(last, spacing / 2) + slope * (position - last);
    }
    return result;
}

double ripple_spacing(std::span<const double> frequencies) {
    double low = std::numeric_limits<double>::infinity(), high = 0, count = 0;
    for (const double theta : frequencies) {
        if (!(theta > 0)) continue;
        low = std::min(low, theta);
        high = std::max(high, theta);
        ++count;
    }
    return count < 2 ? 0 : std::log(high / low) / (count - 1);
}

EnvelopeBuilder EnvelopeBuilder::logarithmic(std::int64_t length, double bins) {
    std::vector<std::int64_t> edges{1};
    const double width = std::log(std::max(2.0, static_cast<double>(length))) / bins;
    for (double step = 1; edges.back() < length; ++step) {
        const auto edge = static_cast<std::int64_t>(std::ceil(std::exp(step * width)));
        if (edge > edges.back()) edges.push_back(std::min(edge, length));
    }
    return EnvelopeBuilder(std::move(edges));
}

EnvelopeBuilder EnvelopeBuilder::even(std::int64_t length, double bins) {
    std::vector<std::int64_t> edges{0};
    const double width = std::max(1.0, static_cast<double>(length) / bins);
    for (double step = 1; edges.back() < length; ++step) {
        while (edges.back() < std::min(length, single_steps)) edges.push_back(edges.back() + 1);
        const auto edge = static_cast<std::int64_t>(std::llround(step * width));
        if (edge > edges.back()) edges.push_back(std::min(edge, length));
    }
    return EnvelopeBuilder(std::move(edges));
}

void EnvelopeBuilder::append(std::int64_t first, std::span<const double> values) {
    const std::int64_t end = first + static_cast<std::int64_t>(values.size());
    for (std::int64_t from = std::max(first, bin_edges_.front());
         from < end && bin_ + 1 < bin_edges_.size();) {
        const std::int64_t to = std::min(bin_edges_[bin_ + 1], end);
        add_to_bin(
            values.subspan(static_cast<std::size_t>(from - first), static_cast<std::size_t>(to - from)));
        if (to == bin_edges_[bin_ + 1]) ++bin_;
        from = to;
    }
}

void EnvelopeBuilder::add_to_bin(std::span<const double> values) {
    double low = values.front(), high = low, sum = 0;
    for (const double value : values) {
        low = value < low ? value : low;
        high = value > high ? value : high;
        sum += value;
    }
    if (sums_.size() == bin_) {
        sums_.push_back(0);
        envelope_.low.push_back(low);
        envelope_.high.push_back(high);
    }
    envelope_.low[bin_] = std::min(envelope_.low[bin_], low);
    envelope_.high[bin_] = std::max(envelope_.high[bin_], high);
    sums_[bin_] += sum;
}

Envelope EnvelopeBuilder::finish() {
    for (std::size_t n = 0; n < sums_.size(); ++n) {
        const auto begin = static_cast<double>(bin_edges_[n]), end = static_cast<double>(bin_edges_[n + 1]);
        envelope_.distance.push_back((begin + end - 1) / 2);
        envelope_.mean.push_back(sums_[n] / (end - begin));
    }
    return std::exchange(envelope_, {});
}

}  // namespace poslab
