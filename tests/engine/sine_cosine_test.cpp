// Compares every instruction set that this processor has with the C library's 80-bit functions.
#define HWY_TARGET_INCLUDE "tests/engine/sine_cosine_test.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
#include <hwy/highway.h>

#include "core/engine/sine_cosine.hpp"

HWY_BEFORE_NAMESPACE();
namespace poslab::HWY_NAMESPACE {

/// `count` is a multiple of 8, and thus of every vector width.
HWY_ATTR void sines_and_cosines(const double* x, double* sines, double* cosines, std::size_t count) {
    const AngleTag tag;
    for (std::size_t n = 0; n < count; n += hwy::HWY_NAMESPACE::Lanes(tag)) {
        const SineCosine of = sine_cosine(hwy::HWY_NAMESPACE::LoadU(tag, x + n));
        hwy::HWY_NAMESPACE::StoreU(of.sine, tag, sines + n);
        hwy::HWY_NAMESPACE::StoreU(of.cosine, tag, cosines + n);
    }
}

}  // namespace poslab::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "tests/support/seed.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

namespace poslab {
namespace {

HWY_EXPORT(sines_and_cosines);

/// Small and large angles, and the doubles nearest to whole quarter turns, where sine or cosine has the
/// fewest digits left.
std::vector<double> difficult_angles() {
    std::vector<double> angles{0, -0.0, 0x1p-1074, 0x1p-30, 1024, -1024};
    const auto quarter = std::acos(0.0L);
    for (int quarters = -651; quarters <= 651; ++quarters) {
        const auto near = static_cast<double>(quarter * quarters);
        for (const double angle : {std::nextafter(near, -2000.0), near, std::nextafter(near, 2000.0)})
            angles.push_back(angle);
        angles.push_back(static_cast<double>(quarter * (quarters + 0.5L)));
    }
    std::mt19937_64 random(test::test_seed(20261125));
    for (const double most : {0.8, 10.0, 1024.0}) {
        std::uniform_real_distribution<double> of(-most, most);
        for (int n = 0; n < 20000; ++n) angles.push_back(of(random));
    }
    while (angles.size() % 8 != 0) angles.push_back(1);
    return angles;
}

TEST(SineCosine, IsWithinItsBoundOnEveryInstructionSet) {
    const std::vector<double> angles = difficult_angles();
    const auto all = hwy::SupportedTargets();
    int sets = 0;
    for (auto left = all; left != 0; left &= left - 1) {
        const auto target = left & ~(left - 1);
        hwy::SetSupportedTargetsForTest(target);
        std::vector<double> sines(angles.size()), cosines(angles.size());
        HWY_DYNAMIC_DISPATCH(sines_and_cosines)(angles.data(), sines.data(), cosines.data(), angles.size());
        ++sets;
        for (std::size_t n = 0; n < angles.size(); ++n) {
            const auto x = static_cast<long double>(angles[n]);
            ASSERT_NEAR(static_cast<double>(sines[n] - std::sin(x)), 0, 2.5e-16)
                << hwy::TargetName(target) << " sin " << angles[n];
            ASSERT_NEAR(static_cast<double>(cosines[n] - std::cos(x)), 0, 2.5e-16)
                << hwy::TargetName(target) << " cos " << angles[n];
        }
    }
    hwy::SetSupportedTargetsForTest(0);
    EXPECT_GT(sets, 0);
}

}  // namespace
}  // namespace poslab
#endif
