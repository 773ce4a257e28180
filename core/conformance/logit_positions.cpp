#include "core/conformance/logit_heads.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>

namespace poslab {

namespace {

using Complex = std::complex<double>;

constexpr std::int64_t max_tokens = 96, max_rows = 24, max_compared = 12;

/// One logit as a function of one position c: rest + Σ_p Re(turning_p e^(i c θ_p)).
struct Equation {
    double observed = 0, rest = 0;
    std::vector<Complex> turning;

    [[nodiscard]] double left(std::span<const Complex> turned) const {
        double sum = rest - observed;
        for (std::size_t p = 0; p < turning.size(); ++p)
            sum += turning[p].real() * turned[p].real() - turning[p].imag() * turned[p].imag();
        return sum;
    }
};

/// Candidate positions, and e^(i c θ_p) of each, [candidates, P].
struct Candidates {
    std::vector<double> positions;
    std::vector<Complex> turned;
    std::size_t pairs = 0;

    /// Near 0 and near the first position.
    Candidates(const Implementation& implementation, std::int64_t tokens, double first)
        : pairs(static_cast<std::size_t>(implementation.pairs())) {
        const std::int64_t largest = std::max<std::int64_t>(2 * tokens + 128, 1152);
        for (std::int64_t c = -256; c <= largest; ++c) positions.push_back(static_cast<double>(c));
        for (std::int64_t c = 1; c < 8 * std::min(tokens, max_tokens); ++c)
            if (c % 8 != 0) positions.push_back(static_cast<double>(c) / 8);
        const std::size_t near_zero = first == 0 ? 0 : positions.size();
        for (std::size_t n = 0; n < near_zero; ++n) positions.push_back(first + positions[n]);
        turned.reserve(positions.size() * pairs);
        for (const double position : positions)
            for (const double theta : implementation.inverse_frequency)
                turned.push_back(std::polar(1.0, implementation.direction * position * theta));
    }
    [[nodiscard]] std::span<const Complex> of(std::size_t n) const {
        return std::span(turned).subspan(n * pairs, pairs);
    }
};

/// Creates the equations of logits in one head.
class Equations {
  public:
    Equations(const LogitHeads& heads, std::span<const double> logits, const Implementation& implementation)
        : heads_(heads),
          logits_(logits),
          implementation_(implementation),
          scale_(implementation.softmax_scale *
                 std::pow(implementation.scale_of_logits(heads.dim), implementation.query_scalings)) {}

    [[nodiscard]] bool is_masked(std::int64_t query, std::int64_t key) const {
        return std::isnan(observed(query, key));
    }
    /// Returns the logit as a function of the position of the query (or key), with the other one at
    /// `position`.
    [[nodiscard]] Equation of(std::int64_t query, std::int64_t key, double position, bool of_query) const {
        const std::span<const double> q = heads_.query(query), k = heads_.key(key);
        const std::int64_t begin = implementation_.rotary_begin(heads_.dim);
        const double amplitude = implementation_.amplitude();
        Equation equation{observed(query, key), 0, {}};
        for (std::int64_t d = 0; d < heads_.dim; ++d)
            if (d < begin || d >= begin + implementation_.rotary_dim)
                equation.rest += scale_ * q[static_cast<std::size_t>(d)] * k[static_cast<std::size_t>(d)];
        for (std::int64_t pair = 0; pair < implementation_.pairs(); ++pair) {
            const auto [first, second] =
                dimensions_of_pair(implementation_.pairing, pair, implementation_.rotary_dim);
            const auto x = static_cast<std::size_t>(begin + first),
                       y = static_cast<std::size_t>(begin + second);
            Complex product = scale_ * amplitude * amplitude * Complex(q[x], q[y]) * Complex(k[x], -k[y]);
            if (!of_query) product = std::conj(product);  // the real part of both is equal
            equation.turning.push_back(product * std::polar(1.0, -implementation_.phase(position, pair)));
        }
        return equation;
    }

  private:
    [[nodiscard]] double observed(std::int64_t query, std::int64_t key) const {
        return logits_[static_cast<std::size_t>(query * heads_.key_count + key)];
    }

