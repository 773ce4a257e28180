#include "core/conformance/mistakes/families.hpp"
#include "core/conformance/mistakes/ways.hpp"
#include "core/conformance/parameter_fits.hpp"

namespace poslab::mistakes {

using namespace mistake_ways;

namespace {

Way key_heads(KeyHeads rule) {
    return [rule](Implementation& implementation) {
        implementation.key_head_rule = rule;
        return true;
    };
}

}  // namespace

std::vector<Mistake> of_logits() {
    return {
        {"query-scaled-twice",
         "logits are divided by √d twice"_tr,
         "Scaled queries need no scale in the attention."_tr,
         {change([](Implementation& p) { p.query_scalings = 2; })}},
        {"query-not-scaled",
         "logits are not divided by √d"_tr,
         "The attention's scale is 1/√d."_tr,
         {change([](Implementation& p) { p.query_scalings = 0; })}},
        {"softmax-scale",
         "the logit scale differs from the config's"_tr,
         "query_pre_attn_scalar, attention_multiplier or softmax_scale is not read; without them it is 1/√d, d the whole head."_tr,
         {&usual_logit_scale, &logit_scale_of_rotary_dims},
         {},
         &parameter_fits::other_logit_scale},
        {"key-heads",
         "query heads use the wrong key heads"_tr,
         "With grouped-query attention, query head h uses key head ⌊h/group⌋, group = heads/key heads."_tr,
         {key_heads(KeyHeads::modulo), key_heads(KeyHeads::first), key_heads(KeyHeads::reversed)},
         {"query head h uses key head h mod n, of n key heads"_tr,
          "all query heads use the first key head"_tr, "key heads are in reverse order"_tr}},
        {"mscale-on-logits",
         "logits are also multiplied by mscale²"_tr,
         "Only DeepSeek's family scales its logits by mscale_all_dim; in other models it is part of the attention factor alone."_tr,
         {&mscale_on_logits}},
        {"query-scaling-missing",
         "queries are not scaled by their position"_tr,
         "llama_4_scaling_beta or use_logn_attn is not read."_tr,
         {&no_query_scaling}},
    };
}

}  // namespace poslab::mistakes
