#include "core/models/model_config_reading.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace poslab {
namespace {

constexpr Range any_factor{min_factor, max_factor};
constexpr Range any_positive{0, 1e6, true};

/// Returns the factor. One below 1 shortens the context, which is nearly always a mistake.
double factor_of(ConfigReading& r) {
    if (const auto factor = r.rope.number("factor", any_factor)) {
        if (*factor < 1)
            r.warn(tr("{} {} is below 1: it shortens the context, but scalings are meant to extend it.",
                      r.rope.path_of("factor"), number_text(*factor)));
        return *factor;
    }
    r.rope.fail(tr("{} is missing; the type {} needs it, a number from {} to {}", r.rope.path_of("factor"),
                   r.type, number_text(min_factor), number_text(max_factor)));
}

/// Returns the file's length. Frequencies without a scaling do not depend on it, so a missing length is left
/// to the flags.
std::int64_t max_positions(ConfigReading& r) {
    if (r.max_positions) return *r.max_positions;
    for (const char* const id : {"train-length", "length"})
        if (std::find(r.missing.begin(), r.missing.end(), id) == r.missing.end()) r.missing.emplace_back(id);
    return RopeConfig().train_length;
}

void set_lengths(ConfigReading& r, std::int64_t train, double length) {
    if (length < 1) r.rope.refuse("factor", tr("large enough to leave at least one of {} tokens", train));
    r.values.train_length = train;
    r.values.length =
        static_cast<std::int64_t>(std::llround(std::min(length, static_cast<double>(most_positions))));
    if (length > static_cast<double>(most_positions)) {
        r.warn(tr("The length {} exceeds the maximum; {} is used.", number_text(length), most_positions));
    }
}

double extended(std::int64_t train, double factor) { return static_cast<double>(train) * factor; }

/// Sets the lengths of types that start from the original length: max_position_embeddings if it is larger,
/// else original · factor.
void lengths_from_original(ConfigReading& r) {
    const std::int64_t original = *r.original_positions;
    const bool longer = r.max_positions && *r.max_positions > original;
    if (r.max_positions && *r.max_positions < original) {
        r.warn(tr("{} {} is more than {} {}, so it cannot be the length before the extension.",
                  r.original_key, original, r.length_key, *r.max_positions));
    }
    set_lengths(r, original,
                longer ? static_cast<double>(*r.max_positions) : extended(original, r.values.factor));
}

/// If the length before the extension is missing, Transformers v5 uses max_position_embeddings.
void need_original(ConfigReading& r) {
    r.values.max_positions = r.max_positions;
    if (r.original_positions) return;
    r.original_positions = max_positions(r);
    if (!r.max_positions) return;
    r.original_key = r.length_key;
    r.warn(tr("{} is missing; {} {} is used as the length before the extension.",
              r.rope.path_of("original_max_position_embeddings"), r.length_key, *r.original_positions));
}

void read_default(ConfigReading& r) {
    r.values.scaling = "none";
    const std::int64_t length = max_positions(r);
    set_lengths(r, length, static_cast<double>(length));
}

void read_proportional(ConfigReading& r) {
    read_default(r);
    r.values.scaling = "proportional";
    r.values.factor = r.rope.number("factor", any_factor).value_or(1);
}

/// linear, dynamic, ntk: files do not specify whether max_position_embeddings is before or after the
/// extension.
void lengths_by_factor(ConfigReading& r) {
    // Dynamic scaling starts from max_position_embeddings, whatever the original length; Nomic's starts from
    // the trained length.
    const bool from_original = r.values.scaling != "dynamic" || r.model.has("max_trained_positions");
    if (r.original_positions && from_original) return lengths_from_original(r);
    const std::int64_t max = max_positions(r);
    if (r.facts.max_is_extended && r.values.scaling == "linear") {
        const auto train =
            std::max<std::int64_t>(2, std::llround(static_cast<double>(max) / r.values.factor));
        set_lengths(r, train, static_cast<double>(max));
        r.warn(
            tr("{} {} is the extended length in {}; the trained length is not in the file, so {}/{} = {} is "
               "shown.",
               r.length_key, max, r.facts.model_type, max, number_text(r.values.factor), train));
        return;
    }
    set_lengths(r, max, extended(max, r.values.factor));
    warn_about_max_positions(r);
}

void read_linear(ConfigReading& r) {
    r.values.scaling = "linear";
    r.values.factor = factor_of(r);
    lengths_by_factor(r);
}

void need_more_than_one_pair(ConfigReading& r) {
    if (rotary_dim(r.values) > 2) return;
    r.rope.fail(tr("the type {} needs a rotary dimension above 2: its exponent is d/(d − 2)", r.type));
}

/// Hunyuan multiplies the base by a constant factor, which is NTK-aware scaling.
void read_alpha(ConfigReading& r, double alpha) {
    r.rope.use("factor");
    r.values.scaling = "ntk";
    r.values.factor = alpha;
    const std::int64_t max = max_positions(r);
    if (r.facts.model_type == "zamba2") {
        constexpr std::int64_t long_context = 16'384;
        set_lengths(r, max, static_cast<double>(std::max(max, long_context)));
        return r.warn(
            tr("use_long_context multiplies the base by {0}^(d/(d − 2)) and serves {1} tokens in "
               "Transformers 4: "
               "it is read as NTK-aware scaling. Release 5 leaves the base unchanged.",
               number_text(alpha), r.values.length));
    }
    set_lengths(r, max, static_cast<double>(max));
    const std::string path = r.rope.path_of("alpha"), value = number_text(alpha);
    r.warn(
        tr("{} {} multiplies the base by {}^(d/(d − 2)) at every length, so it is read as NTK-aware scaling, "
           "not as "
           "dynamic.",
           path, value, value));
}

void read_dynamic(ConfigReading& r) {
    need_more_than_one_pair(r);
    if (const auto alpha = r.rope.number("alpha", any_factor)) return read_alpha(r, *alpha);
    r.values.scaling = "dynamic";
    r.values.factor = factor_of(r);
    lengths_by_factor(r);
    if (r.model.has("max_trained_positions")) r.values.max_positions = r.max_positions;
    warn_about_dynamic_cache(r);
}

void read_ntk(ConfigReading& r) {
    need_more_than_one_pair(r);
    const auto exponent = r.rope.number("mixed_b", {0, 2});
    r.values.scaling = exponent ? "ntk-mixed" : "ntk-fixed";
    r.values.mixed_exponent = exponent.value_or(r.values.mixed_exponent);
    r.values.factor = factor_of(r);
    lengths_by_factor(r);
    r.warn(tr("The type ntk is vLLM's name for Su Jianlin's {}; Transformers has no such type.",
              r.values.scaling->id));
}

void read_attention_factor(ConfigReading& r) {
    r.values.attention_factor = r.rope.number("attention_factor", {0, 1e3, true});
}

/// 0 means unset: Transformers tests whether both are truthy.
std::optional<double> read_mscale(ConfigReading& r, std::string_view key) {
    const auto value = r.rope.number(key, {0, 1e3});
    return value && *value > 0 ? value : std::nullopt;
}

/// The type's facts determine whether mscale_all_dim also scales the logits. For unknown types it does if
/// they have DeepSeek's heads.
void read_softmax_mscale(ConfigReading& r) {
    if (!r.values.mscale_all_dim) return;
    const bool known = !r.facts.model_type.empty();
    r.values.mscale_on_logits = known ? r.facts.mscale_on_softmax : r.model.has("qk_rope_head_dim");
    if (!known && !r.values.mscale_on_logits)
        r.warn(
            tr("{} affects only the attention factor: its square "
               "scales logits only in DeepSeek's family of models.",
               r.rope.path_of("mscale_all_dim")));
}

void read_betas(ConfigReading& r) {
    constexpr Range turns{0, 1e6};  // 0 means unset
    if (const auto fast = r.rope.number("beta_fast", turns); fast && *fast > 0) r.values.beta_fast = *fast;
    if (const auto slow = r.rope.number("beta_slow", turns); slow && *slow > 0) r.values.beta_slow = *slow;
}

/// Returns the extension factor given by the lengths, if it is a valid one.
std::optional<double> ratio_of_lengths(const ConfigReading& r) {
    if (!r.max_positions || !r.original_positions) return std::nullopt;
    const double ratio = static_cast<double>(*r.max_positions) / static_cast<double>(*r.original_positions);
    return ratio >= any_factor.from && ratio <= any_factor.to ? std::optional(ratio) : std::nullopt;
}

void yarn_factor(ConfigReading& r) {
    const auto ratio = ratio_of_lengths(r);
    if (r.rope.has("factor") || !ratio) {
        r.values.factor = factor_of(r);
        return;
    }
    r.values.factor = *ratio;
    const std::string path = r.rope.path_of("factor"), value = number_text(*ratio);
    r.warn(tr("{} is missing; {}/{} = {}, the ratio of the lengths, is used.", path, *r.max_positions,
              *r.original_positions, value));
}

/// null means false, missing means true. Transformers reads the key from rope_parameters itself, not from the
/// object of one layer type.
void read_truncate(ConfigReading& r) {
    const bool truncate = r.rope.truth("truncate").value_or(!r.rope.is_null("truncate"));
    r.values.truncate = truncate || r.kind.own_parameters;
    if (truncate || !r.kind.own_parameters) return;
    r.warn(
        tr("{} is ignored: Transformers reads it only from "
           "rope_parameters itself. --truncate false follows the file.",
           r.rope.path_of("truncate")));
}

/// Keys that only vLLM before 0.31 reads (vllm-project/vllm#56446 removed them); 1 changes nothing. It
/// multiplied f by attn_factor, and 1 − γ, the share of the unscaled frequency, by extrapolation_factor.
void read_factors_of_vllm(ConfigReading& r) {
    const auto warn_unless_1 = [&](std::string_view key, const Message& of_vllm) {
        const auto found = r.rope.object_read().find(key);
        if (found == r.rope.object_read().end() || !found->is_number()) return;
        r.rope.use(key);
        if (const double value = found->get<double>(); value != 1)
            r.warn(
                tr("{} {} is ignored, as in Transformers and vLLM since 0.31; earlier vLLM multiplies {} "
                   "by it.",
                   r.rope.path_of(key), number_text(value), of_vllm));
    };
    warn_unless_1("attn_factor", "the attention factor"_tr);
    warn_unless_1("extrapolation_factor", "the share of the unscaled frequencies"_tr);
}

void read_yarn(ConfigReading& r) {
    r.values.scaling = "yarn";
    read_factors_of_vllm(r);
    yarn_factor(r);
    read_betas(r);
    read_truncate(r);
    read_attention_factor(r);
    r.values.mscale = read_mscale(r, "mscale");
    r.values.mscale_all_dim = read_mscale(r, "mscale_all_dim");
    read_softmax_mscale(r);
    r.values.apply_yarn_scaling = r.rope.truth("apply_yarn_scaling").value_or(true);
    if (r.original_positions) warn_about_yarn_factor(r);
    need_original(r);
    if (r.kind.attention_factor > 0 && !r.values.attention_factor)
        r.values.attention_factor = r.kind.attention_factor;
    lengths_from_original(r);
    warn_about_softmax_scale(r);
}

double needed_frequency_factor(ConfigReading& r, std::string_view key) {
    if (const auto value = r.rope.number(key, any_positive)) return *value;
    r.rope.fail(tr("{} is missing; the type llama3 needs it", r.rope.path_of(key)));
}

void read_llama3(ConfigReading& r) {
    r.values.scaling = "llama3";
    r.values.factor = factor_of(r);
    r.values.low_freq_factor = needed_frequency_factor(r, "low_freq_factor");
    r.values.high_freq_factor = needed_frequency_factor(r, "high_freq_factor");
    need_original(r);
    r.values.max_positions = std::nullopt;  // no convention depends on it
    lengths_from_original(r);
}

std::vector<double> factor_list(ConfigReading& r, std::string_view key) {
    const auto list = r.rope.numbers(key, {min_divisor, max_divisor});
    const auto pairs = static_cast<std::size_t>(rotary_dim(r.values) / 2);
    const std::string path = r.rope.path_of(key);
    if (!list) {
        r.rope.fail(tr("{} is missing; the type longrope needs {} there", path,
                       tr_plural("{} number", "{} numbers", static_cast<std::int64_t>(pairs))));
    }
    if (list->size() != pairs) {
        r.rope.fail(tr_plural("{1} has {0} number; it must have {2}, half of the rotary dimension",
                              "{1} has {0} numbers; it must have {2}, half of the rotary dimension",
                              std::ssize(*list), path, pairs));
    }
    return *list;
}

void longrope_factor(ConfigReading& r) {
    const auto ratio = ratio_of_lengths(r), factor = r.rope.number("factor", any_factor);
    if (!factor && !ratio) {
        r.rope.fail(tr("{} is missing, and {}/{} is not a ratio from {} to {}", r.rope.path_of("factor"),
                       r.length_key, r.original_key, number_text(min_factor), number_text(max_factor)));
    }
    r.values.factor = factor ? *factor : *ratio;
    if (!factor || !ratio || std::abs(*factor - *ratio) <= 1e-9 * *ratio) return;
    const std::string path = r.rope.path_of("factor"), value = number_text(*factor),
                      other = number_text(*ratio);
    r.warn(
        tr("{} is {}, but {}/{} = {}: Transformers 4.x computes the attention factor "
           "from {} if the original length is outside rope_scaling; {} is used.",
           path, value, r.length_key, r.original_key, other, other, value));
}

void read_longrope(ConfigReading& r) {
    r.values.scaling = "longrope";
    need_original(r);
    longrope_factor(r);
    r.values.short_factors = factor_list(r, "short_factor");
    r.values.long_factors = factor_list(r, "long_factor");
    read_attention_factor(r);
    r.values.short_mscale = r.rope.number("short_mscale", {0, 1e3, true});
    r.values.long_mscale = r.rope.number("long_mscale", {0, 1e3, true});
    lengths_from_original(r);
    warn_about_longrope_list(r);
}

void read_mrope(ConfigReading& r) {
    if (r.values.mrope_sections.empty()) {
        const std::string path = r.rope.path_of("mrope_section");
        r.rope.fail(tr("{} is missing; the type mrope needs it", path));
    }
    read_default(r);
}

struct KnownType {
    std::string_view name, present_name;
    void (*read)(ConfigReading&);
};

constexpr std::array known_types{KnownType{"default", "default", read_default},
                                 KnownType{"linear", "linear", read_linear},
                                 KnownType{"dynamic", "dynamic", read_dynamic},
                                 KnownType{"ntk", "ntk", read_ntk},
                                 KnownType{"yarn", "yarn", read_yarn},
                                 KnownType{"deepseek_yarn", "yarn", read_yarn},
                                 KnownType{"llama3", "llama3", read_llama3},
                                 KnownType{"longrope", "longrope", read_longrope},
                                 KnownType{"su", "longrope", read_longrope},
                                 KnownType{"proportional", "proportional", read_proportional},
                                 KnownType{"mrope", "mrope", read_mrope},
                                 KnownType{"xdrope", "dynamic", read_dynamic}};

std::string type_by_key(ConfigReading& r, std::string_view key) {
    const auto name = r.rope.text(key);
    if (!name) return {};
    const auto found = std::find_if(known_types.begin(), known_types.end(),
                                    [&](const auto& known) { return known.name == *name; });
    if (found != known_types.end()) return std::string(found->present_name);
    std::vector<std::string_view> names(known_types.size());
    std::transform(known_types.begin(), known_types.end(), names.begin(),
                   [](const auto& known) { return known.name; });
    const std::string path = r.rope.path_of(key), quoted = printable_text(*name),
                      list = fmt::format("{}", fmt::join(names, ", "));
    r.rope.fail(tr("{} \"{}\" is unknown; known types are {}", path, quoted, list));
}

}  // namespace

