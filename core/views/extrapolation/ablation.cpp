// Mean losses beyond the trained length over w, k and the factor: article 9708's ablations.

#include "core/views/extrapolation/arrays.hpp"

namespace poslab::extrapolation {
namespace {

/// Returns the mean loss beyond the trained length, or over all positions if none is beyond it.
double loss_beyond(const SampleContext& context, const DecoderScheme& scheme, const Job& job) {
    const Predicted predicted = predictions_of(context, scheme, WhatIsRead::text, job);
    const std::int64_t trained = context.params.lengths.train_length;
    return mean_of(predicted->losses, trained < context.predicted() ? trained : 0, context.predicted());
}

/// Returns the losses [compared scheme][tried].
template <class Tried, class With>
std::vector<double> losses_over(const SampleContext& context, const std::vector<Tried>& tried, With* with,
                                double begin, double end) {
    const std::vector<const ComparedScheme*> schemes = compared(context.params);
    const double count = static_cast<double>(schemes.size() * tried.size());
    std::vector<double> losses;
    for (const ComparedScheme* scheme : schemes)
        for (const Tried value : tried) {
            const double from = begin + (end - begin) * static_cast<double>(losses.size()) / count;
            const Params params = with(context.params, value);
            losses.push_back(loss_beyond(context,
                                         compared_scheme(*scheme, params, context.shape(), context.tokens()),
                                         context.job.part(from, from + (end - begin) / count)));
        }
    return losses;
}

}  // namespace

std::vector<std::int64_t> tried_w(const Params& params) {
    constexpr std::array<double, 12> shares{1.0 / 16, 1.0 / 8, 1.0 / 4, 3.0 / 8, 1.0 / 2, 5.0 / 8,
                                            3.0 / 4,  7.0 / 8, 1.0,     5.0 / 4, 3.0 / 2, 2.0};
    std::vector<std::int64_t> tried;
    for (const double share : shares) {
        const double w = std::round(share * static_cast<double>(params.lengths.train_length));
        tried.push_back(std::max<std::int64_t>(1, static_cast<std::int64_t>(w)));
    }
    tried.erase(std::unique(tried.begin(), tried.end()), tried.end());
    return tried;
}

std::vector<double> tried_factors() { return {1, 1.5, 2, 3, 4, 6, 8, 12, 16, 24, 32}; }

Params with_w(Params params, std::int64_t w) {
    params.map.w = w;
    return params;
}

Params with_factor(Params params, double factor) {
    params.map.k = factor;
    params.rotary.factor = factor;
    return params;
}

const std::vector<double>& SampleContext::over_w() {
    return over_w_made.get([&] { return losses_over(*this, tried_w(params), &with_w, 0.1, 0.6); });
}

const std::vector<double>& SampleContext::over_factor() {
    return over_factor_made.get([&] { return losses_over(*this, tried_factors(), &with_factor, 0.6, 1); });
}

}  // namespace poslab::extrapolation
