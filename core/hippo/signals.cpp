#include "core/hippo/signals.hpp"

#include "core/base/random.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <stdexcept>
#include <utility>

namespace poslab {

namespace {

constexpr std::size_t block_samples = std::size_t{1} << 16U;
constexpr std::int64_t segments = 16;  // for steps and spikes
constexpr std::int64_t words = 64;
constexpr double ranks = 50;

double uniform(const SignalSpec& spec, std::int64_t index) {
    const std::uint64_t bits =
        random_bits(static_cast<std::uint64_t>(spec.seed), static_cast<std::uint64_t>(RandomStream::signal),
                    static_cast<std::uint64_t>(index));
    return (static_cast<double>(bits >> 11U) + 0.5) * 0x1p-53;
}

double sines_at(double s) {
    struct Sine {
        double amplitude, cycles, phase;
    };
    constexpr std::array<Sine, 3> sines{{{0.5, 2, 0}, {0.3, 5, 1}, {0.2, 9, 2}}};
    double sum = 0;
    for (const auto& [amplitude, cycles, phase] : sines)
        sum += amplitude * std::sin(2 * std::numbers::pi * cycles * s + phase);
    return sum;
}

double chirp_at(double s) { return std::sin(2 * std::numbers::pi * (s + 23 * s * s / 2)); }

double steps_at(const SignalSpec& spec, double s) {
    const auto step =
        std::min(static_cast<std::int64_t>(std::floor(static_cast<double>(segments) * s)), segments - 1);
    return 2 * uniform(spec, step) - 1;
}

/// Returns the begin of a word, in units of words.
double word_begin(const SignalSpec& spec, std::int64_t word) {
    return static_cast<double>(word) + uniform(spec, word) - 0.5;
}

double text_at(const SignalSpec& spec, double s) {
    const double position = static_cast<double>(words) * s;
    // Only the nearest word boundary can be within half a word of this position.
    auto word = static_cast<std::int64_t>(std::floor(position + 0.5));
    if (word > 0 && (word == words || position < word_begin(spec, word))) --word;
    const double rank = std::min(std::floor(std::pow(ranks + 1, uniform(spec, words + word))), ranks);
    return 2 * uniform(spec, 2 * words + static_cast<std::int64_t>(rank)) - 1;
}

double line_at(std::span<const SignalPoint> points, double s) {
    if (points.empty()) return 0;
    const auto after =
        std::upper_bound(points.begin(), points.end(), s,
                         [](double position, const SignalPoint& p) { return position < p.place; });
    if (after == points.begin()) return points.front().value;
    const SignalPoint& left = *(after - 1);
    if (after == points.end()) return left.value;
    const double share = (s - left.place) / (after->place - left.place);
    return left.value + share * (after->value - left.value);
}

void spikes(const SignalSpec& spec, std::int64_t first, std::span<double> out) {
    std::fill(out.begin(), out.end(), 0.0);
    const auto end = first + static_cast<std::int64_t>(out.size());
    for (std::int64_t j = 0; j < segments; ++j) {
        const std::int64_t begin = j * spec.length / segments,
                           size = (j + 1) * spec.length / segments - begin;
        const auto at =
            begin + static_cast<std::int64_t>(std::floor(uniform(spec, 2 * j) * static_cast<double>(size)));
        if (size == 0 || at < first || at >= end) continue;
        const double w = 2 * uniform(spec, 2 * j + 1) - 1;
        out[static_cast<std::size_t>(at - first)] = (w + std::copysign(1.0, w)) / 2;
    }
}

void white(const SignalSpec& spec, std::int64_t first, std::span<double> out) {
    random_normals(static_cast<std::uint64_t>(spec.seed), RandomStream::signal,
                   static_cast<std::uint64_t>(first), out);
}

/// Computes `out`, which lies within one block of samples. The recurrence starts as far before the block as
/// matters, so that the values do not depend on the range requested.
void smooth_in_block(const SignalSpec& spec, std::int64_t first, std::span<double> out, const Job& job) {
    const auto block = static_cast<std::int64_t>(block_samples);
    // 0 for smoothness 0.
    const double memory =
        spec.smoothness < 1 ? std::ceil(-64 * std::numbers::ln2 / std::log(spec.smoothness)) : INFINITY;
    const std::int64_t begin = first / block * block;
    std::int64_t at = memory < static_cast<double>(begin) ? begin - static_cast<std::int64_t>(memory) : 0;
    const std::int64_t end = first + static_cast<std::int64_t>(out.size());
    const double rest = std::sqrt(1 - spec.smoothness * spec.smoothness);
    std::vector<double> noise;
    double x = 0;
    for (bool started = false; at < end;) {
        job.check();
        noise.resize(static_cast<std::size_t>(std::min(block, end - at)));
        white(spec, at, noise);
        for (std::size_t n = 0; n < noise.size(); ++n, ++at, started = true) {
            x = started ? spec.smoothness * x + rest * noise[n] : noise[n];
            if (at >= first) out[static_cast<std::size_t>(at - first)] = x;
        }
    }
}

void block_of(const SignalSpec& spec, std::int64_t first, std::span<double> out, const Job& job) {
    if (spec.signal == Signal::spikes) return spikes(spec, first, out);
    if (spec.signal == Signal::white) return white(spec, first, out);
    if (spec.signal == Signal::smooth) return smooth_in_block(spec, first, out, job);
    const auto length = static_cast<double>(spec.length);
    for (double& sample : out) sample = signal_at(spec, (static_cast<double>(first++) + 0.5) / length);
}

/// Replaces the points between `a` and `b` by the stroke's line.
void replace_between(std::vector<SignalPoint>& points, SignalPoint a, SignalPoint b) {
    if (a.place > b.place) std::swap(a, b);
    const auto left = [](const SignalPoint& p, double position) { return p.place < position; };
    const auto right = [](double position, const SignalPoint& p) { return position < p.place; };
    const auto begin = std::lower_bound(points.begin(), points.end(), a.place, left);
    const auto end = std::upper_bound(begin, points.end(), b.place, right);
    std::vector<SignalPoint> line;
    const auto add = [&](const SignalPoint& p) {
        if (line.empty() || line.back() != p) line.push_back(p);
    };
    // At both cuts the old line keeps its value, before the first cut and after the second.
    const bool point_there = begin != points.end() && begin->place == a.place;
    if (begin != points.begin()) add({a.place, point_there ? begin->value : line_at(points, a.place)});
    add(a);
    add(b);
    if (end != points.end()) add({b.place, line_at(points, b.place)});
    const auto at = points.erase(begin, end);
    points.insert(at, line.begin(), line.end());
}

}  // namespace

bool is_function_of_place(Signal signal) {
    using enum Signal;
    return signal == sines || signal == chirp || signal == steps || signal == text || signal == hand_drawn ||
           signal == cosine;
}

double signal_at(const SignalSpec& spec, double s) {
    switch (spec.signal) {
        case Signal::sines:
            return sines_at(s);
        case Signal::chirp:
            return chirp_at(s);
        case Signal::steps:
            return steps_at(spec, s);
        case Signal::text:
            return text_at(spec, s);
        case Signal::hand_drawn:
            return line_at(spec.points, s);
        case Signal::cosine:
            return std::cos(spec.omega * s);
        default:
            throw std::invalid_argument("this signal is known only at its samples");
    }
}

std::vector<double> signal_breaks(const SignalSpec& spec) {
    if (!is_function_of_place(spec.signal))
        throw std::invalid_argument("this signal is known only at its samples");
    std::vector<double> breaks;
    if (spec.signal == Signal::steps)
        for (std::int64_t j = 1; j < segments; ++j)
            breaks.push_back(static_cast<double>(j) / static_cast<double>(segments));
    if (spec.signal == Signal::text)
        for (std::int64_t j = 1; j < words; ++j)
            breaks.push_back(word_begin(spec, j) / static_cast<double>(words));
    if (spec.signal == Signal::hand_drawn)
        for (const SignalPoint& point : spec.points)
            if (point.place > 0 && point.place < 1 && (breaks.empty() || point.place > breaks.back()))
                breaks.push_back(point.place);
    return breaks;
}

void signal_samples(const SignalSpec& spec, std::int64_t first, std::span<double> out, const Job& job) {
    if (spec.signal == Signal::file) throw std::invalid_argument("samples of a file are read, not generated");
    const std::int64_t end = first + static_cast<std::int64_t>(out.size());
    if (first < 0 || end > spec.length) throw std::out_of_range("samples outside of the signal");
    const std::size_t all = out.size();
    while (!out.empty()) {
        job.check();
        const std::size_t left = block_samples - static_cast<std::size_t>(first) % block_samples;
        const std::size_t size = std::min(left, out.size());
        block_of(spec, first, out.first(size), job);
        first += static_cast<std::int64_t>(size);
        out = out.subspan(size);
        job.progress(1 - static_cast<double>(out.size()) / static_cast<double>(all));
    }
}

std::vector<SignalPoint> redrawn(std::vector<SignalPoint> points, std::span<const SignalPoint> stroke) {
    const auto inside = [](const SignalPoint& p) {
        return SignalPoint{std::clamp(p.place, 0.0, 1.0), p.value};
    };
    for (std::size_t n = 0; n < stroke.size(); ++n)
        replace_between(points, inside(stroke[n - (n > 0 ? 1 : 0)]), inside(stroke[n]));
    return points;
}

}  // namespace poslab
