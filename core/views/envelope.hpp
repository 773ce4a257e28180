#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace poslab {

/// Lowest, highest and mean value in each step of the distance: what a screen can show of 10^6 values. [n] each.
struct Envelope {
    std::vector<double> distance, low, high, mean;  // distance: middle of the step
};

/// Means over steps of a logarithmic axis, rising x [n], each averaged over `spacing` of ln x round it where that is more than a
/// step: what ripples with that period becomes a line, which goes on straight where a window would reach beyond the end. [n]
[[nodiscard]] std::vector<double> averaged(std::span<const double> x, std::span<const double> means, double spacing);
/// The period of ln D with which a sum of cos(D theta) ripples: that of neighbouring frequencies, on average. 0: there are none.
[[nodiscard]] double ripple_spacing(std::span<const double> frequencies);

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
