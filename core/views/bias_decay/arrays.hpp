#pragma once

#include "core/views/array_adder.hpp"
#include "core/views/bias_decay/bias_decay.hpp"

namespace poslab::bias_decay {

/// What one sample() is asked for, and where its arrays go.
struct Asked {
    const Params& params;
    const Prepared& prepared;
    const SampleRequest& request;
    const Engine& engine;
    const Job& job;
    Data& data;
    ArrayAdder add{data, request};

    [[nodiscard]] const Model& model() const { return *prepared.model; }
    [[nodiscard]] const FourthTerm& fourth() const { return *prepared.fourth; }
    [[nodiscard]] AxisChoice axis() const { return params.bias.distance_axis; }
    [[nodiscard]] const Envelope& envelope() const { return fourth().envelopes[static_cast<std::size_t>(axis())]; }
};

[[nodiscard]] inline std::vector<double> numbers_of(std::span<const std::int64_t> integers) {
    return {integers.begin(), integers.end()};
}

/// An array of means and one of deviations, NAME_sd.
struct Curve {
    std::vector<double> mean, sd;
};
void add_curve(const std::string& name, std::string_view axis, const Curve& curve, ArrayAdder& add);

// The four terms and their sum at the thinned distances; the same for each step of a figure's axis.
void add_terms(Asked& asked);
void add_steps(Asked& asked);
/// Other families, and the fourth term, on one scale.
void add_families(Asked& asked);
/// The fourth term of each head, as means over steps: where heads differ, else of the one that there is.
void add_heads(Asked& asked);
/// One query with its keys, angles, sampled moments, weights without and with a key bias.
void add_samples(Asked& asked);
/// Entropies and weights; published from a few samples first where all take long.
void add_softmax(Asked& asked);

}  // namespace poslab::bias_decay
