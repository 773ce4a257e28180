#include "core/memory/memory_scan.hpp"

#include "core/memory/dense_scan.hpp"
#include "core/memory/exact_legs_scan.hpp"
#include "core/memory/fourier_legs_scan.hpp"
#include "core/memory/legs_scan.hpp"

#include <cmath>
#include <limits>
#include <type_traits>
#include <utility>

namespace poslab {

namespace {

/// The complex numbers of a state as their parts: std::complex promises that layout.
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
    [[nodiscard]] std::unique_ptr<MemoryScan> clone() const override { return std::make_unique<ScanOf>(scan_); }

  private:
    Scan scan_;
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

std::unique_ptr<MemoryScan> memory_scan(const MemorySpec& spec, const Job& job) {
    if (spec.measure == Measure::fourier_legs)
        return scan_of(FourierLegsScan(std::make_shared<const FourierLegsModes>(spec.order, job), spec.method, spec.alpha));
    if (spec.measure != Measure::legs)
        return scan_of(DenseScan<double>(memory_system(spec.measure, spec.order, spec.span), spec.method, spec.alpha));
    if (spec.method == Method::exact) return scan_of(ExactLegsScan(spec.order));
    return scan_of(LegsScan(spec.order, 1, spec.method, spec.alpha));
}

std::int64_t memory_numbers(const MemorySpec& spec) {
    return memory_states(spec.measure, spec.order) * (spec.measure == Measure::fourier_legs ? 2 : 1);
}

bool remembers_whole_history(Measure measure) { return measure == Measure::legs || measure == Measure::fourier_legs; }

double memory_place(const MemorySpec& spec, double t, double now) {
    if (t < 0 || t > now || now <= 0) return std::numeric_limits<double>::quiet_NaN();
    if (remembers_whole_history(spec.measure)) return t / now;
    const double age = (now - t) / spec.span;
    if (age > 1) return std::numeric_limits<double>::quiet_NaN();
    return place_of_now(spec.measure) == 1 ? 1 - age : age;
}

std::vector<double> remembered(const MemorySpec& spec, std::span<const double> numbers, std::span<const double> times, double now) {
    const std::vector<double> places = places_of(spec, times, now);
    if (spec.measure == Measure::fourier_legs) return fourier_reconstruction(complex_state(numbers), places);
    return reconstruction(spec.measure, numbers, places);
}

}  // namespace poslab
