#include "core/base/errors.hpp"
#include "core/models/rope_export.hpp"

#include <fmt/format.h>

namespace poslab {
namespace {

using Json = nlohmann::json;

/// Calls f(id, member) for each value.
template <class Values, class F>
void each_value(Values& v, const F& f) {
    f("base", v.base);
    f("dim", v.dim);
    f("rotary-fraction", v.rotary_fraction);
    f("scaling", v.scaling);
    f("factor", v.factor);
    f("mixed-exponent", v.mixed_exponent);
    f("beta-fast", v.beta_fast);
    f("beta-slow", v.beta_slow);
    f("truncate", v.truncate);
    f("mscale", v.mscale);
    f("mscale-all-dim", v.mscale_all_dim);
    f("mscale-on-logits", v.mscale_on_logits);
    f("apply-yarn-scaling", v.apply_yarn_scaling);
    f("attention-factor", v.attention_factor);
    f("low-freq-factor", v.low_freq_factor);
    f("high-freq-factor", v.high_freq_factor);
    f("short-factors", v.short_factors);
    f("long-factors", v.long_factors);
    f("short-mscale", v.short_mscale);
    f("long-mscale", v.long_mscale);
    f("max-positions", v.max_positions);
    f("pairing", v.pairing);
    f("rope-dims", v.rope_dims);
    f("train-length", v.train_length);
    f("length", v.length);
    f("mrope-sections", v.mrope_sections);
    f("mrope-interleaved", v.mrope_interleaved);
    f("mrope-alternating", v.mrope_alternating);
    f("explicit-frequencies", v.explicit_frequencies);
    f("frequency-span", v.frequency_span);
}

template <class T>
Json json_of(const T& value) {
    return value;
}
Json json_of(const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); }
Json json_of(const OneOf<Scaling>& scaling) { return scaling->id; }

template <class T>
void take(const Json& json, T& value) {
    json.get_to(value);
}
void take(const Json& json, std::optional<double>& value) { value = json.get<double>(); }
void take(const Json& json, OneOf<Scaling>& scaling) { scaling = OneOf<Scaling>(json.get<std::string>()); }

}  // namespace

Json rope_parameters_of(const RopeConfig& values) {
    // An object from the start: converting null to an object is not safe if memory runs out.
    Json parameters = Json::object();
    each_value(values, [&](const char* id, const auto& value) { parameters[id] = json_of(value); });
    return parameters;
}

RopeConfig rope_config_of(const Json& parameters) {
    RopeConfig values;
    each_value(values, [&](const char* id, auto& value) {
        const auto found = parameters.find(id);
        if (found == parameters.end() || found->is_null()) return;
        try {
            take(*found, value);
        } catch (const std::exception&) {
            throw UsageError(tr("parameter '{}' has the wrong type", id));
        }
    });
    return values;
}

}  // namespace poslab
