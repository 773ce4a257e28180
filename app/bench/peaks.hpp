#pragma once

#include "app/bench/benchmark.hpp"

#include <array>
#include <span>
#include <vector>

namespace poslab {

/// The processor's peaks that a benchmark's subjects use; only those are measured.
class PeakUse {
  public:
    explicit PeakUse(std::span<const Subject> subjects);

    /// Returns one bound per used peak: multiply-adds, exponentials and angles in registers one after the
    /// other, as they need the same units; and, overlapping with them, bytes of a copy between buffers larger
    /// than the caches (read and written bytes both count). They use all threads, or one.
    [[nodiscard]] std::vector<Bound> bounds(bool one_thread) const;
    /// Returns the peak work of a subject, in the order of bounds().
    [[nodiscard]] std::vector<double> numbers(const PeakWork& work) const;

  private:
    std::array<bool, 5> used_{};
};

}  // namespace poslab
