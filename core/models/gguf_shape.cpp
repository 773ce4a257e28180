#include "core/models/gguf_reading.hpp"
#include "core/models/model_config_reading.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <numeric>

namespace poslab {
namespace {

constexpr std::int64_t max_gguf_dim = 4096, max_gguf_width = std::int64_t{1} << 24U;
constexpr Range any_gguf_base{1, 1e12, true};

/// Returns embedding_length / attention.head_count.
std::int64_t width_by_heads(GgufReading& r) {
    const auto width = r.integer("embedding_length", 1, max_gguf_width),
               heads = r.integer("attention.head_count", 1, max_gguf_width);
    if (!width || !heads)
        r.values.fail(tr("has no {}, and lacks {} or {}", r.key("attention.key_length"),
                         r.key("embedding_length"), r.key("attention.head_count")));
    const std::int64_t dim = *width / *heads;
    if (dim < 2 || dim > max_gguf_dim || *width % *heads != 0)
        r.values.fail(tr("{} is not a valid head dimension; it must be an even integer from 2 to {}",
                         fmt::format("{}/{} = {}/{}", r.key("embedding_length"),
                                     r.key("attention.head_count"), *width, *heads),
                         max_gguf_dim));
    return dim;
}

bool in_sections(const GgufReading& r) {
    return r.facts->sections_if_named || r.facts->rotation == GgufRotation::sections ||
           r.facts->rotation == GgufRotation::interleaved_sections;
}

/// Reads the sections of time, height and width. The file has four numbers; the last is not yet used.
void read_sections(GgufReading& r) {
    const std::string key = r.key("rope.dimension_sections");
    if (!in_sections(r)) return;
    auto sections = r.values.integers(key, 0, max_gguf_dim);
    if (!sections) return;
    const std::int64_t pairs = rotary_dim(r.rope) / 2,
                       sum = std::accumulate(sections->begin(), sections->end(), std::int64_t{0});
    if (sum == 0) return;
    if (sections->size() == 4 && sections->back() == 0) sections->pop_back();
    if (sections->size() != 3)
        r.values.fail(
            tr("{} must have three numbers, of time, height and width; it has {}", key, sections->size()));
    if (sum != pairs)
        r.values.fail(tr("{} {} sums to {}; the sum must be {}, half of the rotary dimension", key,
                         printable_text(fmt::format("[{}]", fmt::join(*sections, ", "))), sum, pairs));
    r.rope.mrope_sections = *sections;
    r.rope.mrope_interleaved = r.facts->rotation == GgufRotation::interleaved_sections;
    r.rope.pairing = "gpt-neox";
}

/// Hunyuan multiplies the base by a constant factor.
void read_alpha(GgufReading& r) {
    if (!r.facts->reads_alpha) return;
    const auto alpha = r.number("rope.scaling.alpha", {0, max_factor});
    if (!alpha || *alpha == 0 || r.rope.dim <= 2) return;
    const std::string key = r.key("rope.scaling.alpha"), value = number_text(*alpha);
    r.rope.base = ntk_base(r.rope.base, *alpha, r.rope.dim);
    if (!(r.rope.base > 1)) r.values.refuse(key, tr("large enough for a base above {}", 1));
    r.warn(tr("{} {} multiplies the base by {}^(d/(d − 2)) at every length.", key, value, value));
}

void read_base(GgufReading& r) {
    const double main_base = r.number("rope.freq_base", any_gguf_base).value_or(RotarySpec{}.base);
    r.rope.base = r.kind.base > 0 ? r.kind.base : main_base;
    if (!r.kind.base_key.empty())
        r.rope.base = r.number(r.kind.base_key, any_gguf_base).value_or(r.rope.base);
}

/// Returns the number of dimensions of a head that rotate.
std::int64_t read_rotary_dim(GgufReading& r) {
    auto rotary = r.integer("rope.dimension_count", 2, r.rope.dim);
    if (!r.kind.rotary_dim_key.empty()) rotary = r.integer(r.kind.rotary_dim_key, 2, r.rope.dim);
    std::int64_t dims = r.facts->whole_heads ? r.rope.dim : rotary.value_or(r.rope.dim);
    if (r.is_first_kind())
        dims = static_cast<std::int64_t>(static_cast<double>(dims) * r.facts->layers.full_share);
    if (dims < 2 || dims % 2 != 0)
        r.values.fail(
            tr("{} of {} dimensions rotate; their number must be even and at least 2", dims, r.rope.dim));
    return dims;
}

/// Gemma 3's files contain the extended length of a linear scaling, not the trained one.
bool length_is_extended(GgufReading& r, double factor) {
    return r.facts->max_is_extended && factor > 1 && gguf_scaling_type(r) == "linear";
}

}  // namespace

std::int64_t gguf_head_dim(GgufReading& r) {
    if (r.facts->whole_heads) return width_by_heads(r);
    if (!r.kind.head_dim_key.empty())
        if (const auto dim = r.integer(r.kind.head_dim_key, 2, max_gguf_dim)) return *dim;
    for (const char* const name : {"attention.key_length_mla", "attention.key_length"})
        if (const auto dim = r.integer(name, 2, max_gguf_dim)) return *dim;
    return width_by_heads(r);
}

void read_gguf_shape(GgufReading& r) {
    read_base(r);
    r.rope.dim = gguf_head_dim(r);
    if (r.rope.dim % 2 != 0) r.values.fail(tr("the head dimension {} is odd; it must be even", r.rope.dim));
    const std::int64_t rotary = read_rotary_dim(r);
    r.rope.rotary_fraction = rotary_fraction_for(rotary, r.rope.dim);
    r.rope.pairing = r.facts->rotation == GgufRotation::adjacent ? "gpt-j" : "gpt-neox";
    r.rope.rope_dims = r.facts->rotary_last && rotary < r.rope.dim ? "last" : "first";
    read_alpha(r);
    read_sections(r);
}

void read_gguf_lengths(GgufReading& r) {
    const double factor = gguf_factor(r);
    const auto context = r.integer("context_length", 2, most_positions);
    const auto named = r.integer("rope.scaling.original_context_length", 2, most_positions);
    const auto original = r.kind.scaled || !context ? named : std::nullopt;
    if (!context && !original) r.values.fail(tr("{} is missing", r.key("context_length")));
    r.rope.train_length = original ? *original : *context;
    if (!original && length_is_extended(r, factor)) {
        r.rope.length = *context;
        r.rope.train_length = std::max<std::int64_t>(2, std::llround(static_cast<double>(*context) / factor));
        r.warn(
            tr("{} {} is the extended length in {}; the trained length is not in the file, so {}/{} = {} is "
               "shown.",
               r.key("context_length"), *context, r.architecture, *context, number_text(factor),
               r.rope.train_length));
        return;
    }
    const double extended = static_cast<double>(r.rope.train_length) * std::max(1.0, factor);
    const bool longer = context && *context > r.rope.train_length;
    r.rope.length = longer ? *context : std::llround(std::min(extended, static_cast<double>(most_positions)));
}

}  // namespace poslab
