#include "core/models/rope_export.hpp"

#include "core/encoding/scaling_parts.hpp"
#include "core/files/json_text.hpp"
#include "core/models/config_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace poslab {
namespace {

using OrderedJson = nlohmann::ordered_json;

enum class Schema { old, v5 };

/// Writes one scaling to a config.json.
struct RopeWriter {
    std::string_view scaling;
    std::string_view type;  // rope_type; empty: only vLLM reads it
    // Meaning of max_position_embeddings, see WrittenLengths.
    enum class Lengths { trained, original, used } lengths = Lengths::used;
    void (*add)(const RopeConfig&, OrderedJson&) = nullptr;
    bool in_old_schema = true;
};

void add_factor(const RopeConfig& v, OrderedJson& rope) { rope["factor"] = v.factor; }

void add_original(const RopeConfig& v, OrderedJson& rope) {
    add_factor(v, rope);
    rope["original_max_position_embeddings"] = v.train_length;
}

void add_yarn(const RopeConfig& v, OrderedJson& rope) {
    add_original(v, rope);
    rope["beta_fast"] = v.beta_fast;
    rope["beta_slow"] = v.beta_slow;
    if (!v.truncate) rope["truncate"] = false;
    if (v.mscale) rope["mscale"] = *v.mscale;
    if (v.mscale_all_dim) rope["mscale_all_dim"] = *v.mscale_all_dim;
    if (v.attention_factor) rope["attention_factor"] = *v.attention_factor;
}

void add_llama3(const RopeConfig& v, OrderedJson& rope) {
    add_original(v, rope);
    rope["low_freq_factor"] = v.low_freq_factor;
    rope["high_freq_factor"] = v.high_freq_factor;
}

void add_longrope(const RopeConfig& v, OrderedJson& rope) {
    add_original(v, rope);
    if (v.attention_factor) rope["attention_factor"] = *v.attention_factor;
    if (v.short_mscale) rope["short_mscale"] = *v.short_mscale;
    if (v.long_mscale) rope["long_mscale"] = *v.long_mscale;
    rope["short_factor"] = v.short_factors;
    rope["long_factor"] = v.long_factors;
}

void add_proportional(const RopeConfig& v, OrderedJson& rope) {
    if (v.factor != 1) add_factor(v, rope);
}

/// A config.json cannot express the scalings that are not in this list.
constexpr std::array writers{
    RopeWriter{"none", "default"},
    RopeWriter{"ntk", "default"},
    RopeWriter{"ntk-fixed", ""},
    RopeWriter{"ntk-mixed", ""},
    RopeWriter{"linear", "linear", RopeWriter::Lengths::trained, add_factor},
    RopeWriter{"dynamic", "dynamic", RopeWriter::Lengths::trained, add_factor},
    RopeWriter{"yarn", "yarn", RopeWriter::Lengths::original, add_yarn},
    RopeWriter{"llama3", "llama3", RopeWriter::Lengths::original, add_llama3},
    RopeWriter{"longrope", "longrope", RopeWriter::Lengths::original, add_longrope},
    RopeWriter{"proportional", "proportional", RopeWriter::Lengths::used, add_proportional, false}};

const RopeWriter* writer_of(std::string_view scaling) {
    const auto* const found =
        std::find_if(writers.begin(), writers.end(), [&](const auto& w) { return w.scaling == scaling; });
    return found == writers.end() ? nullptr : found;
}

/// Returns the reason why Transformers cannot express a scaling; nullopt if it can.
std::optional<Message> obstacle(const RopeConfig& v, Schema schema) {
    if (!v.explicit_frequencies.empty())
        return Message(
            "Explicit frequencies cannot be written: a "
            "config.json specifies a formula, not frequencies."_tr);
    const RopeWriter* writer = writer_of(v.scaling->id);
    if (writer == nullptr)
        return tr("Transformers has no {}, so a config.json cannot specify it.", v.scaling->id);
    if (writer->type.empty())
        return tr("Transformers has no {}; only vLLM reads it, as \"ntk\".", v.scaling->id);
    if (v.scaling == "longrope" && (v.short_factors.empty() || v.long_factors.empty()))
        return Message("LongRoPE needs both lists of factors before it can be written."_tr);
    if (!writer->in_old_schema && schema == Schema::old)
        return Message(
            "The old schema has no proportional scaling; write it as rope_parameters of Transformers v5."_tr);
    return std::nullopt;
}

double effective_base(const RopeConfig& v) {
    if (v.scaling != "ntk") return v.base;
    return ntk_base(v.base, v.factor, rotary_dim(v));
}

void add_scaling(OrderedJson& rope, const RopeConfig& v) {
    if (const auto add = writer_of(v.scaling->id)->add) add(v, rope);
    if (v.mrope_sections.empty()) return;
    rope["mrope_section"] = v.mrope_sections;
    if (v.mrope_interleaved) rope["mrope_interleaved"] = true;
}

/// The lengths that a reader derives from the fragment; see model_config_scaling.cpp.
struct WrittenLengths {
    std::int64_t max_position_embeddings, train, used;
};

WrittenLengths written_lengths(const RopeConfig& v) {
    const auto extended =
        static_cast<std::int64_t>(std::llround(static_cast<double>(v.train_length) * v.factor));
    const std::int64_t positions = std::llround(scaling_parts::served_positions(v));
    switch (writer_of(v.scaling->id)->lengths) {
        case RopeWriter::Lengths::trained:
            return {v.train_length, v.train_length, extended};
        case RopeWriter::Lengths::original:
            return {positions, v.train_length, positions > v.train_length ? positions : extended};
        case RopeWriter::Lengths::used:
            break;
    }
    return {v.length, v.length, v.length};
}

std::vector<Message> notes(const RopeConfig& v) {
    std::vector<Message> all;
    if (v.scaling == "ntk") {
        const std::string base = number_text(effective_base(v));
        all.push_back(tr(
            "NTK-aware scaling is a larger base: it is written as rope_theta {} without a scaling.", base));
    }
    const WrittenLengths lengths = written_lengths(v);
    if (lengths.train != v.train_length) {
        all.push_back(tr("This fragment cannot contain the trained length {}.", v.train_length));
    }
    if (lengths.used != v.length) {
        all.push_back(
            tr("The length {} is not written: readers infer {} from this fragment.", v.length, lengths.used));
    }
    return all;
}

std::string type_of(const RopeConfig& v) { return std::string(writer_of(v.scaling->id)->type); }

}  // namespace

