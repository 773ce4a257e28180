#include "core/views/model_indices.hpp"

#include "core/base/errors.hpp"

#include <algorithm>

namespace poslab {

void check_layer(std::int64_t layer, std::int64_t layers) {
    if (layer >= layers)
        throw UsageError(tr_plural("--layer {1}: the model has {0} layer, 0 to {2}",
                                   "--layer {1}: the model has {0} layers, 0 to {2}", layers, layer,
                                   layers - 1));
}

void check_head(std::int64_t head, std::int64_t heads) {
    if (head >= heads)
        throw UsageError(tr_plural("--head {1}: there is {0} head, 0 to {2}",
                                   "--head {1}: there are {0} heads, 0 to {2}", heads, head, heads - 1));
}

std::int64_t tokens_from(const ModelText& text, std::int64_t start, std::int64_t length, std::int64_t least,
                         std::vector<Message>& warnings) {
    const auto count = static_cast<std::int64_t>(text.tokens.size());
    if (start + least > count)
        throw UsageError(tr_plural("--start {1}: the text has {0} token",
                                   "--start {1}: the text has {0} tokens", count, start));
    const std::int64_t requested = length - (text.begin ? 1 : 0), left = count - start;
    if (left < requested)
        warnings.push_back(tr_plural("The text has {} token from there on; {} were requested.",
                                     "The text has {} tokens from there on; {} were requested.", left,
                                     length));
    return std::min(requested, left);
}

}  // namespace poslab
