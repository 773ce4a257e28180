#include "core/encoding/rotation_facts.hpp"
#include "core/views/frequencies/arrays.hpp"
#include "core/views/thinning.hpp"

namespace poslab::frequencies {
namespace {

constexpr std::int64_t max_map_rows = 512;

/// Returns the mean of cos(a θ + shift) over a = begin … end − 1: the sum of n such terms is
/// sin(nθ/2)/sin(θ/2) times the term at the middle (docs/formulas.md §3.7).
double mean_phase(double theta, std::int64_t begin, std::int64_t end, double shift) {
    theta = std::remainder(theta, turn);  // no change at whole positions; the middle may be half-integral
    const auto n = static_cast<double>(end - begin);
    const double middle = (static_cast<double>(begin) + static_cast<double>(end) - 1) / 2;
    const double half = std::sin(theta / 2);
    const double share = std::abs(half) < 1e-12 ? 1 : std::sin(n * theta / 2) / (n * half);
    return share * std::cos(middle * theta + shift);
}

/// Returns the matrix of value(column, begin, end) over the positions [begin, end) of each row.
template <class Value>
Numbers map_of(const SampleContext& context, std::int64_t columns, const Value& value) {
    const std::int64_t length = context.params.lengths.length;
    const std::int64_t rows =
        std::min({length, max_map_rows, std::max<std::int64_t>(1, context.request.height)});
    std::vector<double> list;
    for (std::int64_t row = 0; row < rows; ++row)
        for (std::int64_t column = 0; column < columns; ++column)
            list.push_back(
                value(static_cast<std::size_t>(column), row * length / rows, (row + 1) * length / rows));
    return matrix_of(rows, std::move(list), {{0, length}, {0, columns}});
}

}  // namespace

double mean_cosine(double theta, std::int64_t begin, std::int64_t end) {
    return mean_phase(theta, begin, end, 0);
}
double mean_sine(double theta, std::int64_t begin, std::int64_t end) {
    return mean_phase(theta, begin, end, -std::numbers::pi / 2);
}

std::vector<double> SampleContext::unseen(bool after_scaling) const {
    return each_pair([&](double scaled, double unscaled) {
        return unseen_share(unscaled * trained() / turn,
                            (after_scaling ? scaled : unscaled) * length() / turn);
    });
}

std::int64_t SampleContext::pairs_with_unseen(bool after_scaling) const {
    const std::vector<double> shares = unseen(after_scaling);
    return std::count_if(shares.begin(), shares.end(), [](double share) { return share > 0; });
}

double SampleContext::pairs_with(Change change) const {
    const std::vector<Change> changes = each_pair([&](double scaled, double unscaled) {
        const double ratio = ratio_of(scaled, unscaled);
        if (std::abs(ratio - 1) < 1e-9) return Change::none;
        return std::abs(ratio * frequencies().factor - 1) < 1e-9 ? Change::all_of_the_factor
                                                                 : Change::blended;
    });
    return static_cast<double>(std::count(changes.begin(), changes.end(), change));
}

std::vector<double> SampleContext::sections() const {
    const std::size_t pairs = frequencies().unscaled.size();
    std::vector<double> sections = numbers_of(sections_of_pairs(params.pair, pairs));
    sections.resize(pairs);
    return sections;
}

std::vector<std::int64_t> SampleContext::make_distances() const {
    return thinned_indices(std::ssize(prepared.similarity.distances), request.curve_points, {});
}

std::vector<double> SampleContext::logits() {
    const double f = frequencies().attention_factor;
    std::vector<double> logits = thinned(prepared.similarity.scaled.values);
    for (double& value : logits) value *= f * f;
    return logits;
}

Numbers SampleContext::map(double (*mean)(double, std::int64_t, std::int64_t)) const {
    const std::vector<double>& theta = frequencies().inverse_frequency;
    return map_of(*this, std::ssize(theta),
                  [&](auto pair, auto begin, auto end) { return mean(theta[pair], begin, end); });
}

Numbers SampleContext::sinusoidal_map() const {
    const std::vector<double>& theta = frequencies().unscaled;
    return map_of(*this, 2 * std::ssize(theta), [&](auto dimension, auto begin, auto end) {
        return (dimension % 2 == 0 ? mean_sine : mean_cosine)(theta[dimension / 2], begin, end);
    });
}

std::vector<double> SampleContext::bound_of_steps() const {
    std::vector<std::int64_t> distances;
    for (const double distance : prepared.similarity.scaled.envelope.distance)
        distances.push_back(std::llround(distance));
    return upper_bound(frequencies().inverse_frequency, distances);
}

RotarySpec spec_of(const Params& params) {
    return rotary_spec(params.rotary, params.lengths.train_length, params.lengths.length);
}

RopeConfig rope_config(const Params& params) {
    RopeConfig values;
    static_cast<RotarySpec&>(values) = spec_of(params);
    if (!params.rotary.uses(&RotarySpec::factor)) values.factor = 1;
    for (const double section : params.pair.mrope_sections.numbers)
        values.mrope_sections.push_back(static_cast<std::int64_t>(section));
    values.mrope_interleaved = params.pair.mrope_interleaved;
    values.mrope_alternating = params.pair.mrope_alternating;
    values.pairing = RotaryGroup::pairings.at(static_cast<std::size_t>(params.rotary.pairing)).id;
    values.rope_dims =
        RotaryGroup::rope_dims_choices.at(static_cast<std::size_t>(params.rotary.rope_dims)).id;
    return values;
}

Prepared prepare(const Params& params, const Engine& engine, const Job& job) {
    Prepared prepared;
    prepared.frequencies = rotary_frequencies(spec_of(params));
    prepared.config_warnings = config_warnings(params.rotary);
    prepared.similarity =
        similarity_of(prepared.frequencies, params.lengths.length, params.lengths.train_length, engine, job);
    return prepared;
}

}  // namespace poslab::frequencies
