#include "core/conformance/mistakes/families.hpp"
#include "core/conformance/mistakes/ways.hpp"

#include <cmath>

namespace poslab::mistakes {

using namespace mistake_ways;

std::vector<Mistake> of_matrices() {
    return {
        {"transposed",
         "the matrix is transposed"_tr,
         "Row n is the change of coefficient n."_tr,
         {change([](Implementation& p) { p.matrices.transposed = true; })}},
        {"discretisation-rule", "the system is discretised by another rule"_tr,
         "Bilinear, zero-order hold and Euler's rules differ; Mamba combines an exact transition with "
         "Euler's input."_tr,
         other_rules()},
        {"discretisation-step",
         "the system is discretised with another step"_tr,
         "The step is Δ itself, not 1, half or double of it, or its logarithm."_tr,
         {other_step([](double) { return 1.0; }), other_step([](double step) { return step / 2; }),
          other_step([](double step) { return 2 * step; }),
          other_step([](double step) { return std::log(step); }),
          other_step([](double step) { return std::exp(step); }),
          other_step([](double step) { return 1 / step; }),
          other_step([](double step) { return std::log1p(step); })}},
        {"matrix-b",
         "the factor or sign of B differs from that of A"_tr,
         "LegS has B_n = √(2n + 1), positive while the entries of A are negative."_tr,
         {change([](Implementation& p) { p.matrices.input_factor = 2; }),
          change([](Implementation& p) { p.matrices.input_factor = -1; }),
          change([](Implementation& p) { p.matrices.input_factor = 0.5; })},
         {"B is doubled"_tr, "B has the opposite sign, A does not"_tr, "B is halved"_tr}},
    };
}

}  // namespace poslab::mistakes
