#pragma once

#include "core/base/message.hpp"
#include "core/views/model_text.hpp"

#include <cstdint>
#include <vector>

namespace poslab {

/// Throws UsageError for a layer, counted from 0, that the model does not have.
void check_layer(std::int64_t layer, std::int64_t layers);

/// Throws UsageError for a head, counted from 0, that does not exist.
void check_head(std::int64_t head, std::int64_t heads);

/// Returns how many tokens are read from `start` on: `length` with the token before the text, or all that
/// follow and a warning. Throws UsageError if fewer than `least` follow.
[[nodiscard]] std::int64_t tokens_from(const ModelText& text, std::int64_t start, std::int64_t length,
                                       std::int64_t least, std::vector<Message>& warnings);

}  // namespace poslab
