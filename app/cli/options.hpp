#pragma once

#include "app/cli/check.hpp"
#include "app/cli/command_line.hpp"
#include "app/cli/lesson.hpp"
#include "app/cli/train.hpp"
#include "app/cli/vectors.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace poslab {

/// A parsed command line: the program's own options unchanged, the view's parameters as values.
struct Options {
    std::string command;  // "window", "plot", "compute", "sweep", "page", "views", "gallery", "doctor",
                          // "bench", "train", "lesson", "check", "vectors", "completion", "manual"
    const View* view = nullptr;
    Values values;
    bool view_named = false, parameters_given = false;  // otherwise `view` and `values` are the defaults
    std::vector<std::string> given_parameters;          // their ids
    std::string file;                                   // to open in the window
    std::string output, figure, array, size, preset_size, font, proof, digits, title, caption, window_size,
        capture, replay;
    std::optional<double> font_size;
    std::string theme, language;
    std::vector<std::string> versus;
    bool difference = false;
    std::optional<double> wipe;
    std::vector<std::string> over, value_names;
    std::vector<std::string> controls;  // of a page
    bool all = false;                   // of `page`: a site with every view and lesson
    std::string shard;
    std::string limits;
    std::optional<double> fps;
    bool together = false, merge = false, fresh = false, resume = false;
    TrainOptions train;
    LessonOptions lesson;
    CheckOptions check;
    VectorsOptions vectors;
    std::string engine = "auto";
    bool present = false;  // opens the window for a lecture room
    std::string shell;     // shell of the completion script
    std::vector<std::string> benchmarks;
    std::optional<std::int64_t> rounds;
    std::optional<std::int64_t> bench_length;
    std::optional<double> dpi;
    bool json = false, quiet = false, bare = false, transparent = false, captures = false, replays = false;
    bool quick = false, markdown = false;
    std::string print;  // help or version text to print before exiting
};

/// Returns the long names of the program's own options; no parameter may use one.
[[nodiscard]] std::vector<std::string_view> reserved_options();

/// Parses `arguments`, without the program's name. Throws UsageError.
[[nodiscard]] Options read_options(const std::vector<std::string>& arguments);

// Sizes of a picture in CSS pixels.
inline constexpr std::pair<int, int> min_picture{96, 96};
inline constexpr int max_picture = 32'767;  // per side

/// Returns the values of --lang: "en, zh or de".
[[nodiscard]] Message language_ids();

/// Reads "1200x750" as two numbers from `least` to `most`. Throws UsageError that names `option`.
[[nodiscard]] std::pair<int, int> read_size(std::string_view option, const std::string& text,
                                            std::pair<int, int> least, int most = max_picture);

}  // namespace poslab
