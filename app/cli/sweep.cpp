#include "app/cli/sweep.hpp"

#include "app/cli/sweep_film.hpp"
#include "app/cli/sweep_folder.hpp"
#include "app/cli/sweep_frames.hpp"
#include "app/cli/sweep_numbers.hpp"
#include "app/cli/sweep_sheet.hpp"
#include "app/cli/sweep_steps.hpp"
#include "core/base/errors.hpp"
#include "core/documents/document_files.hpp"
#include "core/documents/shell_words.hpp"
#include "core/files/atomic_file.hpp"
#include "core/files/folder_lock.hpp"
#include "core/files/json_text.hpp"
#include "core/files/new_folder.hpp"
#include "core/files/printable_text.hpp"
#include "core/params/json.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <iterator>
#include <memory>
#include <new>
#include <optional>
#include <string_view>
#include <system_error>

namespace poslab {

namespace {

bool is_film(SweepOutput output) { return output == SweepOutput::gif || output == SweepOutput::mp4; }
bool makes_frames(SweepOutput output) { return is_film(output) || output == SweepOutput::folder; }

/// Returns the words after those of the picture.
std::string sweep_words(const SweepRequest& request, const std::vector<std::string>& over) {
    std::string words;
    for (const std::string& each : over) words += option_words("over", each);
    if (request.together) words += " --together";
    if (request.limits != SweepLimits::held)
        words += fmt::format(" --limits {}", sweep_limits_ids[static_cast<std::size_t>(request.limits)]);
    for (const std::string& value : request.values) words += option_words("value", value);
    return words;
}

std::string output_words(const SweepRequest& request, const std::string& output) {
    const bool paced = is_film(sweep_output(output)) && request.fps != 20;
    return (paced ? fmt::format(" --fps {}", request.fps) : "") + " -o " + shell_quoted(output);
}

/// Returns the command as a JSON text, and a hash of it if it does not have the whole paths of its files:
/// frames of another file with the same name are not taken up.
std::string identity_of(const SweepRequest& request) {
    const std::string stored = stored_command(request);
    std::string text = json_text(nlohmann::json(stored));
    if (stored != command_line(request)) text += fmt::format(",\n  \"files\": \"{}\"", command_hash(request));
    return text;
}

/// Returns sweep.json: the command, and the parameters of each frame, one line per frame.
std::string manifest_of(const SweepRequest& request, const SweepSteps& steps) {
    const SweepSteps stored = steps.stored_in(request.picture.path);
    std::vector<Descriptor> descriptors;
    for (std::size_t axis = 0; axis < steps.axes().size(); ++axis)
        descriptors.push_back(steps.descriptor(axis));
    std::string text = fmt::format(
        "{{\n  \"poslab_sweep\": 1,\n  \"version\": \"{}\",\n  \"command\": {},\n  \"frames\": [\n",
        POSLAB_VERSION, identity_of(request));
    for (std::int64_t step = 0; step < steps.size(); ++step) {
        Values values;
        for (std::size_t axis = 0; axis < descriptors.size(); ++axis)
            values.push_back(stored.value(step, axis));
        nlohmann::ordered_json frame{{"file", SweepFolder::frame_name(step, steps.size())}};
        frame["parameters"] = to_json(descriptors, values);
        text += fmt::format("    {}{}\n", json_text(frame), step + 1 < steps.size() ? "," : "");
    }
    return text + "  ]\n}\n";
}

/// Checks that no file of the output is one that the sweep reads.
void refuse_inputs(const SweepRequest& request, SweepOutput output, const SweepSteps& steps) {
    const std::string& path = request.picture.path;
    InputFiles inputs = inputs_of(request.picture.selection);
    for (const SweepAxis& axis : steps.axes())
        for (const Value& value : axis.values)
            if (const auto* file = std::get_if<FileName>(&value))
                add_input(request.picture.selection.view->parameters()[axis.parameter], "--over", file->path,
                          inputs);
    if (output != SweepOutput::folder) inputs.refuse(path);
    if (output == SweepOutput::numbers && request.shard.is_set) inputs.refuse(shard_path(request));
    if (!makes_frames(output)) return;
    const SweepFolder folder(is_film(output) ? film_frames(path) : path, {}, steps.size());
    for (std::int64_t step = 0; step < steps.size(); ++step) inputs.refuse(folder.frame_path(step));
}

void refuse_together(const char* option, bool is_set, std::string_view why) {
    if (is_set) throw UsageError(fmt::format("{}: {}", option, why));
}

void check_film(const SweepRequest& request, SweepOutput output) {
    const double most = output == SweepOutput::gif ? 50 : 120;  // players show a faster GIF at 10
    if (!(request.fps >= 0.1 && request.fps <= most))
        throw UsageError(fmt::format("--fps {}: must be in [0.1, {:g}]", request.fps, most));
    refuse_together("--transparent", request.picture.transparent && output == SweepOutput::mp4,
                    "MP4 does not support transparency");
}

/// Checks everything that does not depend on the steps.
void check_request(const SweepRequest& request, SweepOutput output) {
    const View& view = *request.picture.selection.view;
    check_figure(view, request.picture.figure);
    check_value_names(view, request.values);
    if (is_film(output)) check_film(request, output);
    refuse_together("--limits", request.limits != SweepLimits::held && output == SweepOutput::numbers,
                    "a CSV has no limits");
    refuse_together("--value", !request.values.empty() && output != SweepOutput::numbers,
                    "requires a CSV output");
    const bool sharded = request.shard.is_set || request.merge;
    refuse_together("--shard, --merge", sharded && output == SweepOutput::sheet,
                    "a sheet is made in one run");
    refuse_together("--shard and --merge", request.shard.is_set && request.merge, "cannot be combined");
    refuse_together("--fresh", request.fresh && sharded,
                    "cannot be combined with shards, which share their frames; run it before them");
}

/// Removes the stored limits once all frames exist.
void forget_limits(const SweepSteps& steps, const SweepFolder& folder) {
    for (std::int64_t step = 0; step < steps.size(); ++step)
        if (!folder.has(step)) return;
    folder.forget_limits();
}

void assemble(const SweepRequest& request, const SweepFolder& folder, const std::string& ffmpeg,
              const Job& job) {
    FilmRequest film{
        ffmpeg,      folder.path(),  folder.pattern(), request.picture.path, described_command(request),
        request.fps, folder.frames()};
    film.background = palette(request.picture.theme).canvas;
    make_film(film, job);
    folder.remove();
}

/// Makes the frames in the folder, which must exist. If a sweep that begins here is refused, its files are
/// removed; those of a shard stay, because other shards may use them.
std::vector<Message> frames_in(const SweepFolder& folder, const SweepRequest& request,
                               const SweepSteps& steps, const FontLibrary& fonts, const SweepStages& stages,
                               const Job& job) {
    const bool begins = folder.open(request.fresh) && !request.shard.is_set;
    const auto withdraw = [&] {
        if (begins) folder.clear();
    };
    try {
        return make_frames(request, steps, folder, fonts, stages, job);
    } catch (const UsageError&) {
        withdraw();
        throw;
    } catch (const TooLarge&) {
        withdraw();
        throw;
    } catch (const std::bad_alloc&) {
        withdraw();
        throw;
    }
}

std::vector<Message> sweep_frames(const SweepRequest& request, SweepOutput output, const SweepSteps& steps,
                                  const FontLibrary& fonts, const Job& job) {
    const bool film = is_film(output), assembles = film && !request.shard.is_set;
    const SweepStages stages = stages_of(request, steps);
    const std::string& path = request.picture.path;
    if (film) static_cast<void>(AtomicFile(path));  // an unwritable path fails before the work
    const std::string ffmpeg = assembles ? ffmpeg_program() : "";
    const SweepFolder folder(film ? film_frames(path) : path, manifest_of(request, steps), steps.size());
    std::vector<Message> notices;
    std::optional<NewFolder> made;
    std::optional<FolderLock> lock;
    if (request.merge) {
        folder.expect_manifest();
        lock.emplace(folder.path());
        folder.expect_none(missing_steps(request, steps, folder, job));
    } else {
        check_frames(request, steps, job);  // first, so that a refused sweep makes no folder
        made.emplace(folder.path());
        folder.drop_unbegun_sweep();
        lock.emplace(folder.path(), request.shard.is_set ? FolderLock::Use::shared : FolderLock::Use::alone);
        notices = frames_in(folder, request, steps, fonts, stages, job);
    }
    forget_limits(steps, folder);
    if (assembles) assemble(request, folder, ffmpeg, stages.job(job, SweepStage::film));
    if (!film && !request.shard.is_set) folder.tidy();
    return notices;
}

}  // namespace

SweepOutput sweep_output(const std::string& path) {
    std::error_code ignored;
    if (path.ends_with('/') || std::filesystem::is_directory(path, ignored)) return SweepOutput::folder;
    if (path.ends_with(".gif")) return SweepOutput::gif;
    if (path.ends_with(".mp4")) return SweepOutput::mp4;
    if (path.ends_with(".pdf")) return SweepOutput::sheet;
    if (path.ends_with(".csv")) return SweepOutput::numbers;
    throw UsageError(fmt::format("-o {}: must end in .gif, .mp4, .pdf or .csv, or be a folder: DIR/", path));
}

std::string film_frames(const std::string& path) { return path + ".frames"; }

namespace {

/// Reads an integer of a Slurm variable. Throws UsageError if it is not one.
std::int64_t slurm_number(const char* name, std::optional<std::int64_t> otherwise = std::nullopt) {
    const char* const text = std::getenv(name);
    if (text == nullptr && otherwise) return *otherwise;
    if (text == nullptr)
        throw UsageError(fmt::format(
            "--shard slurm: {} is not set; Slurm sets it in the jobs of an array (sbatch --array=1-8)",
            name));
    const std::string_view digits = text;
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (error != std::errc{} || end != digits.data() + digits.size())
        throw UsageError(
            fmt::format("--shard slurm: {} is '{}'; must be an integer", name, printable_text(text)));
    return number;
}

/// Returns the shard of this job of a Slurm array, whose numbers may start anywhere and have a step.
SweepShard slurm_shard() {
    const std::int64_t id = slurm_number("SLURM_ARRAY_TASK_ID"),
                       count = slurm_number("SLURM_ARRAY_TASK_COUNT"),
                       first = slurm_number("SLURM_ARRAY_TASK_MIN", 1),
                       step = slurm_number("SLURM_ARRAY_TASK_STEP", 1);
    const std::int64_t part = step > 0 ? (id - first) / step + 1 : 0;
    if (step <= 0 || part < 1 || part > count || (id - first) % step != 0)
        throw UsageError(fmt::format(
            "--shard slurm: SLURM_ARRAY_TASK_ID {} is not one of {} numbers from {} in steps of {}", id,
            count, first, step));
    return {part, count, true};
}

}  // namespace

SweepShard read_shard(const std::string& text) {
    if (text == "slurm") return slurm_shard();
    SweepShard shard;
    shard.is_set = true;
    const auto slash = std::min(text.find('/'), text.size());
    const auto read = [](std::string_view digits, std::int64_t& number) {
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
        return error == std::errc{} && end == digits.data() + digits.size();
    };
    const std::string_view all = text;
    const bool fine = read(all.substr(0, slash), shard.part) &&
                      read(all.substr(std::min(slash + 1, all.size())), shard.parts);
    if (!fine || shard.part < 1 || shard.part > shard.parts)
        throw UsageError(fmt::format("--shard {}: must be I/N, 1 <= I <= N, or slurm", text));
    return shard;
}

std::string command_line(const SweepRequest& request) {
    return picture_words("sweep", request.picture) + sweep_words(request, request.over);
}

std::string stored_command(const SweepRequest& request) {
    const PictureRequest& picture = request.picture;
    const View& view = *picture.selection.view;
    return command_in_file(picture_words("sweep", picture), picture.selection, picture.path) +
           sweep_words(request, stored_over(view, request.over, request.together, picture.path));
}

std::string command_hash(const SweepRequest& request) {
    return fmt::format("{:016x}", std::hash<std::string>()(command_line(request)));
}

std::string command_line_to(const SweepRequest& request, const std::string& output) {
    return command_line(request) + output_words(request, output);
}

std::string described_command(const SweepRequest& request) {
    const std::string name = std::filesystem::path(request.picture.path).filename().string();
    return stored_command(request) + output_words(request, name);
}

std::vector<Message> film_size_notes(const SweepRequest& request) {
    if (!is_film(sweep_output(request.picture.path))) return {};
    const double width = pixels_for(request.picture.page.width, request.picture.dpi),
                 height = pixels_for(request.picture.page.height, request.picture.dpi);
    if (width <= max_film_width && height <= max_film_height) return {};
    return {tr("a film of {:.0f} × {:.0f} pixels: many players show at most {:.0f} × {:.0f}", width, height,
               max_film_width, max_film_height)};
}

void add_notices(const std::vector<Message>& added, std::vector<Message>& notices) {
    for (const Message& notice : added)
        if (std::find(notices.begin(), notices.end(), notice) == notices.end()) notices.push_back(notice);
}

std::vector<Message> sweep(const SweepRequest& request, const FontLibrary& fonts, const Job& job) {
    const SweepOutput output = sweep_output(request.picture.path);
    check_request(request, output);
    const SweepSteps steps(request.picture.selection, request.over, request.together);
    refuse_inputs(request, output, steps);
    steps.check(job);
    std::vector<Message> notices = steps.notes(makes_frames(output), job);
    add_notices(film_size_notes(request), notices);
    if (output == SweepOutput::numbers)
        add_notices(sweep_numbers(request, steps, job), notices);
    else if (output == SweepOutput::sheet)
        add_notices(sweep_sheet(request, steps, fonts, job), notices);
    else
        add_notices(sweep_frames(request, output, steps, fonts, job), notices);
    return notices;
}

}  // namespace poslab
