#pragma once

#include "app/bench/benchmark.hpp"

#include <array>
#include <span>
#include <vector>

namespace poslab {

/// Which of the processor's peaks a benchmark's subjects make use of: only those are measured.
class PeakUse {
  public:
    explicit PeakUse(std::span<const Subject> subjects);

    /// Of each such peak: multiply-adds, exponentials and angles in registers one after the other, as they need the same units, and
    /// beside them bytes of a copy between places larger than the caches (read and written, both counted). On all threads, or one.
    [[nodiscard]] std::vector<Bound> bounds(bool one_thread) const;
    /// Of a subject, in the order of bounds().
    [[nodiscard]] std::vector<double> numbers(const PeakWork& work) const;

  private:
    std::array<bool, 5> used_{};
};

}  // namespace poslab
