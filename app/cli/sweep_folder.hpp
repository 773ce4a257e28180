#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace poslab {

/// The folder of a sweep's frames: 0001.png …, each there whole or not at all, and sweep.json, which says of what sweep they are.
/// While frames are missing, a folder in it has the limits of those whose numbers are known.
class SweepFolder {
  public:
    /// `manifest` is what sweep.json holds.
    SweepFolder(std::string path, std::string manifest, std::int64_t frames);

    /// Makes it. `fresh`: frames that are there are removed. Throws OutputError, also where it holds frames of another sweep.
    void open(bool fresh) const;
    /// For what shards have made: throws InputError for a folder that is missing, and naming the frames that are.
    void expect_complete() const;

    [[nodiscard]] const std::string& path() const { return path_; }
    /// The number of frames of the whole sweep.
    [[nodiscard]] std::int64_t frames() const { return frames_; }
    /// Names of files, of steps that are counted from 0.
    [[nodiscard]] std::string frame(std::int64_t step) const { return frame_name(step, frames_); }
    [[nodiscard]] bool has(std::int64_t step) const;
    /// Where the limits of a step lie until all frames are there.
    [[nodiscard]] std::string limits_file(std::int64_t step) const;
    void forget_limits() const;
    /// "%04d.png", as FFmpeg takes it.
    [[nodiscard]] std::string pattern() const;

    /// Removes what writers that were killed have left.
    void tidy() const;
    /// Removes frames and sweep.json, and the folder, unless something else is in it.
    void remove() const;

    [[nodiscard]] static std::string frame_name(std::int64_t step, std::int64_t frames);

  private:
    [[nodiscard]] bool holds_frames() const;
    void remove_frames() const;

    std::string path_, manifest_;
    std::int64_t frames_;
};

/// "3, 7, 11 and 5 more", counted from 1.
[[nodiscard]] std::string step_numbers(const std::vector<std::int64_t>& steps);

}  // namespace poslab
