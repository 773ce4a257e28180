#pragma once

#include "core/views/frequencies/frequencies.hpp"

namespace poslab::frequencies {

/// A mistake of the QA seed beside the value that is computed.
struct Claim {
    std::string_view where;  // "QA 4"
    Text says;
    Sentence is;
};

/// For the present parameters; `unscaled` [P] inverse frequencies, rad/token. No claims without frequencies.
[[nodiscard]] std::vector<Claim> claims_of(const Params& params, const std::vector<double>& unscaled);

}  // namespace poslab::frequencies
