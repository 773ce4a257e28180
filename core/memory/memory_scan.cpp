#include "core/memory/memory_scan.hpp"

#include "core/engine/legs_scan.hpp"
#include "core/hippo/dense_scan.hpp"
#include "core/hippo/exact_legs_scan.hpp"
#include "core/hippo/fourier_legs_scan.hpp"
#include "core/hippo/memory_system.hpp"
#include "core/hippo/resumed_state.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <type_traits>
#include <utility>

namespace poslab {

namespace {

/// Returns the complex numbers of a state as real and imaginary parts; std::complex guarantees that layout.
std::span<const double> parts(std::span<const std::complex<double>> state) {
    return {reinterpret_cast<const double*>(state.data()), 2 * state.size()};
}
std::span<const double> parts(std::span<const double> state) { return state; }

std::vector<std::complex<double>> complex_state(std::span<const double> numbers) {
    std::vector<std::complex<double>> state;
    for (std::size_t n = 0; n + 1 < numbers.size(); n += 2) state.emplace_back(numbers[n], numbers[n + 1]);
    return state;
}

template <class Scan>
class ScanOf final : public MemoryScan {
  public:
    explicit ScanOf(Scan scan) : scan_(std::move(scan)) {}

    void take(std::span<const double> samples) override { scan_.take(samples); }
    [[nodiscard]] std::int64_t samples_taken() const override { return scan_.samples_taken(); }
    [[nodiscard]] std::span<const double> numbers() override { return parts(scan_.state()); }
    [[nodiscard]] const StateExtent& extent() const override { return scan_.extent(); }
    void resume(std::int64_t samples_taken, std::span<const double> numbers) override {
        if constexpr (std::is_same_v<typename Scan::Number, double>) {
            scan_.resume(samples_taken, numbers);
        } else {
            scan_.resume(samples_taken, complex_state(numbers));
        }
    }
    [[nodiscard]] std::unique_ptr<MemoryScan> clone() const override {
        return std::make_unique<ScanOf>(scan_);
    }

  private:
    Scan scan_;
};

/// LegS by an engine, with one call per take().
class EngineScan final : public MemoryScan {
  public:
    EngineScan(const MemorySpec& spec, const Engine& engine)
        : spec_(spec), engine_(&engine), state_(checked_memory_order(spec.order), 0.0) {
        check_legs_scan(input({}), {});
    }

    void take(std::span<const double> samples) override {
        for (const double u : samples) extent_.include_input(u);
        if (!extent_.lost() && !samples.empty()) {
            const std::array end{samples_taken_ + static_cast<std::int64_t>(samples.size())};
            RecordedStates<double> after = engine_->run(operation::LegsScan{input(samples), end}, Job());
            extent_.include(after.extent);
            state_ = std::move(after.states);
        }
        samples_taken_ += static_cast<std::int64_t>(samples.size());
    }
    [[nodiscard]] std::int64_t samples_taken() const override { return samples_taken_; }
    [[nodiscard]] std::span<const double> numbers() override { return state_; }
    [[nodiscard]] const StateExtent& extent() const override { return extent_; }
    void resume(std::int64_t samples_taken, std::span<const double> numbers) override {
        extent_ = resume_state(samples_taken, numbers, std::span(state_));
        samples_taken_ = samples_taken;
    }
    [[nodiscard]] std::unique_ptr<MemoryScan> clone() const override {
        return std::make_unique<EngineScan>(*this);
    }

  private:
    [[nodiscard]] LegsScanInput input(std::span<const double> samples) const {
        return {.order = spec_.order,
                .method = spec_.method,
                .alpha = spec_.alpha,
                .samples_taken = samples_taken_,
                .state = samples_taken_ == 0 ? std::span<const double>() : state_,
                .signal = samples};
    }

    MemorySpec spec_;
    const Engine* engine_;
    std::vector<double> state_;
    std::int64_t samples_taken_ = 0;
    StateExtent extent_;
};

template <class Scan>
std::unique_ptr<MemoryScan> scan_of(Scan scan) {
    return std::make_unique<ScanOf<Scan>>(std::move(scan));
}

std::vector<double> places_of(const MemorySpec& spec, std::span<const double> times, double now) {
    std::vector<double> places;
    places.reserve(times.size());
    for (const double t : times) places.push_back(memory_place(spec, t, now));
    return places;
}

}  // namespace

std::int64_t max_memory_order(const MemorySpec& spec) {
    if (spec.measure->is_complex && spec.method != Method::forward) return largest_fourier_legs_order;
    return spec.measure->is_complex || spec.measure->is_projection ? largest_memory_order
                                                                   : largest_window_order;
}

std::unique_ptr<MemoryScan> memory_scan(const MemorySpec& spec, const Job& job, const Engine& engine) {
    // Under forward Euler, states of fourier-legs grow so large that in the coordinates of its modes the
    // rounding of the largest component would hide the others.
    if (spec.measure->is_complex && spec.method == Method::forward)
        return scan_of(
            DenseScan<std::complex<double>>(fourier_legs_system(spec.order), spec.method, spec.alpha));
    if (spec.measure->is_complex)
        return scan_of(FourierLegsScan(std::make_shared<const FourierLegsModes>(spec.order, job), spec.method,
                                       spec.alpha));
    if (!spec.measure->is_projection && spec.order > max_memory_order(spec))
        throw TooLarge(tr("--order {}: a window's step is a dense matrix; at most {} is allowed", spec.order,
                          largest_window_order));
    if (!spec.measure->is_projection)
        return scan_of(
            DenseScan<double>(memory_system(spec.measure, spec.order, spec.span), spec.method, spec.alpha));
    if (spec.method == Method::exact) return scan_of(ExactLegsScan(spec.order));
    return std::make_unique<EngineScan>(spec, engine);
}

void take_watched(MemoryScan& scan, std::span<const double> samples, const Job& job) {
    constexpr std::size_t unwatched = 64;
    for (std::size_t at = 0; at < samples.size(); at += unwatched) {
        job.check();
        scan.take(samples.subspan(at, std::min(unwatched, samples.size() - at)));
    }
}

std::vector<double> state_after(const MemorySpec& spec, std::span<const double> samples, const Job& job) {
    const std::unique_ptr<MemoryScan> scan = memory_scan(spec, job);
    take_watched(*scan, samples, job);
    return {scan->numbers().begin(), scan->numbers().end()};
}

std::int64_t memory_numbers(const MemorySpec& spec) {
    return memory_states(spec.measure, spec.order) * (spec.measure->is_complex ? 2 : 1);
}

bool remembers_whole_history(OneOf<Measure> measure) { return measure->whole_history; }

double memory_place(const MemorySpec& spec, double t, double now) {
    if (t < 0 || t > now || now <= 0) return std::numeric_limits<double>::quiet_NaN();
    if (remembers_whole_history(spec.measure)) return t / now;
    const double age = (now - t) / spec.span;
    if (age > 1) return std::numeric_limits<double>::quiet_NaN();
    return spec.measure->place_of_now == 1 ? 1 - age : age;
}

std::vector<double> remembered(const MemorySpec& spec, std::span<const double> numbers,
                               std::span<const double> times, double now) {
    const std::vector<double> places = places_of(spec, times, now);
    if (spec.measure->is_complex) return fourier_reconstruction(complex_state(numbers), places);
    return reconstruction(spec.measure, numbers, places);
}

}  // namespace poslab
