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

/// What `poslab` without a command asks for.
struct WindowOptions {
    const View* view = nullptr;            // null: none was named
    Values values;                         // of `view`; empty if no parameter was given
    std::vector<Values> pins{};            // of `view`: what is compared with them
    std::vector<std::string> pin_names{};  // of each; empty: what sets it apart
    Comparison comparison{};               // how a single one of them is
    std::string file{};                    // of any kind, to be opened
    std::string figure;                    // of `view`, one that the window offers; empty: the one it had
    EngineChoice engine;
    std::shared_ptr<gpu::OfferedContext> opengl{};  // where the window leaves a context to compute in; may be null
    std::optional<Theme> theme;
    std::optional<Language> language;
    int width = 1440, height = 900;
    bool size_given = false;
    static constexpr int least_width = 800, least_height = 560;  // below this the panes would run into each other
    static constexpr std::size_t most_pins = 4;                  // beside the present values
    static constexpr int most_pixels = 16'384;                   // of a side: more than graphics cards draw
    std::string capture;                                         // a PNG to write once all is drawn; empty: stay open
    std::string lesson{};                                        // to be opened; empty: none
    std::string lesson_step{};                                   // with this one; empty: the first, or where it was left
    bool presents = false;                                       // large, for a lecture room
    std::string lessons_folder{};                                // of lessons beside the others
    std::string replay;                                          // before that, what the user does in this file; empty: nothing
};

/// Runs a command line: 0 or the exit code of what went wrong, with one line on stderr (docs/file-formats.md; exit codes:
/// README.md). `open_window` is called for window commands only, so that nothing of it has to be loaded for the others.
int run_command_line(const std::vector<std::string>& arguments, const std::function<int(const WindowOptions&)>& open_window);
/// The same with what main() is given.
int run_command_line(int count, char** words, const std::function<int(const WindowOptions&)>& open_window);

}  // namespace poslab
