#include "core/conformance/mistakes/families.hpp"
#include "core/conformance/mistakes/ways.hpp"
#include "core/conformance/position_fits.hpp"

namespace poslab::mistakes {

namespace {

using namespace mistake_ways;

/// Excludes combinations: programs make this mistake alone.
Mistake alone(Mistake mistake) {
    mistake.combines = false;
    return mistake;
}

Mistake special(Mistake mistake) {
    mistake.is_special = true;
    return alone(std::move(mistake));
}

Mistake fitted(Mistake mistake, std::vector<Mistake::FittedWay> (*fit)(const Evidence&), Way usual) {
    mistake.fitted = fit;
    mistake.usual = std::move(usual);
    return alone(std::move(mistake));
}

}  // namespace

std::vector<Mistake> of_rotation() {
    constexpr Text t5 = "The relative position is the key's minus the query's."_tr;
    Mistake sign{"sign",
                 "the direction or sign is reversed"_tr,
                 "A pair (x, y) becomes (x cos φ − y sin φ, x sin φ + y cos φ)."_tr,
                 {change([](Implementation& p) {
                     p.direction = -p.direction;
                     p.buckets.direction = p.matrices.sign = -1;
                 })}};
    sign.causes = {{"alibi-slopes", "Slopes are positive."_tr},
                   {"t5-buckets", t5},
                   {"t5-bias", t5},
                   {"hippo", "The diagonal of A is negative."_tr},
                   {"sinusoidal", "Angles are positive: each is the position times a frequency."_tr}};
    return {
        std::move(sign),
        alone({"not-rotated",
               "nothing is rotated"_tr,
               "The rotation is never called, or its result is not used."_tr,
               {change([](Implementation& p) { p.rotations = 0; }),
                change([](Implementation& p) { p.positions.factor = 0; })}}),
        special(
            {"rotated-twice",
             "vectors are rotated twice"_tr,
             "Cached keys are already rotated and are rotated again, or the code rotates twice."_tr,
             {change([](Implementation& p) { p.rotations = 2; }),
              change([](Implementation& p) { p.key_rotations = 2; }),
              change([](Implementation& p) { p.query_rotations = 2; })},
             {"vectors are rotated twice"_tr, "keys are rotated twice"_tr, "queries are rotated twice"_tr}}),
        alone({"keys-not-rotated",
               "keys are not rotated"_tr,
               "The rotated keys are not used: check what is written to the cache."_tr,
               {change([](Implementation& p) { p.key_rotations = 0; }),
                change([](Implementation& p) { p.key_positions.factor = 0; })}}),
        alone({"present-keys-not-rotated",
               "keys of the current step are not rotated"_tr,
               "Keys are rotated after the attention of the step, only for the cache."_tr,
               {change([](Implementation& p) { p.present_key_rotations = 0; })}}),
        alone({"queries-not-rotated",
               "queries are not rotated"_tr,
               "The rotated queries are not used."_tr,
               {change([](Implementation& p) { p.query_rotations = 0; }),
                change([](Implementation& p) { p.query_positions.factor = 0; })}}),
        fitted({"rows-not-rotated", "later vectors are not rotated"_tr,
                "The vectors of the current step, or beyond the end of a table, are left unchanged."_tr},
               &position_fits::unrotated_rows, change([](Implementation& p) { p.unrotated_from = 40; })),
        fitted(
            {"heads-not-rotated", "some heads are not rotated"_tr,
             "A loop over heads ends early: with fewer heads of keys than of queries, or with a wrong number of heads."_tr},
            &position_fits::unrotated_heads, change([](Implementation& p) {
                p.unrotated_heads = {2, 3};
            })),
        alone({"cos-sin-exchanged",
               "cos and sin are exchanged"_tr,
               "Check the order in which both are returned, and that in the cache."_tr,
               {change([](Implementation& p) { p.exchanged = true; })}}),
    };
}

}  // namespace poslab::mistakes
