#pragma once

#include "core/views/memory/memory.hpp"

namespace poslab::memory {

/// What article 10137 says beside what is so.
void add_claims_figure(const Variant& variant, const Style& style, Figure& figure);
/// What becomes of a constant by every method.
void add_constant_figure(const Variant& variant, const Style& style, const Cursor& cursor, Figure& figure);

}  // namespace poslab::memory
