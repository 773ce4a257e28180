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

constexpr std::array command_list{
    Command{"plot", "draw a figure into a file", true, true, true, true},
    Command{"compute", "write the numbers behind a figure", true, false, true, true},
    Command{"sweep", "draw or compute it at each step of a parameter", true, true, true, true},
    Command{"page", "write a live page for browsers", true, false, true, true},
    Command{"views", "list views, or one view's parameters, figures and arrays", true},
    Command{"gallery", "draw all views at their defaults", false, false, false, true},
    Command{"doctor", "report what this machine supports"},
    Command{"bench", "measure the speed of this machine", false, false, false, true},
    Command{"train", "train a small language model"},
    Command{"lesson", "list, check and export lessons", false, false, false, true},
    Command{"check", "check an implementation", false, false, true},
    Command{"vectors", "write test vectors for an implementation", false, false, true},
    Command{"completion", "print a completion script for bash, zsh or fish"},
    Command{"manual", "print the manual page"}};
constexpr Command without_command{"window", "", true, false, true, true};

const Command* find_command(std::string_view name) {
    const auto found = std::find_if(command_list.begin(), command_list.end(),
                                    [&](const Command& command) { return command.name == name; });
    return found == command_list.end() ? nullptr : &*found;
}
const Command& command_called(std::string_view name) {
    const Command* const command = find_command(name);
    return command != nullptr ? *command : without_command;
}

void add_bench_options(CLI::App& app, Options& options) {
    app.add_option(
        "NAME", options.benchmarks,
        "benchmarks: " + benchmark_names() +
            " (default: all except attention-long; attention-large and attention-longest only with a GPU)");
    app.add_option("--rounds", options.rounds, "measurements per benchmark; the median is shown")
        ->take_last();
    app.add_option("--length", options.bench_length, "tokens (or distances); default: each benchmark's own")
        ->take_last();
    app.add_flag("--markdown", options.markdown, "print a Markdown table; not with --json");
    app.add_flag("--quick", options.quick, "small sizes and two rounds: a smoke test, not a measurement");
}

void add_sweep_options(CLI::App& app, Options& options) {
    app.add_option("--over", options.over,
                   "PARAM=FROM:TO:COUNT, evenly spaced on the parameter's slider (add :ease to slow down at "
                   "both ends), or "
                   "PARAM=VALUE,VALUE,… (lists and "
                   "files separated by semicolons); repeat for a grid");
    app.add_flag("--together", options.together, "step two --over together, not as a grid");
    app.add_option("--fps", options.fps,
                   fmt::format("frames per second of a GIF or MP4 (default {:g})", default_fps))
        ->take_last();
    app.add_option("--limits", options.limits,
                   "held (default): all frames share axis and colour limits, so all are computed before the "
                   "first is drawn; "
                   "each: every frame has its own")
        ->take_last();
    app.add_option("--value", options.value_names,
                   "CSV only: write this value; repeatable (default: all numeric values)");
    app.add_option(
           "--shard", options.shard,
           "I/N: compute only steps n with n mod N = I - 1, without merging. slurm: I and N of a Slurm array")
        ->take_last();
    app.add_flag("--merge", options.merge, "merge the results of all shards");
    app.add_flag("--fresh", options.fresh, "discard the frames of an earlier run");
    app.add_flag("--resume", options.resume, "continue an earlier run (the default)");
}

void add_print_options(CLI::App& app, Options& options) {
    std::vector<std::string_view> presets;
    for (const PagePreset& preset : page_presets()) presets.push_back(preset.id);
    app.add_option("--preset-size", options.preset_size,
                   fmt::format("replaces --size: {}", fmt::join(presets, ", ")))
        ->take_last();
    app.add_option(
           "--font-size", options.font_size,
           fmt::format("text size in points, for print layout (default there {:g})", paper_font_points))
        ->take_last();
    app.add_option("--font", options.font,
                   fmt::format("{} (default {})", fmt::join(typeface_ids, ", "), typeface_ids[0]))
        ->take_last();
    app.add_option(
           "--proof", options.proof,
           fmt::format("{}: simulate printing in grey or colour blindness", fmt::join(proof_ids, ", ")))
        ->take_last();
    app.add_option(
           "--digits", options.digits,
           fmt::format("decimals of the numbers in cells, 0 to {}, or {} (3⅔); default: as many as fit",
                       max_cell_digits, fractions_id))
        ->take_last();
    app.add_option("--title", options.title,
                   "replaces title and subtitle; print pictures have no other title")
        ->take_last();
    app.add_option("--caption", options.caption, "text below the figure")->take_last();
}

}  // namespace

std::span<const Command> commands() { return command_list; }

bool is_command(std::string_view word) { return find_command(word) != nullptr; }
bool takes_view(std::string_view command) { return command_called(command).view; }
bool draws(std::string_view command) { return command_called(command).draws; }
bool takes_parameters(std::string_view command) { return command_called(command).parameters; }
bool computes(std::string_view command) { return command_called(command).computes; }

