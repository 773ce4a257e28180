#include "core/encoding/branch_extremes.hpp"

#include <array>

namespace poslab {
namespace {

std::int64_t residue(std::int64_t t, std::int64_t modulus) {
    return t - modulus * floor_quotient(t, modulus);
}

// Visits rows and retains the best p = u(i) - v(best key of row i).
class RowSearch {
  public:
    RowSearch(const Branch& branch, const BranchRegion& region, Extreme which)
        : branch_(branch), region_(region), which_(which) {}

    void visit(std::int64_t i) {
        if (!region_.rows.contains(i)) return;
        const IndexRange keys = region_.keys_of(i);
        if (keys.size() == 0) return;
        const Extreme opposite = which_ == Extreme::greatest ? Extreme::least : Extreme::greatest;
        const double p =
            branch_value(branch_, axis_integer(branch_.query, i), axis_extreme(branch_.key, keys, opposite));
        if (!best_ || (which_ == Extreme::greatest ? p > *best_ : p < *best_)) best_ = p;
    }
    void visit_around(std::int64_t i) {
        for (std::int64_t d = -1; d <= 1; ++d) visit(i + d);
    }
    void visit_all() {
        for (std::int64_t i = region_.rows.begin; i < region_.rows.end; ++i) visit(i);
    }
    [[nodiscard]] std::optional<double> best() const { return best_; }

  private:
    const Branch& branch_;
    const BranchRegion& region_;
    Extreme which_;
    std::optional<double> best_;
};

// A list of fixed capacity: the searches run once per block, so it must not allocate.
template <std::size_t capacity>
struct Short {
    std::array<std::int64_t, capacity> items{};
    std::size_t size = 0;

    void add(std::int64_t item) { items[size++] = item; }
    [[nodiscard]] const std::int64_t* begin() const { return items.data(); }
    [[nodiscard]] const std::int64_t* end() const { return items.data() + size; }
};

using Rows = Short<12>;

void add_clamped(Rows& rows, const IndexRange& range, std::int64_t i) {
    rows.add(std::clamp(i, range.begin, range.end - 1));
}

// Rows at which the block starts or stops clipping an edge, or an axis reaches its cap permanently. Between
// them p along the best keys repeats with the period of the branch, plus a constant per period.
Rows turning_rows(const Branch& branch, const BranchRegion& region) {
    Rows rows;
    rows.add(region.rows.begin);
    rows.add(region.rows.end - 1);
    const std::int64_t edges = region.bounded ? 2 : 1;
    for (std::int64_t n = 0; n < edges; ++n) {
        const Edge& edge = n == 0 ? region.lower : region.upper;
        add_clamped(rows, region.rows, edge.row_begin(region.columns.begin));
        add_clamped(rows, region.rows, edge.row_begin(region.columns.end - 1));
        if (branch.key.cap >= 0 && branch.key.modulus == 0) {
            const std::int64_t onset = std::int64_t{branch.key.cap} * branch.key.group - branch.key.shift;
            add_clamped(rows, region.rows, edge.row_begin(onset));
        }
    }
    if (branch.query.cap >= 0 && branch.query.modulus == 0)
        add_clamped(rows, region.rows,
                    std::int64_t{branch.query.cap} * branch.query.group - branch.query.shift);
    return rows;
}

using Phases = Short<8>;

std::int64_t edge_phase(const Edge& edge) { return edge.group == 1 ? 1 - edge.steps : 0; }

// Numbers f such that within a period something changes only at rows i for which i + f is a multiple of the
// period.
Phases phases_of(const Branch& branch, const BranchRegion& region) {
    Phases phases;
    phases.add(0);
    const auto add = [&](const AxisFunction& axis, std::int64_t phase) {
        phases.add(phase + axis.shift);
        if (axis.modulus > 0 && axis.cap >= 0) phases.add(phase + axis.shift - axis.cap);
    };
    add(branch.query, 0);
    add(branch.key, edge_phase(region.lower));
    if (region.bounded) add(branch.key, edge_phase(region.upper));
    return phases;
}

}  // namespace

std::int64_t axis_extreme(const AxisFunction& axis, const IndexRange& tokens, Extreme which) {
    const bool greatest = which == Extreme::greatest;
    if (axis.modulus > 0) {
        const std::int64_t m = axis.modulus;
        const std::int64_t start = residue(tokens.begin + axis.shift, m);
        const std::int64_t turn = tokens.begin + (m - start);  // the first token after `begin` with residue 0
        if (!greatest && turn < tokens.end) return axis_integer(axis, turn);
        if (greatest && turn <= tokens.end) return axis_integer(axis, turn - 1);
    }
    return axis_integer(axis, greatest ? tokens.end - 1 : tokens.begin);
}

std::optional<std::int64_t> common_period(const Branch& branch) {
    std::int64_t period = branch.condition.group;
    for (const AxisFunction* axis : {&branch.query, &branch.key}) {
        if (axis->scale == 0) continue;
        if (axis->modulus > 0 && axis->group > 1) return std::nullopt;
        const std::int64_t own = axis->modulus > 0 ? axis->modulus : axis->group;
        if (own == 1 && axis->modulus == 0) continue;
        if (period != 1 && own != 1 && period != own) return std::nullopt;
        period = std::max(period, own);
    }
    return period;
}

std::optional<double> region_extreme(const Branch& branch, const BranchRegion& region, Extreme which) {
    if (region.empty()) return std::nullopt;
    RowSearch search(branch, region, which);
    const std::optional<std::int64_t> period = common_period(branch);
    if (!period) {
        search.visit_all();
        return search.best();
    }
    const Phases phases = phases_of(branch, region);
    for (const std::int64_t row : turning_rows(branch, region)) {
        search.visit_around(row);
        if (*period == 1) continue;
        for (const std::int64_t phase : phases) {
            const std::int64_t before = row - residue(row + phase, *period);
            search.visit_around(before);
            search.visit_around(before + *period);
        }
    }
    return search.best();
}

}  // namespace poslab
