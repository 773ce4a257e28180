// Errata of articles 9708, 10137 and 8397.

#include "core/base/random.hpp"
#include "core/encoding/positions.hpp"
#include "core/memory/convergence.hpp"
#include "core/views/evidence/evidence.hpp"

#include <complex>

namespace poslab::evidence {
namespace {

std::string rounded_to(double value, int decimals) { return format_number(value, decimals, 6); }

Claim interpolation() {
    constexpr std::int64_t length = 16;
    PositionMapSpec spec;
    spec.map = "pi";
    spec.k = 4;
    const PositionPlan plan = position_plan(spec);
    const double first = position_at(plan, length - 1, 0), second = position_at(plan, length - 1, 1);
    return {"9708, matrix of PI"_tr,
            "The last row begins (L−1)/k, (L−1)/k."_tr,
            tr("Its second entry is (L−2)/k: with L = 16 and k = 4 the row begins {}, {}.",
               rounded_to(first, 4), rounded_to(second, 4)),
            "position-matrix --map pi --k 4 --length 16 --train-length 8",
            {first, second}};
}

/// Returns the n-th of a sequence of pseudo-random numbers in [−1, 1).
double random_uniform(std::uint64_t seed, std::uint64_t n) {
    return static_cast<double>(random_bits(seed, 0, n) >> 11U) * 0x1p-52 - 1;
}

std::complex<double> random_vector(std::uint64_t seed, std::uint64_t n) {
    return {random_uniform(seed, 2 * n), random_uniform(seed, 2 * n + 1)};
}

/// The inner product of two plane vectors given as complex numbers.
double inner_product(std::complex<double> a, std::complex<double> b) { return (a * std::conj(b)).real(); }

/// Compares the far pass for one pair of random q and k with q rotated back, and with the formula as stated.
Claim far_pass() {
    const std::complex<double> q = random_vector(9708, 0), k = random_vector(9708, 1);
    constexpr double w = 3, theta = 1;
    const std::complex<double> turn = std::polar(1.0, w * theta);
    const double pass = inner_product(turn * q, k);
    const double corrected_error = std::abs(pass - inner_product(q, std::conj(turn) * k)),
                 stated_error = std::abs(pass - inner_product(q, turn * k));
    return {"9708, far pass of ReRoPE"_tr,
            "(R(w) q)^T k = q^T R(w) k"_tr,
            tr("A transposed rotation is the inverse: q^T R(−w) k, as in the formula for decoding. For "
               "random q and k and w = 3, this product differs from the far pass by {}, the stated one by "
               "{}.",
               rounded_to(corrected_error, 15), rounded_to(stated_error, 3)),
            "attention --source constant --map rerope --w 3 --length 8 --show logits",
            {corrected_error, stated_error}};
}

/// Returns the error of the state of order 8 against e₀ after this many ones.
double constant_miss(Method method, std::size_t samples) {
    std::vector<double> state =
        state_after({"legs", 8, method, 0.5, 1}, std::vector<double>(samples, 1.0), Job());
    state.front() -= 1;
    return std::abs(*std::max_element(state.begin(), state.end(),
                                      [](double a, double b) { return std::abs(a) < std::abs(b); }));
}

/// Returns the power of the step size in the errors for 100 … 1600 samples of cos 7s, measured against the
/// exact state of the same held samples.
double power_of_step(Method method) {
    constexpr std::int64_t finest = 1600;
    MemorySpec spec{"legs", 8, method, 0.5, 1};
    SignalSpec signal;
    signal.signal = Signal::cosine;
    signal.length = finest;
    const StepReferences references =
        step_references(spec, convergence_sizes(finest), {signal, {}}, false, Job());
    return step_slope(references, step_errors(references, method, spec.alpha, false, Job()).held);
}

Claim bilinear() {
    const double miss10 = constant_miss(Method::bilinear, 10),
                 miss1000 = constant_miss(Method::bilinear, 1000);
    const double stated = power_of_step(Method::bilinear), averaged = power_of_step(Method::alpha);
    return {
        "10137, LegS bilinear"_tr,
        "Replacing the integral of u/s over a step by u ε/t does no harm."_tr,
        tr("A constant is no longer reproduced: at order 8 the state differs from e₀ by {} after 10 samples,"
           " {} after 1000. Errors fall as the step size to the power {}; with an averaged input (α = ½), to"
           " the power {}.",
           rounded_to(miss10, 4), rounded_to(miss1000, 5), rounded_to(stated, 2), rounded_to(averaged, 2)),
        "memory --order 8 --method bilinear --signal cosine --omega 0 --signal-length 200 --versus "
        "method=exact",
        {miss10, miss1000, stated, averaged}};
}

/// Compares both products for one pair of random q, k, as complex numbers, with a product of the relative
/// position, Re(q k* e^(i(m−n)θ)).
Claim inner_product_erratum() {
    const std::complex<double> q = random_vector(8397, 0), k = random_vector(8397, 1);
    constexpr double m = 5, n = 2, theta = 1;
    const double expected = (q * std::conj(k) * std::polar(1.0, (m - n) * theta)).real();
    const std::complex<double> query = q * std::polar(1.0, m * theta),
                               key_rotation = std::polar(1.0, n * theta);
    const double corrected_error = std::abs(inner_product(query, k * key_rotation) - expected),
                 stated_error = std::abs(inner_product(query, k * q * key_rotation) - expected);
    return {"8397, inner product"_tr,
            "⟨q exp(miθ), k q exp(niθ)⟩"_tr,
            tr("A slip: the second argument is k exp(niθ). For random q and k, this product differs from "
               "that of the relative position by {}, the stated one by {}.",
               rounded_to(corrected_error, 15), rounded_to(stated_error, 3)),
            "rope-2d --x1 5 --y1 0 --x2 2 --y2 0 --figure matrices",
            {corrected_error, stated_error}};
}

}  // namespace

std::vector<Erratum> errata_of_others() {
    return {{Article::a9708, &interpolation},
            {Article::a9708, &far_pass},
            {Article::a10137, &bilinear},
            {Article::a8397, &inner_product_erratum}};
}

}  // namespace poslab::evidence
