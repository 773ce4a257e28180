// config.json: the values are finite and survive writing and reading, or the text is refused; the same holds
// for the exported config.
#include "core/models/model_config_look.hpp"
#include "core/models/model_presets.hpp"
#include "core/models/rope_export.hpp"
#include "tests/fuzz/targets/target.hpp"

#include <cmath>

using namespace poslab;

std::vector<std::string> poslab::test::fuzz_seeds() {
    std::vector<std::string> seeds;
    for (const ModelPreset& preset : model_presets()) seeds.emplace_back(preset.text);
    return seeds;
}

std::vector<std::string> poslab::test::fuzz_words() {
    return {"\"rope_theta\":",
            "\"rope_scaling\":",
            "\"rope_parameters\":",
            "\"rope_type\":",
            "\"factor\":",
            "\"partial_rotary_factor\":",
            "\"head_dim\":",
            "\"mrope_section\":",
            "\"short_factor\":",
            "\"long_factor\":",
            "\"attention_factor\":",
            "\"mscale\":",
            "\"original_max_position_embeddings\":",
            "\"max_position_embeddings\":",
            "\"layer_types\":",
            "\"full_attention\":",
            "\"yarn\"",
            "\"llama3\"",
            "\"longrope\"",
            "\"dynamic\"",
            "\"linear\"",
            "\"proportional\"",
            "\"text_config\":",
            "NaN",
            "1e400",
            "null",
            "[1,1]",
            "1e308",
            "-1",
            "0.25",
            "\"alpha\":",
            "\"beta_fast\":",
            "\"beta_slow\":"};
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text = test::input_text(data, size);
    static_cast<void>(looks_like_model_config(text));
    for (const std::string_view layer : {"", "sliding_attention"})
        test::accepts([&] {
            const ModelConfig config = parse_model_config(text, "f", layer);
            const RopeConfig rope = rope_config_of(config.parameters);
            nlohmann::json parameters = rope_parameters_of(rope);
            // a file may leave these to the flags
            for (const char* const id : {"dim", "train-length", "length"})
                if (!config.parameters.contains(id)) parameters.erase(id);
            test::require(parameters == config.parameters, "the parameters do not survive");
            test::require(std::isfinite(rope.base) && std::isfinite(rope.factor),
                          "a value that is not finite");
            static_cast<void>(rope_scaling_json(rope));
            const RopeExportText written = rope_parameters_json(rope);
            static_cast<void>(written);
        });
    return 0;
}
