#pragma once

#include "core/base/errors.hpp"
#include "core/models/attention_facts.hpp"
#include "core/models/gguf_config.hpp"
#include "core/models/rope_export.hpp"
#include "tests/models/gguf_bytes.hpp"
#include "tests/support/run_program.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <string>

namespace poslab::test {

/// Tests that write a GGUF and read it.
class GgufFiles : public testing::Test {
  protected:
    std::string write(const std::string& bytes) {
        std::ofstream(path_, std::ios::binary) << bytes;
        return path_;
    }
    ModelConfig read(const GgufBytes& file, const std::string& layer = "") {
        return read_model_config(write(file.bytes()) + (layer.empty() ? "" : "#" + layer));
    }
    RotaryFrequencies frequencies(const GgufBytes& file, const std::string& layer = "") {
        return rotary_frequencies(rope_config_of(read(file, layer).parameters));
    }
    RopeConfig rope(const GgufBytes& file, const std::string& layer = "") {
        return rope_config_of(read(file, layer).parameters);
    }
    AttentionFacts attention(const GgufBytes& file, const std::string& layer = "") {
        return read_attention_facts(write(file.bytes()) + (layer.empty() ? "" : "#" + layer));
    }
    /// Every warning, one per line.
    std::string warnings(const GgufBytes& file, const std::string& layer = "") {
        std::string lines;
        for (const ConfigWarning& warning : read(file, layer).warnings) lines += warning.english() + "\n";
        return lines;
    }
    std::string refusal(const GgufBytes& file, const std::string& layer = "") {
        return refusal(file.bytes(), layer);
    }
    std::string refusal(const std::string& bytes, const std::string& layer = "") {
        try {
            static_cast<void>(read_gguf_config(write(bytes), layer));
        } catch (const InputError& error) {
            const std::string text = error.what();
            EXPECT_TRUE(text.starts_with(path_)) << text;
            return text.substr(path_.size() + (text[path_.size()] == ':' ? 2 : 0));
        }
        return "was taken";
    }
    TemporaryFolder folder_;
    std::string path_ = folder_ / "model.gguf";
};

}  // namespace poslab::test
