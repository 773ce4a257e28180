#include "core/engine/flash_attention/bias_tables.hpp"

#include "core/encoding/branch_extremes.hpp"
#include "core/engine/cosine_profile.hpp"

#include <algorithm>
#include <cmath>

namespace poslab::flash_attention {

NumberTable::NumberTable(const IndexRange& range)
    : numbers_(static_cast<std::size_t>(range.size()) + 2 * panel_rows), begin_(range.begin) {
    numbers_.fill(0);
}

NumberTable distance_table(const AttentionPlan& plan, std::int64_t tokens, double log2_scale) {
    if (plan.distance_bias.empty() && plan.distance_bias_above.empty()) return {};
    NumberTable table({1 - tokens, tokens});
    for (std::int64_t n = 0; n < tokens; ++n) {
        const auto at = static_cast<std::size_t>(n);
        if (n > 0 && !plan.distance_bias_above.empty())
            table.set(-n, log2_scale * plan.distance_bias_above[at]);
        if (!plan.distance_bias.empty()) table.set(n, log2_scale * plan.distance_bias[at]);
    }
    return table;
}

PositionBias::PositionBias(const AttentionPlan& plan, const Piece& piece, std::int64_t tokens,
                           double log2_scale, const Job& job)
    : sum_(plan.position_bias),
      constant_(plan.position_bias_constant),
      scale_(log2_scale * plan.scale),
      none_(sum_.frequencies.empty() && constant_ == 0) {
    if (none_ || !piece.separable()) return;
    const auto extreme = [&](const AxisFunction& axis, bool counts, Extreme which) {
        return counts ? axis_extreme(axis, {0, tokens}, which) : 0;
    };
    const Branch& axes = piece.axes();
    // n = a(i) - b(j), the integers of the two axes; p follows from n.
    const IndexRange differences{extreme(axes.query, piece.counts_query(), Extreme::least) -
                                     extreme(axes.key, piece.counts_key(), Extreme::greatest),
                                 extreme(axes.query, piece.counts_query(), Extreme::greatest) -
                                     extreme(axes.key, piece.counts_key(), Extreme::least) + 1};
    table_ = NumberTable(differences);
    tabulate(piece, differences, job);
}

double PositionBias::at(double position) const {
    double value = constant_;
    for (std::size_t p = 0; p < sum_.frequencies.size(); ++p)
        value += sum_.cosine_weights[p] * std::cos(position * sum_.frequencies[p]) +
                 sum_.sine_weight(p) * std::sin(position * sum_.frequencies[p]);
    return scale_ * value;
}

void PositionBias::tabulate(const Piece& piece, const IndexRange& differences, const Job& job) {
    const AxisFunction& axis = piece.counts_query() ? piece.axes().query : piece.axes().key;
    const double step = std::abs(axis.scale / axis.divisor);
    const bool moderate = std::all_of(sum_.frequencies.begin(), sum_.frequencies.end(), [step](double theta) {
        return theta >= 0 && theta * step <= max_radians_per_token;
    });
    if (moderate && differences.size() > 1)
        tabulate_sums(piece, differences, job);
    else
        for (std::int64_t n = differences.begin; n < differences.end; ++n) {
            if (n % 256 == 0) job.check();
            table_.set(n, at(piece.position_at(n)));
        }
}

// With p = p(0) + n step: a sum of cosines over |n|, once per sign of n.
void PositionBias::tabulate_sums(const Piece& piece, const IndexRange& differences, const Job& job) {
    const AxisFunction& axis = piece.counts_query() ? piece.axes().query : piece.axes().key;
    const double step = axis.scale / axis.divisor;
    const double start = piece.position_at(0);
    for (const int sign : {1, -1}) {
        CosineSum sum;
        for (std::size_t p = 0; p < sum_.frequencies.size(); ++p) {
            const double theta = sum_.frequencies[p], c = sum_.cosine_weights[p], s = sum_.sine_weight(p);
            const double cosine = std::cos(start * theta), sine = std::sin(start * theta);
            sum.frequencies.push_back(theta * std::abs(step));
            sum.cosine_weights.push_back(c * cosine + s * sine);
            sum.sine_weights.push_back((s * cosine - c * sine) * (step < 0 ? -sign : sign));
        }
        const IndexRange distances =
            sign > 0 ? IndexRange{std::max<std::int64_t>(differences.begin, 0), differences.end}
                     : IndexRange{std::max<std::int64_t>(1 - differences.end, 1), 1 - differences.begin};
        if (distances.size() == 0) continue;
        const NumberBuffer values = cosine_profile_by_blocks(sum, distances, job.quiet());
        for (std::int64_t n = distances.begin; n < distances.end; ++n)
            table_.set(sign * n,
                       scale_ * (constant_ + values[static_cast<std::size_t>(n - distances.begin)]));
    }
}

}  // namespace poslab::flash_attention
