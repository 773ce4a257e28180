#include "core/conformance/logit_heads.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <utility>

namespace poslab {

namespace {

using Complex = std::complex<double>;

constexpr std::int64_t max_tokens = 96, max_rows = 24, max_compared = 12;
constexpr double readable_logits = 0.02;  // the largest error of a position

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

/// The sum of squares of numbers, without the largest ones.
class TrimmedSquares {
  public:
    explicit TrimmedSquares(std::size_t trimmed) : largest_(trimmed, 0) {}

    void add(double number) {
        double square = number * number;
        for (double& large : largest_)
            if (square > large) std::swap(square, large);
        sum_ += square;
    }
    /// Never decreases when a number is added.
    [[nodiscard]] double sum() const { return sum_; }

  private:
    std::vector<double> largest_;  // in descending order
    double sum_ = 0;
};

/// Returns the candidate with the least squares and its error relative to the logits, both without the
/// `trimmed` largest ones; among equals, the one nearest to the right position.
RowPosition solved_without(std::size_t trimmed, const std::vector<Equation>& equations,
                           const Candidates& candidates, double right) {
    RowPosition best{0, right, right, std::numeric_limits<double>::infinity(), 1};
    TrimmedSquares observed(trimmed);
    for (const Equation& equation : equations) observed.add(equation.observed);
    const double size = observed.sum();
    if (!(size > 0)) return best;
    constexpr double min_difference = 1e-10;
    for (std::size_t n = 0; n < candidates.positions.size(); ++n) {
        TrimmedSquares squares(trimmed);
        for (const Equation& equation : equations) {
            squares.add(equation.left(candidates.of(n)));
            if (squares.sum() / size > best.error + min_difference) break;
        }
        const double error = squares.sum() / size, position = candidates.positions[n];
        const bool nearer = std::abs(position - right) < std::abs(best.decoded - right);
        if (error < best.error - min_difference || (error < best.error + min_difference && nearer)) {
            best.error = error;
            best.decoded = position;
        }
    }
    return best;
}

/// Solves the equations; if they contradict each other, without a quarter of them, because some logits may be
/// wrong.
RowPosition solved(const std::vector<Equation>& equations, const Candidates& candidates, double right) {
    constexpr std::size_t share_trimmed = 4;
    RowPosition best = solved_without(0, equations, candidates, right);
    const std::size_t trimmed = equations.size() / share_trimmed;
    if (best.error > readable_logits && trimmed > 0)
        best = solved_without(trimmed, equations, candidates, right);
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

/// Solves token by token from the first one on, which has its right position: the keys before a query have
/// the positions found before. Keys whose positions were not found are left out.
PositionSeries of_tokens_from(std::int64_t first, const LogitHeads& heads, const Equations& make,
                              const Candidates& candidates) {
    PositionSeries series{&Implementation::positions,
                          "positions"_tr,
                          {{first, heads.key_position(first), heads.key_position(first), 0, 1}}};
    for (std::int64_t token = first + 1; token < std::min(heads.key_count, max_tokens); ++token) {
        std::vector<Equation> equations;
        for (std::size_t n = series.positions.size(); n-- > 0 && std::ssize(equations) < max_compared;) {
            const RowPosition& key = series.positions[n];
            if (!make.is_masked(token, key.row) && key.error <= readable_logits)
                equations.push_back(make.of(token, key.row, key.decoded, true));
        }
        if (equations.empty()) continue;
        series.positions.push_back(solved(equations, candidates, heads.key_position(token)));
        series.positions.back().row = token;
    }
    return series;
}

std::ptrdiff_t readable_in(const PositionSeries& series) {
    return std::count_if(series.positions.begin(), series.positions.end(),
                         [](const RowPosition& row) { return row.error <= readable_logits; });
}

/// Starts at the first token; if that does not yield most of the positions, also at later ones, because the
/// first logits, of few keys, may be wrong.
PositionSeries of_tokens(const LogitHeads& heads, const Equations& make, const Candidates& candidates) {
    PositionSeries best = of_tokens_from(0, heads, make, candidates);
    const std::int64_t tokens = std::min(heads.key_count, max_tokens);
    for (const std::int64_t first : {4, 12}) {
        if (5 * readable_in(best) >= 4 * tokens || 4 * first >= tokens) break;
        PositionSeries other = of_tokens_from(first, heads, make, candidates);
        if (readable_in(other) > readable_in(best)) best = std::move(other);
    }
    return best;
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
