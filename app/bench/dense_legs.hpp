#pragma once

#include "core/hippo/discretisation.hpp"

#include <cstdint>
#include <vector>

namespace poslab {

/// The step of legs with its matrix, on one thread of OpenBLAS: dtrmv and dtrsv, O(order^2). The rival of LegsStep.
class DenseLegsRival {
  public:
    enum class Solve {
        scaled,  // (I / solve - A) z = v / solve: only the diagonal changes from step to step
        formed   // (I - solve A) z = v, the matrix formed anew in each step
    };

    /// Throws Unavailable without OpenBLAS, UsageError as LegsStep does and for a method without a solve.
    DenseLegsRival(std::int64_t order, Method method, double alpha, Solve solve);

    /// As LegsStep::step of one channel.
    void step(std::int64_t k, double u, std::vector<double>& state);

  private:
    void prepare_solve(double solve);

    std::size_t order_;
    Method method_;
    double alpha_;
    Solve solve_;
    std::vector<double> root_;     // sqrt(2n+1)
    std::vector<double> minus_a_;  // [order, order] by columns, the lower triangle; scaled: its diagonal that of the solve
    std::vector<double> formed_;   // likewise, I - solve A
    std::vector<double> product_;
};

}  // namespace poslab
