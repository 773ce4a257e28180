#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace poslab {

/// The folder of a sweep's frames (0001.png …, each complete or absent) and of sweep.json, which describes
/// the sweep. While frames are missing, a subfolder stores the limits of the computed ones.
class SweepFolder {
  public:
    /// `manifest` is the content of sweep.json.
    SweepFolder(std::string path, std::string manifest, std::int64_t frames);

    /// Removes sweep.json and the limits of another sweep that ended before its first frame. Throws
    /// OutputError if that sweep is running.
    void drop_unbegun_sweep() const;
    /// Begins or resumes the sweep in the folder, which must exist; `fresh` removes the frames of an earlier
    /// sweep. Returns true if it begins. Throws OutputError, also if the folder holds frames of another sweep
    /// or of none.
    [[nodiscard]] bool open(bool fresh) const;
    /// Checks that the folder holds frames of this sweep. Throws InputError.
    void expect_manifest() const;
    /// Throws InputError that lists these steps as missing, unless there are none.
    void expect_none(const std::vector<std::int64_t>& missing) const;

    [[nodiscard]] const std::string& path() const { return path_; }
    /// Returns the number of frames of the whole sweep.
    [[nodiscard]] std::int64_t frames() const { return frames_; }
    /// Returns the file name of a step's frame; steps are counted from 0.
    [[nodiscard]] std::string frame(std::int64_t step) const { return frame_name(step, frames_); }
    [[nodiscard]] std::string frame_path(std::int64_t step) const;
    /// True if the frame's file exists, whatever it contains.
    [[nodiscard]] bool has(std::int64_t step) const;
    /// Returns the file that stores the limits of a step until all frames exist.
    [[nodiscard]] std::string limits_file(std::int64_t step) const;
    void forget_limits() const;
    /// Returns the pattern of the file names for FFmpeg, such as "%04d.png".
    [[nodiscard]] std::string pattern() const;

    /// Removes the temporary files of processes that were killed.
    void tidy() const;
    /// Removes this sweep's frames, limits and sweep.json. Other files stay.
    void clear() const;
    /// Does so, and removes the folder if it is then empty.
    void remove() const;
    /// Removes the frames, limits and sweep.json of any sweep in the folder, and the folder if it is then
    /// empty. Throws OutputError if a sweep is running there.
    static void remove_any(const std::string& path);

    [[nodiscard]] static std::string frame_name(std::int64_t step, std::int64_t frames);

  private:
    [[nodiscard]] bool holds_manifest() const;
    /// True if the folder has the sweep.json of another sweep, but no frame.
    [[nodiscard]] bool holds_unbegun_sweep() const;

    std::string path_, manifest_;
    std::int64_t frames_;
};

/// Returns the numbers of the steps, counted from 1: "3, 7, 11 and 5 more".
[[nodiscard]] std::string step_numbers(const std::vector<std::int64_t>& steps);

}  // namespace poslab
