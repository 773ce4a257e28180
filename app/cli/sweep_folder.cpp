#include "app/cli/sweep_folder.hpp"

#include "core/base/errors.hpp"
#include "core/files/atomic_file.hpp"
#include "core/files/folder_lock.hpp"
#include "core/files/input_file.hpp"
#include "core/files/left_behind.hpp"
#include "core/files/new_folder.hpp"
#include "core/files/strict_json.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

namespace poslab {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t max_manifest_bytes = std::size_t{256} << 20U;

std::string manifest_path(const std::string& folder) { return folder + "/sweep.json"; }

int digits_of(std::int64_t frames) { return std::max(4, static_cast<int>(std::to_string(frames).size())); }

bool is_frame_name(std::string_view name) {
    constexpr std::string_view ending = ".png";
    if (!name.ends_with(ending)) return false;
    name.remove_suffix(ending.size());
    return name.size() >= 4 &&
           std::all_of(name.begin(), name.end(), [](char c) { return c >= '0' && c <= '9'; });
}

std::string limits_folder(const std::string& folder) { return folder + "/limits"; }

bool is_limits_name(std::string_view name) {
    constexpr std::string_view ending = ".json";
    return name.ends_with(ending) && is_frame_name(name.substr(0, name.size() - ending.size()));
}

/// Returns the files of the folder that `chosen` accepts; empty if the folder cannot be read.
template <class Chosen>
std::vector<fs::path> files_in(const std::string& folder, Chosen&& chosen) {
    std::vector<fs::path> files;
    std::error_code error;
    for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error))
        if (chosen(at->path().filename().string())) files.push_back(at->path());
    return files;
}

void remove_all(const std::vector<fs::path>& files) {
    std::error_code ignored;
    for (const fs::path& file : files) fs::remove(file, ignored);
}

void remove_limits(const std::string& folder) {
    remove_left_behind(limits_folder(folder));
    remove_all(files_in(limits_folder(folder), is_limits_name));
    remove_if_empty(limits_folder(folder));
}

/// Returns the frames that the folder's sweep.json lists; empty if it is missing or not that of a sweep.
std::optional<std::vector<fs::path>> listed_frames(const std::string& folder) {
    const std::string path = manifest_path(folder);
    if (!file_exists(path)) return std::nullopt;
    try {
        const nlohmann::json json = parse_strict_json(read_beginning(path, max_manifest_bytes), path);
        if (!json.contains("poslab_sweep")) return std::nullopt;
        std::vector<fs::path> frames;
        for (const nlohmann::json& frame : json.at("frames"))
            if (const auto name = frame.at("file").get<std::string>(); is_frame_name(name))
                frames.push_back(fs::path(folder) / name);
        return frames;
    } catch (const nlohmann::json::exception&) {
        return std::nullopt;
    } catch (const InputError&) {
        return std::nullopt;
    }
}

/// Removes the files of the sweep in the folder, if any; sweep.json last, without which the frames belong to
/// no sweep.
void clear_any(const std::string& folder) {
    const auto frames = listed_frames(folder);
    if (!frames) return;
    remove_limits(folder);
    remove_all(*frames);
    remove_all({manifest_path(folder)});
}

std::string without_slashes(std::string path) {
    while (path.size() > 1 && path.ends_with('/')) path.pop_back();
    return path;
}

}  // namespace

SweepFolder::SweepFolder(std::string path, std::string manifest, std::int64_t frames)
    : path_(without_slashes(std::move(path))), manifest_(std::move(manifest)), frames_(frames) {}

bool SweepFolder::holds_manifest() const {
    return file_exists(manifest_path(path_)) &&
           read_beginning(manifest_path(path_), max_manifest_bytes) == manifest_;
}

bool SweepFolder::holds_unbegun_sweep() const {
    return !holds_manifest() && files_in(path_, is_frame_name).empty() && listed_frames(path_);
}

void SweepFolder::drop_unbegun_sweep() const {
    if (!holds_unbegun_sweep()) return;
    const FolderLock alone(path_);
    if (holds_unbegun_sweep()) clear_any(path_);
}

bool SweepFolder::open(bool fresh) const {
    if (fresh) clear_any(path_);
    if (holds_manifest()) return false;
    if (listed_frames(path_))
        throw OutputError(
            Message("'{}' holds frames of another sweep: remove it, or start over with --fresh"_tr, {path_}));
    std::vector<fs::path> foreign = files_in(path_, is_frame_name);
    if (file_exists(manifest_path(path_))) foreign.emplace_back(manifest_path(path_));
    if (!foreign.empty())
        throw OutputError(
            tr("'{}' belongs to no sweep: remove it, or choose another folder", foreign.front().string()));
    write_file_atomically(manifest_path(path_), manifest_);
    return true;
}

void SweepFolder::expect_manifest() const {
    if (!file_exists(manifest_path(path_)))
        throw InputError(fmt::format("'{}' holds no frames of a sweep: run its shards first", path_));
    if (read_beginning(manifest_path(path_), max_manifest_bytes) != manifest_)
        throw InputError(fmt::format("'{}' holds frames of another sweep", path_));
}

void SweepFolder::expect_none(const std::vector<std::int64_t>& missing) const {
    if (!missing.empty())
        throw InputError(fmt::format("'{}' lacks {} of {} frames: {}", path_, missing.size(), frames_,
                                     step_numbers(missing)));
}

bool SweepFolder::has(std::int64_t step) const { return file_exists(frame_path(step)); }

std::string SweepFolder::frame_path(std::int64_t step) const { return path_ + "/" + frame(step); }

std::string SweepFolder::limits_file(std::int64_t step) const {
    const std::string folder = limits_folder(path_);
    create_folder(folder);
    return folder + "/" + frame(step) + ".json";
}

void SweepFolder::forget_limits() const { remove_limits(path_); }

std::string SweepFolder::pattern() const { return fmt::format("%0{}d.png", digits_of(frames_)); }

void SweepFolder::tidy() const { remove_left_behind(path_); }

void SweepFolder::clear() const {
    tidy();
    remove_limits(path_);
    // without reading sweep.json: memory may be short, or the file unreadable
    std::error_code ignored;
    for (std::int64_t step = 0; step < frames_; ++step) fs::remove(frame_path(step), ignored);
    remove_all({manifest_path(path_)});
}

void SweepFolder::remove() const {
    clear();
    remove_if_empty(path_);
}

void SweepFolder::remove_any(const std::string& path) {
    const SweepFolder folder(path, {}, 0);
    const FolderLock alone(folder.path());
    folder.tidy();
    clear_any(folder.path());
    remove_if_empty(folder.path());
}

std::string SweepFolder::frame_name(std::int64_t step, std::int64_t frames) {
    return fmt::format("{:0{}}.png", step + 1, digits_of(frames));
}

std::string step_numbers(const std::vector<std::int64_t>& steps) {
    constexpr std::size_t max_named = 10;
    std::string text;
    for (std::size_t n = 0; n < std::min(steps.size(), max_named); ++n)
        text += fmt::format("{}{}", n == 0 ? "" : ", ", steps[n] + 1);
    return steps.size() > max_named ? fmt::format("{} and {} more", text, steps.size() - max_named) : text;
}

}  // namespace poslab
