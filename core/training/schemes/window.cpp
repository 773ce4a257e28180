#include "core/training/training_settings.hpp"

namespace poslab {

/// RoPE with keys limited to a window.
const TrainingScheme& window_scheme() {
    static const TrainingScheme scheme{
        .id = "window",
        .label = "RoPE in a window"_tr,
        .help = "RoPE within the last --window keys",
        .takes_window = true,
        .of_layer = [](const ModelSettings& model,
                       std::int64_t) { return LayerAttention{.window = model.window}; },
    };
    return scheme;
}

}  // namespace poslab
