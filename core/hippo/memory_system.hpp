#pragma once

#include "core/base/memory_ledger.hpp"
#include "core/hippo/measures.hpp"

#include <Eigen/Core>

#include <complex>
#include <cstddef>
#include <cstdint>

namespace poslab {

/// Enters `count` matrices [states, states] of numbers of `bytes` each in the ledger of memory: Eigen
/// allocates them by malloc(), which the ledger does not see. Throws TooLarge.
[[nodiscard]] LedgerEntry dense_matrices(std::int64_t states, double count, std::size_t bytes);

/// The matrices A [states, states] and B [states]. Scalar is complex<double> for fourier_legs, double for all
/// others.
template <typename Scalar>
struct MemorySystem {
    LedgerEntry memory;  // that of A; first, so that a copy without room is refused before it is made
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
