#pragma once

#include "app/cli/sweep.hpp"
#include "app/cli/sweep_folder.hpp"
#include "app/cli/sweep_steps.hpp"
#include "core/views/figure_limits.hpp"

#include <functional>
#include <map>
#include <memory>
#include <vector>

namespace poslab {

/// True if all frames of the sweep share their limits: the default, unless the sweep varies the limits
/// themselves.
[[nodiscard]] bool holds_limits(const SweepRequest& request, const SweepSteps& steps);

/// Computes the figure of each step of a sweep. After its limits have been computed, its numbers are cached
/// for drawing while memory permits.
class SweepFigures {
  public:
    using RequestOf = std::function<PictureRequest(std::int64_t)>;
    SweepFigures(RequestOf request, const TextMetrics& metrics, double pixels)
        : request_(std::move(request)), metrics_(metrics), pixels_(pixels) {}

    [[nodiscard]] FigureLimits limits(std::int64_t step, const Job& job);
    /// Returns the step's numbers, for drawing within `limits` (null: its own), and removes them from the
    /// cache.
    [[nodiscard]] FigureData take(std::int64_t step, const std::shared_ptr<const FigureLimits>& limits,
                                  const Job& job);

  private:
    RequestOf request_;
    const TextMetrics& metrics_;
    double pixels_;
    std::map<std::int64_t, FigureData> cached_;
    std::size_t cached_bytes_ = 0;
};

/// Returns the common limits of all steps. The folder (null: none) stores the limits of each step, so that
/// shards share the work and an interrupted run continues. The steps of `first` are computed first.
[[nodiscard]] std::shared_ptr<const FigureLimits> limits_of_all(SweepFigures& figures,
                                                                const SweepSteps& steps,
                                                                const SweepShard& first,
                                                                const SweepFolder* folder, const Job& job);

}  // namespace poslab
