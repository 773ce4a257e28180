#include "core/training/training_settings.hpp"

namespace poslab {

/// Queries and keys rotated by their positions, in all layers.
const TrainingScheme& rope_scheme() {
    static const TrainingScheme scheme{
        .id = "rope",
        .label = "RoPE"_tr,
        .help = "queries and keys rotated with --base",
        .of_layer = [](const ModelSettings&, std::int64_t) { return LayerAttention{}; },
    };
    return scheme;
}

}  // namespace poslab
