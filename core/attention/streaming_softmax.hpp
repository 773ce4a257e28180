#pragma once

#include <cmath>
#include <limits>

namespace poslab {

/// ln of the sum of exponentials and entropy of a softmax over logits that come one after the other, of any size.
class StreamingSoftmax {
  public:
    void add(double logit) {
        if (logit > largest_) {
            const double shrink = std::exp(largest_ - logit);  // 0 for the first one
            sum_ *= shrink;
            weighted_ *= shrink;
            largest_ = logit;
        }
        const double weight = std::exp(logit - largest_);
        sum_ += weight;
        weighted_ += weight * logit;
    }
    /// All logits of another one.
    void add(const StreamingSoftmax& other) {
        if (other.sum_ == 0) return;
        const double largest = std::fmax(largest_, other.largest_);
        const double own = std::exp(largest_ - largest), others = std::exp(other.largest_ - largest);
        sum_ = own * sum_ + others * other.sum_;
        weighted_ = own * weighted_ + others * other.weighted_;
        largest_ = largest;
    }
    [[nodiscard]] double log_sum_exp() const { return largest_ + std::log(sum_); }
    /// Of all logits so far, nat.
    [[nodiscard]] double entropy() const { return log_sum_exp() - weighted_ / sum_; }

  private:
    double largest_ = -std::numeric_limits<double>::infinity(), sum_ = 0, weighted_ = 0;
};

}  // namespace poslab
