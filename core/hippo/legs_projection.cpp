#include "core/hippo/legs_projection.hpp"

#include "core/base/errors.hpp"
#include "core/hippo/legendre.hpp"
#include "core/hippo/memory_order.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

namespace poslab {

namespace {

constexpr std::size_t projected_places = 1024;  // so that their polynomials fit the L1 cache

double root(std::size_t n) { return std::sqrt(static_cast<double>(2 * n + 1)); }

/// A piecewise constant function: the positions s of its jumps, 1 − s, the jumps' sizes, and the mean.
struct Jumps {
    std::vector<double> places, rests, sizes;
    double mean = 0;
};

/// Adds the sum over i of weights[i] p_n(s[i]) to each sums[n].
void add_weighted(std::span<const double> s, std::span<const double> rest, std::span<const double> weights,
                  std::span<double> sums, const Job& job) {
    for (std::size_t first = 0; first < s.size(); first += projected_places) {
        job.check();
        const std::size_t size = std::min(projected_places, s.size() - first);
        LegendreSweep sweep(s.subspan(first, size), rest.subspan(first, size));
        for (std::size_t n = 0; n < sums.size(); ++n) {
            if (n > 0) sweep.advance();
            const std::span<const double> values = sweep.values();
            double sum = 0;
            for (std::size_t i = 0; i < size; ++i) sum += weights[first + i] * values[i];
            sums[n] += sum;
        }
    }
}

std::vector<double> projection_of(const Jumps& jumps, std::size_t order, const Job& job) {
    std::vector<double> sums(order + 1, 0.0);
    add_weighted(jumps.places, jumps.rests, jumps.sizes, sums, job);
    std::vector<double> state(order);
    state[0] = jumps.mean;
    for (std::size_t n = 1; n < order; ++n)
        state[n] = (sums[n - 1] / root(n - 1) - sums[n + 1] / root(n + 1)) / (2 * root(n));
    return state;
}

/// Returns the highest angular frequency of a smooth piece of the signal, in rad over the whole signal.
double bandwidth(const SignalSpec& spec) {
    constexpr double sines = 18 * std::numbers::pi, chirp = 48 * std::numbers::pi;
    if (spec.signal == Signal::cosine) return std::abs(spec.omega);
    if (spec.signal == Signal::sines) return sines;
    return spec.signal == Signal::chirp ? chirp : 0;
}

/// Returns the number of nodes that suffice for p_(N−1) times the signal over a piece of length h. Near an
/// end of [0, 1] p_n oscillates as cos(2n√s), so the phase over the piece is at most 2N√h + ωh. m nodes
/// integrate a phase of 2κ to rounding if 2m > 1.36κ + 30, and polynomials of degree 2m − 1 exactly.
///
/// The number is a multiple of 16, so that few rules need to be computed.
std::int64_t nodes_for(std::int64_t order, double length, double frequency) {
    const double requested =
        16 + 0.75 * static_cast<double>(order) * std::sqrt(length) + 0.4 * frequency * length;
    const auto nodes = 16 * static_cast<std::int64_t>(std::ceil(requested / 16));
    return std::min(nodes, largest_memory_order);
}

Jumps jumps_of(const SignalSpec& spec, std::span<const double> edges) {
    Jumps jumps;
    double before = 0;
    for (std::size_t n = 0; n + 1 < edges.size(); ++n) {
        const double value = signal_at(spec, edges[n] + (edges[n + 1] - edges[n]) / 2);
        jumps.mean += value * (edges[n + 1] - edges[n]);
        if (n > 0) {
            jumps.places.push_back(edges[n]);
            jumps.rests.push_back(1 - edges[n]);
            jumps.sizes.push_back(value - before);
        }
        before = value;
    }
    return jumps;
}

std::vector<double> by_quadrature(const SignalSpec& spec, std::span<const double> edges, std::int64_t order,
                                  const Job& job) {
    std::map<std::int64_t, Quadrature> rules;
    std::vector<double> state(static_cast<std::size_t>(order), 0.0), places, rests, weights;
    for (std::size_t n = 0; n + 1 < edges.size(); ++n) {
        const double begin = edges[n], length = edges[n + 1] - begin;
        const std::int64_t nodes = nodes_for(order, length, bandwidth(spec));
        Quadrature& rule = rules[nodes];
        if (rule.nodes.empty()) rule = gauss_legendre(nodes);
        for (std::size_t i = 0; i < rule.nodes.size(); ++i) {
            places.push_back(begin + length * rule.nodes[i]);
            rests.push_back((1 - edges[n + 1]) + length * rule.nodes[rule.nodes.size() - 1 - i]);
            weights.push_back(length * rule.weights[i] * signal_at(spec, places.back()));
        }
    }
    add_weighted(places, rests, weights, state, job);
    return state;
}

}  // namespace

std::vector<double> held_projection(std::int64_t order, std::span<const double> samples, const Job& job) {
    const std::size_t states = checked_memory_order(order);
    if (samples.empty()) throw UsageError("a projection needs at least one sample");
    Jumps jumps;
    const auto length = static_cast<double>(samples.size());
    for (std::size_t k = 0; k < samples.size(); ++k) {
        jumps.mean += samples[k] / length;
        if (k == 0) continue;
        jumps.places.push_back(static_cast<double>(k) / length);
        jumps.rests.push_back((length - static_cast<double>(k)) / length);
        jumps.sizes.push_back(samples[k] - samples[k - 1]);
    }
    return projection_of(jumps, states, job);
}

std::vector<double> signal_projection(std::int64_t order, const SignalSpec& spec, const Job& job) {
    const std::size_t states = checked_memory_order(order);
    std::vector<double> edges = signal_breaks(spec);
    edges.insert(edges.begin(), 0);
    edges.push_back(1);
    if (spec.signal == Signal::steps || spec.signal == Signal::text)
        return projection_of(jumps_of(spec, edges), states, job);
    return by_quadrature(spec, edges, order, job);
}

}  // namespace poslab
