#pragma once

#include "core/base/job.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace poslab {

/// What a memory is fed with (article 10137; docs/formulas.md §6.9). Sample k of a signal of `length` L lies in the middle of its
/// interval, at s = (k + 1/2) / L of the whole; v_j is the uniform number (bits(j) / 2^11 + 1/2) / 2^53 in (0, 1) and e_j the
/// standard normal number j of the seed's stream 5 (core/base/random.hpp):
///   sines   sin(2 pi 2 s) / 2 + 3 sin(2 pi 5 s + 1) / 10 + sin(2 pi 9 s + 2) / 5
///   chirp   sin(2 pi (s + 23 s^2 / 2)): the frequency rises evenly, from 1 cycle per signal to 24
///   steps   2 v_j - 1, j = floor(16 s): sixteen levels, equally long
///   spikes  0, but one sample in each of sixteen segments [floor(j L / 16), floor((j + 1) L / 16)) that is not empty: that which
///   is
///           floor(v_2j times its size) from its begin; with w = 2 v_(2j+1) - 1 it is (w + 1) / 2 for w >= 0, else (w - 1) / 2
///   white   e_k
///   smooth  x_0 = e_0, x_k = rho x_(k-1) + sqrt(1 - rho^2) e_k
///   text    steps as words are: 64 of unequal length, some much more frequent than others and the same each time. Word j > 0
///   begins
///           at s = (j + v_j - 1/2) / 64; its rank is r = floor(51^v_(64+j)), 1 to 50, which has the chance ln(1 + 1/r) / ln 51
///           (nearly Zipf's law); its level is 2 v_(128+r) - 1
///   drawn   a line through given points
///   file    samples of a file (core/files/signal_file.hpp), not made here
///   cosine  cos(omega s); with omega 0 it is constant
/// All but spikes, white and smooth are functions of s: of another length they are the same signal at another speed.
enum class Signal { sines, chirp, steps, spikes, white, smooth, text, drawn, file, cosine };

/// A point of a drawn signal: `place` in [0, 1] of its length.
struct SignalPoint {
    double place = 0;
    double value = 0;
    bool operator==(const SignalPoint&) const = default;
};

struct SignalSpec {
    Signal signal = Signal::sines;
    std::int64_t length = 2000;  // samples, at least 1
    std::int64_t seed = 1;
    double smoothness = 0.95;  // rho, in [0, 1]; of 1 all are x_0
    double omega = 7;          // rad over the whole length
    /// Places never fall; two at one place are a jump, from the first on to the last. Before the first point and after the last the
    /// signal is as there; without points it is 0.
    std::vector<SignalPoint> points{};
};

/// Whether the signal is a function of s, so that signal_at() knows it between the samples, too.
[[nodiscard]] bool is_function_of_place(Signal signal);

/// The signal at s in [0, 1]. Throws std::invalid_argument for one that is no function of s.
[[nodiscard]] double signal_at(const SignalSpec& spec, double s);

/// Where a function of s jumps or bends, in (0, 1), rising, each place once: between them it is smooth, of steps and text constant.
/// Throws std::invalid_argument for one that is no function of s.
[[nodiscard]] std::vector<double> signal_breaks(const SignalSpec& spec);

/// Samples first, first + 1, ... Any window has the same numbers; those of `smooth` are within 1e-15 of its definition (what came
/// so long before that its share is below 2^-64 is left out). Throws std::out_of_range if they do not lie within the length,
/// std::invalid_argument for `file`; Cancelled.
void signal_samples(const SignalSpec& spec, std::int64_t first, std::span<double> out, const Job& job = {});

/// `points` after the mouse was drawn along `stroke`: where the stroke went the old line is replaced, elsewhere it is kept (beyond
/// its ends it was none). A stroke that turns back replaces what it drew itself. Places are brought into [0, 1].
[[nodiscard]] std::vector<SignalPoint> redrawn(std::vector<SignalPoint> points, std::span<const SignalPoint> stroke);

}  // namespace poslab
