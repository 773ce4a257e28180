#pragma once

#include <cstdint>

namespace poslab {

/// The row operations of a layer other than products, with the widest vectors of this processor, in the
/// precision of the network. Arrays of one call must not overlap, unless noted.
template <class Real>
struct CpuKernels {
    /// out = gain x r; returns r = 1 / sqrt(mean(x^2) + epsilon). [width] each.
    Real (*norm)(const Real* x, const Real* gain, std::int64_t width, Real epsilon, Real* out);
    /// Backward pass of norm: adds the gradient with respect to x to dx, and to the gain to d_gain.
    void (*norm_gradient)(const Real* x, const Real* gain, Real r, const Real* d_out, std::int64_t width,
                          Real* dx, Real* d_gain);
    /// Rotates dimensions p and p + half of `head` by the angles with these cosines and sines [half] (pairing
    /// gpt-neox).
    void (*rotate)(Real* head, const Real* cosines, const Real* sines, std::int64_t half);
    /// row = softmax(scale row - slope distance); the last of `count` is at distance 0, the one before it at
    /// 1.
    void (*softmax)(Real* row, std::int64_t count, Real scale, Real slope);
    /// Replaces `d`, the gradient with respect to the weights, by that with respect to the input row.
    void (*softmax_gradient)(const Real* weights, std::int64_t count, Real scale, Real* d);
    /// out = gate / (1 + exp(-gate)) up
    void (*gated)(const Real* gate, const Real* up, std::int64_t count, Real* out);
    void (*gated_gradient)(const Real* gate, const Real* up, const Real* d_out, std::int64_t count,
                           Real* d_gate, Real* d_up);
    /// Returns -ln softmax(logits)[right], summed in float64; replaces logits by `share` times the gradient.
    double (*cross_entropy)(Real* logits, std::int64_t count, std::int64_t right, Real share);
    /// out += in
    void (*add)(const Real* in, std::int64_t count, Real* out);
};

/// Returns the operations for float or double.
template <class Real>
[[nodiscard]] const CpuKernels<Real>& cpu_kernels();

/// A step of AdamW (Loshchilov and Hutter, arXiv 1711.05101) on a run of parameters: with g = scale gradient,
///     m = beta1 m + (1 - beta1) g,   v = beta2 v + (1 - beta2) g^2,   p -= rate m / (sqrt(correction v) +
///     1e-8) + decay p
/// `rate` includes the bias correction of m; `correction` is that of v.
struct AdamwRun {
    float* parameters;
    float* means;
    float* squares;
    const float* gradient;
    std::int64_t count;
    float scale, beta1, beta2, rate, correction, decay;
};
void take_step(const AdamwRun& run);

}  // namespace poslab
