#pragma once

#include "core/base/job.hpp"
#include "core/engine/engine.hpp"
#include "core/hippo/discretisation.hpp"
#include "core/hippo/measures.hpp"
#include "core/hippo/state_extent.hpp"

#include <complex>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace poslab {

/// What remembers, and how it takes a sample in.
struct MemorySpec {
    OneOf<Measure> measure = "legs";
    std::int64_t order = 32;
    Method method = Method::bilinear_same_t;
    double alpha = 0.5;  // of Method::alpha
    double span = 256;   // samples, of windows
    bool operator==(const MemorySpec&) const = default;
};

/// A scan of one channel, for any measure and method, by the fastest way that there is: Engine::legs_scan, ExactLegsScan,
/// FourierLegsScan, else DenseScan.
class MemoryScan {
  public:
    virtual ~MemoryScan() = default;

    /// Finite samples in their order.
    virtual void take(std::span<const double> samples) = 0;
    [[nodiscard]] virtual std::int64_t samples_taken() const = 0;
    /// x after these samples, [memory_numbers()]: of fourier_legs the real and the imaginary part of each in turn. NaN after a
    /// state was not finite. Until the next sample.
    [[nodiscard]] virtual std::span<const double> numbers() = 0;
    /// Of what this scan went through, from the state on that it was given.
    [[nodiscard]] virtual const StateExtent& extent() const = 0;
    /// Goes on from a state that another scan had after `samples_taken`.
    virtual void resume(std::int64_t samples_taken, std::span<const double> numbers) = 0;
    [[nodiscard]] virtual std::unique_ptr<MemoryScan> clone() const = 0;
};

/// `engine` must outlive the scan. Throws UsageError for an order, alpha or span that is out of range, TooLarge where its matrices
/// do not fit, Cancelled.
[[nodiscard]] std::unique_ptr<MemoryScan> memory_scan(const MemorySpec& spec, const Job& job = Job(),
                                                      const Engine& engine = cpu_engine());

/// Takes samples in, few enough at a time that a job which is stopped ends soon: steps cost from nanoseconds to milliseconds.
/// Throws Cancelled.
void take_watched(MemoryScan& scan, std::span<const double> samples, const Job& job);
/// The state after all of `samples`, [memory_numbers()]. Throws as memory_scan(); Cancelled.
[[nodiscard]] std::vector<double> state_after(const MemorySpec& spec, std::span<const double> samples, const Job& job);

/// Of a state, real and imaginary parts apart.
[[nodiscard]] std::int64_t memory_numbers(const MemorySpec& spec);

/// Whether the measure weighs the whole history, so that only its samples stand for a time; else the last `span`.
[[nodiscard]] bool remembers_whole_history(OneOf<Measure> measure);

/// Where a time t, 0 <= t <= T in samples, is looked up in the basis of a state at time T: t / T, or within the window; NaN where
/// the window does not reach back to it.
[[nodiscard]] double memory_place(const MemorySpec& spec, double t, double now);

/// The signal that a state at time `now` stands for, at each of `times`; NaN where none is remembered. Several threads may ask.
[[nodiscard]] std::vector<double> remembered(const MemorySpec& spec, std::span<const double> numbers, std::span<const double> times,
                                             double now);

}  // namespace poslab
