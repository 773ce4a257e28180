#pragma once

#include <cmath>

namespace poslab {

/// Mean and standard deviation (divided by the number of values) of values that come one after the other, by Welford's method: no
/// difference of large numbers. NaN without values.
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
