#include "core/training/cpu_kernels.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

// Highway compiles the following code once per instruction set and selects one at run time.
#define HWY_TARGET_INCLUDE "core/training/cpu_kernels.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
#include <hwy/highway.h>

#include <hwy/contrib/math/math-inl.h>

HWY_BEFORE_NAMESPACE();
namespace poslab::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Each loop processes whole vectors first, then the remaining elements one by one with the same code.
template <class Real>
using Wide = hn::ScalableTag<Real>;
template <class Real>
using Single = hn::CappedTag<Real, 1>;

template <class Tag>
HWY_INLINE HWY_ATTR std::int64_t lanes_of() {
    return static_cast<std::int64_t>(hn::Lanes(Tag()));
}
template <class Tag>
HWY_INLINE HWY_ATTR hn::TFromD<Tag> total(hn::Vec<Tag> v) {
    return hn::GetLane(hn::SumOfLanes(Tag(), v));
}

template <class Tag, class Real>
HWY_ATTR std::int64_t squares_part(std::int64_t n, const Real* x, std::int64_t width, Real& sum) {
    const Tag tag;
    auto squares = hn::Zero(tag);
    for (; n + lanes_of<Tag>() <= width; n += lanes_of<Tag>()) {
        const auto v = hn::LoadU(tag, x + n);
        squares = hn::MulAdd(v, v, squares);
    }
    sum += total<Tag>(squares);
    return n;
}

template <class Tag, class Real>
HWY_ATTR std::int64_t scaled_part(std::int64_t n, const Real* x, const Real* gain, std::int64_t width, Real r,
                                  Real* out) {
    const Tag tag;
    for (; n + lanes_of<Tag>() <= width; n += lanes_of<Tag>())
        hn::StoreU(hn::Mul(hn::Mul(hn::LoadU(tag, x + n), hn::Set(tag, r)), hn::LoadU(tag, gain + n)), tag,
                   out + n);
    return n;
}

template <class Real>
HWY_ATTR Real norm(const Real* x, const Real* gain, std::int64_t width, Real epsilon, Real* out) {
    Real sum = 0;
    squares_part<Single<Real>>(squares_part<Wide<Real>>(0, x, width, sum), x, width, sum);
    const Real r = 1 / std::sqrt(sum / static_cast<Real>(width) + epsilon);
    scaled_part<Single<Real>>(scaled_part<Wide<Real>>(0, x, gain, width, r, out), x, gain, width, r, out);
    return r;
}

template <class Tag, class Real>
HWY_ATTR std::int64_t gain_part(std::int64_t n, const Real* x, const Real* gain, const Real* d_out,
                                std::int64_t width, Real r, Real* d_gain, Real& sum) {
    const Tag tag;
    auto along = hn::Zero(tag);
    for (; n + lanes_of<Tag>() <= width; n += lanes_of<Tag>()) {
        const auto product = hn::Mul(hn::LoadU(tag, d_out + n), hn::LoadU(tag, x + n));
        hn::StoreU(hn::MulAdd(product, hn::Set(tag, r), hn::LoadU(tag, d_gain + n)), tag, d_gain + n);
        along = hn::MulAdd(product, hn::LoadU(tag, gain + n), along);
    }
    sum += total<Tag>(along);
    return n;
}

template <class Tag, class Real>
HWY_ATTR std::int64_t norm_input_part(std::int64_t n, const Real* x, const Real* gain, const Real* d_out,
                                      std::int64_t width, Real r, Real along, Real* dx) {
    const Tag tag;
    for (; n + lanes_of<Tag>() <= width; n += lanes_of<Tag>()) {
        const auto direct =
            hn::Mul(hn::Mul(hn::LoadU(tag, d_out + n), hn::LoadU(tag, gain + n)), hn::Set(tag, r));
        const auto all = hn::NegMulAdd(hn::LoadU(tag, x + n), hn::Set(tag, along), direct);
        hn::StoreU(hn::Add(hn::LoadU(tag, dx + n), all), tag, dx + n);
    }
    return n;
}

