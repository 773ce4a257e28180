#include "core/views/envelope.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace poslab {

namespace {

constexpr std::int64_t single_steps = 16;

}  // namespace

EnvelopeBuilder EnvelopeBuilder::logarithmic(std::int64_t length, double steps) {
    std::vector<std::int64_t> edges{1};
    const double width = std::log(std::max(2.0, static_cast<double>(length))) / steps;
    for (double step = 1; edges.back() < length; ++step) {
        const auto edge = static_cast<std::int64_t>(std::ceil(std::exp(step * width)));
        if (edge > edges.back()) edges.push_back(std::min(edge, length));
    }
    return EnvelopeBuilder(std::move(edges));
}

EnvelopeBuilder EnvelopeBuilder::even(std::int64_t length, double steps) {
    std::vector<std::int64_t> edges{0};
    const double width = std::max(1.0, static_cast<double>(length) / steps);
    for (double step = 1; edges.back() < length; ++step) {
        while (edges.back() < std::min(length, single_steps)) edges.push_back(edges.back() + 1);
        const auto edge = static_cast<std::int64_t>(std::llround(step * width));
        if (edge > edges.back()) edges.push_back(std::min(edge, length));
    }
    return EnvelopeBuilder(std::move(edges));
}

void EnvelopeBuilder::take(std::int64_t first, std::span<const double> values) {
    const std::int64_t end = first + static_cast<std::int64_t>(values.size());
    for (std::int64_t from = std::max(first, edges_.front()); from < end && step_ + 1 < edges_.size();) {
        const std::int64_t to = std::min(edges_[step_ + 1], end);
        add_to_step(values.subspan(static_cast<std::size_t>(from - first), static_cast<std::size_t>(to - from)));
        if (to == edges_[step_ + 1]) ++step_;
        from = to;
    }
}

void EnvelopeBuilder::add_to_step(std::span<const double> values) {
    double low = values.front(), high = low, sum = 0;
    for (const double value : values) {
        low = value < low ? value : low;
        high = value > high ? value : high;
        sum += value;
    }
    if (sums_.size() == step_) {
        sums_.push_back(0);
        envelope_.low.push_back(low);
        envelope_.high.push_back(high);
    }
    envelope_.low[step_] = std::min(envelope_.low[step_], low);
    envelope_.high[step_] = std::max(envelope_.high[step_], high);
    sums_[step_] += sum;
}

Envelope EnvelopeBuilder::finish() {
    for (std::size_t n = 0; n < sums_.size(); ++n) {
        const auto begin = static_cast<double>(edges_[n]), end = static_cast<double>(edges_[n + 1]);
        envelope_.distance.push_back((begin + end - 1) / 2);
        envelope_.mean.push_back(sums_[n] / (end - begin));
    }
    return std::exchange(envelope_, {});
}

}  // namespace poslab
