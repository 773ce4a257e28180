#pragma once

#include "core/base/job.hpp"
#include "core/figure/geometry.hpp"

#include <cstdint>
#include <string>

namespace poslab {

/// Returns the path of FFmpeg. Throws Unavailable if it is not installed; the message names the outputs that
/// do not need it.
[[nodiscard]] std::string ffmpeg_program();

struct FilmRequest {
    std::string ffmpeg;       // from ffmpeg_program()
    std::string folder;       // folder of the frames
    std::string pattern;      // file name pattern of the frames, counted from 1
    std::string path;         // .gif or .mp4
    std::string description;  // command that makes the film; stored as an MP4's comment
    double fps = 20;
    std::int64_t frames = 0;  // number of frames
    Color background{};       // border colour of an MP4 with an odd size
};

/// Makes a film of frames with FFmpeg, without a shell; the progress is FFmpeg's. Throws OutputError with the
/// last line of FFmpeg's messages, also if FFmpeg reports no error but wrote no film; Cancelled.
void make_film(const FilmRequest& request, const Job& job);

}  // namespace poslab