template <class Real>
HWY_ATTR void norm_gradient(const Real* x, const Real* gain, Real r, const Real* d_out, std::int64_t width,
                            Real* dx, Real* d_gain) {
    Real sum = 0;
    const std::int64_t rest = gain_part<Wide<Real>>(0, x, gain, d_out, width, r, d_gain, sum);
    gain_part<Single<Real>>(rest, x, gain, d_out, width, r, d_gain, sum);
    const Real along = sum * r * r * r / static_cast<Real>(width);
    norm_input_part<Single<Real>>(norm_input_part<Wide<Real>>(0, x, gain, d_out, width, r, along, dx), x,
                                  gain, d_out, width, r, along, dx);
}

template <class Tag, class Real>
HWY_ATTR std::int64_t rotate_part(std::int64_t n, Real* head, const Real* cosines, const Real* sines,
                                  std::int64_t half) {
    const Tag tag;
    for (; n + lanes_of<Tag>() <= half; n += lanes_of<Tag>()) {
        const auto first = hn::LoadU(tag, head + n), second = hn::LoadU(tag, head + half + n);
        const auto cosine = hn::LoadU(tag, cosines + n), sine = hn::LoadU(tag, sines + n);
        hn::StoreU(hn::NegMulAdd(second, sine, hn::Mul(first, cosine)), tag, head + n);
        hn::StoreU(hn::MulAdd(first, sine, hn::Mul(second, cosine)), tag, head + half + n);
    }
    return n;
}

template <class Real>
HWY_ATTR void rotate(Real* head, const Real* cosines, const Real* sines, std::int64_t half) {
    rotate_part<Single<Real>>(rotate_part<Wide<Real>>(0, head, cosines, sines, half), head, cosines, sines,
                              half);
}

template <class Tag, class Real>
HWY_ATTR std::int64_t logits_part(std::int64_t n, Real* row, std::int64_t count, Real scale, Real slope,
                                  Real& most) {
    const Tag tag;
    auto largest = hn::Set(tag, most);
    for (; n + lanes_of<Tag>() <= count; n += lanes_of<Tag>()) {
        const auto distance = hn::Sub(hn::Set(tag, static_cast<Real>(count - 1 - n)), hn::Iota(tag, Real{0}));
        const auto logit = hn::NegMulAdd(distance, hn::Set(tag, slope),
                                         hn::Mul(hn::LoadU(tag, row + n), hn::Set(tag, scale)));
        largest = hn::Max(largest, logit);
        hn::StoreU(logit, tag, row + n);
    }
    most = hn::GetLane(hn::MaxOfLanes(tag, largest));
    return n;
}

template <class Tag, class Real>
HWY_ATTR std::int64_t exponentials_part(std::int64_t n, Real* row, std::int64_t count, Real most, Real& sum) {
    const Tag tag;
    auto all = hn::Zero(tag);
    for (; n + lanes_of<Tag>() <= count; n += lanes_of<Tag>()) {
        const auto weight = hn::Exp(tag, hn::Sub(hn::LoadU(tag, row + n), hn::Set(tag, most)));
        all = hn::Add(all, weight);
        hn::StoreU(weight, tag, row + n);
    }
    sum += total<Tag>(all);
    return n;
}

template <class Tag, class Real>
HWY_ATTR std::int64_t times_part(std::int64_t n, Real* row, std::int64_t count, Real factor) {
    const Tag tag;
    for (; n + lanes_of<Tag>() <= count; n += lanes_of<Tag>())
        hn::StoreU(hn::Mul(hn::LoadU(tag, row + n), hn::Set(tag, factor)), tag, row + n);
    return n;
}

template <class Real>
HWY_ATTR void softmax(Real* row, std::int64_t count, Real scale, Real slope) {
    Real most = -std::numeric_limits<Real>::infinity(), sum = 0;
    logits_part<Single<Real>>(logits_part<Wide<Real>>(0, row, count, scale, slope, most), row, count, scale,
                              slope, most);
    exponentials_part<Single<Real>>(exponentials_part<Wide<Real>>(0, row, count, most, sum), row, count, most,
                                    sum);
    times_part<Single<Real>>(times_part<Wide<Real>>(0, row, count, 1 / sum), row, count, 1 / sum);
}

template <class Tag, class Real>
HWY_ATTR std::int64_t dot_part(std::int64_t n, const Real* a, const Real* b, std::int64_t count, Real& sum) {
    const Tag tag;
    auto all = hn::Zero(tag);
    for (; n + lanes_of<Tag>() <= count; n += lanes_of<Tag>())
        all = hn::MulAdd(hn::LoadU(tag, a + n), hn::LoadU(tag, b + n), all);
    sum += total<Tag>(all);
    return n;
}

