#pragma once

#include "core/views/claims_table.hpp"
#include "core/views/frequencies/frequencies.hpp"

namespace poslab::frequencies {

/// Mistakes of the QA seed for the present parameters; `unscaled` [P] inverse frequencies, rad/token. No claims without
/// frequencies.
[[nodiscard]] std::vector<Claim> claims_of(const Params& params, const std::vector<double>& unscaled);

}  // namespace poslab::frequencies
