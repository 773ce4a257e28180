#pragma once

#include "core/attention/attention_spec.hpp"
#include "core/base/text.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace poslab {

/// A scheme that replaces a model's own: a position map, a scaling of its frequencies, or a mask. Every map,
/// every scaling that needs no lists, and every bias that masks is included automatically.
struct ComparedScheme {
    std::string_view id;  // the id of the map, scaling or bias; the scaling ntk is called ntk-aware
    Text label;
    const PositionMap* map = nullptr;  // one of these three is set
    const Scaling* scaling = nullptr;
    const Bias* bias = nullptr;

    /// Returns `own` with this scheme applied. Parameters of maps (w, k, group, …) come from `own`'s map,
    /// those of scalings (factor, …) from `own`'s frequencies; a map that divides all positions divides by
    /// the factor.
    [[nodiscard]] AttentionSpec applied(AttentionSpec own) const;
    [[nodiscard]] static std::span<const ComparedScheme> all();
};

/// Returns the ids of the schemes compared by default, RoPE first.
[[nodiscard]] std::span<const std::string_view> usual_comparison();
/// Default w, and default length for reading beyond the trained length.
[[nodiscard]] constexpr std::int64_t usual_w(std::int64_t trained) { return trained > 1 ? trained / 2 : 1; }
[[nodiscard]] constexpr std::int64_t usual_length(std::int64_t trained) { return 8 * trained; }

/// True if a map gives 0 to every pair of `length` tokens, so that nothing rotates: ReRoPE with w = 0.
[[nodiscard]] bool has_no_positions(const PositionMapSpec& map, std::int64_t length);

/// Returns a text of exactly the parameters that an attention depends on: equal texts mean equal logits for
/// the same queries and keys.
[[nodiscard]] std::string identity_of(const AttentionSpec& spec);

}  // namespace poslab
