#pragma once

#include "core/engine/engine_choice.hpp"
#include "core/figure/palette.hpp"
#include "core/params/value.hpp"
#include "core/views/comparison.hpp"
#include "core/views/view.hpp"
#include "gpu/opengl/offered_context.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace poslab {

/// The options of `poslab` without a command.
struct WindowOptions {
    const View* view = nullptr;            // null if no view was named
    Values values;                         // of `view`; empty if no parameter was given
    std::vector<Values> pins{};            // values of `view` to compare with `values`
    std::vector<std::string> pin_names{};  // name of each pin; empty: its differences
    Comparison comparison{};               // how a single pin is compared
    std::string file{};                    // file of any kind to open
    std::string figure;                    // figure of `view` offered by the window; empty: the last one used
    EngineChoice engine;
    // OpenGL context for computing, offered by the window; may be null
    std::shared_ptr<gpu::OfferedContext> opengl{};
    std::optional<Theme> theme;
    std::optional<Language> language;
    int width = 1440, height = 900;
    bool size_given = false;
    static constexpr int min_width = 800, min_height = 560;  // the panes overlap below this
    static constexpr std::size_t max_pins = 4;               // in addition to the current values
    static constexpr int max_pixels = 16'384;                // per side; graphics cards draw less
    std::string capture;           // PNG to write once drawing is complete; empty: stay open
    std::string lesson{};          // lesson to open; empty: none
    std::string lesson_step{};     // step to open; empty: the first, or the last visited
    bool presents = false;         // large type, for a lecture room
    std::string lessons_folder{};  // additional folder of lessons
    std::string replay;            // file of user input to replay before the capture; empty: none
};

/// Runs a command line. Returns 0, or an exit code (README.md) after printing one line on stderr. Only window
/// commands call `open_window`, so that the others need not load its libraries.
int run_command_line(const std::vector<std::string>& arguments,
                     const std::function<int(const WindowOptions&)>& open_window);
/// Runs the command line with the arguments of main().
int run_command_line(int count, char** words, const std::function<int(const WindowOptions&)>& open_window);

}  // namespace poslab
