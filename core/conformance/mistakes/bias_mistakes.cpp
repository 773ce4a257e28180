#include "core/conformance/mistakes/families.hpp"
#include "core/conformance/mistakes/ways.hpp"

namespace poslab::mistakes {

using namespace mistake_ways;

std::vector<Mistake> of_biases() {
    return {
        {"alibi-bias-max",
         "slopes use an exponent of 8"_tr,
         "alibi_bias_max is not read."_tr,
         {&usual_slope_exponent}},
        {"slopes-of-power-of-two",
         "slopes assume that the heads are a power of two"_tr,
         "Slopes of the next lower power of two, then every other slope of its double."_tr,
         {change([](Implementation& p) { p.slope_rule = SlopeRule::geometric; }),
          change([](Implementation& p) { p.slope_rule = SlopeRule::of_double; })}},
        {"slopes-from-head-zero",
         "heads are counted from 0"_tr,
         "The exponents are −8h/heads with h from 1 on: the first of 8 slopes is 1/2."_tr,
         {change([](Implementation& p) { p.slope_rule = SlopeRule::from_zero; })}},
        {"bucket-count",
         "32 buckets are used, up to distance 128"_tr,
         "relative_attention_num_buckets or relative_attention_max_distance is not read."_tr,
         {&usual_buckets}},
        {"log-base",
         "the logarithm has another base"_tr,
         "Both logarithms of the quotient need the same base."_tr,
         {change([](Implementation& p) { p.buckets.log_base = 2; }),
          change([](Implementation& p) { p.buckets.log_base = 10; })}},
    };
}

}  // namespace poslab::mistakes
