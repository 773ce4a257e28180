#include "core/decoder/decoder_files.hpp"
#include "core/decoder/embedded_models.hpp"

#include <array>

namespace poslab {

std::span<const BuiltInModel> built_in_models() {
    // Recall was trained on the same book as English; neither was trained on the held-out text.
    static constexpr std::array<BuiltInModel, 3> models{
        {{"english", "English"_tr.as("model"), &embedded_english_config, &embedded_english_weights,
          &embedded_english_text, &embedded_english_training},
         {"chinese", "Chinese"_tr.as("model"), &embedded_chinese_config, &embedded_chinese_weights,
          &embedded_chinese_text, &embedded_chinese_training},
         {"recall", "Recall"_tr, &embedded_recall_config, &embedded_recall_weights, &embedded_english_text,
          &embedded_recall_training}}};
    return models;
}

BuiltInText built_in_training_text() { return {"genesis.txt", embedded_genesis()}; }

}  // namespace poslab
