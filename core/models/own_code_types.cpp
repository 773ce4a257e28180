#include "core/models/rotary_types.hpp"

namespace poslab {
namespace {

using namespace instead_of_rotary;
using namespace rotary_facts;

/// Types that Transformers has not: each model brings its own code.
constexpr ModelTypeFacts in_own_code[]{
    {.model_type = "aquila", .source = "BAAI/AquilaChat2-7B modeling_aquila.py"},
    {.model_type = "arctic", .source = "Snowflake/snowflake-arctic-base modeling_arctic.py"},
    {.model_type = "baichuan",
     .source = "baichuan-inc/Baichuan2-7B-Base modeling_baichuan.py",
     .instead = alibi,
     .rotary_if = &seven_billion},
    {.model_type = "bailing_moe", .source = "inclusionAI/Ling-lite modeling_bailing_moe.py"},
    {.model_type = "bailing_moe_v2", .source = "inclusionAI/Ling-mini-2.0 modeling_bailing_moe_v2.py"},
    {.model_type = "chatglm", .source = "THUDM/chatglm3-6b modeling_chatglm.py", .rotary_fraction = 0.5, .adjacent_pairs = true},
    {.model_type = "decilm", .source = "Deci/DeciLM-7B modeling_decilm.py"},
    {.model_type = "deepseek", .source = "deepseek-ai/deepseek-moe-16b-base modeling_deepseek.py"},
    {.model_type = "deepseek_v32", .source = "deepseek-ai/DeepSeek-V3.2-Exp inference/model.py", .adjacent_pairs = true},
    {.model_type = "exaone", .source = "LGAI-EXAONE/EXAONE-3.0-7.8B-Instruct modeling_exaone.py"},
    {.model_type = "hf_olmo",
     .source = "allenai/OLMo hf_olmo/configuration_olmo.py",
     .instead = alibi,
     .rotary_if = &rope_key,
     .base = 10000,
     .max_positions = 2048},
    {.model_type = "hunyuan", .source = "tencent/Tencent-Hunyuan-Large modeling_hunyuan.py"},
    {.model_type = "internlm", .source = "internlm/internlm-7b modeling_internlm.py"},
    {.model_type = "internlm2", .source = "internlm/internlm2-7b modeling_internlm2.py"},
    {.model_type = "internlm3", .source = "internlm/internlm3-8b-instruct modeling_internlm3.py"},
    {.model_type = "kimi_k2", .source = "moonshotai/Kimi-K2-Instruct modeling_deepseek.py", .adjacent_pairs = true},
    {.model_type = "kimi_k25", .source = "moonshotai/Kimi-K2.5 modeling_deepseek.py", .adjacent_pairs = true},
    {.model_type = "kimi_linear",
     .source = "moonshotai/Kimi-Linear-48B-A3B-Instruct modeling_kimi.py",
     .instead = no_positions,
     .rotary_if = &without_nope},
    {.model_type = "llava_llama", .source = "haotian-liu/LLaVA llava_llama.py"},
    {.model_type = "llava_qwen", .source = "LLaVA-VL/LLaVA-NeXT llava_qwen.py"},
    {.model_type = "mimo_v2_flash", .source = "XiaomiMiMo/MiMo-V2-Flash modeling_mimo_v2_flash.py", .split = &sliding_base},
    {.model_type = "minicpm", .source = "openbmb/MiniCPM-2B-sft-bf16 modeling_minicpm.py"},
    {.model_type = "minicpm3", .source = "openbmb/MiniCPM3-4B modeling_minicpm.py"},
    {.model_type = "minimax_m1", .source = "MiniMaxAI/MiniMax-M1-80k modeling_minimax_m1.py"},
    {.model_type = "minimax_text_01", .source = "MiniMaxAI/MiniMax-Text-01 modeling_minimax_text_01.py"},
    {.model_type = "nemotron-nas", .source = "nvidia/Llama-3_1-Nemotron-51B-Instruct modeling_decilm.py"},
    {.model_type = "nomic_bert", .source = "nomic-ai/nomic-bert-2048 modeling_hf_nomic_bert.py"},
    {.model_type = "openelm", .source = "apple/OpenELM modeling_openelm.py", .base = 10000},
    {.model_type = "orion", .source = "OrionStarAI/Orion-14B-Base modeling_orion.py"},
    {.model_type = "phi3_v", .source = "microsoft/Phi-3-vision-128k-instruct modeling_phi3_v.py"},
    {.model_type = "phi3small", .source = "microsoft/Phi-3-small-8k-instruct modeling_phi3_small.py", .base = 1000000},
    {.model_type = "phi4mm", .source = "microsoft/Phi-4-multimodal-instruct modeling_phi4mm.py"},
    {.model_type = "plamo2", .source = "pfnet/plamo-2-8b modeling_plamo.py"},
    {.model_type = "qwen", .source = "Qwen/Qwen-7B modeling_qwen.py"},
    {.model_type = "RefinedWeb",
     .source = "tiiuae/falcon-40b modelling_RW.py",
     .instead = alibi,
     .rotary_if = &without_alibi,
     .max_positions = 2048},
    {.model_type = "RefinedWebModel",
     .source = "tiiuae/falcon-7b modelling_RW.py",
     .instead = alibi,
     .rotary_if = &without_alibi,
     .max_positions = 2048},
    {.model_type = "solar", .source = "upstage/solar-pro-preview-instruct modeling_solar.py"},
    {.model_type = "stablelm_epoch", .source = "stabilityai/stablelm-3b-4e1t modeling_stablelm_epoch.py"},
    {.model_type = "step3p5", .source = "stepfun-ai/Step-3.5-Flash modeling_step3p5.py", .split = &by_layer},
    {.model_type = "xverse", .source = "xverse/XVERSE-7B modeling_xverse.py"},
    {.model_type = "Yi", .source = "01-ai/Yi-6B modeling_yi.py", .base = 10000},
};

}  // namespace

std::span<const ModelTypeFacts> own_code_types() { return in_own_code; }

}  // namespace poslab
