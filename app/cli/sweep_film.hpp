#pragma once

#include "core/base/job.hpp"
#include "core/figure/geometry.hpp"

#include <cstdint>
#include <string>

namespace poslab {

/// FFmpeg's program. Throws Unavailable where there is none, in a sentence that says what needs none.
[[nodiscard]] std::string ffmpeg_program();

struct FilmRequest {
    std::string ffmpeg;       // ffmpeg_program()
    std::string folder;       // of the frames
    std::string pattern;      // their names, counted from 1
    std::string path;         // .gif or .mp4
    std::string description;  // the command that makes it; an MP4 carries it as its comment
    double fps = 20;
    std::int64_t frames = 0;  // how many there are
    Color background{};       // what an MP4 of odd size gets at its edge
};

/// Makes a film of frames by FFmpeg, without a shell; the progress is that of the encoding. Throws OutputError with the last line
/// of FFmpeg's messages, also if FFmpeg reports no error but wrote no film; Cancelled.
void make_film(const FilmRequest& request, const Job& job);

}  // namespace poslab
