#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace poslab {

/// Lowest, highest and mean value in each step of the distance: what a screen can show of 10^6 values. [n] each.
struct Envelope {
    std::vector<double> distance, low, high, mean;  // distance: middle of the step
};

/// Takes the values of a function of the distance, from distance 0 on in rising order.
class EnvelopeBuilder {
  public:
    /// Steps of equal width on a logarithmic axis from 1 to `length`; distance 0 has no place there and is left out.
    static EnvelopeBuilder logarithmic(std::int64_t length, double steps);
    /// At most `steps` steps of equal width from 0 to `length`; the first 16 distances are steps of their own, so that what begins
    /// there is seen.
    static EnvelopeBuilder even(std::int64_t length, double steps);

    /// Those of the distances first, first + 1, ...
    void take(std::int64_t first, std::span<const double> values);
    [[nodiscard]] Envelope finish();

    /// Where each step begins, and the end of the last one.
    [[nodiscard]] const std::vector<std::int64_t>& edges() const { return edges_; }

  private:
    explicit EnvelopeBuilder(std::vector<std::int64_t> edges) : edges_(std::move(edges)) {}
    void add_to_step(std::span<const double> values);

    std::vector<std::int64_t> edges_;
    std::size_t step_ = 0;
    std::vector<double> sums_;
    Envelope envelope_;
};

}  // namespace poslab
