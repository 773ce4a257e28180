#include "app/cli/sweep_stages.hpp"

#include <algorithm>

namespace poslab {

namespace {
// Relative times of the stages, measured on films of matrices and of curves.
constexpr double limits_share = 4, frames_share = 4, film_share = 2;
}  // namespace

SweepStages::SweepStages(bool limits, bool film) {
    const double first = limits ? limits_share : 0, last = film ? film_share : 0,
                 all = first + frames_share + last;
    limits_end_ = first / all;
    frames_end_ = film ? (first + frames_share) / all : 1;
}

Job SweepStages::job(const Job& whole, SweepStage stage) const {
    if (stage == SweepStage::limits) return whole.part(0, limits_end_);
    if (stage == SweepStage::frames) return whole.part(limits_end_, frames_end_);
    return whole.part(frames_end_, 1);
}

SweepStages::At SweepStages::at(double fraction) const {
    const auto part = [&](double begin, double end) {
        return std::clamp((fraction - begin) / (end - begin), 0.0, 1.0);
    };
    if (fraction < limits_end_) return {SweepStage::limits, part(0, limits_end_)};
    if (fraction < frames_end_ || frames_end_ >= 1)
        return {SweepStage::frames, part(limits_end_, frames_end_)};
    return {SweepStage::film, part(frames_end_, 1)};
}

}  // namespace poslab
