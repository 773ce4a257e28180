#include "core/models/model_types.hpp"

#include <algorithm>
#include <array>

namespace poslab {
namespace {

ModelTypeFacts adjacent(std::string_view type) { return {.model_type = type, .adjacent_pairs = true}; }
ModelTypeFacts not_rotary(std::string_view type) { return {.model_type = type, .rotary = false}; }

ModelTypeFacts gpt_j() {
    ModelTypeFacts facts = adjacent("gptj");
    facts.base = 10000;  // part of the code, no key
    return facts;
}

ModelTypeFacts code_gen() {
    ModelTypeFacts facts = gpt_j();
    facts.model_type = "codegen";
    return facts;
}

ModelTypeFacts half_adjacent(std::string_view type) {
    ModelTypeFacts facts = adjacent(type);
    facts.rotary_fraction = 0.5;
    return facts;
}

ModelTypeFacts llama_4(std::string_view type) {
    ModelTypeFacts facts = adjacent(type);
    facts.base = 500000;
    return facts;
}

ModelTypeFacts gemma(std::string_view type) { return {.model_type = type, .base = 10000, .head_dim = 256, .max_positions = 8192}; }

ModelTypeFacts gemma_3(std::string_view type) {
    return {.model_type = type,
            .base = 1000000,
            .local_base = 10000,
            .head_dim = 256,
            .max_positions = 131072,
            .max_is_extended = true};
}

ModelTypeFacts gemma_4(std::string_view type) {
    return {.model_type = type, .head_dim = 256, .global_head_dim = 512, .max_positions = 131072};
}

/// Pairings by how each model's code in Transformers (or its own, for ChatGLM) turns; defaults by its configuration class.
auto table() {
    return std::array{gpt_j(),
                      code_gen(),
                      half_adjacent("chatglm"),
                      half_adjacent("glm"),
                      half_adjacent("glm4"),
                      adjacent("cohere"),
                      adjacent("cohere2"),
                      adjacent("deepseek_v2"),
                      adjacent("deepseek_v3"),
                      adjacent("deepseek_v32"),
                      adjacent("kimi_k2"),
                      adjacent("ernie4_5"),
                      adjacent("ernie4_5_moe"),
                      llama_4("llama4"),
                      llama_4("llama4_text"),
                      ModelTypeFacts{.model_type = "gpt_neox", .base = 10000, .rotary_fraction = 0.25},
                      ModelTypeFacts{.model_type = "llama", .base = 10000, .hidden_size = 4096, .heads = 32},
                      gemma("gemma"),
                      gemma("gemma2"),
                      gemma_3("gemma3"),
                      gemma_3("gemma3_text"),
                      gemma_4("gemma4"),
                      gemma_4("gemma4_text"),
                      gemma_4("gemma4_unified"),
                      gemma_4("gemma4_unified_text"),
                      not_rotary("gpt2"),
                      not_rotary("bert"),
                      not_rotary("roberta"),
                      not_rotary("opt"),
                      not_rotary("bloom"),
                      not_rotary("t5")};
}

}  // namespace

ModelTypeFacts facts_of(std::string_view model_type) {
    static const auto facts = table();
    const auto found = std::find_if(facts.begin(), facts.end(), [&](const auto& f) { return f.model_type == model_type; });
    return found == facts.end() ? ModelTypeFacts{} : *found;
}

}  // namespace poslab
