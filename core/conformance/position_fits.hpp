#pragma once

#include "core/conformance/evidence.hpp"
#include "core/conformance/mistake.hpp"

#include <vector>

namespace poslab::position_fits {

// Rules for the positions in a dump. Each function returns the ways that explain most of the rows: none, one,
// or one each for queries, keys and both.

using FittedWay = Mistake::FittedWay;

[[nodiscard]] std::vector<FittedWay> shifted(const Evidence& evidence);
[[nodiscard]] std::vector<FittedWay> multiplied(const Evidence& evidence);
[[nodiscard]] std::vector<FittedWay> restarted(const Evidence& evidence);
[[nodiscard]] std::vector<FittedWay> wrapped(const Evidence& evidence);
[[nodiscard]] std::vector<FittedWay> clamped(const Evidence& evidence);
/// cos and sin are 0 from a position on.
[[nodiscard]] std::vector<FittedWay> ended(const Evidence& evidence);
/// Rotated by the index of the head, or of the text in a batch.
[[nodiscard]] std::vector<FittedWay> along_heads(const Evidence& evidence);
[[nodiscard]] std::vector<FittedWay> along_batch(const Evidence& evidence);
/// Not rotated from a position on; not rotated in some heads.
[[nodiscard]] std::vector<FittedWay> unrotated_rows(const Evidence& evidence);
[[nodiscard]] std::vector<FittedWay> unrotated_heads(const Evidence& evidence);
/// Whole numbers without a rule.
[[nodiscard]] std::vector<FittedWay> listed(const Evidence& evidence);

}  // namespace poslab::position_fits
