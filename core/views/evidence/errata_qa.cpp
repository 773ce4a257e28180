// Errata of the widely copied text of questions and answers (QA), for Llama 2 at four times its trained
// length.

#include "core/encoding/frequencies.hpp"
#include "core/views/claims_of_qa.hpp"
#include "core/views/evidence/evidence.hpp"

namespace poslab::evidence {
namespace {

constexpr double llama_trained = 4096, llama_length = 16'384;
constexpr std::size_t claims = 8;

template <std::size_t n>
Claim claim_of_qa() {
    static const std::vector<Claim> all = claims_of_qa(
        {rotary_frequencies({}).inverse_frequency, RotarySpec{}.base, llama_trained, llama_length});
    return all.at(n);
}

template <std::size_t... n>
std::vector<Erratum> errata_in(std::index_sequence<n...> /*numbers*/) {
    return {{Article::qa, &claim_of_qa<n>}...};
}

}  // namespace

std::vector<Erratum> errata_of_qa() { return errata_in(std::make_index_sequence<claims>()); }

}  // namespace poslab::evidence
