#pragma once

#include "app/cli/export.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace poslab {

/// Of the steps of a sweep those whose number n, counted from 1, has n mod parts = part - 1.
struct SweepShard {
    std::int64_t part = 1, parts = 1;
    bool given = false;

    [[nodiscard]] bool has(std::int64_t step) const { return (step + 1) % parts == part - 1; }
};

/// What axes and colours of the frames go from and to.
enum class SweepLimits {
    held,  // what holds all frames: they are computed before the first one is drawn
    each,  // what each frame has by itself
};
inline constexpr std::array<std::string_view, 2> sweep_limits_ids{"held", "each"};

/// `sweep`: the same figure, or the same values, at every step of one or two parameters.
struct SweepRequest {
    PictureRequest picture;             // its values are what all steps have in common, its path is the output
    std::vector<std::string> over;      // as --over takes them
    bool together = false;              // both parameters of `over` at once, not every value of one with every value of the other
    std::vector<std::string> values{};  // of a CSV; empty: all that are numbers
    double fps = 20;                    // of a GIF and an MP4
    SweepShard shard{};
    bool merge = false;  // nothing is computed: the result is made of what shards have left
    bool fresh = false;  // frames of an earlier run are made anew
    SweepLimits limits = SweepLimits::held;
};

enum class SweepOutput { folder, gif, mp4, sheet, numbers };

/// By the ending of `path`; what ends in a slash, or is a folder, is one. Throws UsageError.
[[nodiscard]] SweepOutput sweep_output(const std::string& path);

/// Where the frames of a film lie until it is made of them.
[[nodiscard]] std::string film_frames(const std::string& path);

/// "I/N". Throws UsageError.
[[nodiscard]] SweepShard read_shard(const std::string& text);

/// The command line that does the same, without the output and what tells runs of one sweep apart.
[[nodiscard]] std::string command_line(const SweepRequest& request);

/// The same with that output, and how fast it runs where it is a film.
[[nodiscard]] std::string command_line_to(const SweepRequest& request, const std::string& output);

/// The same with the name of the output: what a result tells of how it was made.
[[nodiscard]] std::string described_command(const SweepRequest& request);

/// Adds those that are not there yet.
void add_notices(const std::vector<Sentence>& said, std::vector<Sentence>& notices);

/// What the user should know of the engine comes back, each once. Throws Error, Cancelled; complete frames then stay.
std::vector<Sentence> sweep(const SweepRequest& request, const FontLibrary& fonts, const Job& job);

}  // namespace poslab
