#pragma once

#include <cstdint>
#include <limits>
#include <vector>

namespace poslab {

/// Lowest, highest and mean value in each step of the distance: what a screen can show of 10^6 values. [n] each.
struct Envelope {
    std::vector<double> distance, low, high, mean;  // distance: middle of the step
};

/// Takes the values of a function of the distance in rising order.
class EnvelopeBuilder {
  public:
    /// Steps of equal width on a logarithmic axis from 1 to `length`; distance 0 has no place there and is left out.
    static EnvelopeBuilder logarithmic(std::int64_t length, double steps);
    /// At most `steps` steps of equal width from 0 to `length`; the first 16 distances are steps of their own, so that what begins
    /// there is seen.
    static EnvelopeBuilder even(std::int64_t length, double steps);

    void take(std::int64_t distance, double value);
    [[nodiscard]] Envelope finish();

  private:
    EnvelopeBuilder(bool logarithmic, double scale) : logarithmic_(logarithmic), scale_(scale) {}
    void flush();

    bool logarithmic_;
    double scale_;  // steps for each unit of the distance or of its logarithm
    std::int64_t step_ = std::numeric_limits<std::int64_t>::min(), first_ = 0, count_ = 0;
    double low_ = std::numeric_limits<double>::infinity(), high_ = -std::numeric_limits<double>::infinity(), sum_ = 0;
    Envelope envelope_;
};

}  // namespace poslab
