#pragma once

#include "core/attention/attention_spec.hpp"
#include "core/base/text.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace poslab {

/// A scheme that is put in the place of a model's own: a position map, a scaling of its frequencies, or a mask. Every map, every
/// scaling that needs no lists, and every bias that masks is one, so that a new one comes in by itself.
struct ComparedScheme {
    std::string_view id;  // that of the map, scaling or bias; the scaling ntk is called ntk-aware
    Text label;
    const PositionMap* map = nullptr;  // one of the three
    const Scaling* scaling = nullptr;
    const Bias* bias = nullptr;

    /// `own` with this scheme in it. Parameters of maps (w, k, group, …) are those of `own`'s map, those of scalings (factor, …)
    /// those of `own`'s frequencies; a map that divides all positions does so by the factor.
    [[nodiscard]] AttentionSpec applied(AttentionSpec own) const;
    [[nodiscard]] static std::span<const ComparedScheme> all();
};

/// Ids of those that are compared unless something else is asked for, RoPE first.
[[nodiscard]] std::span<const std::string_view> usual_comparison();
/// Their w, and how far beyond its training a model is read, unless something else is asked for.
[[nodiscard]] constexpr std::int64_t usual_w(std::int64_t trained) { return trained > 1 ? trained / 2 : 1; }
[[nodiscard]] constexpr std::int64_t usual_length(std::int64_t trained) { return 8 * trained; }

/// Whether a map gives 0 to every pair of `length` tokens, so that nothing rotates: ReRoPE with w = 0.
[[nodiscard]] bool has_no_positions(const PositionMapSpec& map, std::int64_t length);

/// What an attention depends on, and no more, as a text: equal texts, equal logits of the same queries and keys.
[[nodiscard]] std::string identity_of(const AttentionSpec& spec);

}  // namespace poslab
