// Claims of article 10137 and of common practice about the decay, next to the computed results.

#include "core/views/claims_table.hpp"
#include "core/views/memory_decay/arrays.hpp"

namespace poslab::memory_decay {
namespace {

constexpr Text tail = "10137, long-tail decay"_tr;

Claim diagonalised(const Variant& variant) {
    const double log10 = variant[values::log10_condition];
    const std::string condition = condition_text(log10),
                      rounding = condition_text(std::max(0.0, log10 - 15.95));
    const std::int64_t order = variant.params.memory.order;
    Message is = tr("True in theory. At N = {} the eigenvectors have condition number {}", order, condition);
    if (log10 > 15.95) {
        is += tr(": in float64, rounding errors may be {} times as large as the result. ", rounding);
    } else {
        is += tr(": in float64, {} of 16 digits may be lost. ", format_number(std::ceil(log10), 0));
    }
    is += "Here K(r)_jk = ∫₀ʳ p_j(s) p_k(s/r) ds is used, which Gauss nodes give exactly."_tr;
    return {tail, "e^(A ln(n/m)) = P⁻¹ diag(m/n, …, (m/n)^d) P"_tr, std::move(is),
            "memory-decay --order 64 --figure eigenvalues"};
}

Claim combination(const Variant& variant, const Prepared& facts) {
    const MemoryDecayGroup& group = variant.params.memory;
    const double r = static_cast<double>(group.from) / static_cast<double>(group.to);
    return {tail, "The decay is a linear combination of the powers 1 … d of 1/n: polynomial at most."_tr,
            tr("True, but the combination decays slower than each of its terms: A is far from normal. At m/n"
               " = {} the slowest term is {}, the norm {}, its limit √(m/n) {}.",
               format_number(r, 6), format_number(r, 6), format_number(facts.norm_at_to, 6),
               format_number(std::sqrt(r), 6)),
            "memory-decay --figure modes"};
}

Claim longer(const Variant& variant, const Prepared& facts) {
    const std::string gamma = format_number(variant.params.memory.gamma, 9),
                      steps = steps_text(facts.ahead_from);
    Message is = tr("From {} steps on it always retains more than γ = {}; before that the RNN retains more. ",
                    steps, gamma);
    if (facts.ahead_from == 0) is = tr("Here it retains more than γ = {} from the start. ", gamma);
    is += tr("Its half-life is {} steps and grows with m; the RNN's is {} for every m.",
             steps_text(facts.norm_half_life), steps_text(facts.rnn_half_life));
    return {tail, "It decays more slowly than the exponential of an RNN: in theory it remembers longer."_tr,
            std::move(is), "memory-decay --versus gamma=0.99"};
}

Claim exact_step() {
    return {"10137, LegS"_tr,
            "The exact step needs a matrix exponential each time; usually the bilinear one is used."_tr,
            "K(m/n) times a vector takes O(N²) with N nodes, without a matrix exponential; the trace of one "
            "sample and the norm take O(N)."_tr,
            "memory --order 8 --method exact --signal cosine --signal-length 100 --versus method=bilinear"};
}

Claim half() {
    return {"common"_tr, "A state that holds the whole history weights all of it equally."_tr,
            "The history up to m is compressed into [0, m/n] of [0, 1]: √(m/n) of its norm remains, half at n"
            " = 4m. With N below about √(n/m), less remains."_tr,
            "memory-decay --figure operator"};
}

Claim saturated() {
    return {"common"_tr.as("practice"), "A float64 SVD of the eigenvectors at N = 64 gives about 10²⁰."_tr,
            "It is 3.2×10⁴⁷ (8.3×10¹⁰ at 16, 1.2×10²³ at 32): the SVD cannot resolve values below 10⁻¹⁶ "
            "of the largest one. The closed form of V and V⁻¹ can."_tr,
            "memory-decay --order 64 --figure eigenvalues"};
}

void draw_claims(Drawing& on) {
    const Variant& first = on.first();
    std::vector<Claim> claims;
    if (const Prepared* facts = first.prepared)
        claims = {
            diagonalised(first), combination(first, *facts), longer(first, *facts), exact_step(), half(),
            saturated()};
    on.figure.main.push_back(
        claims_table("Article 10137: stated and computed"_tr, {0.8, 2, 3}, claims, on.translate.language()));
}

}  // namespace

constexpr FigureRow claims_figure{.id = "claims",
                                  .title = "Claims"_tr,
                                  .arrays = {arrays::eigenvalue},
                                  .draw = {&draw_claims},
                                  .read = &read_decay,
                                  .idle = {"later"},
                                  .formula = &no_formula,
                                  .warned = Warned::in_readout};

}  // namespace poslab::memory_decay
