// Claims of article 10137 next to the computed results.

#include "core/views/claims_table.hpp"
#include "core/views/memory/arrays.hpp"

namespace poslab::memory {
namespace {

std::vector<Claim> claims_of(const Variant& variant) {
    const std::string miss10 = short_number(variant[values::constant_miss_10]),
                      miss200 = short_number(variant[values::constant_miss_200]),
                      miss1000 = short_number(variant[values::constant_miss_1000]);
    return {
        {"LegS, bilinear"_tr, "Replacing the integral of u/s over a step by u ε/t does no harm."_tr,
         tr("A constant is no longer reproduced. Order 8, u = 1: the state differs from e₀ by {} after 10 "
            "samples, {} after 200, {} after 1000; every other method is exact. The order of convergence "
            "falls from 2 to below 1: see Error against step size.",
            miss10, miss200, miss1000),
         "memory --order 8 --method bilinear --signal cosine --omega 0 --signal-length 200 --versus "
         "method=exact"},
        {"LegS, exact"_tr,
         "The exact solution needs a new matrix exponential for every step, which is "
         "computationally expensive."_tr,
         "No matrix is needed: e^{A ln((k+1)/k)} compresses the stored function into [0, k/(k+1)], which "
         "N Gauss nodes do exactly in N² operations."_tr,
         "memory --order 8 --signal cosine --method exact --figure steps"},
        {"LegS, diagonal form"_tr,
         "A has distinct eigenvalues, so it can be diagonalised and its powers computed."_tr,
         "True, but numerically useless: the eigenvectors have condition number 8.3×10¹⁰ at order 16 and "
         "3.2×10⁴⁷ at 64 (view LegS decay)."_tr,
         "memory-decay --order 64 --figure eigenvalues"},
        {"Fourier-LegS"_tr, "Truncating the series at |n| = N does not matter."_tr,
         "It does at the ends: a signal with u(0) ≠ u(T) has a jump there. For cos 3s with N = 32, the "
         "error is 0.030 on the middle half and as large as the signal at the ends."_tr,
         "memory --measure fourier-legs --order 32 --method exact --signal cosine --omega 3 --versus "
         "measure=legs"},
    };
}

void draw_claims(Drawing& on) {
    on.figure.main.push_back(claims_table("Article 10137: claims and computed results"_tr, {0.7, 1.7, 2.9},
                                          claims_of(on.first()), on.translate.language()));
    warn_of_others(on);
}

void read_claims(Reading& /*to*/) {}

}  // namespace

constexpr FigureRow claims_figure{.id = "claims",
                                  .title = "Claims"_tr,
                                  .arrays = {arrays::times},
                                  .draw = {&draw_claims},
                                  .read = &read_claims,
                                  .idle = {"stretch"},
                                  .formula = &no_formula,
                                  .warned = Warned::in_figure};

}  // namespace poslab::memory
