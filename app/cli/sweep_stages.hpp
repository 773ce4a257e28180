#pragma once

#include "core/base/job.hpp"

namespace poslab {

/// The stages of a sweep that draws frames, in order.
enum class SweepStage {
    limits,  // the limits of axes and colours common to all frames
    frames,
    film,  // FFmpeg encodes the film
};

/// Divides the progress of such a sweep among its stages; a stage keeps its share if earlier work is reused.
class SweepStages {
  public:
    SweepStages() = default;
    SweepStages(bool limits, bool film);

    [[nodiscard]] Job job(const Job& whole, SweepStage stage) const;

    struct At {
        SweepStage stage = SweepStage::frames;
        double part = 0;  // fraction of the stage, 0…1
    };
    /// Returns the stage of a sweep at `fraction` of the whole.
    [[nodiscard]] At at(double fraction) const;

  private:
    double limits_end_ = 0, frames_end_ = 1;
};

}  // namespace poslab
