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

/// A command line after reading: the program's own options as they stand, the view's parameters as values.
struct Options {
    std::string command;  // "window", "plot", "compute", "sweep", "views", "gallery", "doctor", "bench", "train", "lesson",
                          // "check", "vectors", "completion", "manual"
    const View* view = nullptr;
    Values values;
    bool view_named = false, parameters_given = false;  // else `view` and `values` are what there is without them
    std::string file;                                   // to be opened in the window
    std::string output, figure, array, size, preset_size, font, proof, digits, title, caption, window_size, capture, replay;
    std::optional<double> font_size;
    std::string theme, language;
    std::vector<std::string> versus;
    bool difference = false;
    std::optional<double> wipe;
    std::vector<std::string> over, value_names;
    std::string shard;
    std::string limits;
    double fps = 20;
    bool together = false, merge = false, fresh = false, resume = false;
    TrainOptions train;
    LessonOptions lesson;
    CheckOptions check;
    VectorsOptions vectors;
    std::string engine = "auto";
    bool present = false;  // the window, for a lecture room
    std::string shell;  // whose completion is wanted
    std::vector<std::string> benchmarks;
    std::optional<int> rounds;
    std::optional<std::int64_t> bench_length;
    std::optional<double> dpi;
    bool json = false, quiet = false, bare = false, transparent = false, captures = false, replays = false;
    bool quick = false, markdown = false;
    std::string print;  // help or version: print this and stop
};

/// The long names of the program's own options: no parameter may take one.
[[nodiscard]] std::vector<std::string_view> reserved_options();

/// `arguments` without the program's name. Throws UsageError.
[[nodiscard]] Options read_options(const std::vector<std::string>& arguments);

// CSS pixels of a picture.
inline constexpr std::pair<int, int> least_picture{96, 96};
inline constexpr int most_picture = 32'767;  // of a side

/// What --lang takes: "en or zh".
[[nodiscard]] std::string language_ids();

/// "1200x750" as two numbers, at least `least` and at most `most`; throws UsageError naming `option`.
[[nodiscard]] std::pair<int, int> read_size(std::string_view option, const std::string& text, std::pair<int, int> least,
                                            int most = most_picture);

}  // namespace poslab
