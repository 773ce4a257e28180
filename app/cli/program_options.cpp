#include "app/cli/program_options.hpp"

#include "app/bench/benchmark.hpp"
#include "app/cli/check_options.hpp"
#include "app/cli/completion.hpp"
#include "app/cli/export.hpp"
#include "app/cli/omissions.hpp"
#include "app/cli/page.hpp"
#include "app/cli/sweep_sheet.hpp"
#include "core/figure/layout.hpp"
#include "gpu/engines.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>

namespace poslab {

namespace {

constexpr std::array command_list{Command{"plot", "draw a figure into a file", true, true, true},
                                  Command{"compute", "write the numbers behind a figure", true, false, true},
                                  Command{"sweep", "draw or compute it at every step of a parameter", true, true, true},
                                  Command{"views", "list views, or one view's parameters, figures and arrays", true},
                                  Command{"gallery", "draw every view at its defaults"},
                                  Command{"doctor", "say what this machine can do"},
                                  Command{"bench", "measure how fast this machine does it"},
                                  Command{"train", "train a small language model"},
                                  Command{"lesson", "lessons: list, check, hand-outs"},
                                  Command{"check", "is an implementation right", false, false, true},
                                  Command{"vectors", "write vectors for tests of an implementation", false, false, true},
                                  Command{"completion", "print the completion of bash, zsh or fish"},
                                  Command{"manual", "print the manual page"}};
constexpr Command without_command{"window", "", true, false, true};

const Command* find_command(std::string_view name) {
    const auto found = std::find_if(command_list.begin(), command_list.end(), [&](const Command& one) { return one.name == name; });
    return found == command_list.end() ? nullptr : &*found;
}
const Command& command_called(std::string_view name) {
    const Command* const command = find_command(name);
    return command != nullptr ? *command : without_command;
}

void add_bench_options(CLI::App& app, Options& options) {
    app.add_option(
        "NAME", options.benchmarks,
        "of " + benchmark_names() +
            " (all of them but attention-long; attention-large and attention-longest only where there is a graphics processor)");
    app.add_option("--rounds", options.rounds, "how often each is measured; medians are shown")->take_last();
    app.add_option("--length", options.bench_length, "tokens (or distances) instead of each benchmark's own")->take_last();
    app.add_flag("--markdown", options.markdown, "as a table of Markdown; not with --json");
    app.add_flag("--quick", options.quick, "small sizes and two rounds: shows that all runs, not how fast");
}

void add_sweep_options(CLI::App& app, Options& options) {
    app.add_option(
        "--over", options.over,
        "PARAM=FROM:TO:COUNT, even on the parameter's slider, with :ease slowly at both ends; or PARAM=VALUE,VALUE,… (lists and "
        "files separated by semicolons); twice for a grid");
    app.add_flag("--together", options.together, "two --over run at once, step by step, not as a grid");
    app.add_option("--fps", options.fps, "frames a second of a GIF or MP4 (default 20)")->take_last();
    app.add_option("--limits", options.limits,
                   "held: axes and colours go from and to the same in all frames, which are computed before the first one is drawn "
                   "(default); each: as in each by itself")
        ->take_last();
    app.add_option("--value", options.value_names, "of a CSV: this value; repeatable (default: all that are numbers)");
    app.add_option("--shard", options.shard,
                   "I/N: only the steps n with n mod N = I - 1; nothing is put together. slurm: I and N of a Slurm array")
        ->take_last();
    app.add_flag("--merge", options.merge, "put together what shards have left");
    app.add_flag("--fresh", options.fresh, "make frames anew that an earlier run has left");
    app.add_flag("--resume", options.resume, "go on where an earlier run ended: so it is without this, too");
}

void add_print_options(CLI::App& app, Options& options) {
    std::vector<std::string_view> presets;
    for (const PagePreset& preset : page_presets()) presets.push_back(preset.id);
    app.add_option("--preset-size", options.preset_size, fmt::format("instead of --size: {}", fmt::join(presets, ", ")))
        ->take_last();
    app.add_option("--font-size", options.font_size,
                   fmt::format("points of running text, laid out for print (default there {:g})", paper_font_points))
        ->take_last();
    app.add_option("--font", options.font, fmt::format("{} (default {})", fmt::join(typeface_ids, ", "), typeface_ids[0]))
        ->take_last();
    app.add_option("--proof", options.proof,
                   fmt::format("{}: the colours as they are seen in print without colour, or by who lacks one kind of cone",
                               fmt::join(proof_ids, ", ")))
        ->take_last();
    app.add_option("--digits", options.digits,
                   fmt::format("digits after the point of the numbers in cells, 0 to {}, or {} (3⅔); default: as many as have room",
                               most_cell_digits, fractions_id))
        ->take_last();
    app.add_option("--title", options.title, "instead of title and subtitle; pictures for print have none else")->take_last();
    app.add_option("--caption", options.caption, "text below the figure")->take_last();
}

}  // namespace

std::span<const Command> commands() { return command_list; }

bool is_command(std::string_view word) { return find_command(word) != nullptr; }
bool takes_view(std::string_view command) { return command_called(command).view; }
bool draws(std::string_view command) { return command_called(command).draws; }
bool takes_parameters(std::string_view command) { return command_called(command).parameters; }

void add_program_options(CLI::App& app, Options& options) {
    if (options.command == "check") return add_check_options(app, options);
    if (options.command == "vectors") return add_vectors_options(app, options);
    const std::string engines = fmt::format("{}", fmt::join(gpu::program_engines()->names(), ", "));  // starts none
    app.add_option(
           "--engine", options.engine,
           options.command == "bench" ? engines + ": beside cpu; auto: cpu and every one on real hardware" : "auto, " + engines)
        ->take_last();
    app.add_flag("--quiet", options.quiet, "no progress on stderr");
    const bool shows = draws(options.command) || options.command == "window";
    if (shows) {
        app.add_option("--theme", options.theme, "light or dark")->take_last();
        app.add_option("--lang", options.language, language_ids())->take_last();
    }
    if (shows)
        app.add_option("--figure", options.figure, "which figure of the view; plot takes all, too: a file each")->take_last();
    if (shows || options.command == "compute")
        app.add_option(
            "--versus", options.versus,
            "PARAM=VALUE[,PARAM=VALUE]…: the same with these changed, beside it; repeatable. After a list or a file, what "
            "follows a comma and has no '=' belongs to it still: factors=1,2,4,base=500000. At its end name=NAME says what it is "
            "called");
    if (shows) {
        app.add_flag("--difference", options.difference,
                     "of the two that a single --versus makes: one less the other, of matrices, maps and curves");
        app.add_option("--wipe", options.wipe, "or one beside the other in one frame, from 0 to 1 of its width the first one")
            ->take_last();
    }
    if (options.command == "sweep") add_sweep_options(app, options);
    if (options.command == "train") {
        add_train_options(app, options.train);
        app.add_flag("--resume", options.resume, "go on where an earlier run of the same settings was stopped");
    }
    if (options.command == "lesson") {
        add_lesson_options(app, options.lesson);
        app.add_option("--theme", options.theme, "light or dark")->take_last();
        app.add_option("--lang", options.language, language_ids())->take_last();
    }
    if (draws(options.command) || options.command == "compute" || options.command == "gallery" || options.command == "train" ||
        options.command == "lesson")
        app.add_option("-o,--output", options.output,
                       options.command == "sweep"
                           ? "FILE.gif, FILE.mp4, DIR/ (a PNG for each step), FILE.pdf (a sheet) or FILE.csv (the values)"
                           : "file (or folder, for gallery and train) to write")
            ->take_last()
            ->type_name(std::string(path_type));
    if (draws(options.command)) {
        app.add_option(
               "--size", options.size,
               fmt::format(
                   "WxH in CSS pixels (default {:g}x{:g}{}); with in, cm or pt after it (3.3x2.5in) laid out for print, at that "
                   "size",
                   default_width, default_height,
                   options.command == "sweep" ? fmt::format("; a sheet {:g}x{:g}", sheet_width, sheet_height) : ""))
            ->take_last();
        add_print_options(app, options);
        app.add_option("--dpi", options.dpi, "of a PNG (default 96; for print 300)")->take_last();
        app.add_flag("--bare", options.bare, "no title, subtitle, key and colour bars");
        app.add_flag("--transparent", options.transparent, "no background");
    }
    if (options.command == "compute") app.add_option("--array", options.array, "one array only")->take_last();
    if (options.command == "views" || options.command == "doctor" || options.command == "bench")
        app.add_flag("--json", options.json, "as JSON");
    if (options.command == "bench") add_bench_options(app, options);
    if (options.command == "completion")
        app.add_option("SHELL", options.shell, fmt::format("{}", fmt::join(shells(), ", ")))->take_last();
    if (options.command == "window" || options.command == "lesson") {
        app.add_option("--capture", options.capture, "write what the window shows into this PNG and exit")
            ->take_last()
            ->type_name(std::string(path_type));
        app.add_option("--replay", options.replay, "before that, do what this file says, off screen")
            ->take_last()
            ->type_name(std::string(path_type));
        app.add_option("--window-size", options.window_size,
                       fmt::format("WxH of the window (default {}x{})", WindowOptions{}.width, WindowOptions{}.height))
            ->take_last();
        app.add_flag("--present", options.present, "full screen and large type, for a lecture room");
    }
}

}  // namespace poslab
