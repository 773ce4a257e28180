// One interface for all scans: each is compared with the dense step.

#include "core/memory/memory_scan.hpp"
#include "core/base/errors.hpp"
#include "core/base/job.hpp"
#include "core/base/random.hpp"
#include "core/hippo/dense_scan.hpp"
#include "core/hippo/memory_system.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace poslab {
namespace {

constexpr const char* measures[] = {"legs", "legt", "fourier-legs", "lmu", "fout"};
constexpr Method methods[] = {Method::forward,  Method::backward,        Method::alpha,
                              Method::bilinear, Method::bilinear_same_t, Method::exact};

std::vector<double> noise(std::size_t n) {
    std::vector<double> samples(n);
    random_normals(7, RandomStream::signal, 0, samples);
    return samples;
}

std::vector<double> dense(const MemorySpec& spec, std::span<const double> samples) {
    std::vector<double> numbers;
    if (spec.measure == "fourier-legs") {
        DenseScan<std::complex<double>> scan(fourier_legs_system(spec.order), spec.method, spec.alpha);
        scan.take(samples);
        for (const auto& x : scan.state()) numbers.insert(numbers.end(), {x.real(), x.imag()});
        return numbers;
    }
    DenseScan<double> scan(memory_system(spec.measure, spec.order, spec.span), spec.method, spec.alpha);
    scan.take(samples);
    return {scan.state().begin(), scan.state().end()};
}

double largest(std::span<const double> numbers) {
    double size = 0;
    for (const double x : numbers) size = std::max(size, std::abs(x));
    return size;
}

// Tolerance: 1e-11 of the largest component, for each scan against the dense one.
TEST(MemoryScan, IsTheDenseScanForEveryMeasureAndMethod) {
    const std::vector<double> samples = noise(40);
    for (const Engine* engine : {&reference_engine(), &cpu_engine()})
        for (const char* const measure : measures)
            for (const Method method : methods) {
                const MemorySpec spec{measure, 6, method, 0.3, 12};
                const auto scan = memory_scan(spec, Job(), *engine);
                scan->take(samples);
                const std::vector<double> expected = dense(spec, samples);
                ASSERT_EQ(scan->numbers().size(), expected.size());
                ASSERT_EQ(memory_numbers(spec), static_cast<std::int64_t>(expected.size()));
                for (std::size_t n = 0; n < expected.size(); ++n) {
                    EXPECT_NEAR(scan->numbers()[n], expected[n], 1e-11 * largest(expected))
                        << engine->name() << " measure " << measure << " method " << static_cast<int>(method);
                }
            }
}

// A step depends only on the state and the time, so continuing from a state equals an uninterrupted scan.
// fourier-legs converts its state to other coordinates and back, which costs some roundings.
TEST(MemoryScan, GoesOnFromAStateAsIfNothingHadBeen) {
    const std::vector<double> samples = noise(60);
    for (const char* const measure : measures)
        for (const Method method : methods) {
            const auto whole = memory_scan({measure, 5, method, 0.3, 12});
            const auto before = whole->clone();
            const auto after = whole->clone();
            whole->take(samples);
            before->take(std::span(samples).first(23));
            after->resume(before->samples_taken(), before->numbers());
            after->take(std::span(samples).subspan(23));
            EXPECT_EQ(after->samples_taken(), 60);
            for (std::size_t n = 0; n < whole->numbers().size(); ++n)
                EXPECT_NEAR(after->numbers()[n], whole->numbers()[n], 1e-12 * largest(whole->numbers()));
            EXPECT_DOUBLE_EQ(std::max(before->extent().peak_state, after->extent().peak_state),
                             whole->extent().peak_state);
        }
}

TEST(MemoryScan, RefusesWhatIsOutOfRange) {
    EXPECT_THROW((void)memory_scan({"legs", 0, Method::bilinear, 0.5, 1}), UsageError);
    EXPECT_THROW((void)memory_scan({"legs", 4097, Method::bilinear, 0.5, 1}), UsageError);
    EXPECT_THROW((void)memory_scan({"legs", 4, Method::alpha, 1.5, 1}), UsageError);
    EXPECT_THROW((void)memory_scan({"legt", 4, Method::exact, 0.5, 0}), UsageError);
    const auto scan = memory_scan({"legs", 4, Method::bilinear, 0.5, 1});
    EXPECT_THROW(scan->resume(1, std::vector<double>(3)), UsageError);
}

}  // namespace
}  // namespace poslab