RopeExportText rope_scaling_json(const RopeConfig& values) {
    if (const auto why = obstacle(values, Schema::old)) return {std::nullopt, {*why}};
    OrderedJson out;
    out["max_position_embeddings"] = written_lengths(values).max_position_embeddings;
    // Transformers before v5 reads it outside rope_scaling.
    if (values.scaling == "longrope") out["original_max_position_embeddings"] = values.train_length;
    if (values.rotary_fraction != 1) out["partial_rotary_factor"] = values.rotary_fraction;
    out["rope_theta"] = effective_base(values);
    OrderedJson rope{{"rope_type", type_of(values)}};
    add_scaling(rope, values);
    const bool plain = type_of(values) == "default" && values.mrope_sections.empty();
    out["rope_scaling"] = plain ? OrderedJson(nullptr) : rope;
    return {json_text(out, 2), notes(values)};
}

RopeExportText rope_parameters_json(const RopeConfig& values) {
    if (const auto why = obstacle(values, Schema::v5)) return {std::nullopt, {*why}};
    OrderedJson rope{{"rope_type", type_of(values)}, {"rope_theta", effective_base(values)}};
    if (values.rotary_fraction != 1) rope["partial_rotary_factor"] = values.rotary_fraction;
    add_scaling(rope, values);
    OrderedJson out;
    out["max_position_embeddings"] = written_lengths(values).max_position_embeddings;
    out["rope_parameters"] = rope;
    return {json_text(out, 2), notes(values)};
}

}  // namespace poslab
