#include "core/base/numbers_by_pieces.hpp"
#include "core/encoding/precision.hpp"
#include "core/engine/attention.hpp"
#include "core/engine/cosine_profile.hpp"
#include "core/engine/engine.hpp"
#include "core/engine/expected_operation.hpp"
#include "core/engine/field.hpp"
#include "core/engine/legs_scan.hpp"
#include "core/engine/pooled_field.hpp"
#include "core/engine/rotation_residual.hpp"
#include "core/hippo/state_extent.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <limits>

namespace poslab {
namespace {

// Below this many output cells one thread finishes before others have started.
constexpr std::size_t min_parallel_cells = std::size_t{1} << 19;
constexpr std::size_t rows_per_band = 16;

class CpuEngine final : public Engine {
  public:
    [[nodiscard]] std::string_view name() const override { return "cpu"; }
    [[nodiscard]] Precision precision() const override { return Precision::float32; }

    [[nodiscard]] Message unsupported_reason(Operation, double) const override { return {}; }
    [[nodiscard]] bool is_slow(Operation operation, double size) const override {
        return size > facts_of(operation).slow_on_cpu;
    }

    [[nodiscard]] Field run(const operation::PositionField& request, const Job& job) const override {
        const FieldWindow& window = request.window;
        job.check();
        const PooledField pooled(request.plan, window);
        const auto height = static_cast<std::size_t>(window.height);
        const auto width = static_cast<std::size_t>(window.width);
        std::atomic<std::size_t> done{0};
        const auto compute_band = [&](std::size_t band, double* values) {
            job.check();
            const std::size_t begin = band * rows_per_band, end = std::min(begin + rows_per_band, height);
            for (std::size_t a = begin; a < end; ++a) pooled.compute_row(a, values + a * width);
            job.progress(static_cast<double>(done += end - begin) / static_cast<double>(height));
        };
        return {window.height, window.width,
                numbers_by_pieces(height * width, rows_per_band * width, height * width >= min_parallel_cells,
                                  compute_band)};
    }

    [[nodiscard]] NumberBuffer run(const operation::CosineProfile& request, const Job& job) const override {
        expect_on_cpu(request, job);
        return cosine_profile_by_blocks(request.sum, request.distances, job);
    }

    [[nodiscard]] AttentionResult run(const operation::Attention& request, const Job& job) const override {
        expect_on_cpu(request, job, request.input.plan.positions.causal ? 0.5 : 1);
        return attention_by_panels(request.input, request.request, job);
    }

    [[nodiscard]] RecordedStates<double> run(const operation::LegsScan& request,
                                             const Job& job) const override {
        return linear_legs_scan(request.input, request.times, job);
    }

    [[nodiscard]] Field run(const operation::RotationResidual& request, const Job& job) const override {
        expect_on_cpu(request, job);
        return rotation_residual_by_halves(request.plan, request.window, job);
    }
};

}  // namespace

const Engine& cpu_engine() {
    static const CpuEngine engine;
    return engine;
}

}  // namespace poslab
