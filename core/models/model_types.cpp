#include "core/models/model_types.hpp"

#include "core/models/rotary_types.hpp"

#include <algorithm>
#include <vector>

namespace poslab {
namespace {

using namespace instead_of_rotary;

/// Types without a rotary embedding: text models of Transformers, and what else is met.
constexpr ModelTypeFacts others[]{
    {.model_type = "albert", .since = "before 4", .instead = learned},
    {.model_type = "bart", .since = "before 4", .instead = learned},
    {.model_type = "bert", .since = "before 4", .instead = learned},
    {.model_type = "bert-generation", .since = "before 4", .source = "bert_generation", .instead = learned},
    {.model_type = "big_bird", .since = "4.5", .instead = learned},
    {.model_type = "bigbird_pegasus", .since = "4.6", .instead = learned},
    {.model_type = "biogpt", .since = "4.26", .instead = learned},
    {.model_type = "blenderbot", .since = "before 4", .instead = learned},
    {.model_type = "blenderbot-small", .since = "4.2", .source = "blenderbot_small", .instead = learned},
    {.model_type = "bloom", .since = "4.20", .instead = alibi},
    {.model_type = "camembert", .since = "before 4", .instead = learned},
    {.model_type = "canine", .since = "4.9", .instead = learned},
    {.model_type = "convbert", .since = "4.3", .instead = learned},
    {.model_type = "cpmant", .since = "4.28", .instead = relative_bias},
    {.model_type = "ctrl", .since = "before 4", .instead = sinusoids},
    {.model_type = "data2vec-text", .since = "4.17", .source = "data2vec", .instead = learned},
    {.model_type = "deberta", .since = "before 4", .instead = relative_positions},
    {.model_type = "deberta-v2", .since = "4.4", .source = "deberta_v2", .instead = relative_positions},
    {.model_type = "distilbert", .since = "before 4", .instead = learned},
    {.model_type = "electra", .since = "before 4", .instead = learned},
    {.model_type = "ernie", .since = "4.22", .instead = learned},
    {.model_type = "falcon_mamba", .since = "4.45", .instead = by_recurrence},
    {.model_type = "flaubert", .since = "before 4", .instead = learned_or_sinusoids},
    {.model_type = "fnet", .since = "4.11", .instead = learned},
    {.model_type = "fsmt", .since = "before 4", .instead = sinusoids},
    {.model_type = "funnel", .since = "before 4", .instead = relative_positions},
    {.model_type = "git", .since = "4.26", .instead = learned},
    {.model_type = "gpt2", .since = "before 4", .instead = learned},
    {.model_type = "gpt_bigcode", .since = "4.28", .instead = learned},
    {.model_type = "gpt_neo", .since = "4.5", .instead = learned},
    {.model_type = "ibert", .since = "4.4", .instead = learned},
    {.model_type = "imagegpt", .since = "4.13", .instead = learned},
    {.model_type = "jais", .source = "inceptionai/jais-13b modeling_jais.py", .instead = alibi},
    {.model_type = "jamba", .since = "4.40", .instead = by_state},
    {.model_type = "layoutlm", .since = "before 4", .instead = learned},
    {.model_type = "led", .since = "4.2", .instead = learned},
    {.model_type = "lilt", .since = "4.24", .instead = learned},
    {.model_type = "longformer", .since = "before 4", .instead = learned},
    {.model_type = "longt5", .since = "4.20", .instead = relative_bias},
    {.model_type = "luke", .since = "4.6", .instead = learned},
    {.model_type = "lxmert", .since = "before 4", .instead = learned},
    {.model_type = "m2m_100", .since = "4.4", .instead = sinusoids},
    {.model_type = "mamba", .since = "4.39", .instead = by_recurrence},
    {.model_type = "mamba2", .since = "4.44", .instead = by_recurrence},
    {.model_type = "marian", .since = "before 4", .instead = sinusoids},
    {.model_type = "markuplm", .since = "4.23", .instead = learned},
    {.model_type = "mbart", .since = "before 4", .instead = learned},
    {.model_type = "megatron-bert", .since = "4.6", .source = "megatron_bert", .instead = learned},
    {.model_type = "mobilebert", .since = "before 4", .instead = learned},
    {.model_type = "mpnet", .since = "4.1", .instead = learned_and_relative},
    {.model_type = "mra", .since = "4.31", .instead = learned},
    {.model_type = "mt5", .since = "4.0", .instead = relative_bias},
    {.model_type = "musicgen_decoder", .since = "4.31", .source = "musicgen", .instead = sinusoids},
    {.model_type = "mvp", .since = "4.21", .instead = learned},
    {.model_type = "nemotron_h", .source = "nvidia/Nemotron-H-8B-Base-8K modeling_nemotron_h.py", .instead = by_state},
    {.model_type = "nllb-moe", .since = "4.28", .source = "nllb_moe", .instead = sinusoids},
    {.model_type = "nystromformer", .since = "4.16", .instead = learned},
    {.model_type = "openai-gpt", .since = "before 4", .source = "openai", .instead = learned},
    {.model_type = "opt", .since = "4.19", .instead = learned},
    {.model_type = "pegasus", .since = "before 4", .instead = sinusoids},
    {.model_type = "pegasus_x", .since = "4.22", .instead = sinusoids},
    {.model_type = "pix2struct_text_model", .since = "4.28", .source = "pix2struct", .instead = relative_bias},
    {.model_type = "plbart", .since = "4.17", .instead = learned},
    {.model_type = "pop2piano", .since = "4.33", .instead = relative_bias},
    {.model_type = "prophetnet", .since = "before 4", .instead = learned},
    {.model_type = "reformer", .since = "before 4", .instead = axial},
    {.model_type = "rembert", .since = "4.10", .instead = learned},
    {.model_type = "roberta", .since = "before 4", .instead = learned},
    {.model_type = "roberta-prelayernorm", .since = "4.26", .source = "roberta_prelayernorm", .instead = learned},
    {.model_type = "roc_bert", .since = "4.25", .instead = learned},
    {.model_type = "rwkv", .since = "4.29", .instead = by_recurrence},
    {.model_type = "speech_to_text", .since = "4.4", .instead = sinusoids},
    {.model_type = "splinter", .since = "4.10", .instead = learned},
    {.model_type = "squeezebert", .since = "before 4", .instead = learned},
    {.model_type = "switch_transformers", .since = "4.25", .instead = relative_bias},
    {.model_type = "t5", .since = "before 4", .instead = relative_bias},
    {.model_type = "tapas", .since = "4.1", .instead = learned},
    {.model_type = "transfo-xl", .since = "before 4", .source = "deprecated/transfo_xl", .instead = relative_positions},
    {.model_type = "trocr", .since = "4.12", .instead = learned},
    {.model_type = "udop", .since = "4.39", .instead = relative_bias},
    {.model_type = "umt5", .since = "4.31", .instead = relative_bias},
    {.model_type = "visual_bert", .since = "4.7", .instead = learned},
    {.model_type = "whisper", .since = "4.23", .instead = sinusoids_then_learned},
    {.model_type = "xglm", .since = "4.17", .instead = sinusoids},
    {.model_type = "xlm", .since = "before 4", .instead = learned_or_sinusoids},
    {.model_type = "xlm-roberta", .since = "before 4", .source = "xlm_roberta", .instead = learned},
    {.model_type = "xlm-roberta-xl", .since = "4.17", .source = "xlm_roberta_xl", .instead = learned},
    {.model_type = "xlnet", .since = "before 4", .instead = relative_positions},
    {.model_type = "xlstm", .since = "4.54", .instead = by_recurrence},
    {.model_type = "xmod", .since = "4.27", .instead = learned},
    {.model_type = "yoso", .since = "4.16", .instead = learned},
    {.model_type = "zamba", .since = "4.46", .instead = by_state},
};

}  // namespace

std::span<const ModelTypeFacts> model_types() {
    static const std::vector<ModelTypeFacts> all = [] {
        std::vector<ModelTypeFacts> list;
        for (const std::span<const ModelTypeFacts> part :
             {rotary_types(), own_code_types(), std::span<const ModelTypeFacts>(others)})
            list.insert(list.end(), part.begin(), part.end());
        return list;
    }();
    return all;
}

ModelTypeFacts facts_of(std::string_view model_type) {
    const std::span<const ModelTypeFacts> all = model_types();
    const auto found = std::find_if(all.begin(), all.end(), [&](const auto& facts) { return facts.model_type == model_type; });
    return found == all.end() ? ModelTypeFacts{} : *found;
}

}  // namespace poslab
