#include "app/cli/sweep_folder.hpp"

#include "core/base/errors.hpp"
#include "core/files/atomic_file.hpp"
#include "core/files/input_file.hpp"
#include "core/files/left_behind.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <filesystem>
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

}  // namespace

SweepFolder::SweepFolder(std::string path, std::string manifest, std::int64_t frames)
    : path_(std::move(path)), manifest_(std::move(manifest)), frames_(frames) {
    while (path_.size() > 1 && path_.ends_with('/')) path_.pop_back();
}

void SweepFolder::create() const {
    std::error_code error;
    fs::create_directories(path_, error);
    if (error) throw OutputError(fmt::format("{}: {}", path_, error.message()));
}

void SweepFolder::open(bool fresh) const {
    if (fresh) remove_frames();
    const bool known = file_exists(manifest_path(path_));
    if (known ? read_beginning(manifest_path(path_), max_manifest_bytes) != manifest_ : holds_frames())
        throw OutputError(
            Message("'{}' holds frames of another sweep: remove it, or start over with --fresh"_tr, {path_}));
    if (!known) write_file_atomically(manifest_path(path_), manifest_);
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
    std::error_code error;
    fs::create_directories(folder, error);
    if (error) throw OutputError(fmt::format("{}: {}", folder, error.message()));
    return folder + "/" + frame(step) + ".json";
}

void SweepFolder::forget_limits() const {
    const std::string folder = limits_folder(path_);
    remove_left_behind(folder);
    remove_all(files_in(folder, is_limits_name));
    std::error_code ignored;
    fs::remove(folder, ignored);
}

std::string SweepFolder::pattern() const { return fmt::format("%0{}d.png", digits_of(frames_)); }

void SweepFolder::tidy() const { remove_left_behind(path_); }

void SweepFolder::remove() const {
    tidy();
    remove_frames();
    std::error_code ignored;
    fs::remove(path_, ignored);
}

std::string SweepFolder::frame_name(std::int64_t step, std::int64_t frames) {
    return fmt::format("{:0{}}.png", step + 1, digits_of(frames));
}

bool SweepFolder::holds_frames() const { return !files_in(path_, is_frame_name).empty(); }

/// Removes the frames before sweep.json, without which they belong to no sweep.
void SweepFolder::remove_frames() const {
    forget_limits();
    remove_all(files_in(path_, is_frame_name));
    remove_all({manifest_path(path_)});
}

std::string step_numbers(const std::vector<std::int64_t>& steps) {
    constexpr std::size_t max_named = 10;
    std::string text;
    for (std::size_t n = 0; n < std::min(steps.size(), max_named); ++n)
        text += fmt::format("{}{}", n == 0 ? "" : ", ", steps[n] + 1);
    return steps.size() > max_named ? fmt::format("{} and {} more", text, steps.size() - max_named) : text;
}

}  // namespace poslab
