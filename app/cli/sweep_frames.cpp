#include "app/cli/sweep_frames.hpp"

#include "app/cli/sweep_limits.hpp"
#include "app/cli/sweep_omissions.hpp"
#include "core/base/errors.hpp"
#include "core/documents/shell_words.hpp"
#include "core/files/input_file.hpp"

#include <algorithm>
#include <iterator>
#include <memory>
#include <utility>

namespace poslab {

namespace {

/// Returns the picture request of one step, without its path.
PictureRequest frame_request(const SweepRequest& request, const SweepSteps& steps, std::int64_t step) {
    PictureRequest frame = request.picture;
    frame.selection = steps.selection(step);
    // Pages for print have no title that names the values.
    if (frame.page.for_print() && frame.caption.empty()) frame.caption = steps.caption(step, frame.language);
    return frame;
}

PictureRequest frame_request(const SweepRequest& request, const SweepSteps& steps, std::int64_t step,
                             const SweepFolder& folder) {
    PictureRequest frame = frame_request(request, steps, step);
    frame.path = folder.frame_path(step);
    return frame;
}

/// Returns the words of a command without --axes, which a frame adds to those of its request.
std::vector<std::string> words_without_axes(const std::string& command) {
    std::vector<std::string> words = shell_words(command);
    const auto axes = std::find(words.begin(), words.end(), "--axes");
    if (std::distance(axes, words.end()) >= 2) words.erase(axes, axes + 2);
    return words;
}

/// True if the frame's file is a whole picture of its size whose command is its own, up to the axes if the
/// sweep holds them.
bool is_drawn(const PictureRequest& frame, bool holds_axes) {
    const int width = static_cast<int>(pixels_for(frame.page.width, frame.dpi)),
              height = static_cast<int>(pixels_for(frame.page.height, frame.dpi));
    // Stored pixels are never much larger than the pixels themselves.
    const std::size_t max_bytes =
        std::size_t{4} * static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 2 + (1U << 20U);
    if (!file_exists(frame.path)) return false;
    try {
        auto metadata = whole_png_metadata(read_beginning(frame.path, max_bytes), width, height);
        if (!metadata || (*metadata)["Software"] != picture_software()) return false;
        const std::string command = stored_command(frame), found = (*metadata)["Description"];
        return holds_axes ? words_without_axes(found) == words_without_axes(command) : found == command;
    } catch (const InputError&) {
        return false;
    }
}

FirstFrame frame_drawn(const PictureRequest& frame, const FigureData& data, const TextMetrics& metrics,
                       bool final) {
    const Figure figure = drawn_figure(frame, data.variants);
    Layout placed = laid_out(frame, figure, metrics);
    std::vector<ReportedOmission> omitted = omissions_of(frame, figure, metrics, placed);
    return {std::move(placed.draw), std::move(omitted), final};
}

}  // namespace

SweepStages stages_of(const SweepRequest& request, const SweepSteps& steps) {
    const SweepOutput output = sweep_output(request.picture.path);
    const bool film = output == SweepOutput::gif || output == SweepOutput::mp4;
    return SweepStages(holds_limits(request, steps), film && !request.shard.is_set);
}

std::vector<std::int64_t> missing_steps(const SweepRequest& request, const SweepSteps& steps,
                                        const SweepFolder& folder, const Job& job) {
    const bool held = holds_limits(request, steps);
    std::vector<std::int64_t> missing;
    for (std::int64_t step = 0; step < steps.size(); ++step) {
        job.check();
        if (request.shard.has(step) && !is_drawn(frame_request(request, steps, step, folder), held))
            missing.push_back(step);
    }
    return missing;
}

void check_frames(const SweepRequest& request, const SweepSteps& steps, const Job& job) {
    for (std::int64_t step = 0; step < steps.size(); ++step) {
        job.check();
        if (request.shard.has(step)) check_picture(frame_request(request, steps, step));
    }
}

std::vector<Message> make_frames(const SweepRequest& request, const SweepSteps& steps,
                                 const SweepFolder& folder, const FontLibrary& fonts,
                                 const SweepStages& stages, const Job& job) {
    const std::vector<std::int64_t> missing = missing_steps(request, steps, folder, job);
    const FontMetrics metrics(fonts);
    SweepFigures figures([&](std::int64_t step) { return frame_request(request, steps, step); }, metrics,
                         pixels_of(request.picture));
    std::shared_ptr<const FigureLimits> limits;
    if (holds_limits(request, steps) && !missing.empty())
        limits = limits_of_all(figures, steps, request.shard, &folder, stages.job(job, SweepStage::limits));
    const Job drawing = stages.job(job, SweepStage::frames);
    std::vector<Message> notices;
    SweepOmissions omitted;
    for (std::size_t n = 0; n < missing.size(); ++n) {
        job.check();
        const Job part = drawing.step(n, missing.size()).repeated(static_cast<double>(missing.size() - n));
        PictureRequest frame = frame_request(request, steps, missing[n], folder);
        frame.limits = limits;
        const FigureData data = figures.take(missing[n], limits, part);
        add_notices(data.notices, notices);
        for (const Message& notice : export_picture(frame, data, fonts, part))
            if (std::find(data.notices.begin(), data.notices.end(), notice) == data.notices.end())
                omitted.add(notice);
        part.progress(1);
    }
    drawing.progress(1);
    for (Message& message : omitted.of_frames(steps.size())) notices.push_back(std::move(message));
    return notices;
}

void first_frame(const SweepRequest& request, const FontLibrary& fonts, const Job& job,
                 const std::function<void(FirstFrame)>& publish) {
    const SweepSteps steps(request.picture.selection, request.over, request.together);
    const FontMetrics metrics(fonts);
    SweepFigures figures([&](std::int64_t step) { return frame_request(request, steps, step); }, metrics,
                         pixels_of(request.picture));
    const bool held = holds_limits(request, steps);
    PictureRequest frame = frame_request(request, steps, 0);
    {
        const FigureData own = figure_data(frame, metrics, pixels_of(frame), job.quiet());
        publish(frame_drawn(frame, own, metrics, !held));
    }
    if (!held) return;
    const auto limits = limits_of_all(figures, steps, {}, nullptr, job);
    frame.limits = limits;
    publish(frame_drawn(frame, figures.take(0, limits, job.quiet()), metrics, true));
}

}  // namespace poslab
