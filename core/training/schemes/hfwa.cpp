#include "core/training/training_settings.hpp"

namespace poslab {

/// Hybrid of window and full attention (article 9708): RoPE in a window; the last layer sees all keys,
/// without rotation and with log n.
const TrainingScheme& hfwa_scheme() {
    static const TrainingScheme scheme{
        .id = "hfwa",
        .label = "HFWA"_tr,
        .help = "RoPE within --window; the last layer sees all keys, with log n and without RoPE",
        .takes_window = true,
        .of_layer =
            [](const ModelSettings& model, std::int64_t layer) {
                if (layer + 1 == model.layers) return LayerAttention{.rotates = false, .log_n = true};
                return LayerAttention{.window = model.window};
            },
    };
    return scheme;
}

}  // namespace poslab
