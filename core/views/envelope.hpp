#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace poslab {

/// Lowest, highest and mean value in each step of the distance, which reduces 10^6 values to those that a
/// screen can show. [n] each.
struct Envelope {
    std::vector<double> distance, low, high, mean;  // distance: middle of the step
};

/// Returns means over steps of a logarithmic axis x [n, increasing], each averaged over `spacing` of ln x
/// around it if that is wider than a step. A ripple with that period becomes a line, which is extrapolated
/// linearly where a window would extend beyond the last x. [n]
[[nodiscard]] std::vector<double> averaged(std::span<const double> x, std::span<const double> means,
                                           double spacing);
/// Returns the period in ln D of the ripple of Σ cos(D theta): the average spacing of neighbouring
/// frequencies. 0 if there are none.
[[nodiscard]] double ripple_spacing(std::span<const double> frequencies);

/// Collects the values of a function of the distance, in increasing order from distance 0.
class EnvelopeBuilder {
  public:
    /// Steps of equal width on a logarithmic axis from 1 to `length`; distance 0 is left out.
    static EnvelopeBuilder logarithmic(std::int64_t length, double steps);
    /// At most `steps` steps of equal width from 0 to `length`; each of the first 16 distances is a separate
    /// step, so that short-range structure is visible.
    static EnvelopeBuilder even(std::int64_t length, double steps);

    /// Adds the values at distances first, first + 1, ...
    void take(std::int64_t first, std::span<const double> values);
    [[nodiscard]] Envelope finish();

    /// The beginnings of the steps, and the end of the last one.
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
