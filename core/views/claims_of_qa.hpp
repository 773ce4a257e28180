#pragma once

#include "core/views/claims_table.hpp"

#include <vector>

namespace poslab {

/// The model that the claims of the QA text are compared with: unscaled frequencies in rad/token of the
/// rotating pairs; lengths in tokens.
struct QaModel {
    std::vector<double> theta;
    double base = 10000, trained = 512, length = 4096;

    [[nodiscard]] double rotary() const { return 2 * static_cast<double>(theta.size()); }
};

/// Returns the claims of its questions 1, 1 and 5, 2, 2 and 6, 4, 6, 8, 10; empty if there are no
/// frequencies.
[[nodiscard]] std::vector<Claim> claims_of_qa(const QaModel& model);

}  // namespace poslab
