#include "core/engine/cosine_profile.hpp"
#include "core/engine/engine.hpp"
#include "core/engine/pooled_piece.hpp"
#include "core/engine/pooling.hpp"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <atomic>

namespace poslab {
namespace {

// Below this many output cells one thread is done before others have started.
constexpr std::size_t least_parallel_cells = std::size_t{1} << 21;
constexpr std::size_t rows_per_band = 64;

class PooledField {
  public:
    PooledField(const PositionPlan& plan, const FieldWindow& window)
        : axes_{pooled_ranges(window.rows, window.height, window.pool), pooled_ranges(window.columns, window.width, window.pool),
                window.pool == Pool::max} {
        for (const Branch& branch : plan.branches) pieces_.emplace_back(branch, false, axes_);
        if (!plan.causal)
            for (const Branch& branch : plan.branches) pieces_.emplace_back(branch, true, axes_);
    }
    PooledField(const PooledField&) = delete;
    PooledField& operator=(const PooledField&) = delete;

    void compute_row(std::size_t a, double* out) const {
        std::fill(out, out + axes_.columns.size(), masked_value());
        std::vector<ColumnRun> crossed;
        for (const PooledPiece& piece : pieces_) {
            const ColumnRun touched = piece.touched(a);
            const ColumnRun inside = piece.interior(a);
            if (inside.empty()) {
                if (!touched.empty()) crossed.push_back(touched);
                continue;
            }
            piece.fill(a, inside, out);
            if (touched.begin < inside.begin) crossed.push_back({touched.begin, inside.begin});
            if (inside.end < touched.end) crossed.push_back({inside.end, touched.end});
        }
        compute_crossed(a, crossed, out);
    }

  private:
    // Blocks that edges cross; several pieces may name the same block.
    void compute_crossed(std::size_t a, std::vector<ColumnRun>& crossed, double* out) const {
        std::sort(crossed.begin(), crossed.end(), [](const ColumnRun& x, const ColumnRun& y) { return x.begin < y.begin; });
        std::size_t next = 0;
        for (const ColumnRun& run : crossed)
            for (next = std::max(next, run.begin); next < run.end; ++next) out[next] = block_value(a, next);
    }

    [[nodiscard]] double block_value(std::size_t a, std::size_t b) const {
        if (axes_.extreme) {
            double largest = masked_value();
            for (const PooledPiece& piece : pieces_) piece.raise_block(a, b, largest);
            return largest;
        }
        PositionSum sum;
        for (const PooledPiece& piece : pieces_) piece.add_block(a, b, sum);
        return sum.empty() ? masked_value() : sum.mean();
    }

    PooledAxes axes_;
    std::vector<PooledPiece> pieces_;
};

class CpuEngine final : public Engine {
  public:
    [[nodiscard]] std::string_view name() const override { return "cpu"; }
    [[nodiscard]] Precision precision() const override { return Precision::float32; }

    [[nodiscard]] std::string unsupported(Operation, double) const override { return {}; }

    [[nodiscard]] Field position_field(const PositionPlan& plan, const FieldWindow& window, const Job& job) const override {
        job.check();
        const PooledField pooled(plan, window);
        const auto height = static_cast<std::size_t>(window.height);
        const auto width = static_cast<std::size_t>(window.width);
        Field field{window.height, window.width, std::vector<double>(height * width)};
        std::atomic<std::size_t> done{0};
        const auto compute_band = [&](std::size_t begin, std::size_t end) {
            job.check();
            for (std::size_t a = begin; a < end; ++a) pooled.compute_row(a, field.values.data() + a * width);
            job.progress(static_cast<double>(done += end - begin) / static_cast<double>(height));
        };
        const std::size_t bands = (height + rows_per_band - 1) / rows_per_band;
        const auto compute_bands = [&](std::size_t begin, std::size_t end) {
            for (std::size_t band = begin; band < end; ++band)
                compute_band(band * rows_per_band, std::min((band + 1) * rows_per_band, height));
        };
        if (height * width < least_parallel_cells)
            compute_bands(0, bands);
        else
            oneapi::tbb::parallel_for(oneapi::tbb::blocked_range<std::size_t>(0, bands),
                                      [&](const auto& range) { compute_bands(range.begin(), range.end()); });
        return field;
    }

    [[nodiscard]] std::vector<double> cosine_profile(const CosineSum& sum, const IndexRange& distances,
                                                     const Job& job) const override {
        return cosine_profile_by_blocks(sum, distances, job);
    }

    [[nodiscard]] AttentionResult attention(const AttentionInput& input, const AttentionRequest& request,
                                            const Job& job) const override {
        return attention_by_panels(input, request, job);
    }

    [[nodiscard]] RecordedStates<double> legs_scan(const LegsScanInput& input, std::span<const std::int64_t> times,
                                                   const Job& job) const override {
        return legs_scan_by_sums(input, times, job);
    }

    [[nodiscard]] Field rotation_residual(const ResidualPlan& plan, const PlaneWindow& window, const Job& job) const override {
        return rotation_residual_by_halves(plan, window, job);
    }
};

}  // namespace

const Engine& cpu_engine() {
    static const CpuEngine engine;
    return engine;
}

}  // namespace poslab
