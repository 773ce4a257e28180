#include "core/hippo/memory_system.hpp"

#include "core/base/errors.hpp"
#include "core/base/free_memory.hpp"

#include <fmt/format.h>
#include <cmath>
#include <numbers>

namespace poslab {

namespace {

constexpr double pi = std::numbers::pi;

void check_span(double span) {
    if (!(span > 0) || !std::isfinite(span)) throw UsageError(tr("--span {:g}: must be positive", span));
}

void check_real(const Measure& measure) {
    if (measure.is_complex)
        throw UsageError(fmt::format("measure {} has complex states; real ones are required", measure.id));
}

std::complex<double> fourier_legs_entry(Eigen::Index n, Eigen::Index k) {
    if (n == k) return {-1, pi * static_cast<double>(n)};
    return -static_cast<double>(n) / static_cast<double>(n - k);
}

}  // namespace

LedgerEntry dense_matrices(std::int64_t states, double count, std::size_t bytes) {
    const auto n = static_cast<double>(states);
    const double all = count * n * n * static_cast<double>(bytes);
    check_memory(all, "dense matrices"_tr);
    return LedgerEntry(static_cast<std::size_t>(all));
}

std::int64_t memory_states(OneOf<Measure> measure, std::int64_t order) {
    static_cast<void>(checked_memory_order(order));
    return measure->is_complex ? 2 * order + 1 : order;
}

MemorySystem<double> memory_system(OneOf<Measure> measure, std::int64_t order, double span) {
    static_cast<void>(checked_memory_order(order));
    check_real(*measure);
    MemorySystem<double> system;
    system.whole_history = measure->whole_history;
    if (!system.whole_history) check_span(span);
    system.memory = dense_matrices(order, 1, sizeof(double));
    const double scale = system.whole_history ? 1 : span;
    system.a.resize(order, order);
    for (Eigen::Index k = 0; k < order; ++k)
        for (Eigen::Index n = 0; n < order; ++n) system.a(n, k) = measure->entry(n, k, order) / scale;
    system.b = -system.a.col(0);
    return system;
}

MemorySystem<std::complex<double>> fourier_legs_system(std::int64_t order) {
    const std::int64_t states = memory_states("fourier-legs", order);
    MemorySystem<std::complex<double>> system;
    system.memory = dense_matrices(states, 1, sizeof(std::complex<double>));
    system.whole_history = true;
    system.constant = order;
    system.a.resize(states, states);
    for (Eigen::Index k = 0; k < states; ++k)
        for (Eigen::Index n = 0; n < states; ++n) system.a(n, k) = fourier_legs_entry(n - order, k - order);
    system.b.setOnes(states);
    return system;
}

std::vector<double> memory_basis(OneOf<Measure> measure, std::int64_t order, double s) {
    static_cast<void>(checked_memory_order(order));
    check_real(*measure);
    return measure->basis(order, s);
}

std::vector<std::complex<double>> fourier_basis(std::int64_t order, double s) {
    static_cast<void>(checked_memory_order(order));
    std::vector<std::complex<double>> values;
    values.reserve(static_cast<std::size_t>(2 * order + 1));
    for (std::int64_t n = -order; n <= order; ++n)
        values.push_back(std::polar(1.0, 2 * pi * static_cast<double>(n) * s));
    return values;
}

}  // namespace poslab
