#pragma once

// What articles 9706 and 9708 report of models of 10^8 and 13·10^9 parameters, and the same settings here.

#include "core/views/extrapolation/arrays.hpp"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace poslab::extrapolation {

/// A row of a reported table.
struct ReportedRow {
    const ComparedScheme* scheme = nullptr;
    std::optional<double> w_share{};  // of the trained length; none: not told
    bool log_n = false;               // put in after the training
    std::array<double, 3> values{};   // NaN: not reported
};

/// Shares told right, in per cent: within the trained length; of text that comes again beyond it, and of text. Losses, nats: of the
/// trained length, of two and of four times it.
struct ReportedTables {
    std::string source;
    std::int64_t trained = 0, tested = 0;
    std::vector<ReportedRow> right, loss;
    std::array<std::int64_t, 3> loss_lengths{};
};
[[nodiscard]] const ReportedTables& reported_tables();

/// The parameters with what the row has: w as its share of this trained length (half of it where it is not told), k and the factor
/// as many times as `tokens` are longer than it, log n.
[[nodiscard]] Params with_row(Params params, const ReportedRow& row, double times);

}  // namespace poslab::extrapolation
