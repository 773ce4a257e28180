#include "core/decoder/decoder_files.hpp"
#include "core/decoder/embedded_models.hpp"

#include <array>

namespace poslab {

std::span<const BuiltInModel> built_in_models() {
    static constexpr std::array<BuiltInModel, 1> models{
        {{"english", "English, bytes"_tr, &embedded_english_config, &embedded_english_weights, &embedded_english_text}}};
    return models;
}

}  // namespace poslab
