#pragma once

// Results of articles 9706 and 9708 for models of 10^8 and 13·10^9 parameters, and results in the same
// settings here.

#include "core/views/extrapolation/arrays.hpp"

namespace poslab::extrapolation {

/// A row of a reported table.
struct ReportedRow {
    const ComparedScheme* scheme = nullptr;
    std::optional<double> w_share{};  // relative to the trained length; empty: not reported
    bool log_n = false;               // added after the training
    std::array<double, 3> values{};   // NaN: not reported
};

/// Accuracies in per cent: within the trained length, beyond it on repeated text, and on text. Losses in
/// nats: at the trained length, and at two and four times that.
struct ReportedTables {
    std::int64_t trained = 0, tested = 0;
    std::vector<ReportedRow> right, loss;
    std::array<std::int64_t, 3> loss_lengths{};
};
[[nodiscard]] const ReportedTables& reported_tables();

/// Returns the parameters with those of the row: w as a share of the trained length (half if not reported),
/// `times` as k and factor, and log n.
[[nodiscard]] Params with_row(Params params, const ReportedRow& row, double times);

}  // namespace poslab::extrapolation
