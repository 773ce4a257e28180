#pragma once

#include "core/hippo/discretisation.hpp"

#include <cstdint>
#include <vector>

namespace poslab {

/// The step of LegS with its matrix, on one thread of OpenBLAS: dtrmv and dtrsv, O(order^2). The rival of
/// LegsStep.
class DenseLegsRival {
  public:
    enum class Solve {
        scaled,  // (I / solve - A) z = v / solve: only the diagonal changes from step to step
        formed   // (I - solve A) z = v: each step forms the matrix again
    };

    /// Throws Unavailable without OpenBLAS, and UsageError as LegsStep does or for a method without a solve.
    DenseLegsRival(std::int64_t order, Method method, double alpha, Solve solve);

    /// Same as LegsStep::step with one channel.
    void step(std::int64_t k, double u, std::vector<double>& state);

  private:
    void prepare_solve(double solve);

    std::size_t order_;
    Method method_;
    double alpha_;
    Solve solve_;
    std::vector<double> root_;  // sqrt(2n+1)
    /// [order, order] by columns, the lower triangle; if scaled, with the diagonal of the solve.
    std::vector<double> minus_a_;
    std::vector<double> formed_;  // the same layout, I - solve A
    std::vector<double> product_;
};

}  // namespace poslab
