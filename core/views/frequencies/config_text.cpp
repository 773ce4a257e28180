#include "core/views/frequencies/config_text.hpp"

#include "core/models/rope_export.hpp"

namespace poslab::frequencies {

namespace {

RopeExport rope_export(const Params& params) {
    RopeExport values;
    static_cast<RotarySpec&>(values) = spec_of(params);
    if (!params.rotary.uses(&RotarySpec::factor)) values.factor = 1;
    for (const double section : params.pair.mrope_sections.numbers)
        values.mrope_sections.push_back(static_cast<std::int64_t>(section));
    values.mrope_interleaved = params.pair.mrope_interleaved;
    values.pairing = RotaryGroup::pairings.at(static_cast<std::size_t>(params.rotary.pairing)).id;
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