std::string read_rope_type(ConfigReading& r) {
    std::string present = type_by_key(r, "rope_type"), former = type_by_key(r, "type");
    // Files saved by Transformers have "type": "mrope" together with "rope_type": "default".
    if (!present.empty() && !former.empty() && present != former && present != "mrope" && former != "mrope") {
        const std::string path = r.rope.path_of("rope_type");
        r.warn(
            tr("{} is {}, but type is {}; {} is used, as in Transformers.", path, present, former, present));
    }
    std::string type = present.empty() ? former : present;
    if (type == "yarn" && r.rope.is_list("short_factor") && r.rope.is_list("long_factor")) {
        r.warn(tr("{} is yarn, but its lists are longrope's, so it is read as longrope, as in Phi-3's code.",
                  r.rope.path_of(present.empty() ? "type" : "rope_type")));
        return "longrope";
    }
    if (!type.empty()) return type;
    const bool silent =
        r.v5 || r.rope.unused().empty() || r.rope.has("mrope_section") || r.rope.has("rope_theta");
    if (!silent)
        r.warn(
            tr("{} is missing, so there is no scaling, as in Transformers v5.", r.rope.path_of("rope_type")));
    return "default";
}

void read_scaling(ConfigReading& r) {
    for (const KnownType& known : known_types) {
        if (known.name == r.type) known.read(r);
    }
    warn_about_original(r);
}

}  // namespace poslab
