#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace poslab {

/// Lowest, highest and mean value in each bin of the distance, which reduces 10^6 values to those that a
/// screen can show. [n] each.
struct Envelope {
    std::vector<double> distance, low, high, mean;  // distance: middle of the bin
};

/// Returns means over bins of a logarithmic axis x [n, increasing], each averaged over `spacing` of ln x
/// around it if that is wider than a bin. A ripple with that period becomes a line, which is extrapolated
/// linearly where a window would extend beyond the last x. [n]
[[nodiscard]] std::vector<double> moving_average_log(std::span<const double> x, std::span<const double> means,
                                                     double spacing);
/// Returns the period in ln D of the ripple of Σ cos(D theta): the average spacing of neighbouring
/// frequencies. 0 if there are none.
[[nodiscard]] double ripple_spacing(std::span<const double> frequencies);

/// Collects the values of a function of the distance, in increasing order from distance 0.
class EnvelopeBuilder {
  public:
    /// Bins of equal width on a logarithmic axis from 1 to `length`; distance 0 is left out.
    static EnvelopeBuilder logarithmic(std::int64_t length, double bins);
    /// At most `bins` bins of equal width from 0 to `length`; each of the first 16 distances is a separate
    /// bin, so that short-range structure is visible.
    static EnvelopeBuilder even(std::int64_t length, double bins);

    /// Adds the values at distances first, first + 1, … Successive calls must continue in increasing order.
    void append(std::int64_t first, std::span<const double> values);
    [[nodiscard]] Envelope finish();

    /// The beginnings of the bins, and the end of the last one.
    [[nodiscard]] const std::vector<std::int64_t>& edges() const { return bin_edges_; }

  private:
    explicit EnvelopeBuilder(std::vector<std::int64_t> edges) : bin_edges_(std::move(edges)) {}
    void add_to_bin(std::span<const double> values);

    std::vector<std::int64_t> bin_edges_;
    std::size_t bin_ = 0;
    std::vector<double> sums_;
    Envelope envelope_;
};

}  // namespace poslab
