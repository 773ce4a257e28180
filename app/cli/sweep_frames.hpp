#pragma once

// The frames of a sweep: those of a film or a folder, and the first one as a preview.

#include "app/cli/omissions.hpp"
#include "app/cli/sweep.hpp"
#include "app/cli/sweep_folder.hpp"
#include "app/cli/sweep_stages.hpp"
#include "app/cli/sweep_steps.hpp"

#include <functional>
#include <vector>

namespace poslab {

/// Returns the steps of the shard without a whole frame of their own: a frame that is truncated, has another
/// size or shows something else is drawn again. Throws Cancelled.
[[nodiscard]] std::vector<std::int64_t> missing_steps(const SweepRequest& request, const SweepSteps& steps,
                                                      const SweepFolder& folder, const Job& job);

/// Checks every frame (check_picture), before anything is computed. Throws UsageError, InputError, Cancelled.
void check_frames(const SweepRequest& request, const SweepSteps& steps, const Job& job);

/// Draws the frames that the folder lacks. Returns the engine's notices for the user. Throws Error,
/// Cancelled.
std::vector<Message> make_frames(const SweepRequest& request, const SweepSteps& steps,
                                 const SweepFolder& folder, const FontLibrary& fonts,
                                 const SweepStages& stages, const Job& job);

/// Returns the stages of the request's work.
[[nodiscard]] SweepStages stages_of(const SweepRequest& request, const SweepSteps& steps);

/// A drawn frame, for a preview.
struct FirstFrame {
    DrawList draw;
    std::vector<ReportedOmission> omitted;
    bool final = false;  // false: the limits common to all frames are not known yet
};

/// Lays out the first frame exactly as the sweep draws it. Its limits depend on all steps, so `publish` first
/// receives it with its own limits. Throws Error, Cancelled.
void first_frame(const SweepRequest& request, const FontLibrary& fonts, const Job& job,
                 const std::function<void(FirstFrame)>& publish);

}  // namespace poslab
