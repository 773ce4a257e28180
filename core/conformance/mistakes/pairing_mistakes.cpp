#include "core/conformance/mistakes/families.hpp"
#include "core/conformance/mistakes/ways.hpp"

namespace poslab::mistakes {

namespace {

using namespace mistake_ways;

Way pairing(Pairing right, Pairing wrong) {
    return [=](Implementation& implementation) {
        if (implementation.pairing != right) return false;
        implementation.pairing = wrong;
        return true;
    };
}

Pairing other(Pairing pairing) { return pairing == Pairing::gpt_j ? Pairing::gpt_neox : Pairing::gpt_j; }

Way mixed(Partner partner, bool repeats_otherwise, bool other_pairing) {
    return [=](Implementation& implementation) {
        implementation.partner = partner;
        implementation.repeats_otherwise = repeats_otherwise;
        if (other_pairing) implementation.pairing = other(implementation.pairing);
        return implementation.rotary_dim > 2;
    };
}

bool keys_by_other_pairing(Implementation& implementation) {
    implementation.key_pairing = other(implementation.pairing);
    return true;
}
bool queries_by_other_pairing(Implementation& implementation) {
    implementation.query_pairing = other(implementation.pairing);
    return true;
}

/// x·cos + y·sin, where y has the other dimension of each pair in the wrong order.
Mistake pairing_mixed() {
    Mistake mistake{
        "pairing-mixed",
        "halves and neighbours are mixed"_tr,
        "Each order alone is right: rotate_half with cat(f, f), or neighbours with "
        "repeat_interleave(f, 2)."_tr,
        {mixed(Partner::of_pair, true, true), mixed(Partner::neighbours_in_halves, false, false),
         mixed(Partner::neighbours_in_halves, true, false), mixed(Partner::halves_side_by_side, false, false),
         mixed(Partner::halves_side_by_side, true, false)},
        {"pairs follow the other pairing, but columns repeat the frequencies in the order of "
         "this one"_tr,
         "the second dimensions of all pairs come first, then the first ones: cat instead of "
         "stack"_tr,
         "the second dimensions of all pairs come first, then the first ones: cat instead of "
         "stack"_tr,
         "the halves alternate: stack instead of cat"_tr, "the halves alternate: stack instead of cat"_tr}};
    mistake.combines = false;
    return mistake;
}

Mistake pairing_of_one_side() {
    Mistake mistake{
        "pairing-of-one-side",
        "queries and keys rotate by different pairings"_tr,
        "Both need the same order of dimensions: one of the weights was reordered, or one call has another flag."_tr,
        {&keys_by_other_pairing, &queries_by_other_pairing},
        {"keys rotate by the other pairing"_tr, "queries rotate by the other pairing"_tr}};
    mistake.combines = false;
    return mistake;
}

}  // namespace

std::vector<Mistake> of_pairing() {
    return {
        {"frequencies-repeated-wrongly",
         "columns repeat the frequencies in the order of the other pairing"_tr,
         "Halves take cat(f, f), neighbours repeat_interleave(f, 2)."_tr,
         {change([](Implementation& p) { p.repeats_otherwise = true; })}},
        {"half-split-for-interleaved",
         "pairs are (p, p + d/2), not (2p, 2p + 1)"_tr,
         "The weights are in GPT-J's order: rotate neighbours, or reorder the weights of queries and keys."_tr,
         {pairing(Pairing::gpt_j, Pairing::gpt_neox)}},
        {"interleaved-for-half-split",
         "pairs are (2p, 2p + 1), not (p, p + d/2)"_tr,
         "The weights are in GPT-NeoX's order: rotate halves, or reorder the weights of queries and keys."_tr,
         {pairing(Pairing::gpt_neox, Pairing::gpt_j)}},
        {"output-reordered",
         "the result is written in the order of the other pairing"_tr,
         "Transformers' DeepSeek and GLM do so with both queries and keys, which leaves the logits unchanged; one alone is wrong."_tr,
         {change([](Implementation& p) { p.reorders_output = true; })}},
        pairing_mixed(),
        {"rotate-half-in-place",
         "the second half uses the first one after its rotation"_tr,
         "Both new halves depend on the old ones: make a copy before the first is written."_tr,
         {change([](Implementation& p) { p.partner = Partner::overwritten; })}},
        {"rotate-half-sign",
         "rotate_half lacks its minus"_tr,
         "It is (−y, x): the second half is negated before it comes first."_tr,
         {change([](Implementation& p) { p.partner = Partner::same_sign; })}},
        pairing_of_one_side(),
    };
}

}  // namespace poslab::mistakes
