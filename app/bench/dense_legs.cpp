#include "app/bench/dense_legs.hpp"

#include "core/base/errors.hpp"
#include "core/blas/open_blas.hpp"
#include "core/hippo/memory_order.hpp"

#include <cmath>

namespace poslab {

DenseLegsRival::DenseLegsRival(std::int64_t order, Method method, double alpha, Solve solve)
    : order_(checked_memory_order(order)), method_(method), alpha_(alpha), solve_(solve), product_(order_) {
    if (step_coefficients(method, alpha, 1, true).solve == 0)
        throw UsageError("a method without a solve has no dense solve");
    (void)OpenBlas::loaded();
    for (std::size_t n = 0; n < order_; ++n) root_.push_back(std::sqrt(static_cast<double>(2 * n + 1)));
    minus_a_.resize(order_ * order_);
    for (std::size_t column = 0; column < order_; ++column)
        for (std::size_t row = column; row < order_; ++row)
            minus_a_[column * order_ + row] =
                row == column ? static_cast<double>(row + 1) : root_[row] * root_[column];
    if (solve == Solve::formed) formed_.resize(order_ * order_);
}

void DenseLegsRival::step(std::int64_t k, double u, std::vector<double>& state) {
    const StepCoefficients of = step_coefficients(method_, alpha_, k, true);
    const OpenBlas& blas = OpenBlas::loaded();
    product_ = state;
    // The product uses a unit diagonal, so that the solve may change it; n · x_n is added below.
    blas.multiply_lower(static_cast<std::int64_t>(order_), minus_a_.data(), product_.data());
    const double scale = solve_ == Solve::scaled ? 1 / of.solve : 1;
    for (std::size_t n = 0; n < order_; ++n)
        state[n] = scale * (state[n] - of.product * (product_[n] + static_cast<double>(n) * state[n]) +
                            of.input * root_[n] * u);
    prepare_solve(of.solve);
    blas.solve_lower(static_cast<std::int64_t>(order_),
                     solve_ == Solve::scaled ? minus_a_.data() : formed_.data(), state.data());
}

void DenseLegsRival::prepare_solve(double solve) {
    if (solve_ == Solve::scaled) {
        for (std::size_t n = 0; n < order_; ++n)
            minus_a_[n * (order_ + 1)] = static_cast<double>(n + 1) + 1 / solve;
        return;
    }
    for (std::size_t column = 0; column < order_; ++column) {
        const double* const from = minus_a_.data() + column * order_;
        double* const to = formed_.data() + column * order_;
        for (std::size_t row = column; row < order_; ++row) to[row] = solve * from[row];
        to[column] += 1;
    }
}

}  // namespace poslab
