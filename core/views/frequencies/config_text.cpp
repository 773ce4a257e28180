#include "core/views/frequencies/config_text.hpp"

#include "core/models/rope_export.hpp"

namespace poslab::frequencies {

namespace {

RopeExport rope_export(const Params& params) {
    const RotaryGroup& g = params.rotary;
    RopeExport values;
    values.base = g.base;
    values.dim = static_cast<int>(g.dim);
    values.rotary_fraction = g.rotary_fraction;
    values.scaling = RotaryGroup::scalings.at(static_cast<std::size_t>(g.scaling)).id;
    values.factor = RotaryGroup::has_factor(g) ? g.factor : 1;
    values.mixed_exponent = g.mixed_exponent;
    values.beta_fast = g.beta_fast;
    values.beta_slow = g.beta_slow;
    values.truncate = g.truncate;
    values.mscale = optional_of(g.mscale);
    values.mscale_all_dim = optional_of(g.mscale_all_dim);
    values.attention_factor = optional_of(g.attention_factor);
    values.low_freq_factor = g.low_freq_factor;
    values.high_freq_factor = g.high_freq_factor;
    values.short_factors = g.short_factors.numbers;
    values.long_factors = g.long_factors.numbers;
    values.explicit_frequencies = g.explicit_frequencies.numbers;
    values.train_length = params.lengths.train_length;
    values.length = params.lengths.length;
    for (const double section : params.pair.mrope_sections.numbers)
        values.mrope_sections.push_back(static_cast<std::int64_t>(section));
    values.mrope_interleaved = params.pair.mrope_interleaved;
    values.pairing = RotaryGroup::pairings.at(static_cast<std::size_t>(g.pairing)).id;
    return values;
}

}  // namespace

std::vector<ConfigText> config_texts(const Params& params) {
    const RopeExport values = rope_export(params);
    std::vector<ConfigText> texts;
    RopeExportText old = rope_scaling_json(values);
    texts.push_back({"rope_scaling", std::move(old.json), std::move(old.notes)});
    RopeExportText now = rope_parameters_json(values);
    texts.push_back({"rope_parameters", std::move(now.json), std::move(now.notes)});
    return texts;
}

}  // namespace poslab::frequencies
