#include "core/training/training_settings.hpp"

namespace poslab {

/// No positions except those implied by the causal mask (Kazemnejad et al., arXiv 2305.19466).
const TrainingScheme& nope_scheme() {
    static const TrainingScheme scheme{
        .id = "none",
        .label = "None (NoPE)"_tr,
        .help = "no position encoding",
        .of_layer = [](const ModelSettings&, std::int64_t) { return LayerAttention{.rotates = false}; },
    };
    return scheme;
}

}  // namespace poslab
