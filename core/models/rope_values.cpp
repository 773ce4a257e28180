#include "core/base/errors.hpp"
#include "core/models/rope_export.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace poslab {
namespace {

using Json = nlohmann::json;

Json or_null(const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); }

template <class T>
void take(const Json& parameters, const char* id, T& value) {
    const auto found = parameters.find(id);
    if (found == parameters.end() || found->is_null()) return;
    try {
        found->get_to(value);
    } catch (const Json::exception&) {
        throw UsageError(fmt::format("parameter '{}' is of a wrong kind", id));
    }
}

void take(const Json& parameters, const char* id, std::optional<double>& value) {
    const auto found = parameters.find(id);
    if (found == parameters.end() || found->is_null()) return;
    double number = 0;
    take(parameters, id, number);
    value = number;
}

}  // namespace

Json rope_parameters_of(const RopeExport& v) {
    return {{"base", v.base},
            {"dim", v.dim},
            {"rotary-fraction", v.rotary_fraction},
            {"scaling", v.scaling},
            {"factor", v.factor},
            {"mixed-exponent", v.mixed_exponent},
            {"beta-fast", v.beta_fast},
            {"beta-slow", v.beta_slow},
            {"truncate", v.truncate},
            {"mscale", or_null(v.mscale)},
            {"mscale-all-dim", or_null(v.mscale_all_dim)},
            {"attention-factor", or_null(v.attention_factor)},
            {"low-freq-factor", v.low_freq_factor},
            {"high-freq-factor", v.high_freq_factor},
            {"short-factors", v.short_factors},
            {"long-factors", v.long_factors},
            {"pairing", v.pairing},
            {"train-length", v.train_length},
            {"length", v.length},
            {"mrope-sections", v.mrope_sections},
            {"mrope-interleaved", v.mrope_interleaved},
            {"explicit-frequencies", v.explicit_frequencies}};
}

RopeExport rope_export_of(const Json& parameters) {
    RopeExport v;
    take(parameters, "base", v.base);
    take(parameters, "dim", v.dim);
    take(parameters, "rotary-fraction", v.rotary_fraction);
    take(parameters, "scaling", v.scaling);
    take(parameters, "factor", v.factor);
    take(parameters, "mixed-exponent", v.mixed_exponent);
    take(parameters, "beta-fast", v.beta_fast);
    take(parameters, "beta-slow", v.beta_slow);
    take(parameters, "truncate", v.truncate);
    take(parameters, "mscale", v.mscale);
    take(parameters, "mscale-all-dim", v.mscale_all_dim);
    take(parameters, "attention-factor", v.attention_factor);
    take(parameters, "low-freq-factor", v.low_freq_factor);
    take(parameters, "high-freq-factor", v.high_freq_factor);
    take(parameters, "short-factors", v.short_factors);
    take(parameters, "long-factors", v.long_factors);
    take(parameters, "pairing", v.pairing);
    take(parameters, "train-length", v.train_length);
    take(parameters, "length", v.length);
    take(parameters, "mrope-sections", v.mrope_sections);
    take(parameters, "mrope-interleaved", v.mrope_interleaved);
    take(parameters, "explicit-frequencies", v.explicit_frequencies);
    return v;
}

}  // namespace poslab
