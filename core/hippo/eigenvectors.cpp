#include "core/hippo/eigenvectors.hpp"

#include "core/hippo/memory_order.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

namespace poslab {
namespace {

// Returns ln n! for 0 … most, as sums of logarithms: std::lgamma writes to a global.
std::vector<double> log_factorials(std::size_t most) {
    std::vector<double> logs(most + 1);
    long double sum = 0;
    for (std::size_t n = 1; n <= most; ++n) {
        sum += std::log(static_cast<long double>(n));
        logs[n] = static_cast<double>(sum);
    }
    return logs;
}

// The entries of a non-negative matrix that matter, each divided by e^log_scale.
struct Entry {
    std::size_t row, column;
    double value;
};
struct SparseMatrix {
    std::size_t order = 0;
    double log_scale = 0;
    std::vector<Entry> entries;
};

// Returns the significant entries of the lower triangle, e^log_entry(n, a) with n >= a.
SparseMatrix significant_entries(std::size_t order,
                                 const std::function<double(std::size_t, std::size_t)>& log_entry,
                                 const Job& job) {
    constexpr double negligible = -60;  // e^−60 = 1e-26; even N² = 2e7 such entries are below rounding
    SparseMatrix matrix{order, -std::numeric_limits<double>::infinity(), {}};
    for (std::size_t a = 0; a < order; ++a) {
        for (std::size_t n = a; n < order; ++n)
            matrix.log_scale = std::max(matrix.log_scale, log_entry(n, a));
    }
    for (std::size_t a = 0; a < order; ++a) {
        job.check();
        for (std::size_t n = a; n < order; ++n) {
            const double log_value = log_entry(n, a) - matrix.log_scale;
            if (log_value > negligible) matrix.entries.push_back({n, a, std::exp(log_value)});
        }
    }
    return matrix;
}

double length_of(const std::vector<double>& v) {
    double sum = 0;
    for (const double component : v) sum += component * component;
    return std::sqrt(sum);
}

// Returns ln of the largest singular value by power iteration on MᵀM from all ones. No entry of MᵀM is
// negative, so its leading eigenvector is not either, and the start has a component along it.
double log_norm(const SparseMatrix& matrix, const Job& job) {
    constexpr int max_rounds = 2000;
    std::vector<double> right(matrix.order, 1), left(matrix.order);
    double norm = 0;
    for (int round = 0; round < max_rounds; ++round) {
        job.check();
        const double before = norm;
        const double length = length_of(right);
        std::fill(left.begin(), left.end(), 0.0);
        for (const Entry& entry : matrix.entries)
            left[entry.row] += entry.value * right[entry.column] / length;
        norm = length_of(left);
        std::fill(right.begin(), right.end(), 0.0);
        for (const Entry& entry : matrix.entries) right[entry.column] += entry.value * left[entry.row];
        if (norm - before <= 1e-15 * norm) break;
    }
    return std::log(norm) + matrix.log_scale;
}

class Eigenvectors {
  public:
    explicit Eigenvectors(std::size_t order)
        : order_(order), log_factorial_(log_factorials(2 * order)), log_root_(order), log_length_(order) {
        for (std::size_t n = 0; n < order; ++n) log_root_[n] = std::log(2 * static_cast<double>(n) + 1) / 2;
        for (std::size_t a = 0; a < order; ++a) log_length_[a] = log_length(a);
    }

    // Returns ln |V_na| for columns of unit length, n >= a.
    [[nodiscard]] double log_vector(std::size_t n, std::size_t a) const {
        return log_coefficient(n, a) - log_length_[a];
    }
    // Returns ln |V⁻¹_an| for the same columns, a >= n.
    [[nodiscard]] double log_inverse(std::size_t a, std::size_t n) const {
        return log_root_[n] + 2 * log_factorial_[a] - log_factorial_[a - n] - log_factorial_[a + n + 1] +
               log_length_[a];
    }

  private:
    // C(n, a) C(n+a, a) = (n+a)! / ((n−a)! a!²).
    [[nodiscard]] double log_coefficient(std::size_t n, std::size_t a) const {
        return log_root_[n] + log_factorial_[n + a] - log_factorial_[n - a] - 2 * log_factorial_[a];
    }
    [[nodiscard]] double log_length(std::size_t a) const {
        const double last = log_coefficient(order_ - 1, a);  // the largest: they grow with n
        double sum = 0;
        for (std::size_t n = a; n < order_; ++n) sum += std::exp(2 * (log_coefficient(n, a) - last));
        return last + std::log(sum) / 2;
    }

    std::size_t order_;
    std::vector<double> log_factorial_, log_root_, log_length_;  // log_root_: ln √(2n+1)
};

}  // namespace

Diagonalisation legs_diagonalisation(std::int64_t order, const Job& job) {
    const std::size_t n = checked_memory_order(order);
    Diagonalisation result;
    for (std::size_t k = 0; k < n; ++k) result.eigenvalues.push_back(-static_cast<double>(k + 1));
    const Eigenvectors vectors(n);
    const auto vector = [&](std::size_t row, std::size_t column) { return vectors.log_vector(row, column); };
    const auto inverse = [&](std::size_t row, std::size_t column) {
        return vectors.log_inverse(row, column);
    };
    const double log_condition = log_norm(significant_entries(n, vector, job), job) +
                                 log_norm(significant_entries(n, inverse, job), job);
    result.log10_condition = log_condition / std::log(10.0);
    if (const double condition = std::exp(log_condition); std::isfinite(condition))
        result.condition = condition;
    else
        result.reason = fmt::format("10^{:.1f} exceeds the largest double, 1.8e308", result.log10_condition);
    return result;
}

}  // namespace poslab
