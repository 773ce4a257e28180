// Compares the values of a state at many points together with the basis evaluated point by point.

#include "core/base/errors.hpp"
#include "core/base/random.hpp"
#include "core/hippo/measures.hpp"
#include "core/memory/memory_scan.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

namespace poslab {
namespace {

std::vector<double> some(std::size_t n, std::uint64_t seed) {
    std::vector<double> numbers(n);
    random_normals(seed, RandomStream::signal, 0, numbers);
    return numbers;
}

// More points than a block, so that several threads have some. The basis sums its recurrences in another
// order; basis functions are up to sqrt(2N), so 1e-12 is some thousand roundings of the largest term.
TEST(Reconstruction, AgreesWithTheBasis) {
    std::vector<double> places;
    for (int i = 0; i <= 3000; ++i) places.push_back(i / 3000.0);
    for (const char* const measure : {"legs", "legt", "lmu", "fout"})
        for (const std::int64_t order : {1, 2, 3, 8, 65}) {
            const std::vector<double> state = some(static_cast<std::size_t>(order), 3);
            const std::vector<double> values = reconstruction(measure, state, places);
            for (std::size_t i = 0; i < places.size(); i += 7) {
                const std::vector<double> basis = memory_basis(measure, order, places[i]);
                EXPECT_NEAR(values[i], std::inner_product(state.begin(), state.end(), basis.begin(), 0.0),
                            1e-11)
                    << order;
            }
        }
    const std::vector<double> parts = some(2 * 17, 4);
    std::vector<std::complex<double>> state;
    for (std::size_t n = 0; n < parts.size(); n += 2) state.emplace_back(parts[n], parts[n + 1]);
    const std::vector<double> waves = fourier_reconstruction(state, places);
    for (std::size_t i = 0; i < places.size(); i += 7) {
        const auto basis = fourier_basis(8, places[i]);
        EXPECT_NEAR(
            waves[i],
            std::inner_product(state.begin(), state.end(), basis.begin(), std::complex<double>{}).real(),
            1e-12);
    }
}

TEST(Reconstruction, LeavesNaNAndRefusesPlacesOutside) {
    const std::vector<double> places{0.25, std::nan(""), 0.75};
    const std::vector<double> values = reconstruction("legs", std::vector<double>{2, 1}, places);
    EXPECT_DOUBLE_EQ(values[0], 2 - std::sqrt(3.0) / 2);
    EXPECT_TRUE(std::isnan(values[1]));
    EXPECT_DOUBLE_EQ(values[2], 2 + std::sqrt(3.0) / 2);
    EXPECT_THROW((void)reconstruction("legs", std::vector<double>{1}, std::vector<double>{1.5}), UsageError);
    EXPECT_THROW((void)reconstruction("fourier-legs", std::vector<double>{1}, places), UsageError);
}

TEST(MemoryPlace, IsWithinTheHistoryOrTheWindow) {
    const MemorySpec legs{"legs", 4, Method::exact, 0.5, 10};
    EXPECT_DOUBLE_EQ(memory_place(legs, 25, 100), 0.25);
    const MemorySpec legt{"legt", 4, Method::exact, 0.5, 10}, lmu{"lmu", 4, Method::exact, 0.5, 10};
    EXPECT_DOUBLE_EQ(memory_place(legt, 100, 100), 1);
    EXPECT_DOUBLE_EQ(memory_place(legt, 92, 100), 0.2);
    EXPECT_DOUBLE_EQ(memory_place(lmu, 100, 100), 0);
    EXPECT_DOUBLE_EQ(memory_place(lmu, 92, 100), 0.8);
    EXPECT_TRUE(std::isnan(memory_place(legt, 89.5, 100))) << "before the window";
    EXPECT_TRUE(std::isnan(memory_place(legs, 101, 100))) << "not yet";
}

}  // namespace
}  // namespace poslab
