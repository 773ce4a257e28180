#include "core/models/gguf_reading.hpp"

#include "core/files/input_file.hpp"
#include "core/models/model_config_reading.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>

namespace poslab {
namespace {

constexpr std::string_view every_length = "rope_freqs.weight", short_texts = "rope_factors_short.weight",
                           long_texts = "rope_factors_long.weight";
constexpr Range any_attention_factor{0, 1e3, true};

/// Divisors of the frequencies, one per pair; empty: none.
struct Divisors {
    std::vector<double> shorter{}, longer{};  // up to the trained length, and beyond it
    [[nodiscard]] bool empty() const { return shorter.empty(); }
};

bool uses_lists(const GgufReading& r) {
    switch (r.facts->lists) {
        case GgufArchitecture::Lists::all:
            return !r.facts->whole_heads;
        case GgufArchitecture::Lists::first_kind:
            return r.is_first_kind();
        case GgufArchitecture::Lists::none:
            break;
    }
    return false;
}

void need_divisor(const GgufReading& r, const std::string& name, double v) {
    if (v >= min_divisor && v <= max_divisor) return;
    r.values.fail(
        tr("{} is {}; it must be {}", name, number_text(v),
           tr("{} from {} to {}", Text("a number"_tr), number_text(min_divisor), number_text(max_divisor))));
}

/// If only a share of the dimensions rotates, the first divisors of a longer list apply.
std::vector<double> list_called(GgufReading& r, std::string_view name) {
    const GgufHeader::Tensor* tensor = r.header.find(name);
    if (tensor == nullptr) return {};
    if (!uses_lists(r)) {
        r.unused_lists.emplace(name);
        return {};
    }
    std::vector<double> list = read_gguf_list(r.file, *tensor);
    const std::string location = fmt::format("{}#{}", r.file.path(), name);
    const auto pairs = static_cast<std::size_t>(rotary_dim(r.rope) / 2);
    if (r.facts->layers.full_share < 1 && list.size() > pairs) list.resize(pairs);
    if (list.size() != pairs)
        refuse_file(location, tr_plural("has {} number; it must have {}, half of the rotary dimension",
                                        "has {} numbers; it must have {}, half of the rotary dimension",
                                        std::ssize(list), pairs));
    for (std::size_t p = 0; p < pairs; ++p) need_divisor(r, fmt::format("{}[{}]", name, p), list[p]);
    return list;
}

Divisors read_divisors(GgufReading& r) {
    std::vector<double> every = list_called(r, every_length);
    Divisors lists{list_called(r, short_texts), list_called(r, long_texts)};
    if (!every.empty()) {  // it takes precedence over the other lists
        r.warn(
            tr("{} divides the frequencies at every length (llama3's "
               "scaling, precomputed); it is read as LongRoPE with one list.",
               every_length));
        return {every, every};
    }
    if (lists.shorter.empty()) lists.shorter.assign(lists.longer.size(), 1);
    if (lists.longer.empty()) lists.longer.assign(lists.shorter.size(), 1);
    return lists;
}

Divisors ones(const GgufReading& r) {
    const std::vector<double> all(static_cast<std::size_t>(rotary_dim(r.rope) / 2), 1);
    return {all, all};
}

/// Sets divisors and an attention factor as LongRoPE has them. `divided`: additional divisors of the
/// frequencies, one per pair.
void take_divisors(GgufReading& r, Divisors lists, const std::vector<double>& divided,
                   double attention_factor) {
    for (auto* const list : {&lists.shorter, &lists.longer})
        for (std::size_t p = 0; p < list->size(); ++p) {
            (*list)[p] *= divided[p];
            need_divisor(r, fmt::format("{} × list[{}]", r.key("rope.scaling.factor"), p), (*list)[p]);
        }
    r.rope.scaling = "longrope";
    r.rope.short_factors = std::move(lists.shorter);
    r.rope.long_factors = std::move(lists.longer);
    r.rope.factor = std::clamp(static_cast<double>(r.rope.length) / static_cast<double>(r.rope.train_length),
                               1.0, max_factor);
    r.rope.max_positions = static_cast<double>(std::max(r.rope.length, r.rope.train_length));
    r.rope.attention_factor = r.rope.short_mscale = r.rope.long_mscale = attention_factor;
}

/// 0 means unset.
void read_turns(GgufReading& r) {
    constexpr Range turns{0, 1e6};
    if (!r.facts->reads_turns) return;
    if (r.facts->beta_fast > 0) r.rope.beta_fast = r.facts->beta_fast;
    if (const auto fast = r.number("rope.scaling.yarn_beta_fast", turns); fast && *fast > 0)
        r.rope.beta_fast = *fast;
    if (const auto slow = r.number("rope.scaling.yarn_beta_slow", turns); slow && *slow > 0)
        r.rope.beta_slow = *slow;
    if (!r.facts->reads_ext_factor) return;
    if (const auto part = r.number("rope.scaling.yarn_ext_factor", {-1, 1e3});
        part && *part >= 0 && *part != 1)
        r.warn(tr("{} is {}; only 1, the whole ramp, is supported.", r.key("rope.scaling.yarn_ext_factor"),
                  number_text(*part)));
}

/// Returns the divisor of each pair's frequency under YaRN.
std::vector<double> divided_by_yarn(const RotarySpec& rope) {
    const RotaryFrequencies made = rotary_frequencies(rope);
    std::vector<double> divided;
    for (std::size_t p = 0; p < made.unscaled.size(); ++p)
        divided.push_back(made.unscaled[p] / made.inverse_frequency[p]);
    return divided;
}

void read_yarn(GgufReading& r, Divisors lists) {
    r.rope.scaling = "yarn";
    r.rope.factor = gguf_factor(r);
    read_turns(r);
    const double all_dim = gguf_mscale_all_dim(r), cosines = gguf_yarn_cosine_factor(r);
    if (cosines != yarn_magnitude(r.rope.factor, 1) || all_dim > 0) r.rope.attention_factor = cosines;
    if (r.facts->mscale_on_logits && all_dim > 0) r.rope.mscale = r.rope.mscale_all_dim = all_dim;
    if (r.architecture == "gpt-oss")
        r.warn(
            "llama.cpp rounds the ends of YaRN's ramp; gpt-oss's own code and Transformers do not (truncate false)."_tr);
    if (!lists.empty()) take_divisors(r, std::move(lists), divided_by_yarn(r.rope), cosines);
}

void read_linear(GgufReading& r, Divisors lists) {
    const double factor = gguf_factor(r), attention_factor = r.kind.attention_factor > 0
                                                                 ? r.kind.attention_factor
                                                                 : gguf_attention_factor(r);
    if (lists.empty() && attention_factor != 1) lists = ones(r);
    if (!lists.empty()) {
        const std::vector<double> divided(lists.shorter.size(), factor);
        return take_divisors(r, std::move(lists), divided, attention_factor);
    }
    if (factor == 1) return;
    r.rope.scaling = "linear";
    r.rope.factor = factor;
}

}  // namespace

std::string gguf_scaling_type(GgufReading& r) {
    return r.values.text(r.key("rope.scaling.type")).value_or("linear");
}

double gguf_factor(GgufReading& r) {
    if (!r.kind.scaled || r.facts->whole_heads || gguf_scaling_type(r) == "none") return 1;
    for (const char* const name : {"rope.scaling.factor", "rope.scale_linear"}) {
        const std::string key = r.key(name);
        if (!r.values.has(key)) continue;
        if (*r.values.number(key, {0, max_factor}) == 0) return 1;  // as in llama.cpp
        return *r.values.number(key, {min_factor, max_factor});
    }
    return 1;
}

double gguf_attention_factor(GgufReading& r) {
    return r.number("rope.scaling.attn_factor", any_attention_factor).value_or(1);
}

double gguf_mscale_all_dim(GgufReading& r) {
    if (r.facts->log_multiplier == GgufLogMultiplier::ignored) return 0;
    const double multiplier = r.number("rope.scaling.yarn_log_multiplier", {0, 1e3}).value_or(0);
    return r.facts->log_multiplier == GgufLogMultiplier::as_is ? multiplier : multiplier * 10;
}

double gguf_yarn_cosine_factor(GgufReading& r) {
    if (r.kind.attention_factor > 0) return r.kind.attention_factor;
    const double factor = gguf_factor(r), attention_factor = gguf_attention_factor(r),
                 all_dim = gguf_mscale_all_dim(r);
    if (all_dim == 0) return yarn_magnitude(factor, 1) * attention_factor;
    const bool none = r.facts->log_multiplier == GgufLogMultiplier::tenth_own && all_dim != 1;
    return none ? attention_factor
                : yarn_magnitude(factor, 1) / yarn_magnitude(factor, all_dim) * attention_factor;
}

void read_gguf_scaling(GgufReading& r) {
    if (r.facts->whole_heads) return;
    const std::string type = gguf_scaling_type(r);
    if (type != "none" && type != "linear" && type != "yarn" && type != "longrope")
        r.values.fail(tr("{} \"{}\" is unknown; known types are {}", r.key("rope.scaling.type"),
                         printable_text(type), "none, linear, yarn, longrope"));
    Divisors lists = read_divisors(r);
    if (type == "yarn" && r.kind.scaled) return read_yarn(r, std::move(lists));
    if (type == "longrope" && lists.empty() && uses_lists(r))
        r.values.fail(tr("names longrope, but has neither {} nor {}", short_texts, long_texts));
    read_linear(r, std::move(lists));
}

}  // namespace poslab
