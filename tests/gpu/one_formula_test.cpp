#include "tests/gpu/opengl_fixture.hpp"
#include "tests/gpu/shared_formulas.hpp"

#include <qd/qd_real.h>

#include <array>
#include <limits>
#include <numbers>
#include <random>
#include <utility>

namespace poslab {

extern const std::string_view embedded_test_positions, embedded_test_scales, embedded_test_wide_numbers;

namespace gpu {
namespace {

/// The input of tests/gpu/shaders/positions.comp, with the same layout.
struct Given {
    std::int32_t t, shift, modulus, group, cap, key, low, high;
    std::uint32_t position, frequency_high, frequency_low;
    std::int32_t signed_position;
};
struct Integers {
    std::int32_t axis, quotient, within;
    std::uint32_t phase_high, phase_low, signed_high, signed_low;
    std::int32_t unused;
};

constexpr int count = 5000;  // no multiple of a group

std::vector<Given> random_cases() {
    std::mt19937 random(9577);
    const auto between = [&random](int low, int high) {
        return std::uniform_int_distribution<int>(low, high)(random);
    };
    std::vector<Given> cases;
    for (int n = 0; n < count; ++n) {
        const int reach = 1 << between(0, 29);
        cases.push_back({.t = between(-reach, reach),
                         .shift = between(-reach, reach),
                         .modulus = between(0, 2) == 0 ? 0 : between(1, reach),
                         .group = between(1, n % 2 == 0 ? 4 : reach),
                         .cap = between(0, 2) == 0 ? -1 : between(0, reach),
                         .key = between(-reach, reach),
                         .low = between(-reach, reach),
                         .high = between(-reach, reach),
                         .position = static_cast<std::uint32_t>(random()) >> (n % 32),
                         .frequency_high = static_cast<std::uint32_t>(random()) >> (n % 29),
                         .frequency_low = static_cast<std::uint32_t>(random()),
                         .signed_position = static_cast<std::int32_t>(random()) >> (n % 32)});
    }
    cases[0].signed_position = std::numeric_limits<std::int32_t>::min();
    cases[1].frequency_low = 0;
    return cases;
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    if (at == std::string::npos) throw std::logic_error("the kernel of a test has no " + from);
    return text.replace(at, from.size(), to);
}

/// A device with one kernel in place of all others.
class OneFormula : public OpenGl {
  protected:
    void use(const std::string& text) {
        device_ = open_opengl_device(make_egl_context(), [text](Kernel) {
            return KernelText{"tests/gpu/shaders", text};
        });
        held_ = device_->hold();
    }
    void run(const std::vector<const DeviceBuffer*>& buffers) {
        device_->run({Kernel::position_field, (count + 63) / 64, 1, task_of(count), buffers});
    }
    std::unique_ptr<Device::Hold> held_;
};

template <typename Real>
struct PositionResults {
    std::vector<Integers> integers;
    std::vector<Real> reals;  // turn, cosine, sine
};

class Positions : public OneFormula {
  protected:
    template <typename Real>
    PositionResults<Real> results(const std::string& text) {
        use(text);
        const auto in = buffer_of(random_cases());
        const auto integers = buffer_of(std::vector<Integers>(count));
        const auto reals = buffer_of(std::vector<Real>(3 * count));
        run({in.get(), integers.get(), reals.get()});
        return {values_of<Integers>(*integers), values_of<Real>(*reals)};
    }
};

// floor() in long double is right for every quotient of 32-bit numbers: its 64 bits distinguish the nearest
// ones.
long long floor_of(long long a, long long b) {
    return static_cast<long long>(std::floor(static_cast<long double>(a) / static_cast<long double>(b)));
}

TEST_F(Positions, IntegersAreTheSameAsInCAndAsInWiderArithmetic) {
    const std::vector<Integers> found = results<double>(std::string(embedded_test_positions)).integers;
    const std::vector<Given> cases = random_cases();
    for (std::size_t n = 0; n < cases.size(); ++n) {
        const Given& of = cases[n];
        ASSERT_EQ(found[n].axis, as_double::axis_integer(of.t, of.shift, of.modulus, of.group, of.cap)) << n;
        ASSERT_EQ(found[n].quotient, as_double::floor_quotient(of.t, of.group)) << n;
        ASSERT_EQ(found[n].within != 0, as_double::distance_within(of.t, of.key, of.group, of.low, of.high))
            << n;

        long long s = static_cast<long long>(of.t) + of.shift;
        if (of.modulus > 0) s = ((s % of.modulus) + of.modulus) % of.modulus;
        long long a = floor_of(s, of.group);
        if (of.cap >= 0) a = std::min<long long>(a, of.cap);
        ASSERT_EQ(found[n].axis, a) << n;
        ASSERT_EQ(found[n].quotient, floor_of(of.t, of.group)) << n;
        const long long distance = of.group > 1 ? floor_of(of.t, of.group) - floor_of(of.key, of.group)
                                                : static_cast<long long>(of.t) - of.key;
        ASSERT_EQ(found[n].within != 0, of.low <= distance && distance < of.high) << n;
    }
}

TEST_F(Positions, PhasesAreTheSameAsInCAndAsInIntegersOf64Bits) {
    const std::vector<Integers> found = results<double>(std::string(embedded_test_positions)).integers;
    const std::vector<Given> cases = random_cases();
    for (std::size_t n = 0; n < cases.size(); ++n) {
        const Given& of = cases[n];
        const as_double::Phase frequency{of.frequency_high, of.frequency_low};
        const as_double::Phase phase = as_double::phase_at(of.position, frequency);
        const as_double::Phase either = as_double::phase_of_signed(of.signed_position, frequency);
        ASSERT_EQ(std::pair(found[n].phase_high, found[n].phase_low), std::pair(phase.high, phase.low)) << n;
        ASSERT_EQ(std::pair(found[n].signed_high, found[n].signed_low), std::pair(either.high, either.low))
            << n;

        const std::uint64_t whole = (std::uint64_t{of.frequency_high} << 32) | of.frequency_low;
        const auto joined = [](std::uint32_t high, std::uint32_t low) {
            return (std::uint64_t{high} << 32) | low;
        };
        ASSERT_EQ(joined(found[n].phase_high, found[n].phase_low), whole * of.position) << n;
        ASSERT_EQ(joined(found[n].signed_high, found[n].signed_low),
                  whole * static_cast<std::uint64_t>(std::int64_t{of.signed_position}))
            << n;
    }
}

/// Compares turns and their cosines and sines with C++ and with long double. All values are within [-1, 1],
/// so tolerances are absolute: a turn is right to half an ulp of 1, and a rotation to two (shaders/common). A
/// driver may fuse a product and a sum, which C++ does not, so both may differ by as much.
template <typename Real, typename Turn, typename Rotation>
void compare_rotations(const PositionResults<Real>& found, const Turn& turn_in_c,
                       const Rotation& rotation_in_c) {
    constexpr double unit = std::numeric_limits<Real>::epsilon();
    const std::vector<Given> cases = random_cases();
    for (std::size_t n = 0; n < cases.size(); ++n) {
        const auto phase = static_cast<std::int64_t>(
            ((std::uint64_t{cases[n].frequency_high} << 32) | cases[n].frequency_low) * cases[n].position);
        const long double turn = std::ldexp(static_cast<long double>(phase), -64);
        ASSERT_NEAR(static_cast<double>(found.reals[3 * n] - turn), 0, unit / 2) << n;
        ASSERT_NEAR(found.reals[3 * n], turn_in_c(cases[n]), unit / 2) << n;
        const long double angle = 2 * std::numbers::pi_v<long double> * found.reals[3 * n];
        ASSERT_NEAR(static_cast<double>(found.reals[3 * n + 1] - std::cos(angle)), 0, 2 * unit) << n;
        ASSERT_NEAR(static_cast<double>(found.reals[3 * n + 2] - std::sin(angle)), 0, 2 * unit) << n;
        const auto [cosine, sine] = rotation_in_c(found.reals[3 * n]);
        ASSERT_NEAR(found.reals[3 * n + 1], cosine, 2 * unit) << n;
        ASSERT_NEAR(found.reals[3 * n + 2], sine, 2 * unit) << n;
    }
}

TEST_F(Positions, TurnsAndRotationsInDoubles) {
    compare_rotations(
        results<double>(std::string(embedded_test_positions)),
        [](const Given& of) {
            return as_double::signed_turn(
                as_double::phase_at(of.position, {of.frequency_high, of.frequency_low}));
        },
        [](double turn) {
            const as_double::UnitVector v = as_double::unit_vector(turn);
            return std::pair(v.cosine, v.sine);
        });
}

TEST_F(Positions, TurnsAndRotationsInFloats) {
    compare_rotations(
        results<float>(
            replaced(std::string(embedded_test_positions), "#define real double", "#define real float")),
        [](const Given& of) {
            return as_float::signed_turn(
                as_float::phase_at(of.position, {of.frequency_high, of.frequency_low}));
        },
        [](float turn) {
            const as_float::UnitVector v = as_float::unit_vector(turn);
            return std::pair(v.cosine, v.sine);
        });
}

using Pair = std::array<double, 2>;

qd_real value_of(const Pair& pair) { return qd_real(pair[0]) + qd_real(pair[1]); }

/// Sums of two doubles with 106 bits together, of very different sizes; a few of them nearly cancel.
std::vector<std::array<double, 4>> random_wide_pairs() {
    std::mt19937_64 random(2017);
    std::uniform_real_distribution<double> unit(-1, 1);
    std::uniform_int_distribution<int> exponent(-40, 49);
    const auto wide = [&] {
        const double high = std::ldexp(unit(random), exponent(random));
        return Pair{high, high * unit(random) * 0x1p-54};
    };
    std::vector<std::array<double, 4>> pairs;
    for (int n = 0; n < count; ++n) {
        const Pair a = wide();
        Pair b = wide();
        if (n % 4 == 0) b = {-a[0], a[1] * unit(random)};
        pairs.push_back({a[0], a[1], b[0], b[1]});
    }
    pairs[1] = {0, 0, 1, 0};
    return pairs;
}

void expect_near(const Pair& found, const qd_real& expected, double relative, const char* what,
                 std::size_t n) {
    const double allowed = relative * std::abs(expected.x[0]);
    ASSERT_LE(std::abs((value_of(found) - expected).x[0]), allowed) << what << " " << n;
}

class WideNumbers : public OneFormula {
  protected:
    std::vector<Pair> results() {
        use(std::string(embedded_test_wide_numbers));
        const auto in = buffer_of(random_wide_pairs());
        const auto out = buffer_of(std::vector<Pair>(4 * count));
        run({in.get(), out.get()});
        return values_of<Pair>(*out);
    }
};

// Bounds of the algorithms (Joldes, Muller and Popescu, ACM TOMS 44, 2017), u = 2^-53: 3 u^2 for a sum and 7
// u^2 for a product, rounded up; one Newton step from a root right to u leaves u^2 / 2 and the roundings of
// its quotient.
constexpr double wide_unit = 0x1p-106;

TEST_F(WideNumbers, AreRightIn212Bits) {
    const std::vector<Pair> found = results();
    const std::vector<std::array<double, 4>> operands = random_wide_pairs();
    for (std::size_t n = 0; n < operands.size(); ++n) {
        const qd_real a = value_of({operands[n][0], operands[n][1]}),
                      b = value_of({operands[n][2], operands[n][3]});
        expect_near(found[4 * n], a + b, 4 * wide_unit, "sum", n);
        expect_near(found[4 * n + 1], a * b, 8 * wide_unit, "product", n);
        expect_near(found[4 * n + 2], operands[n][0] > 0 ? sqrt(a) : qd_real(0.0), 8 * wide_unit, "root", n);
        // Error of the product, and the rounding of a result up to 1/2.
        const qd_real turns = a / qd_real::_2pi;
        const qd_real rest = turns - qd_real(found[4 * n + 3][0]);
        ASSERT_LE(std::abs((rest - nint(rest)).x[0]), 0x1p-53 + 8 * wide_unit * std::abs(turns.x[0]))
            << "turn " << n;
        ASSERT_LE(std::abs(found[4 * n + 3][0]), 0.5 + 0x1p-50) << n;
    }
}

// Every device rounds sums and products of doubles once (GLSL 4.7.1), so they must be bitwise equal. Roots
// and quotients need not be, but a Newton step removes the difference.
TEST_F(WideNumbers, AreTheSameAsInC) {
    const std::vector<Pair> found = results();
    const std::vector<std::array<double, 4>> operands = random_wide_pairs();
    for (std::size_t n = 0; n < operands.size(); ++n) {
        const as_double::WideReal a{operands[n][0], operands[n][1]}, b{operands[n][2], operands[n][3]};
        const auto sum = as_double::wide_sum(a, b), product = as_double::wide_product(a, b),
                   root = as_double::wide_root(a);
        ASSERT_EQ(found[4 * n], (Pair{sum.high, sum.low})) << n;
        ASSERT_EQ(found[4 * n + 1], (Pair{product.high, product.low})) << n;
        expect_near(found[4 * n + 2], value_of({root.high, root.low}), 8 * wide_unit, "root", n);
        ASSERT_EQ(found[4 * n + 3][0], as_double::wide_turn(a)) << n;
    }
}

class Scales : public OneFormula {};

// A driver's logarithms are right to 3 ulp of float32 or 2^-21 near 1 (GLSL 4.7.1), and are divided by others
// of at least 0.5.
TEST_F(Scales, AreTheSameAsInC) {
    std::mt19937 random(7);
    std::uniform_real_distribution<float> value(-20, 20), low(0.1F, 1), middle(2, 4), high(7, 9);
    std::vector<std::array<float, 4>> operands;
    for (int n = 0; n < count; ++n)
        operands.push_back({value(random), low(random), middle(random), high(random)});
    use(std::string(embedded_test_scales));
    const auto in = buffer_of(operands);
    const auto out = buffer_of(std::vector<float>(count));
    run({in.get(), out.get()});
    const std::vector<float> found = values_of<float>(*out);
    for (std::size_t n = 0; n < operands.size(); ++n) {
        const auto& [v, l, m, h] = operands[n];
        const float expected = as_float::scale_position(v, static_cast<int>(n % 6), l, m, h);
        ASSERT_NEAR(found[n], expected, 4e-6F) << "kind " << n % 6 << ", " << v;
    }
}

}  // namespace
}  // namespace gpu
}  // namespace poslab
