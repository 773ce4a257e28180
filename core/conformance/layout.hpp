#pragma once

#include "core/conformance/implementation.hpp"

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace poslab {

/// The meaning of each dimension of vectors, as declared by --layout; the last one is always the head
/// dimension.
struct DeclaredLayout {
    std::string_view id;         // "tokens,heads,dim"
    std::vector<AxisKind> axes;  // without the last one
};

/// Returns every layout that can be declared: tokens, with or without heads and a batch, in any order.
[[nodiscard]] std::span<const DeclaredLayout> declared_layouts();

/// Returns an id in the spelling of parameter choices: "tokens-heads-dim".
[[nodiscard]] std::string hyphenated(std::string_view id);

/// Returns the layout of that id. Throws UsageError listing those that can be declared.
[[nodiscard]] const DeclaredLayout& declared_layout(std::string_view id);

[[nodiscard]] std::string_view axis_name(AxisKind kind);

}  // namespace poslab