template <class Tag, class Real>
HWY_ATTR std::int64_t centred_part(std::int64_t n, const Real* weights, std::int64_t count, Real scale,
                                   Real mean, Real* d) {
    const Tag tag;
    for (; n + lanes_of<Tag>() <= count; n += lanes_of<Tag>()) {
        const auto centred = hn::Sub(hn::LoadU(tag, d + n), hn::Set(tag, mean));
        hn::StoreU(hn::Mul(hn::Mul(centred, hn::LoadU(tag, weights + n)), hn::Set(tag, scale)), tag, d + n);
    }
    return n;
}

template <class Real>
HWY_ATTR void softmax_gradient(const Real* weights, std::int64_t count, Real scale, Real* d) {
    Real mean = 0;
    dot_part<Single<Real>>(dot_part<Wide<Real>>(0, weights, d, count, mean), weights, d, count, mean);
    centred_part<Single<Real>>(centred_part<Wide<Real>>(0, weights, count, scale, mean, d), weights, count,
                               scale, mean, d);
}

template <class Tag>
HWY_INLINE HWY_ATTR hn::Vec<Tag> sigmoid(hn::Vec<Tag> x) {
    const Tag tag;
    const auto one = hn::Set(tag, 1);
    // Beyond this the exponential overflows in float32; the sigmoid is 0 there in both precisions.
    const auto least = hn::Set(tag, sizeof(hn::TFromD<Tag>) == sizeof(float) ? -80 : -700);
    return hn::Div(one, hn::Add(one, hn::Exp(tag, hn::Neg(hn::Max(x, least)))));
}

template <class Tag, class Real>
HWY_ATTR std::int64_t gated_part(std::int64_t n, const Real* gate, const Real* up, std::int64_t count,
                                 Real* out) {
    const Tag tag;
    for (; n + lanes_of<Tag>() <= count; n += lanes_of<Tag>()) {
        const auto x = hn::LoadU(tag, gate + n);
        hn::StoreU(hn::Mul(hn::Mul(x, sigmoid<Tag>(x)), hn::LoadU(tag, up + n)), tag, out + n);
    }
    return n;
}

template <class Real>
HWY_ATTR void gated(const Real* gate, const Real* up, std::int64_t count, Real* out) {
    gated_part<Single<Real>>(gated_part<Wide<Real>>(0, gate, up, count, out), gate, up, count, out);
}

template <class Tag, class Real>
HWY_ATTR std::int64_t gated_gradient_part(std::int64_t n, const Real* gate, const Real* up, const Real* d_out,
                                          std::int64_t count, Real* d_gate, Real* d_up) {
    const Tag tag;
    const auto one = hn::Set(tag, 1);
    for (; n + lanes_of<Tag>() <= count; n += lanes_of<Tag>()) {
        const auto x = hn::LoadU(tag, gate + n), d = hn::LoadU(tag, d_out + n),
                   factor = hn::LoadU(tag, up + n);
        const auto s = sigmoid<Tag>(x);
        const auto slope = hn::Mul(s, hn::MulAdd(x, hn::Sub(one, s), one));  // derivative of x sigmoid(x)
        hn::StoreU(hn::Mul(d, hn::Mul(x, s)), tag, d_up + n);
        hn::StoreU(hn::Mul(hn::Mul(d, factor), slope), tag, d_gate + n);
    }
    return n;
}

template <class Real>
HWY_ATTR void gated_gradient(const Real* gate, const Real* up, const Real* d_out, std::int64_t count,
                             Real* d_gate, Real* d_up) {
    const std::int64_t rest = gated_gradient_part<Wide<Real>>(0, gate, up, d_out, count, d_gate, d_up);
    gated_gradient_part<Single<Real>>(rest, gate, up, d_out, count, d_gate, d_up);
}

/// Eight independent sums; a single one would wait for each addition.
template <class Real>
HWY_ATTR double float64_sum(const Real* numbers, std::int64_t count) {
    double sums[8] = {};
    std::int64_t n = 0;
    for (; n + 8 <= count; n += 8)
        for (std::int64_t lane = 0; lane < 8; ++lane) sums[lane] += static_cast<double>(numbers[n + lane]);
    double sum = 0;
    for (; n < count; ++n) sum += static_cast<double>(numbers[n]);
    for (const double part : sums) sum += part;
    return sum;
}

