#include "core/attention/biases.hpp"
#include "core/training/training_settings.hpp"

namespace poslab {

/// Bias -m_h (i - j), without rotation (Press et al., arXiv 2108.12409).
const TrainingScheme& alibi_scheme() {
    static const TrainingScheme scheme{
        .id = "alibi",
        .label = "ALiBi"_tr,
        .help = "a bias that grows with distance, one slope per head",
        .of_layer =
            [](const ModelSettings& model, std::int64_t) {
                LayerAttention attention{.rotates = false};
                for (std::int64_t head = 1; head <= model.heads; ++head)
                    attention.slopes.push_back(alibi_slope(model.heads, head));
                return attention;
            },
    };
    return scheme;
}

}  // namespace poslab
