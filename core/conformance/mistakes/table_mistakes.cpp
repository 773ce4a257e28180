#include "core/conformance/mistakes/families.hpp"

#include <utility>

namespace poslab::mistakes {

namespace {

using Way = Mistake::Way;

/// Returns a way that always applies.
Way change(void (*change_it)(SinusoidImplementation&)) {
    return [change_it](Implementation& implementation) {
        change_it(implementation.sinusoid);
        return true;
    };
}

Way other_base(double base) {
    return [base](Implementation& implementation) {
        return std::exchange(implementation.sinusoid.base, base) != base;
    };
}

}  // namespace

std::vector<Mistake> of_tables() {
    return {
        {"sinusoidal-layout",
         "sines and cosines are in another order"_tr,
         "Vaswani et al. interleave them; fairseq and Whisper have all sines first, then all cosines."_tr,
         {change([](SinusoidImplementation& s) { s.other_layout = true; }),
          change([](SinusoidImplementation& s) { s.exchanged = true; }),
          change([](SinusoidImplementation& s) { s.other_layout = s.exchanged = true; })}},
        {"sinusoidal-denominator",
         "the exponents of the frequencies have another denominator"_tr,
         "It is d/2 in Vaswani et al., d/2 − 1 in fairseq and Whisper; in Python −log(10000)/d // 2 is −1."_tr,
         {change([](SinusoidImplementation& s) { s.other_denominator = true; }),
          change([](SinusoidImplementation& s) { s.floor_divided = true; })}},
        {"sinusoidal-base",
         "the frequencies of the sinusoids have another base"_tr,
         "It is 10,000 unless the model says otherwise."_tr,
         {other_base(1e4), other_base(100), other_base(1000), other_base(1e5), other_base(5e5),
          other_base(1e6)}},
        {"t5-weights-by-head",
         "the learned biases are indexed as [heads, buckets]"_tr,
         "They are [buckets, heads]: one row per bucket."_tr,
         {[](Implementation& implementation) { return implementation.buckets.weights_by_head = true; }}},
    };
}

}  // namespace poslab::mistakes
