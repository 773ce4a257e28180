#include "core/conformance/mistakes/families.hpp"
#include "core/conformance/mistakes/ways.hpp"
#include "core/conformance/parameter_fits.hpp"
#include "core/encoding/convention.hpp"

#include <utility>

namespace poslab::mistakes {

namespace {

using namespace mistake_ways;

Way release(Convention convention) {
    return [convention](Implementation& implementation) {
        RotarySpec spec = implementation.rotary;
        spec.convention = convention;
        return respecified(implementation, spec);
    };
}

std::vector<Way> other_releases() {
    std::vector<Way> ways;
    ways.reserve(conventions.size());
    for (const ConventionRules& rules : conventions) ways.push_back(release(rules.convention));
    return ways;
}

/// Returns a mistake with fitted values, and a typical example of it.
Mistake fitted(std::string_view id, Text label, Text cause,
               std::vector<Mistake::FittedWay> (*fit)(const Evidence&), Way example) {
    Mistake mistake{id, label, cause};
    mistake.fitted = fit;
    mistake.usual = std::move(example);
    mistake.combines = false;
    return mistake;
}

/// Returns an example: the same definition with one changed value.
Way with(void (*change_spec)(RotarySpec&)) {
    return [change_spec](Implementation& implementation) {
        RotarySpec spec = implementation.rotary;
        change_spec(spec);
        return respecified(implementation, spec);
    };
}

}  // namespace

std::vector<Mistake> of_parameters() {
    constexpr Text config = "Another config was read, or a default replaces the config's value."_tr;
    return {
        {"other-release", "another release's reading of the config"_tr,
         "Releases read the trained length and the factor differently."_tr, other_releases()},
        fitted("other-text-length", "frequencies are those of a text of another length"_tr,
               "Dynamic NTK and LongRoPE depend on the length of the text: set it with --length."_tr,
               &parameter_fits::other_text_length,
               with([](RotarySpec& spec) { spec.length = spec.train_length; })),
        fitted("other-base", "the base differs"_tr, config, &parameter_fits::other_base,
               with([](RotarySpec& spec) { spec.base = spec.base == 1e6 ? 5e5 : 1e6; })),
        fitted("other-factor", "the factor of the scaling differs"_tr, config, &parameter_fits::other_factor,
               with([](RotarySpec& spec) { spec.factor = spec.factor == 32 ? 16 : 32; })),
        fitted("other-original-length", "the original length differs"_tr,
               "original_max_position_embeddings is the trained length, not the served one."_tr,
               &parameter_fits::other_original_length,
               with([](RotarySpec& spec) { spec.train_length *= 4; })),
        fitted("other-scaling", "frequencies are those of another scaling"_tr,
               "rope_type (formerly type) is not read, or read under another name."_tr,
               &parameter_fits::other_scaling, with([](RotarySpec& spec) {
                   spec.factor = spec.scaling->id == "linear" ? spec.factor : 3;
                   spec.scaling = spec.scaling->id == "linear" ? "ntk" : "linear";
               })),
        fitted(
            "yarn-ramp-ends", "YaRN's ramp runs between other pairs"_tr,
            "beta_fast, beta_slow or the original length differs; the defaults of the betas are 32 and 1."_tr,
            &parameter_fits::other_ramp,
            with([](RotarySpec& spec) { spec.beta_fast = spec.beta_fast == 20 ? 24 : 20; })),
        fitted("llama3-band-ends", "llama3's band lies between other wavelengths"_tr,
               "low_freq_factor and high_freq_factor are exchanged or not read."_tr,
               &parameter_fits::other_band,
               with([](RotarySpec& spec) { spec.high_freq_factor = spec.high_freq_factor == 8 ? 16 : 8; })),
        fitted("other-attention-factor", "the attention factor differs"_tr,
               "It is 0.1 ln s + 1 for YaRN, √(1 + ln s/ln T) for LongRoPE, or the config's value."_tr,
               &parameter_fits::other_attention_factor,
               change([](Implementation& implementation) { implementation.attention_factor *= 1.0625; })),
    };
}

}  // namespace poslab::mistakes
