#pragma once

#include "app/cli/export.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace poslab {

/// A shard of a sweep: the steps whose number n, counted from 1, has n mod parts = part - 1.
struct SweepShard {
    std::int64_t part = 1, parts = 1;
    bool is_set = false;

    [[nodiscard]] bool has(std::int64_t step) const { return (step + 1) % parts == part - 1; }
};

/// The limits of the frames' axes and colours.
enum class SweepLimits {
    held,  // common to all frames, which are computed before the first is drawn
    each,  // each frame's own
};
inline constexpr std::array<std::string_view, 2> sweep_limits_ids{"held", "each"};

inline constexpr double default_fps = 20;  // frames per second of a film

/// The request of `sweep`: the same figure, or the same values, at each step of one or two parameters.
struct SweepRequest {
    PictureRequest picture;             // values that all steps share; its path is the output
    std::vector<std::string> over;      // as in --over
    bool together = false;              // steps both parameters of `over` together instead of forming a grid
    std::vector<std::string> values{};  // for a CSV; empty: all numeric values
    double fps = default_fps;           // for a GIF and an MP4
    SweepShard shard{};
    bool merge = false;  // computes nothing, but merges the results of all shards
    bool fresh = false;  // makes the frames of an earlier run again
    SweepLimits limits = SweepLimits::held;
};

enum class SweepOutput { folder, gif, mp4, sheet, numbers };

/// Returns the output for the ending of `path`; a trailing slash or an existing folder selects a folder.
/// Throws UsageError.
[[nodiscard]] SweepOutput sweep_output(const std::string& path);

/// Returns the folder of a film's frames until the film is made.
[[nodiscard]] std::string film_frames(const std::string& path);

/// Returns a note on a film that is too large for many players; empty for other outputs.
[[nodiscard]] std::vector<Message> film_size_notes(const SweepRequest& request);

/// Reads "I/N". Throws UsageError.
[[nodiscard]] SweepShard read_shard(const std::string& text);

/// Returns the command line of the sweep, without the output and the options that distinguish runs of one
/// sweep.
[[nodiscard]] std::string command_line(const SweepRequest& request);

/// Returns command_line() in the form that a file stores.
[[nodiscard]] std::string stored_command(const SweepRequest& request);

/// Returns a hash of command_line(), which has the whole paths of its files.
[[nodiscard]] std::string command_hash(const SweepRequest& request);

/// Returns the command line with that output, and the frame rate if it is a film.
[[nodiscard]] std::string command_line_to(const SweepRequest& request, const std::string& output);

/// Returns the command line with the output's file name, as stored in the result.
[[nodiscard]] std::string described_command(const SweepRequest& request);

/// Adds the sentences that `notices` does not contain yet.
void add_notices(const std::vector<Message>& added, std::vector<Message>& notices);

/// Runs the sweep. Returns the engine's notices for the user, each once. Throws Error, Cancelled; complete
/// frames then remain, except those of a sweep that is refused (UsageError, TooLarge).
std::vector<Message> sweep(const SweepRequest& request, const FontLibrary& fonts, const Job& job);

}  // namespace poslab
