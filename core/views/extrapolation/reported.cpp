#include "core/views/extrapolation/reported.hpp"

#include "core/base/embedded_assets.hpp"

#include <nlohmann/json.hpp>
#include <stdexcept>

namespace poslab::extrapolation {
namespace {

using nlohmann::json;

const ComparedScheme& scheme_called(const std::string& id) {
    for (const ComparedScheme& scheme : ComparedScheme::all())
        if (scheme.id == id) return scheme;
    throw std::logic_error("assets/reported/9708.json: no scheme " + id);
}

std::vector<ReportedRow> rows_of(const json& list, double trained) {
    std::vector<ReportedRow> rows;
    for (const json& item : list) {
        ReportedRow row;
        row.scheme = &scheme_called(item.at("scheme"));
        if (item.contains("w")) row.w_share = item.at("w").get<double>() / trained;
        row.log_n = item.value("log_n", false);
        for (std::size_t n = 0; n < row.values.size(); ++n)
            row.values.at(n) =
                item.at("values").at(n).is_null() ? std::nan("") : item.at("values").at(n).get<double>();
        rows.push_back(row);
    }
    return rows;
}

/// Returns the row's scheme for the decoder.
DecoderScheme scheme_of(const SampleContext& context, const ReportedRow& row, double times) {
    return compared_scheme(*row.scheme, with_row(context.params, row, times), context.shape(),
                           context.tokens());
}

/// Returns the mean over [first, end), clipped to the available tokens; NaN if none.
double mean_within(const SampleContext& context, const std::vector<double>& numbers, std::int64_t first,
                   std::int64_t end) {
    return mean_of(numbers, first, std::min(end, context.predicted()));
}

}  // namespace

const ReportedTables& reported_tables() {
    static const ReportedTables tables = [] {
        const json all = json::parse(embedded_reported_9708);
        ReportedTables made;
        made.trained = all.at("trained");
        made.tested = all.at("tested");
        made.right = rows_of(all.at("right"), static_cast<double>(made.trained));
        for (std::size_t n = 0; n < made.loss_lengths.size(); ++n)
            made.loss_lengths.at(n) = all.at("loss_lengths").at(n);
        made.loss = rows_of(all.at("loss"), static_cast<double>(made.loss_lengths.front()));
        return made;
    }();
    return tables;
}

Params with_row(Params params, const ReportedRow& row, double times) {
    const double w = row.w_share.value_or(0.5) * static_cast<double>(params.lengths.train_length);
    params.extrapolation.log_n = row.log_n;
    return with_factor(with_w(std::move(params), std::max<std::int64_t>(1, std::llround(w))),
                       std::max(1.0, times));
}

const std::vector<double>& SampleContext::reported_right() {
    return reported_right_made.get([&] {
        const std::int64_t trained = params.lengths.train_length, count = predicted();
        const double times = static_cast<double>(tokens()) / static_cast<double>(trained);
        const std::vector<ReportedRow>& rows = reported_tables().right;
        std::vector<double> all;
        for (std::size_t n = 0; n < rows.size(); ++n) {
            const DecoderScheme scheme = scheme_of(*this, rows[n], times);
            const double step = 0.7 / static_cast<double>(rows.size()),
                         from = 0.1 + step * static_cast<double>(n);
            const Predicted text =
                predictions_of(*this, scheme, WhatIsRead::text, job.part(from, from + step / 2));
            const Predicted again =
                predictions_of(*this, scheme, WhatIsRead::repeated, job.part(from + step / 2, from + step));
            all.push_back(mean_within(*this, text->right, 0, trained));
            all.push_back(mean_within(*this, again->right, trained, count));
            all.push_back(mean_within(*this, text->right, trained, count));
        }
        return all;
    });
}

const std::vector<double>& SampleContext::reported_losses() {
    return reported_losses_made.get([&] {
        const std::int64_t trained = params.lengths.train_length;
        std::vector<double> all;
        for (const ReportedRow& row : reported_tables().loss)
            // as in the article, each length has its own scaling
            for (const std::int64_t times : {1, 2, 4}) {
                const bool exists = times * trained <= tokens();
                const DecoderScheme scheme = scheme_of(*this, row, static_cast<double>(times));
                const Predicted text =
                    exists ? predictions_of(*this, scheme, WhatIsRead::text, job.part(0.8, 1)) : nullptr;
                all.push_back(exists ? mean_within(*this, text->losses, 0, times * trained) : std::nan(""));
            }
        return all;
    });
}

}  // namespace poslab::extrapolation
