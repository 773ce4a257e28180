#include "core/models/gguf_config.hpp"

#include "core/base/errors.hpp"
#include "core/files/gguf_header.hpp"
#include "core/files/input_file.hpp"
#include "core/models/config_values.hpp"
#include "core/models/gguf_architectures.hpp"
#include "core/models/model_config_reading.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace poslab {
namespace {

using Json = nlohmann::json;

constexpr std::string_view full = "full_attention", sliding = "sliding_attention";
constexpr std::string_view every_length = "rope_freqs.weight", short_texts = "rope_factors_short.weight",
                           long_texts = "rope_factors_long.weight";
constexpr std::int64_t most_gguf_dim = 4096, most_gguf_width = std::int64_t{1} << 24U;

/// What is known half-way.
struct GgufReading {
    const OpenFile& file;
    const GgufHeader& header;
    ConfigValues values;
    std::string architecture;
    GgufArchitecture facts{};
    bool of_window = false;  // layers with a window
    std::optional<double> scale_factor{};
    ModelConfig config{};
    RopeExport rope{};

    [[nodiscard]] std::string key(std::string_view name) const { return fmt::format("{}.{}", architecture, name); }
    void warn(const Sentence& sentence) { config.warnings.push_back({sentence, false}); }
    std::optional<double> number(std::string_view name, Range range) { return values.number(key(name), range); }
    /// Of a list with one for each layer the first that is not 0.
    std::optional<std::int64_t> integer(std::string_view name, std::int64_t from, std::int64_t to) {
        if (!values.is_list(key(name))) return values.integer(key(name), from, to);
        const auto list = *values.integers(key(name), 0, to);
        const auto found = std::find_if(list.begin(), list.end(), [](std::int64_t one) { return one != 0; });
        return found == list.end() ? std::nullopt : std::optional(*found);
    }
};

void read_architecture(GgufReading& r) {
    const auto name = r.values.text("general.architecture");
    if (!name) r.values.fail("names no general.architecture"_tr);
    const std::string quoted = printable_text(*name);
    // Keys begin with it, and sentences name keys.
    if (quoted != *name) r.values.fail(tr("general.architecture \"{}\" is no name", quoted));
    r.architecture = *name;
    r.config.model_type = *name;
    const GgufArchitecture* facts = gguf_architecture(*name);
    if (facts == nullptr)
        return r.warn(tr("general.architecture \"{}\" is not known here; it is taken to turn pairs (p, p + d/2).", quoted));
    r.facts = *facts;
    if (facts->rotation == GgufRotation::none)
        r.values.fail(tr("general.architecture \"{}\" has no rotary embedding in llama.cpp", quoted));
}

void choose_layers(GgufReading& r, std::string_view wanted) {
    const bool two = r.facts.sliding_base > 0 || r.values.has(r.key("rope.freq_base_swa"));
    if (two) r.config.layer_types = {std::string(full), std::string(sliding)};
    const std::string asked = printable_text(wanted);
    if (!wanted.empty() && !two) r.values.fail(tr("has no layer type \"{}\": all layers rotate alike", asked));
    if (!wanted.empty() && wanted != full && wanted != sliding)
        r.values.fail(tr("has no layer type \"{}\"; there are {}", asked, fmt::format("{}, {}", full, sliding)));
    if (two) r.config.layer_type = wanted.empty() ? full : wanted;
    r.of_window = wanted == sliding;
}

std::int64_t head_dim(GgufReading& r) {
    if (r.of_window)
        if (const auto dim = r.integer("attention.key_length_swa", 2, most_gguf_dim)) return *dim;
    for (const char* const name : {"attention.key_length_mla", "attention.key_length"})
        if (const auto dim = r.integer(name, 2, most_gguf_dim)) return *dim;
    const auto width = r.integer("embedding_length", 1, most_gguf_width),
               heads = r.integer("attention.head_count", 1, most_gguf_width);
    if (!width || !heads)
        r.values.fail(tr("names no {}, and not both {} and {}", r.key("attention.key_length"), r.key("embedding_length"),
                         r.key("attention.head_count")));
    const std::int64_t dim = *width / *heads;
    if (dim < 2 || dim > most_gguf_dim || *width % *heads != 0)
        r.values.fail(tr("{} is no head dimension; it must be an even integer from 2 to {}",
                         fmt::format("{}/{} = {}/{}", r.key("embedding_length"), r.key("attention.head_count"), *width, *heads),
                         most_gguf_dim));
    return dim;
}

void read_sections(GgufReading& r) {
    const std::string key = r.key("rope.dimension_sections");
    auto sections = r.values.integers(key, 0, most_gguf_dim);
    if (!sections) return;
    while (!sections->empty() && sections->back() == 0) sections->pop_back();  // it has four, the last for nothing yet
    if (sections->empty()) return;
    const std::int64_t pairs = rotary_dim(r.rope) / 2, sum = std::accumulate(sections->begin(), sections->end(), std::int64_t{0});
    if (sum != pairs)
        r.values.fail(tr("{} {} has the sum {}; it must be {}, half of the rotary dimension", key,
                         printable_text(fmt::format("[{}]", fmt::join(*sections, ", "))), sum, pairs));
    r.rope.mrope_sections = *sections;
    r.rope.mrope_interleaved = r.facts.rotation == GgufRotation::interleaved_sections;
}

void read_shape(GgufReading& r) {
    constexpr Range any_base{1, 1e12, true};
    const double main_base = r.number("rope.freq_base", any_base).value_or(RotarySpec{}.base);
    r.rope.base = main_base;
    if (r.of_window)
        r.rope.base =
            r.number("rope.freq_base_swa", any_base).value_or(r.facts.sliding_base > 0 ? r.facts.sliding_base : main_base);
    const std::int64_t dim = head_dim(r);
    auto rotary = r.integer("rope.dimension_count", 2, dim);
    if (const auto own = r.of_window ? r.integer("rope.dimension_count_swa", 2, dim) : std::nullopt) rotary = own;
    r.rope.dim = dim;
    if (dim % 2 != 0) r.values.fail(tr("the head dimension {} is odd; it must be even", dim));
    if (rotary.value_or(2) % 2 != 0)
        r.values.fail(tr("{} of {} dimensions rotate; it must be an even number from 2 on", *rotary, dim));
    r.rope.rotary_fraction = rotary_fraction_for(rotary.value_or(dim), dim);
    r.rope.pairing = r.facts.rotation == GgufRotation::adjacent ? "gpt-j" : "gpt-neox";
    r.rope.rope_dims = r.facts.rotary_last && rotary.value_or(dim) < dim ? "last" : "first";
    read_sections(r);
    if (r.facts.reorders_weights)
        r.warn(
            tr("llama.cpp turns (2p, 2p + 1) in {}: converters reorder the weights of queries and keys for it. The same model's "
               "config.json means (p, p + d/2).",
               r.architecture));
}

/// Where it is missing, or 0, nothing is scaled.
double factor_of(GgufReading& r) {
    for (const char* const name : {"rope.scaling.factor", "rope.scale_linear"}) {
        const std::string key = r.key(name);
        if (!r.values.has(key)) continue;
        if (r.values.plain(key) == "0.0") return 1;
        return *r.values.number(key, {least_factor, most_factor});
    }
    return 1;
}

/// The lengths: what is trained, and what it is used at.
void read_lengths(GgufReading& r, double factor) {
    const auto context = r.integer("context_length", 2, most_positions);
    const auto original = r.integer("rope.scaling.original_context_length", 2, most_positions);
    if (!context && !original) r.values.fail(tr("{} is missing", r.key("context_length")));
    r.rope.train_length = original ? *original : *context;
    const double extended = static_cast<double>(r.rope.train_length) * std::max(1.0, factor);
    const bool longer = context && *context > r.rope.train_length;
    r.rope.length = longer ? *context : std::llround(std::min(extended, static_cast<double>(most_positions)));
}

std::vector<double> list_called(GgufReading& r, std::string_view name) {
    const GgufHeader::Tensor* tensor = r.header.find(name);
    if (tensor == nullptr) return {};
    std::vector<double> list = read_gguf_list(r.file, *tensor);
    const std::string place = fmt::format("{}#{}", r.file.path(), name);
    const auto pairs = static_cast<std::size_t>(rotary_dim(r.rope) / 2);
    if (list.size() != pairs)
        refuse_file(place, tr("has {} numbers; it must have {}, half of the rotary dimension", list.size(), pairs));
    const bool positive = std::all_of(list.begin(), list.end(), [](double v) { return v > 0 && v <= 1e30; });
    if (!positive) refuse_file(place, "holds a divisor that is not a positive number"_tr);
    return list;
}

/// Lists of divisors, one for each pair, which the factor of a linear scaling multiplies: LongRoPE's formula.
void take_lists(GgufReading& r, std::vector<double> shorter, std::vector<double> longer, double linear_factor) {
    r.rope.scaling = "longrope";
    for (auto* const list : {&shorter, &longer})
        for (double& divisor : *list) divisor *= linear_factor;
    r.rope.short_factors = std::move(shorter);
    r.rope.long_factors = std::move(longer);
    r.rope.factor = std::clamp(static_cast<double>(r.rope.length) / static_cast<double>(r.rope.train_length), 1.0, most_factor);
    r.rope.attention_factor = r.rope.short_mscale = r.rope.long_mscale =
        r.number("rope.scaling.attn_factor", {0, 1e3, true}).value_or(1);
}

void read_betas(GgufReading& r) {
    constexpr Range turns{0, 1e6};
    if (const auto fast = r.number("rope.scaling.yarn_beta_fast", turns); fast && *fast > 0) r.rope.beta_fast = *fast;
    if (const auto slow = r.number("rope.scaling.yarn_beta_slow", turns); slow && *slow > 0) r.rope.beta_slow = *slow;
}

/// The factor on cos and sin, and DeepSeek's on the logits (llama-context.cpp): its converter writes a tenth of mscale_all_dim.
void read_yarn_factors(GgufReading& r) {
    const double usual = yarn_magnitude(r.rope.factor, 1);
    const double given = r.number("rope.scaling.attn_factor", {0, 1e3, true}).value_or(1);
    const auto multiplier = r.number("rope.scaling.yarn_log_multiplier", {0, 1e3});
    if (!multiplier || *multiplier == 0) {
        if (given != 1) r.rope.attention_factor = usual * given;
        return;
    }
    const double all_dim = r.facts.rotary_last ? *multiplier * 10 : *multiplier;
    const bool deepseek_2 = r.architecture == "deepseek2" && all_dim != 1;
    const double on_cosines = deepseek_2 ? 1 : usual / yarn_magnitude(r.rope.factor, all_dim);
    r.rope.attention_factor = on_cosines * given;
    if (r.facts.rotary_last) r.rope.mscale = r.rope.mscale_all_dim = all_dim;
}

void read_yarn(GgufReading& r, double factor) {
    r.rope.scaling = "yarn";
    r.rope.factor = factor;
    read_betas(r);
    read_yarn_factors(r);
    if (const auto part = r.number("rope.scaling.yarn_ext_factor", {-1, 1e3}); part && *part >= 0 && *part != 1)
        r.warn(tr("{} is {}; only 1, the whole ramp, is read.", r.key("rope.scaling.yarn_ext_factor"), number_text(*part)));
    if (r.architecture == "gpt-oss")
        r.warn("llama.cpp rounds the ends of YaRN's ramp; gpt-oss's own code and Transformers do not (truncate false)."_tr);
}

void read_linear(GgufReading& r, double factor) {
    if (factor == 1) return;
    r.rope.scaling = "linear";
    r.rope.factor = factor;
}

void read_scaling(GgufReading& r) {
    if (r.of_window) return;  // layers with a window are not scaled
    const std::string type = r.values.text(r.key("rope.scaling.type")).value_or("linear");
    const double factor = type == "none" ? 1 : factor_of(r);
    std::vector<double> divisors = list_called(r, every_length), shorter = list_called(r, short_texts),
                        longer = list_called(r, long_texts);
    const bool lists = !divisors.empty() || !shorter.empty() || !longer.empty();
    if (type == "yarn" && lists) r.values.fail("has both YaRN and a list of divisors of frequencies, which is not read"_tr);
    if (type != "yarn" && lists) {
        if (!divisors.empty()) shorter = longer = divisors;  // it goes before the others
        if (shorter.empty()) shorter.assign(longer.size(), 1);
        if (longer.empty()) longer.assign(shorter.size(), 1);
        if (!divisors.empty())
            r.warn(tr(
                "{} divides the frequencies at every length (llama3's scaling, worked out beforehand); it is read as LongRoPE with "
                "one list.",
                every_length));
        return take_lists(r, std::move(shorter), std::move(longer), factor);
    }
    if (type == "yarn") return read_yarn(r, factor);
    if (type == "linear") return read_linear(r, factor);
    if (type == "longrope") r.values.fail(tr("names longrope, but has neither {} nor {}", short_texts, long_texts));
    if (type != "none")
        r.values.fail(tr("{} \"{}\" is not known; known are {}", r.key("rope.scaling.type"), printable_text(type),
                         "none, linear, yarn, longrope"));
}

}  // namespace

bool is_gguf_file(const std::string& path) {
    try {
        constexpr std::size_t mark_bytes = 4;
        return is_gguf(read_beginning(path, mark_bytes));
    } catch (const InputError&) {
        return false;
    }
}

ModelConfig read_gguf_config(const std::string& path, std::string_view layer_type) {
    const OpenFile file(path);
    const GgufHeader header = read_gguf_header(file);
    GgufReading r{file, header, {header.values, "", path}, {}};
    read_architecture(r);
    choose_layers(r, layer_type);
    read_shape(r);
    read_lengths(r, r.values.text(r.key("rope.scaling.type")) == "none" ? 1 : factor_of(r));
    read_scaling(r);
    file.check_unchanged();
    r.config.parameters = rope_parameters_of(r.rope);
    return std::move(r.config);
}

}  // namespace poslab
