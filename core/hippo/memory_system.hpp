#pragma once

#include "core/hippo/measures.hpp"

#include <Eigen/Core>

#include <complex>
#include <cstdint>

namespace poslab {

/// A [states, states] and B [states]; Scalar is complex<double> for fourier_legs and double for all others.
template <typename Scalar>
struct MemorySystem {
    Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic> a;
    Eigen::Vector<Scalar, Eigen::Dynamic> b;
    Eigen::Index constant = 0;   // the index of e_0
    bool whole_history = false;  // t x' rather than x'
};

/// `span` > 0 is the window in samples, of legt, lmu and fout. Throws UsageError for a bad order or span and for fourier_legs,
/// TooLarge where the matrix does not fit.
[[nodiscard]] MemorySystem<double> memory_system(OneOf<Measure> measure, std::int64_t order, double span);
[[nodiscard]] MemorySystem<std::complex<double>> fourier_legs_system(std::int64_t order);

}  // namespace poslab
