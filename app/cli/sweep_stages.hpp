#pragma once

#include "core/base/job.hpp"

#include <cstdint>

namespace poslab {

/// The same job with a progress that goes from `begin` to `end` of the whole.
[[nodiscard]] Job part_job(const Job& job, double begin, double end);
/// The part of a job that is one of many equal steps.
[[nodiscard]] Job step_job(const Job& job, std::int64_t step, std::int64_t steps);

/// The work of a sweep that draws frames, in its order.
enum class SweepStage {
    limits,  // axes and colours that hold all frames
    frames,
    film,  // FFmpeg encodes it
};

/// Divides the progress of such a sweep among its stages; each has its share also where earlier work is used.
class SweepStages {
  public:
    SweepStages() = default;
    SweepStages(bool limits, bool film);

    [[nodiscard]] Job job(const Job& whole, SweepStage stage) const;

    struct At {
        SweepStage stage = SweepStage::frames;
        double part = 0;  // of the stage, 0…1
    };
    /// The stage of a sweep that is at `fraction` of the whole.
    [[nodiscard]] At at(double fraction) const;

  private:
    double limits_end_ = 0, frames_end_ = 1;
};

}  // namespace poslab
