#pragma once

#include <cmath>

namespace poslab {

/// Running mean and standard deviation (population, divisor n) by Welford's method, without differences of
/// large numbers. NaN without values.
class Spread {
  public:
    void add(double value) {
        ++count_;
        const double change = value - mean_;
        mean_ += change / count_;
        squares_ += change * (value - mean_);
    }
    [[nodiscard]] double mean() const { return count_ == 0 ? NAN : mean_; }
    [[nodiscard]] double sd() const { return std::sqrt(squares_ / count_); }

  private:
    double count_ = 0, mean_ = 0, squares_ = 0;
};

}  // namespace poslab
