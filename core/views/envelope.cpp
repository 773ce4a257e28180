#include "core/views/envelope.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace poslab {

namespace {
constexpr std::int64_t single_steps = 16;
}

EnvelopeBuilder EnvelopeBuilder::logarithmic(std::int64_t length, double steps) {
    return {true, steps / std::log(std::max(2.0, static_cast<double>(length)))};
}

EnvelopeBuilder EnvelopeBuilder::even(std::int64_t length, double steps) {
    return {false, std::min(1.0, steps / static_cast<double>(length))};
}

void EnvelopeBuilder::take(std::int64_t distance, double value) {
    if (logarithmic_ && distance == 0) return;
    const double place = logarithmic_ ? std::log(static_cast<double>(distance)) : static_cast<double>(distance);
    const bool single = !logarithmic_ && distance < single_steps;
    const auto step = single ? distance - single_steps : static_cast<std::int64_t>(place * scale_);
    if (step != step_) flush();
    step_ = step;
    low_ = std::min(low_, value);
    high_ = std::max(high_, value);
    sum_ += value;
    if (count_ == 0) first_ = distance;
    ++count_;
}

Envelope EnvelopeBuilder::finish() {
    flush();
    return std::exchange(envelope_, {});
}

void EnvelopeBuilder::flush() {
    if (count_ == 0) return;
    envelope_.distance.push_back(static_cast<double>(first_) + (static_cast<double>(count_) - 1) / 2);
    envelope_.low.push_back(low_);
    envelope_.high.push_back(high_);
    envelope_.mean.push_back(sum_ / static_cast<double>(count_));
    low_ = std::numeric_limits<double>::infinity();
    high_ = -low_;
    sum_ = 0;
    count_ = 0;
}

}  // namespace poslab
