#include "app/bench/peaks.hpp"

#include "app/bench/peak_kernels.hpp"

#include <hwy/aligned_allocator.h>
#include <oneapi/tbb/info.h>
#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <memory>

namespace poslab {
namespace {

constexpr std::size_t parts = 256;             // an interrupted thread leaves some to the others
constexpr std::size_t turns_of_a_part = 4096;  // 0.01 ms of multiply-adds

std::array<double, 5> in_order(const PeakWork& work) {
    return {work.float32, work.float64, work.exponentials, work.angles, work.bytes};
}

template <class Part>
void do_parts(std::size_t count, bool one_thread, const Part& part) {
    if (one_thread)
        for (std::size_t n = 0; n < count; ++n) part(n);
    else
        oneapi::tbb::parallel_for(std::size_t{0}, count, part);
}

const char* where(bool one_thread) {
    return one_thread ? "in registers, one thread" : "in registers, all threads";
}

template <class Number>
Probe in_registers(std::size_t (*kernel)(std::size_t, PeakChains<Number>&), std::size_t turns,
                   bool one_thread) {
    PeakChains<Number> start;
    for (std::size_t n = 0; n < peak_chains; ++n) start[n] = static_cast<Number>(n) / peak_chains;
    const auto run = [=] {
        do_parts(parts, one_thread, [&](std::size_t) {
            PeakChains<Number> chains = start;
            static_cast<void>(kernel(turns, chains));
        });
    };
    PeakChains<Number> once = start;
    return {where(one_thread), static_cast<double>(parts * turns * kernel(1, once)), run};
}

/// Allocated only during the copy, because the memory of subjects is reported.
struct Copied {
    // 64 MiB each for input and output: larger than caches.
    static constexpr std::size_t count = std::size_t{1} << 24;

    hwy::AlignedFreeUniquePtr<float[]> in{}, out{};

    void make() {
        in = hwy::AllocateAligned<float>(count);
        out = hwy::AllocateAligned<float>(count);
        std::fill_n(in.get(), count, 0.5F);
        std::fill_n(out.get(), count, 0.0F);
    }
};

Probe copy_probe(bool one_thread, bool around) {
    constexpr std::size_t part = std::size_t{1} << 16;
    const auto copied = std::make_shared<Copied>();
    const auto run = [=] {
        do_parts(Copied::count / part, one_thread, [&](std::size_t n) {
            peak_copy(copied->in.get() + n * part, copied->out.get() + n * part, part, around);
        });
    };
    Probe probe{around ? "copy past the caches" : "copy through the caches",
                2.0 * sizeof(float) * Copied::count, run};
    probe.before = [copied] { copied->make(); };
    probe.after = [copied] { *copied = {}; };
    return probe;
}

std::array<Bound, 5> all_bounds(bool one_thread) {
    return {{{"float32",
              "multiply-adds of float32",
              {in_registers<float>(peak_multiply_adds, turns_of_a_part, one_thread)}},
             {"float64",
              "multiply-adds of float64",
              {in_registers<double>(peak_multiply_adds, turns_of_a_part, one_thread)}},
             {"exponentials",
              "exponentials of attention",
              {in_registers<float>(peak_exponentials, turns_of_a_part / 8, one_thread)}},
             {"angles",
              "sines with cosines",
              {in_registers<double>(peak_angles, turns_of_a_part / 32, one_thread)}},
             {"bytes", "bytes", {copy_probe(one_thread, true), copy_probe(one_thread, false)}, true}}};
}

}  // namespace

PeakUse::PeakUse(std::span<const Subject> subjects) {
    for (const Subject& subject : subjects) {
        const auto work = in_order(subject.peak);
        for (std::size_t n = 0; n < work.size(); ++n) used_[n] = used_[n] || work[n] > 0;
    }
}

std::vector<Bound> PeakUse::bounds(bool one_thread) const {
    std::vector<Bound> chosen;
    std::array<Bound, 5> all = all_bounds(one_thread);
    for (std::size_t n = 0; n < all.size(); ++n)
        if (used_[n]) chosen.push_back(std::move(all[n]));
    return chosen;
}

std::vector<double> PeakUse::numbers(const PeakWork& work) const {
    std::vector<double> chosen;
    const auto all = in_order(work);
    for (std::size_t n = 0; n < all.size(); ++n)
        if (used_[n]) chosen.push_back(all[n]);
    return chosen;
}

}  // namespace poslab
