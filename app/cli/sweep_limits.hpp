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

/// Whether all frames of the sweep have the same limits: they do unless it was asked for others, or goes over limits itself.
[[nodiscard]] bool holds_limits(const SweepRequest& request, const SweepSteps& steps);

/// What is drawn at each step of a sweep. A figure whose limits were asked for is not computed again to be drawn, as long as there
/// is room for its numbers.
class SweepFigures {
  public:
    using RequestOf = std::function<PictureRequest(std::int64_t)>;
    SweepFigures(RequestOf request, const TextMetrics& metrics, double pixels)
        : request_(std::move(request)), metrics_(metrics), pixels_(pixels) {}

    [[nodiscard]] FigureLimits limits(std::int64_t step, const Job& job);
    /// Its numbers, for drawing within limits (null: its own), which are then forgotten here.
    [[nodiscard]] FigureData take(std::int64_t step, const std::shared_ptr<const FigureLimits>& limits, const Job& job);

  private:
    RequestOf request_;
    const TextMetrics& metrics_;
    double pixels_;
    std::map<std::int64_t, FigureData> kept_;
    std::size_t kept_bytes_ = 0;
};

/// Of all steps together. What is known of a step lies in the folder (null: nowhere), so that shards do each other's work, and a
/// run goes on where it was ended; `first` of two steps comes first.
[[nodiscard]] std::shared_ptr<const FigureLimits> limits_of_all(SweepFigures& figures, const SweepSteps& steps,
                                                                const SweepShard& first, const SweepFolder* folder, const Job& job);

}  // namespace poslab
