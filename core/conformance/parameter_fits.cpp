#include "core/conformance/parameter_fits.hpp"

#include "core/base/errors.hpp"
#include "core/conformance/consensus.hpp"
#include "core/conformance/mistakes/ways.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>

namespace poslab::parameter_fits {

namespace {

constexpr std::array<double, 20> usual_factors{0.125, 0.25, 0.5, 1,  1.5, 2,  2.5, 3,  4,  5,
                                               6,     8,    10,  12, 16,  20, 32,  40, 64, 128};
constexpr std::array<double, 19> usual_bases{
    100,     500,     1000,    10'000,    20'000, 25'000, 50'000, 100'000,    150'000,    160'000,
    200'000, 250'000, 500'000, 1'000'000, 2e6,    5e6,    8e6,    10'000'000, 100'000'000};
constexpr std::array<std::int64_t, 12> usual_lengths{256,  512,    1024,   2048,   4096,    8192,
                                                     8194, 16'384, 32'768, 65'536, 131'072, 262'144};

std::string number_text(double number) { return fmt::format("{:.6g}", number); }

/// Returns a nearby number with at most three digits, else the number itself.
double rounded(double number) {
    if (!(number > 0) || !std::isfinite(number)) return number;
    for (const double digits : {10.0, 100.0, 1000.0}) {
        const double unit = std::pow(10, std::floor(std::log10(number))) / digits * 10;
        const double near = std::round(number / unit) * unit;
        if (std::abs(number - near) <= 2e-3 * number) return near;
    }
    return number;
}

double slack_of(const FrequencyEstimate& estimate, std::size_t pair) {
    constexpr double least = 1e-4, times = 20;
    return least + times * estimate.deviation[pair];
}

/// True if nearly all of the frequencies whose estimate is known match it; the numbers of some pairs may be
/// wrong.
bool near_estimate(const FrequencyEstimate& estimate, const std::vector<double>& frequencies) {
    constexpr double enough = 0.9, enough_known = 0.125, max_slack = 0.5;
    if (estimate.theta.size() != frequencies.size()) return false;
    std::size_t near = 0, known = 0;
    for (std::size_t p = 0; p < frequencies.size(); ++p) {
        const double slack = slack_of(estimate, p);
        if (!(slack <= max_slack)) continue;
        ++known;
        if (std::abs(estimate.theta[p] - frequencies[p]) <= slack * std::abs(frequencies[p])) ++near;
    }
    return static_cast<double>(known) >= enough_known * static_cast<double>(frequencies.size()) &&
           static_cast<double>(near) >= enough * static_cast<double>(known);
}

/// Collects specs that explain the dump, and their labels.
class Fitting {
  public:
    explicit Fitting(const Evidence& evidence) : evidence_(evidence) {}

    [[nodiscard]] const Implementation& right() const { return evidence_.implementation; }
    [[nodiscard]] const RotarySpec& spec() const { return evidence_.implementation.rotary; }
    [[nodiscard]] const FrequencyEstimate* estimate() const {
        return evidence_.frequencies() ? &*evidence_.frequencies() : nullptr;
    }
    /// Logits yield no estimate; typical values are tried one by one.
    [[nodiscard]] bool can_fit() const {
        return spec().is_computed() && (estimate() != nullptr || evidence_.reading.positions_in_logits);
    }

    /// Tries a spec, with its factor on cos and sin or the right one.
    void add(const RotarySpec& spec, const Message& label) {
        if (spec == this->spec() || !can_fit()) return;
        try {
            const RotaryFrequencies made = rotary_frequencies(spec);
            if (estimate() != nullptr && !near_estimate(*estimate(), made.inverse_frequency)) return;
        } catch (const UsageError&) {
            return;
        }
        ways_.push_back({[spec](Implementation& implementation) {
                             return mistake_ways::respecified(implementation, spec);
                         },
                         label});
        ways_.push_back({[spec](Implementation& implementation) {
                             const double factor = implementation.attention_factor,
                                          scale = implementation.softmax_scale;
                             if (!mistake_ways::respecified(implementation, spec)) return false;
                             const bool differs = implementation.attention_factor != factor ||
                                                  implementation.softmax_scale != scale;
                             implementation.attention_factor = factor;
                             implementation.softmax_scale = scale;
                             return differs;
                         },
                         label});
    }
    void add_frequencies(const std::vector<double>& frequencies, const Message& label) {
        if (estimate() != nullptr && !near_estimate(*estimate(), frequencies)) return;
        ways_.push_back({[frequencies](Implementation& implementation) {
                             implementation.inverse_frequency = frequencies;
                             return true;
                         },
                         label});
    }
    [[nodiscard]] std::vector<FittedWay> take() { return std::move(ways_); }

  private:
    const Evidence& evidence_;
    std::vector<FittedWay> ways_;
};

/// ln θ_p = intercept − slope · p.
struct Geometric {
    double intercept = 0, slope = 0;

    [[nodiscard]] double at(double pair) const { return std::exp(intercept - slope * pair); }
};

/// Fits it by weighted least squares to those pairs; empty if they do not determine it.
std::optional<Geometric> geometric_of(const FrequencyEstimate& estimate,
                                      const std::vector<std::size_t>& pairs) {
    double weights = 0, p1 = 0, p2 = 0, l1 = 0, lp = 0;
    for (const std::size_t p : pairs) {
        const double weight = 1 / std::pow(estimate.deviation[p] + 1e-7, 2), l = std::log(estimate.theta[p]),
                     x = static_cast<double>(p);
        weights += weight;
        p1 += weight * x;
        p2 += weight * x * x;
        l1 += weight * l;
        lp += weight * l * x;
    }
    const double determinant = weights * p2 - p1 * p1;
    if (!(determinant > 0)) return std::nullopt;
    Geometric fit;
    fit.slope = -(weights * lp - p1 * l1) / determinant;
    fit.intercept = (l1 + fit.slope * p1) / weights;
    return fit;
}

/// Returns the pairs whose frequencies are near those of the formula.
std::vector<std::size_t> pairs_near(const FrequencyEstimate& estimate, const std::vector<std::size_t>& pairs,
                                    const Geometric& fit) {
    std::vector<std::size_t> near;
    for (const std::size_t p : pairs) {
        const double expected = fit.at(static_cast<double>(p));
        if (std::abs(estimate.theta[p] - expected) <= 5 * slack_of(estimate, p) * expected) near.push_back(p);
    }
    return near;
}

/// Fits ln θ_p = intercept − slope · p to pairs below `end`; empty if it does not hold for nearly all of
/// them. If some do not agree, least squares use only those near the line that most of them agree with.
std::optional<Geometric> geometric_fit(const FrequencyEstimate& estimate, std::size_t end) {
    std::vector<std::size_t> usable;
    std::vector<LinePoint> points;
    for (std::size_t p = 0; p < end; ++p) {
        if (!(estimate.theta[p] > 0 && estimate.theta[p] < 3 && estimate.deviation[p] < 0.05)) continue;
        usable.push_back(p);
        points.push_back({static_cast<double>(p), std::log(estimate.theta[p])});
    }
    std::optional<Geometric> fit = geometric_of(estimate, usable);
    if (!fit) return std::nullopt;
    std::size_t near = pairs_near(estimate, usable, *fit).size();
    if (near < usable.size()) {
        const auto ends = ends_of_common_line(points, [&](const StraightLine& line, std::size_t n) {
            return std::abs(points[n].y - line.at(points[n].x)) <= 5 * slack_of(estimate, usable[n]);
        });
        if (!ends) return std::nullopt;
        const StraightLine line = line_between(ends->first, ends->second);
        fit = geometric_of(estimate, pairs_near(estimate, usable, {line.offset, -line.slope}));
        if (!fit) return std::nullopt;
        near = pairs_near(estimate, usable, *fit).size();
    }
    return 10 * near >= 9 * usable.size() ? fit : std::nullopt;
}

/// Returns unscaled / θ̂ of the slow pairs with accurate estimates, which is the factor of scalings that
/// divide these: of several pairs, because the numbers of one may be wrong.
std::vector<double> divisors_of_slow_pairs(const FrequencyEstimate& estimate,
                                           const std::vector<double>& unscaled) {
    constexpr std::size_t max_pairs = 5;
    if (unscaled.size() != estimate.theta.size()) return {};
    std::vector<double> divisors;
    std::size_t used = 0;
    for (std::size_t p = unscaled.size(); p-- > 0 && used < max_pairs;) {
        if (!(estimate.deviation[p] < 1e-3 && estimate.theta[p] > 0)) continue;
        const double divisor = rounded(unscaled[p] / estimate.theta[p]);
        if (std::find(divisors.begin(), divisors.end(), divisor) == divisors.end())
            divisors.push_back(divisor);
        ++used;
    }
    return divisors;
}

std::vector<double> factors_to_try(const Fitting& fit) {
    std::vector<double> factors(usual_factors.begin(), usual_factors.end());
    if (std::find(factors.begin(), factors.end(), fit.spec().factor) == factors.end())
        factors.push_back(fit.spec().factor);
    if (fit.estimate() == nullptr) return factors;
    const auto dim = static_cast<double>(fit.right().rotary_dim);
    for (const double divisor : divisors_of_slow_pairs(*fit.estimate(), fit.right().unscaled))
        factors.push_back(divisor);
    if (const auto line = geometric_fit(*fit.estimate(), fit.estimate()->theta.size()); line && dim > 2) {
        const double base = std::exp(line->slope * dim / 2);
        factors.push_back(rounded(std::pow(base / fit.spec().base, (dim - 2) / dim)));  // NTK-aware
    }
    std::erase_if(factors, [](double factor) { return !(factor >= min_factor && factor <= max_factor); });
    return factors;
}

std::vector<double> bases_to_try(const Fitting& fit) {
    std::vector<double> bases(usual_bases.begin(), usual_bases.end());
    if (fit.estimate() == nullptr) return bases;
    const auto dim = static_cast<double>(fit.right().rotary_dim);
    const std::size_t pairs = fit.estimate()->theta.size();
    // The fast pairs of YaRN and llama3 are not scaled.
    for (const std::size_t end : {pairs, pairs / 2, pairs / 4})
        if (const auto line = geometric_fit(*fit.estimate(), end); line && end >= 3) {
            const double base = std::exp(line->slope * dim / 2);
            bases.push_back(rounded(base));
            bases.push_back(base);
        }
    std::erase_if(bases, [](double base) { return !(base > 1 && base < 1e12); });
    return bases;
}

std::string_view scaling_name(const RotarySpec& spec) { return spec.scaling->id; }

}  // namespace

std::vector<FittedWay> other_base(const Evidence& evidence) {
    Fitting fit(evidence);
    if (!fit.can_fit()) return {};
    for (const double base : bases_to_try(fit)) {
        RotarySpec spec = fit.spec();
        spec.base = base;
        fit.add(spec, tr("the base is {}, not {}", number_text(base), number_text(fit.spec().base)));
    }
    return fit.take();
}

std::vector<FittedWay> other_factor(const Evidence& evidence) {
    Fitting fit(evidence);
    if (!fit.can_fit() || !fit.spec().is_scaled() || !fit.spec().uses(&RotarySpec::factor)) return {};
    for (const double factor : factors_to_try(fit)) {
        RotarySpec spec = fit.spec();
        spec.factor = factor;
        fit.add(spec, tr("the factor of {} is {}, not {}", scaling_name(spec), number_text(factor),
                         number_text(fit.spec().factor)));
    }
    return fit.take();
}

std::vector<FittedWay> other_original_length(const Evidence& evidence) {
    Fitting fit(evidence);
    if (!fit.can_fit() || !fit.spec().is_scaled()) return {};
    for (const std::int64_t length : usual_lengths) {
        RotarySpec spec = fit.spec();
        spec.train_length = length;
        fit.add(spec, tr("the original length of {} is {}, not {}", scaling_name(spec), length,
                         fit.spec().train_length));
    }
    return fit.take();
}

std::vector<FittedWay> other_scaling(const Evidence& evidence) {
    Fitting fit(evidence);
    if (!fit.can_fit()) return {};
    for (const std::string_view id : {"linear", "ntk", "dynamic", "llama3", "yarn"}) {
        if (id == scaling_name(fit.spec())) continue;
        for (const double factor : factors_to_try(fit)) {
            RotarySpec spec = fit.spec();
            spec.scaling = id;
            spec.factor = factor;
            if (factor <= 1) continue;
            fit.add(spec, fit.spec().is_scaled()
                              ? tr("frequencies are those of {} scaling with factor {}, not of {}", id,
                                   number_text(factor), scaling_name(fit.spec()))
                              : tr("frequencies are those of {} scaling with factor {}, not unscaled ones",
                                   id, number_text(factor)));
        }
    }
    return fit.take();
}

std::vector<FittedWay> other_exponent(const Evidence& evidence) {
    Fitting fit(evidence);
    const FrequencyEstimate* estimate = fit.estimate();
    if (!fit.can_fit() || estimate == nullptr || fit.right().pairs() < 3) return {};
    const auto line = geometric_fit(*estimate, estimate->theta.size());
    if (!line || !(line->slope > 0)) return {};
    const double dim = static_cast<double>(fit.right().rotary_dim),
                 found = 2 * std::log(fit.spec().base) / line->slope;
    const double near = std::round(found / dim) * dim;  // 2d for p/d, or the hidden size
    if (near <= dim || std::abs(found - near) > 2e-3 * near) return {};
    const bool shifted = std::abs(line->intercept) > 1e-3;
    std::vector<double> frequencies;
    for (std::int64_t pair = 0; pair < fit.right().pairs(); ++pair)
        frequencies.push_back(std::pow(fit.spec().base, -2 * static_cast<double>(pair) / near) *
                              (shifted ? std::exp(line->intercept) : 1));
    fit.add_frequencies(frequencies, tr("the exponent of the frequencies is −2p/{}, not −2p/{}", near, dim));
    return fit.take();
}

std::vector<FittedWay> other_ramp(const Evidence& evidence) {
    Fitting fit(evidence);
    const Implementation& right = fit.right();
    const FrequencyEstimate* estimate = fit.estimate();
    if (estimate == nullptr || !right.ramp || right.unscaled.size() != estimate->theta.size()) return {};
    // Between the ends of the ramp, the share divided by the factor is linear in the pair.
    const double least = 1 / right.rotary.factor;
    constexpr double same_share = 0.01;
    std::vector<LinePoint> inside;
    for (std::size_t p = 0; p < right.unscaled.size(); ++p) {
        const double share = (1 - estimate->theta[p] / right.unscaled[p]) / (1 - least);
        if (share > 0.02 && share < 0.98 && estimate->deviation[p] < 1e-3)
            inside.push_back({static_cast<double>(p), share});
    }
    const auto ends = ends_of_common_line(inside, [&](const StraightLine& line, std::size_t n) {
        return std::abs(inside[n].y - line.at(inside[n].x)) <= same_share;
    });
    if (!ends) return {};
    const auto [slope, offset] = line_between(ends->first, ends->second);
    if (!(slope > 0)) return {};
    const auto near_whole = [](double end) {
        return std::abs(end - std::round(end)) < 0.02 ? std::round(end) : end;
    };
    const double low = near_whole(-offset / slope), high = near_whole((1 - offset) / slope);
    std::vector<double> frequencies;
    for (std::size_t p = 0; p < right.unscaled.size(); ++p) {
        const double share = std::clamp((static_cast<double>(p) - low) / (high - low), 0.0, 1.0),
                     theta = right.unscaled[p];
        frequencies.push_back(theta * (1 - share) + theta * least * share);
    }
    fit.add_frequencies(
        frequencies, tr("YaRN's ramp runs from pair {} to pair {}, not from {} to {}", number_text(low),
                        number_text(high), number_text(right.ramp->first), number_text(right.ramp->second)));
    return fit.take();
}

std::vector<FittedWay> other_band(const Evidence& evidence) {
    Fitting fit(evidence);
    if (!fit.can_fit() || scaling_name(fit.spec()) != "llama3") return {};
    for (const double low : {0.5, 1.0, 2.0, 4.0})
        for (const double high : {1.0, 2.0, 4.0, 8.0, 16.0, 32.0}) {
            RotarySpec spec = fit.spec();
            spec.low_freq_factor = low;
            spec.high_freq_factor = high;
            if (low < high)
                fit.add(spec, tr("low_freq_factor and high_freq_factor are {} and {}, not {} and {}",
                                 number_text(low), number_text(high), number_text(fit.spec().low_freq_factor),
                                 number_text(fit.spec().high_freq_factor)));
        }
    return fit.take();
}

std::vector<FittedWay> other_attention_factor(const Evidence& evidence) {
    const FrequencyEstimate* estimate = evidence.frequencies() ? &*evidence.frequencies() : nullptr;
    const double right = evidence.implementation.attention_factor;
    if (estimate == nullptr || !(estimate->amplitude > 0) ||
        std::abs(estimate->amplitude - right) < 1e-3 * right)
        return {};
    const double found = estimate->amplitude;
    const auto way = [](double factor) {
        return [factor](Implementation& implementation) {
            implementation.attention_factor = factor;
            return true;
        };
    };
    return {{way(found), tr("the factor on cos and sin is {}, not {}", fmt::format("{:.5g}", found),
                            fmt::format("{:.5g}", right))}};
}

std::vector<FittedWay> other_logit_scale(const Evidence& evidence) {
    if (!evidence.reading.positions_in_logits) return {};
    const std::vector<double> expected = evidence.reading.expected(evidence.implementation, evidence.rows);
    const auto columns = static_cast<std::size_t>(evidence.reading.columns);
    if (expected.size() != evidence.rows.size() * columns) return {};
    const auto observed = [&](std::size_t n) {
        return evidence.reading.observed_row(evidence.rows[n / columns])[n % columns];
    };
    // The typical quotient decides which logits are right but for the scale.
    constexpr std::size_t max_quotients = std::size_t{1} << 16U;
    std::vector<std::pair<double, double>> quotients;
    for (std::size_t n = 0; n < expected.size(); n += expected.size() / max_quotients + 1)
        if (!std::isnan(observed(n)) && expected[n] != 0)
            quotients.emplace_back(observed(n) / expected[n], std::abs(expected[n]));
    const double typical = weighted_median(std::move(quotients));
    constexpr double near_typical = 0.1;
    long double products = 0, squares = 0;
    for (std::size_t n = 0; n < expected.size(); ++n) {
        const double seen = observed(n), scaled = typical * expected[n];
        if (std::isnan(seen) || !(std::abs(seen - scaled) <= near_typical * std::abs(scaled))) continue;
        products += static_cast<long double>(seen) * expected[n];
        squares += static_cast<long double>(expected[n]) * expected[n];
    }
    const double times = squares > 0 ? static_cast<double>(products / squares) : 0;
    if (!std::isfinite(times) || times == 0 || std::abs(times - 1) < 1e-4) return {};
    return {{[times](Implementation& implementation) {
                 implementation.softmax_scale *= times;
                 return true;
             },
             tr("logits are {} times what they should be", fmt::format("{:.5g}", times))}};
}

std::vector<FittedWay> other_text_length(const Evidence& evidence) {
    const RotarySpec& right = evidence.implementation.rotary;
    const DumpReading& reading = evidence.reading;
    if (!right.is_scaled() || right.scaling->by_length == nullptr) return {};
    double last = static_cast<double>(reading.positions_in_logits ? reading.columns : reading.rows) - 1;
    if (reading.has_positions)
        last = *std::max_element(reading.row_places.begin(), reading.row_places.end());
    else if (!reading.positions_in_logits)
        return {};
    RotarySpec spec = right;
    const bool is_short = last + 1 < static_cast<double>(right.length);
    spec.length = is_short ? static_cast<std::int64_t>(std::max(1.0, last + 1)) : right.train_length;
    return {
        {[spec](Implementation& implementation) { return mistake_ways::respecified(implementation, spec); },
         tr("the frequencies are those of a text of {} tokens, not of {}", spec.length, right.length),
         is_short}};
}

}  // namespace poslab::parameter_fits