    const LogitHeads& heads_;
    std::span<const double> logits_;
    const Implementation& implementation_;
    double scale_;
};

/// Returns the candidate with the least squares and its error relative to the logits; among equals, the one
/// nearest to the right position.
RowPosition solved(const std::vector<Equation>& equations, const Candidates& candidates, double right) {
    RowPosition best{0, right, right, std::numeric_limits<double>::infinity(), 1};
    double size = 0;
    for (const Equation& equation : equations) size += equation.observed * equation.observed;
    if (!(size > 0)) return best;
    constexpr double min_difference = 1e-10;
    for (std::size_t n = 0; n < candidates.positions.size(); ++n) {
        double squares = 0;
        for (const Equation& equation : equations) {
            const double left = equation.left(candidates.of(n));
            squares += left * left;
            if (squares / size > best.error + min_difference) break;
        }
        const double error = squares / size, position = candidates.positions[n];
        const bool nearer = std::abs(position - right) < std::abs(best.decoded - right);
        if (error < best.error - min_difference || (error < best.error + min_difference && nearer)) {
            best.error = error;
            best.decoded = position;
        }
    }
    return best;
}

/// Returns at most `limit` evenly spaced indices in 0 … count − 1.
std::vector<std::int64_t> evenly(std::int64_t count, std::int64_t limit) {
    std::vector<std::int64_t> all;
    for (std::int64_t n = 0; n < std::min(count, limit); ++n)
        all.push_back(count <= limit ? n : n * (count - 1) / (limit - 1));
    return all;
}

PositionSeries of_queries(const LogitHeads& heads, const Equations& make, const Candidates& candidates) {
    PositionSeries series{&Implementation::query_positions, "positions of queries"_tr, {}};
    for (const std::int64_t query : evenly(heads.query_count, max_rows)) {
        std::vector<Equation> equations;
        for (const std::int64_t key : evenly(heads.key_count, 4 * max_compared))
            if (!make.is_masked(query, key) && std::ssize(equations) < max_compared)
                equations.push_back(make.of(query, key, heads.key_position(key), true));
        if (equations.size() < 2) continue;
        series.positions.push_back(solved(equations, candidates, heads.query_position(query)));
        series.positions.back().row = query;
    }
    return series;
}

PositionSeries of_keys(const LogitHeads& heads, const Equations& make, const Candidates& candidates) {
    PositionSeries series{&Implementation::key_positions, "positions of keys"_tr, {}};
    for (const std::int64_t key : evenly(heads.key_count, max_rows)) {
        std::vector<Equation> equations;
        for (const std::int64_t query : evenly(heads.query_count, 4 * max_compared))
            if (!make.is_masked(query, key) && std::ssize(equations) < max_compared)
                equations.push_back(make.of(query, key, heads.query_position(query), false));
        if (equations.size() < 2) continue;
        series.positions.push_back(solved(equations, candidates, heads.key_position(key)));
        series.positions.back().row = key;
    }
    return series;
}

/// Solves token by token: keys before a query have the positions found before, the first one its right one.
PositionSeries of_tokens(const LogitHeads& heads, const Equations& make, const Candidates& candidates) {
    PositionSeries series{&Implementation::positions,
                          "positions"_tr,
                          {{0, heads.key_position(0), heads.key_position(0), 0, 1}}};
    std::vector<double> found{heads.key_position(0)};
    for (std::int64_t token = 1; token < std::min(heads.key_count, max_tokens); ++token) {
        std::vector<Equation> equations;
        for (std::int64_t key = token - 1; key >= 0 && std::ssize(equations) < max_compared; --key)
            if (!make.is_masked(token, key))
                equations.push_back(make.of(token, key, found[static_cast<std::size_t>(key)], true));
        if (equations.empty()) break;
        series.positions.push_back(solved(equations, candidates, heads.key_position(token)));
        series.positions.back().row = token;
        found.push_back(series.positions.back().decoded);
    }
    return series;
}

}  // namespace

std::vector<PositionSeries> positions_in_logits(const LogitHeads& heads, std::span<const double> logits,
                                                const Implementation& implementation) {
    if (heads.dim < implementation.rotary_dim) return {};
    const Equations make(heads, logits, implementation);
    const Candidates candidates(implementation, heads.key_count, heads.key_position(0));
    std::vector<PositionSeries> series{of_queries(heads, make, candidates), of_keys(heads, make, candidates)};
    if (heads.cached() == 0) series.push_back(of_tokens(heads, make, candidates));
    return series;
}

}  // namespace poslab
