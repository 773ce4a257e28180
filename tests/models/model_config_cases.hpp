#pragma once

#include "core/base/errors.hpp"
#include "core/models/model_config.hpp"
#include "core/models/model_config_look.hpp"
#include "tests/support/languages.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <string>
#include <string_view>

namespace poslab::test {

using Json = nlohmann::json;

/// A Llama-like config with head dimension 128 and 4096 positions, preceded by other keys.
inline std::string llama_with(const std::string& more) {
    return R"({"model_type": "llama", "hidden_size": 4096, "num_attention_heads": 32, "max_position_embeddings": 4096)" +
           (more.empty() ? std::string() : ", " + more) + "}";
}

inline ModelConfig parsed(const std::string& text, std::string_view layer_type = {}) {
    return parse_model_config(text, "config.json", layer_type);
}

/// All parameters of a plain Llama 2; a config must leave these unless it sets them.
inline Json llama_2() {
    return Json::parse(
        R"({"base": 10000.0, "dim": 128, "rotary-fraction": 1.0, "scaling": "none", "factor": 1.0,
        "mixed-exponent": 0.625, "beta-fast": 32.0, "beta-slow": 1.0, "truncate": true, "mscale": null, "mscale-all-dim": null, "mscale-on-logits": true,
        "apply-yarn-scaling": true,
        "attention-factor": null, "low-freq-factor": 1.0, "high-freq-factor": 4.0, "short-factors": [], "long-factors": [],
        "short-mscale": null, "long-mscale": null, "max-positions": null, "pairing": "gpt-neox", "rope-dims": "first",
        "train-length": 4096, "length": 4096, "mrope-sections": [], "mrope-interleaved": false, "mrope-alternating": false,
        "explicit-frequencies": [], "frequency-span": 0.0})");
}

inline Json changed(Json parameters, const Json& by) {
    parameters.update(by);
    return parameters;
}

/// Returns the message with which a text is refused, after checking its form.
inline std::string refusal(const std::string& text, std::string_view layer_type = {}) {
    try {
        const ModelConfig config = parsed(text, layer_type);
        ADD_FAILURE() << "was taken: " << text.substr(0, 300) << "\n" << config.parameters.dump();
        return {};
    } catch (const InputError& error) {
        const std::string message = error.what(), name = "config.json: ";
        EXPECT_EQ(error.exit_code(), 3);
        EXPECT_EQ(message.find(name), 0U) << message;
        EXPECT_EQ(message.find('\n'), std::string::npos) << message;
        EXPECT_LT(message.size(), 400U) << message;
        EXPECT_NE(error.message().in(test::chinese()), message);
        EXPECT_TRUE(error.message().in(test::chinese()).ends_with("。"))
            << error.message().in(test::chinese());
        return message.substr(std::min(message.size(), name.size()));
    }
}

/// Returns the warning that contains this text; fails if there is none.
inline ConfigWarning warning_with(const ModelConfig& config, const std::string& part) {
    std::string all;
    for (const ConfigWarning& warning : config.warnings) {
        EXPECT_TRUE(warning.english().ends_with(".")) << warning.english();
        EXPECT_TRUE(warning.in(test::chinese()).ends_with("。")) << warning.in(test::chinese());
        EXPECT_LT(warning.english().size(), 400U) << warning.english();
        if (warning.english().find(part) != std::string::npos) return warning;
        all += warning.english() + "\n";
    }
    ADD_FAILURE() << "no warning with '" << part << "' among\n" << all;
    return {};
}

}  // namespace poslab::test
