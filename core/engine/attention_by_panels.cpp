#include "core/engine/attention.hpp"

namespace poslab {

AttentionResult attention_by_panels(const AttentionInput& input, const AttentionRequest& request, const Job& job) {
    return attention_by_loops(input, request, job);
}

}  // namespace poslab
