#pragma once

#include "core/hippo/measures.hpp"

#include <Eigen/Core>

#include <complex>
#include <cstdint>

namespace poslab {

/// The matrices A [states, states] and B [states]. Scalar is complex<double> for fourier_legs, double for all
/// others.
template <typename Scalar>
struct MemorySystem {
    Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic> a;
    Eigen::Vector<Scalar, Eigen::Dynamic> b;
    Eigen::Index constant = 0;   // the index of e_0
    bool whole_history = false;  // true for t x' = A x + B u, false for x' = A x + B u
};

/// Returns the system of a measure; `span` > 0 is the window of legt, lmu and fout in samples. Throws
/// UsageError for an invalid order or span and for fourier_legs, TooLarge if the matrix does not fit into
/// memory.
[[nodiscard]] MemorySystem<double> memory_system(OneOf<Measure> measure, std::int64_t order, double span);
[[nodiscard]] MemorySystem<std::complex<double>> fourier_legs_system(std::int64_t order);

}  // namespace poslab
