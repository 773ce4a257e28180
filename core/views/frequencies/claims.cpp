// Claims of the QA seed on frequencies, pairings and NTK, next to the results for the current parameters
// (docs/formulas.md §9).

#include "core/views/claims_of_qa.hpp"
#include "core/views/frequencies/arrays.hpp"

#include <iterator>

namespace poslab::frequencies {
namespace {

std::vector<Claim> claims_of(const Variant& variant) {
    const Column unscaled = variant[arrays::inverse_frequency_unscaled];
    const LengthsGroup& lengths = variant.params.lengths;
    QaModel model{{},
                  variant.params.rotary.base,
                  static_cast<double>(lengths.train_length),
                  static_cast<double>(lengths.length)};
    std::copy_if(unscaled->begin(), unscaled->end(), std::back_inserter(model.theta),
                 [](double theta) { return theta > 0; });
    return claims_of_qa(model);
}

void draw_claims(Drawing& on) {
    Panel& panel = on.figure.main.emplace_back(
        claims_table("A widely copied Q&A text on RoPE (QA): stated and computed"_tr, {0.5, 2, 3.4},
                     claims_of(on.first()), on.translate.language()));
    panel.quantity = on.translate("for the current parameters"_tr);
}

}  // namespace

constexpr FigureRow claims_figure = with_notes("claims", "Claims"_tr, {&draw_claims}, &read_slowest);

}  // namespace poslab::frequencies
