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

/// A memory: its measure and order, and the discretisation of its steps.
struct MemorySpec {
    OneOf<Measure> measure = "legs";
    std::int64_t order = 32;
    Method method = Method::bilinear_same_t;
    double alpha = 0.5;  // for Method::alpha
    double span = 256;   // samples, for windows
    bool operator==(const MemorySpec&) const = default;
};

/// A scan of one channel for any measure and method, by the fastest implementation: Engine::legs_scan,
/// ExactLegsScan, FourierLegsScan, or else DenseScan.
class MemoryScan {
  public:
    virtual ~MemoryScan() = default;

    /// Processes finite samples in order.
    virtual void take(std::span<const double> samples) = 0;
    [[nodiscard]] virtual std::int64_t samples_taken() const = 0;
    /// Returns x after these samples, [memory_numbers()], for fourier_legs with real and imaginary parts
    /// interleaved. NaN once a state was not finite. Valid until the next sample.
    [[nodiscard]] virtual std::span<const double> numbers() = 0;
    /// Returns the extent of this scan's states, beginning with the state it was resumed from, if any.
    [[nodiscard]] virtual const StateExtent& extent() const = 0;
    /// Continues from the state of another scan after `samples_taken` samples.
    virtual void resume(std::int64_t samples_taken, std::span<const double> numbers) = 0;
    [[nodiscard]] virtual std::unique_ptr<MemoryScan> clone() const = 0;
};

/// The largest order that is computed with this measure and method; beyond it memory_scan() throws TooLarge.
[[nodiscard]] std::int64_t max_memory_order(const MemorySpec& spec);

/// Creates a scan; `engine` must outlive it. Throws UsageError for an order, alpha or span out of range,
/// TooLarge if its matrices do not fit into memory, Cancelled.
[[nodiscard]] std::unique_ptr<MemoryScan> memory_scan(const MemorySpec& spec, const Job& job = Job(),
                                                      const Engine& engine = cpu_engine());

/// Feeds `samples` to `scan` in groups small enough that a stopped job ends soon: a step costs nanoseconds to
/// milliseconds. Throws Cancelled.
void take_watched(MemoryScan& scan, std::span<const double> samples, const Job& job);
/// Returns the state after all `samples`, [memory_numbers()]. Throws as memory_scan() does.
[[nodiscard]] std::vector<double> state_after(const MemorySpec& spec, std::span<const double> samples,
                                              const Job& job);

/// Returns the number of real numbers in a state; real and imaginary parts count separately.
[[nodiscard]] std::int64_t memory_numbers(const MemorySpec& spec);

/// True if the measure covers the whole history, so that time is counted in samples only; false for the last
/// `span`.
[[nodiscard]] bool remembers_whole_history(OneOf<Measure> measure);

/// Returns the position in the basis of a state at time `now` that corresponds to time t, 0 <= t <= now in
/// samples: t / now, or the position within the window. NaN if t is before the window.
[[nodiscard]] double memory_place(const MemorySpec& spec, double t, double now);

/// Returns the signal that a state at time `now` represents, at each of `times`; NaN outside its history.
/// Thread-safe.
[[nodiscard]] std::vector<double> remembered(const MemorySpec& spec, std::span<const double> numbers,
                                             std::span<const double> times, double now);

}  // namespace poslab
