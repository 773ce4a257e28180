#pragma once

#include "core/base/job.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace poslab {

/// The input signals of a memory (article 10137; docs/formulas.md §6.9). Sample k of a signal of `length` L
/// is at the middle of its interval, s = (k + 1/2) / L; v_j is the uniform number
/// (bits(j) / 2^11 + 1/2) / 2^53 in (0, 1), and e_j the standard normal number j, of the seed's stream 5
/// (core/base/random.hpp):
///   sines   sin(2 pi 2 s) / 2 + 3 sin(2 pi 5 s + 1) / 10 + sin(2 pi 9 s + 2) / 5
///   chirp   sin(2 pi (s + 23 s^2 / 2)): the frequency rises linearly from 1 to 24 cycles per signal
///   steps   2 v_j - 1, j = floor(16 s): sixteen levels, equally long
///   spikes  0 except for one sample in each non-empty segment [floor(j L / 16), floor((j + 1) L / 16)), j <
///   16,
///           at offset floor(v_2j times its size); with w = 2 v_(2j+1) - 1, its value is (w + 1) / 2 for w >=
///           0, else (w - 1) / 2
///   white   e_k
///   smooth  x_0 = e_0, x_k = rho x_(k-1) + sqrt(1 - rho^2) e_k
///   text    steps like words: 64 of unequal length, with repeated levels of unequal frequency. Word j > 0
///   begins
///           at s = (j + v_j - 1/2) / 64; its rank is r = floor(51^v_(64+j)), 1 to 50, with probability
///           ln(1 + 1/r) / ln 51 (nearly Zipf's law); its level is 2 v_(128+r) - 1
///   drawn   a line through given points
///   file    samples of a file (core/files/signal_file.hpp), not generated here
///   cosine  cos(omega s); constant for omega = 0
/// All but spikes, white, smooth and file are functions of s: another length gives the same signal at another
/// speed.
enum class Signal { sines, chirp, steps, spikes, white, smooth, text, hand_drawn, file, cosine };

/// A point of a drawn signal; `place` is its position in [0, 1] of the length.
struct SignalPoint {
    double place = 0;
    double value = 0;
    bool operator==(const SignalPoint&) const = default;
};

struct SignalSpec {
    Signal signal = Signal::sines;
    std::int64_t length = 2000;  // samples, at least 1
    std::int64_t seed = 1;
    double smoothness = 0.95;  // rho, in [0, 1]; with 1 all samples are x_0
    double omega = 7;          // rad over the whole length
    /// The points in order of position; points at one position are a jump from the first of them to the last.
    /// The signal is constant before the first point and after the last one, and 0 without points.
    std::vector<SignalPoint> points{};
};

/// True if the signal is a function of s, so that signal_at() is defined between samples.
[[nodiscard]] bool is_function_of_place(Signal signal);

/// Returns the signal at s in [0, 1]. Throws std::invalid_argument if the signal is no function of s.
[[nodiscard]] double signal_at(const SignalSpec& spec, double s);

/// Returns the positions in (0, 1) at which a function of s jumps or bends, in increasing order: between them
/// it is smooth, and constant for steps and text. Throws std::invalid_argument if the signal is no function
/// of s.
[[nodiscard]] std::vector<double> signal_breaks(const SignalSpec& spec);

/// Computes the samples first, first + 1, ... Values do not depend on the range requested; those of `smooth`
/// are within 1e-15 of its definition, since inputs with a weight below 2^-64 are left out. Throws
/// std::out_of_range if the range exceeds the length, std::invalid_argument for `file`, Cancelled.
void signal_samples(const SignalSpec& spec, std::int64_t first, std::span<double> out, const Job& job = {});

/// Returns `points` with `stroke` drawn over them: the stroke replaces the old line over its range, and the
/// rest of the line stays. A stroke that turns back also replaces its own earlier part. Positions are clamped
/// to [0, 1].
[[nodiscard]] std::vector<SignalPoint> redrawn(std::vector<SignalPoint> points,
                                               std::span<const SignalPoint> stroke);

}  // namespace poslab