template <class Real>
HWY_ATTR double cross_entropy(Real* logits, std::int64_t count, std::int64_t right, Real share) {
    Real most = -std::numeric_limits<Real>::infinity(), unused = 0;
    logits_part<Single<Real>>(logits_part<Wide<Real>>(0, logits, count, Real{1}, Real{0}, most), logits,
                              count, Real{1}, Real{0}, most);
    const double of_right = static_cast<double>(logits[right]);
    exponentials_part<Single<Real>>(exponentials_part<Wide<Real>>(0, logits, count, most, unused), logits,
                                    count, most, unused);
    const double sum = float64_sum(logits, count);
    const Real factor = share / static_cast<Real>(sum);
    times_part<Single<Real>>(times_part<Wide<Real>>(0, logits, count, factor), logits, count, factor);
    logits[right] -= share;
    return std::log(sum) + static_cast<double>(most) - of_right;
}

template <class Tag, class Real>
HWY_ATTR std::int64_t add_part(std::int64_t n, const Real* in, std::int64_t count, Real* out) {
    const Tag tag;
    for (; n + lanes_of<Tag>() <= count; n += lanes_of<Tag>())
        hn::StoreU(hn::Add(hn::LoadU(tag, out + n), hn::LoadU(tag, in + n)), tag, out + n);
    return n;
}

template <class Real>
HWY_ATTR void add(const Real* in, std::int64_t count, Real* out) {
    add_part<Single<Real>>(add_part<Wide<Real>>(0, in, count, out), in, count, out);
}

template <class Tag>
HWY_ATTR std::int64_t step_part(std::int64_t n, const AdamwRun& run) {
    const Tag tag;
    const auto beta1 = hn::Set(tag, run.beta1), beta2 = hn::Set(tag, run.beta2), one = hn::Set(tag, 1);
    for (; n + lanes_of<Tag>() <= run.count; n += lanes_of<Tag>()) {
        const auto g = hn::Mul(hn::LoadU(tag, run.gradient + n), hn::Set(tag, run.scale));
        const auto m = hn::MulAdd(beta1, hn::LoadU(tag, run.means + n), hn::Mul(hn::Sub(one, beta1), g));
        const auto v =
            hn::MulAdd(beta2, hn::LoadU(tag, run.squares + n), hn::Mul(hn::Sub(one, beta2), hn::Mul(g, g)));
        const auto root = hn::Add(hn::Sqrt(hn::Mul(v, hn::Set(tag, run.correction))), hn::Set(tag, 1e-8F));
        const auto p = hn::LoadU(tag, run.parameters + n);
        const auto change =
            hn::MulAdd(p, hn::Set(tag, run.decay), hn::Div(hn::Mul(m, hn::Set(tag, run.rate)), root));
        hn::StoreU(m, tag, run.means + n);
        hn::StoreU(v, tag, run.squares + n);
        hn::StoreU(hn::Sub(p, change), tag, run.parameters + n);
    }
    return n;
}

HWY_ATTR void adamw(const AdamwRun& run) { step_part<Single<float>>(step_part<Wide<float>>(0, run), run); }

template <class Real>
CpuKernels<Real> all_loops() {
    return {&norm<Real>,           &norm_gradient<Real>,    &rotate<Real>,
            &softmax<Real>,        &softmax_gradient<Real>, &gated<Real>,
            &gated_gradient<Real>, &cross_entropy<Real>,    &add<Real>};
}
CpuKernels<float> float_loops() { return all_loops<float>(); }
CpuKernels<double> double_loops() { return all_loops<double>(); }

}  // namespace poslab::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace poslab {

namespace {

HWY_EXPORT(float_loops);
HWY_EXPORT(double_loops);
HWY_EXPORT(adamw);

}  // namespace

template <>
const CpuKernels<float>& cpu_kernels<float>() {
    static const CpuKernels<float> chosen = HWY_DYNAMIC_DISPATCH(float_loops)();
    return chosen;
}

template <>
const CpuKernels<double>& cpu_kernels<double>() {
    static const CpuKernels<double> chosen = HWY_DYNAMIC_DISPATCH(double_loops)();
    return chosen;
}

void take_step(const AdamwRun& run) { HWY_DYNAMIC_DISPATCH(adamw)(run); }

}  // namespace poslab
#endif