bool takes_path(const CLI::Option& option) {
    return option.get_type_name() == path_type || option.get_type_name() == array_type;
}

void add_program_options(CLI::App& app, Options& options) {
    if (options.command == "check") return add_check_options(app, options);
    if (options.command == "vectors") return add_vectors_options(app, options);
    // starts no engine
    const std::string engines = fmt::format("{}", fmt::join(gpu::program_engines()->names(), ", "));
    app.add_option("--engine", options.engine,
                   options.command == "bench"
                       ? engines + ": compared with cpu; auto: cpu and all hardware engines"
                       : "auto, " + engines)
        ->take_last();
    app.add_flag("--quiet", options.quiet, "hide progress on stderr");
    const bool shows = draws(options.command) || options.command == "window" || options.command == "page";
    if (shows) {
        app.add_option("--theme", options.theme, "light or dark")->take_last();
        app.add_option("--lang", options.language, language_ids().english())->take_last();
    }
    if (shows)
        app.add_option("--figure", options.figure,
                       "figure of the view; for plot also all (one file for each that the window offers)")
            ->take_last();
    if (shows || options.command == "compute")
        app.add_option("--versus", options.versus,
                       "PARAM=VALUE[,PARAM=VALUE]…: compare with these parameters changed; repeatable. After "
                       "a list or file, text "
                       "after a comma without '=' continues it: factors=1,2,4,base=500000. End with "
                       "name=NAME to set its "
                       "label");
    if (shows) {
        app.add_flag("--difference", options.difference,
                     "show the difference from a single --versus, for matrices, maps and curves");
        app.add_option("--wipe", options.wipe,
                       "show both in one frame; the first fills this fraction of the width, 0 to 1")
            ->take_last();
    }
    if (options.command == "sweep") add_sweep_options(app, options);
    if (options.command == "page") {
        app.add_option("--controls", options.controls,
                       "parameters with a control on the page, separated by commas (default: those that the "
                       "window lists first)")
            ->delimiter(',');
        app.add_flag("--all", options.all,
                     "instead of one view: every view and lesson, and an index of them");
    }
    if (options.command == "train") {
        add_train_options(app, options.train);
        app.add_flag("--resume", options.resume, "continue an earlier run with the same settings");
    }
    if (options.command == "lesson") {
        add_lesson_options(app, options.lesson);
        app.add_option("--theme", options.theme, "light or dark")->take_last();
        app.add_option("--lang", options.language, language_ids().english())->take_last();
    }
    if (draws(options.command) || options.command == "compute" || options.command == "gallery" ||
        options.command == "train" || options.command == "lesson" || options.command == "page")
        app.add_option(
               "-o,--output", options.output,
               options.command == "sweep"
                   ? "FILE.gif, FILE.mp4, DIR/ (a PNG per step), FILE.pdf (a sheet) or FILE.csv (the values)"
               : options.command == "page" ? "FILE.html, or DIR with --all"
                                           : "output file (folder for gallery and train)")
            ->take_last()
            ->type_name(std::string(path_type));
    if (draws(options.command)) {
        app.add_option("--size", options.size,
                       fmt::format("WxH in CSS pixels (default {:g}x{:g}{}); followed by in, cm or pt "
                                   "(3.3x2.5in): laid out for print, at that "
                                   "size",
                                   default_width, default_height,
                                   options.command == "sweep"
                                       ? fmt::format("; a sheet {:g}x{:g}", sheet_width, sheet_height)
                                       : ""))
            ->take_last();
        add_print_options(app, options);
        app.add_option("--dpi", options.dpi, "resolution of a PNG (default 96; print 300)")->take_last();
        app.add_flag("--bare", options.bare, "omit title, subtitle, legend and colour bars");
        app.add_flag("--transparent", options.transparent, "omit the background");
    }
    if (options.command == "compute")
        app.add_option("--array", options.array, "write only this array")->take_last();
    if (options.command == "views" || options.command == "doctor" || options.command == "bench")
        app.add_flag("--json", options.json, "print JSON");
    if (options.command == "bench") add_bench_options(app, options);
    if (options.command == "completion")
        app.add_option("SHELL", options.shell, fmt::format("{}", fmt::join(shells(), ", ")))->take_last();
    if (options.command == "window" || options.command == "lesson") {
        app.add_option("--capture", options.capture, "save the window into this PNG and exit")
            ->take_last()
            ->type_name(std::string(path_type));
        app.add_option("--replay", options.replay,
                       "before that, replay the user input in this file off screen")
            ->take_last()
            ->type_name(std::string(path_type));
        app.add_option(
               "--window-size", options.window_size,
               fmt::format("window size WxH (default {}x{})", WindowOptions{}.width, WindowOptions{}.height))
            ->take_last();
        app.add_flag("--present", options.present, "full screen and large type, for a lecture room");
    }
}

}  // namespace poslab
