#include "app/cli/command_line.hpp"

#include "app/bench/measure.hpp"
#include "app/bench/report.hpp"
#include "app/cli/check_report.hpp"
#include "app/cli/complaint.hpp"
#include "app/cli/completion.hpp"
#include "app/cli/config_notes.hpp"
#include "app/cli/every_figure.hpp"
#include "app/cli/export.hpp"
#include "app/cli/interruption.hpp"
#include "app/cli/listing.hpp"
#include "app/cli/manual.hpp"
#include "app/cli/options.hpp"
#include "app/cli/page_site.hpp"
#include "app/cli/program_options.hpp"
#include "app/cli/requests.hpp"
#include "app/cli/sweep.hpp"
#include "app/cli/terminal_job.hpp"
#include "core/base/errors.hpp"
#include "core/base/free_memory.hpp"
#include "core/base/memory_ledger.hpp"
#include "core/blas/open_blas.hpp"
#include "core/documents/versus.hpp"
#include "core/engine/engine.hpp"
#include "core/files/new_folder.hpp"
#include "core/files/unfinished_file.hpp"
#include "core/views/registry.hpp"
#include "gpu/engines.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <new>
#include <system_error>

#include <unistd.h>

namespace poslab {

namespace {

/// Prints data. fmt::print would throw if standard output is full; the fflush at the end reports
/// that instead.
void print(const std::string& text) { static_cast<void>(std::fwrite(text.data(), 1, text.size(), stdout)); }

/// Prints text for people.
void say(const std::string& text) { print(printable_lines(text)); }

/// Notes missing fonts; the picture is still made, with substitutes.
void note_missing_fonts(const FontLibrary& fonts, bool quiet) {
    if (quiet) return;
    for (const std::string& sentence : fonts.missing())
        write_to_stderr(fmt::format("poslab: note: {}\n", one_line(sentence)));
}

/// Prints the config's notes on stderr, for file formats that cannot hold them.
void note_config(const Selection& selection, bool quiet) {
    if (quiet) return;
    for (const Message& note : config_notes(*selection.view, selection.values))
        write_to_stderr(fmt::format("poslab: note: {}\n", one_line(note.english())));
}

/// Prints each notice on one line, however a driver formats its message.
void note_engines(const std::vector<Message>& notices, bool quiet) {
    if (quiet) return;
    for (const Message& notice : notices)
        write_to_stderr(fmt::format("poslab: note: {}\n", one_line(notice.english())));
}

/// The properties of a file by which options affect it.
struct Output {
    std::string name;  // in messages
    bool is_drawn = true, in_pixels = false, is_film = false;
    bool has_figure = true;  // false: the view's values alone
    bool has_theme = true;   // false: that of the reader's system
    bool has_font = true;    // false: that of the program that reads it
    bool has_title = true;   // false: its figures have captions instead
};

void note_without_effect(std::string_view where, const std::vector<std::string>& ignored, bool quiet) {
    if (!ignored.empty() && !quiet)
        write_to_stderr(
            fmt::format("poslab: note: without effect {}: {}\n", where, fmt::join(ignored, ", ")));
}

/// Notes the given options that have no effect on the output.
void note_ignored(const Options& options, const Output& output) {
    std::vector<std::string> ignored;
    const auto add = [&](bool has_effect, bool given, std::string_view option) {
        if (given && !has_effect) ignored.emplace_back(option);
    };
    add(output.in_pixels, options.dpi.has_value(), "--dpi");
    add(output.is_film, options.fps.has_value(), "--fps");
    add(output.has_figure, !options.figure.empty(), "--figure");
    add(output.has_figure, !options.language.empty(), "--lang");
    add(output.is_drawn, !options.size.empty(), "--size");
    add(output.is_drawn, !options.preset_size.empty(), "--preset-size");
    add(output.is_drawn && output.has_theme, !options.theme.empty(), "--theme");
    add(output.is_drawn && output.has_font, !options.font.empty(), "--font");
    add(output.is_drawn, options.font_size.has_value(), "--font-size");
    add(output.is_drawn, !options.proof.empty(), "--proof");
    add(output.is_drawn, options.transparent, "--transparent");
    add(output.is_drawn, options.bare, "--bare");
    add(output.is_drawn && output.has_title, !options.title.empty(), "--title");
    add(output.is_drawn, !options.caption.empty(), "--caption");
    add(output.is_drawn, !options.digits.empty(), "--digits");
    note_without_effect("on " + output.name, ignored, options.quiet);
    if (output.is_drawn && output.has_title && options.bare && !options.title.empty())
        note_without_effect("with --bare", {"--title"}, options.quiet);
}

/// Notes an engine that is given to a command that computes nothing on it.
void note_unused_engine(const Options& options) {
    const bool lists = is_lesson_list(options.lesson, !options.output.empty());
    const bool has_effect = computes(options.command) && !(options.command == "lesson" && lists);
    if (!has_effect && options.engine != "auto" && !options.quiet)
        write_to_stderr(fmt::format("poslab: note: without effect on {}: --engine\n", options.command));
}

/// Exports the pictures with progress. Returns the notices.
std::vector<Message> exported(const std::vector<PictureRequest>& pictures, bool quiet) {
    TerminalJob terminal(quiet);
    const FontLibrary fonts;
    note_missing_fonts(fonts, quiet);
    return export_pictures(pictures, fonts, terminal.job());
}

void run_plot(const Options& options, const Engines& engines) {
    const PictureRequest request = plot_of(options, engines);
    note_ignored(options, {.name = fmt::format(".{}", request.format->id),
                           .is_drawn = !request.format->every_point,
                           .in_pixels = request.format->in_pixels,
                           .has_font = request.format->files == nullptr});
    const std::vector<Message> notices = exported(each_picture(request), options.quiet);
    note_config(request.selection, options.quiet);
    note_engines(notices, options.quiet);
}

Output live_page_output() { return {.name = ".html", .has_theme = false}; }

/// Returns the given options of `page` that only a single view has.
std::vector<std::string_view> options_of_view(const Options& options) {
    std::vector<std::string_view> given;
    if (!options.figure.empty()) given.emplace_back("--figure");
    if (!options.versus.empty()) given.emplace_back("--versus");
    if (options.difference) given.emplace_back("--difference");
    if (options.wipe) given.emplace_back("--wipe");
    if (!options.controls.empty()) given.emplace_back("--controls");
    return given;
}

void run_page_site(const Options& options, const Engines& engines) {
    if (options.view != nullptr)
        throw UsageError(tr("page --all writes every view; omit {}", std::string(options.view->info().id)));
    if (const auto given = options_of_view(options); !given.empty())
        throw UsageError(tr("page --all writes every view; omit {}", given.front()));
    static_cast<void>(theme_of(options.theme));
    note_ignored(options, live_page_output());
    PageSiteRequest request{needed_output(options), {}, {options.engine, engines}};
    if (!options.language.empty()) request.languages = {language_of(options.language)};
    for (const Language language : languages())
        if (options.language.empty() && language.is_complete()) request.languages.push_back(language);
    std::vector<Message> notices;
    {
        TerminalJob terminal(options.quiet);
        const FontLibrary fonts;
        note_missing_fonts(fonts, options.quiet);
        notices = write_page_site(request, fonts, terminal.job());
    }
    note_engines(notices, options.quiet);
}

void run_page(const Options& options, const Engines& engines) {
    if (options.all) return run_page_site(options, engines);
    const LivePageRequest request = live_page_of(options, engines);
    note_ignored(options, live_page_output());
    std::vector<Message> notices;
    {
        TerminalJob terminal(options.quiet);
        const FontLibrary fonts;
        note_missing_fonts(fonts, options.quiet);
        notices = write_live_page(request, fonts, terminal.job());
    }
    note_config(request.picture.selection, options.quiet);
    note_engines(notices, options.quiet);
}

void run_compute(const Options& options, const Engines& engines) {
    const NumbersRequest request = numbers_of(options, engines);
    std::vector<Message> notices;
    {
        TerminalJob terminal(options.quiet);
        notices = export_numbers(request, terminal.job());
    }
    if (request.format != "json") note_config(request.selection, options.quiet);
    note_engines(notices, options.quiet);
}

Output output_of(SweepOutput output) {
    switch (output) {
        case SweepOutput::folder:
            return {.name = "a folder of pictures", .in_pixels = true};
        case SweepOutput::sheet:
            return {.name = ".pdf", .has_title = false};
        case SweepOutput::numbers:
            return {.name = ".csv", .is_drawn = false, .has_figure = false};
        default:
            return {.name = "a film", .in_pixels = true, .is_film = true};
    }
}

void run_sweep(const Options& options, const Engines& engines) {
    const SweepRequest request = sweep_of(options, engines);
    const Output output = output_of(sweep_output(request.picture.path));
    note_ignored(options, output);
    for (const std::string& over : options.over) {
        const std::string id = over.substr(0, over.find('='));
        const auto& given = options.given_parameters;
        if (std::find(given.begin(), given.end(), id) != given.end())
            note_without_effect("on a sweep over " + id, {"--" + id}, options.quiet);
    }
    if (!output.is_drawn && (options.difference || options.wipe))
        throw UsageError("--difference, --wipe: apply only to pictures"_tr);
    std::vector<Message> notices;
    {
        TerminalJob terminal(options.quiet);
        const FontLibrary fonts;
        if (output.is_drawn) note_missing_fonts(fonts, options.quiet);
        notices = sweep(request, fonts, terminal.job());
    }
    note_engines(notices, options.quiet);
}

void run_gallery(const Options& options, const Engines& engines) {
    const std::filesystem::path folder = needed_output(options);
    interruption::watch();  // before there is a folder to remove
    const NewFolder made(folder.string());
    std::vector<PictureRequest> pictures;
    for (const View* view : all_views()) {
        pictures.push_back({{view, view->defaults(), {}, {options.engine, engines}}, {}});
        pictures.back().path = (folder / (std::string(view->info().id) + ".png")).string();
    }
    const std::vector<Message> notices = exported(pictures, options.quiet);
    note_engines(notices, options.quiet);
    if (options.quiet) return;
    for (const PictureRequest& picture : pictures) say(picture.path + "\n");
}

void run_bench(const Options& options, const EngineCatalogue& engines) {
    if (options.json && options.markdown) throw UsageError("--json and --markdown cannot be combined");
    const BenchRequest request{options.benchmarks, bench_engines(engines, options.engine), options.rounds,
                               options.bench_length, options.quick};
    std::vector<Measurement> table;
    {
        TerminalJob terminal(options.quiet);
        table = measure(request, terminal.job());
    }
    if (options.json)
        print(bench_json(table, request.engines, options.quick));
    else
        say(options.markdown ? bench_markdown(table) : bench_text(table, request.engines));
}

void run_train(const Options& options) {
    const TrainingRequest request = training_request(options.train, needed_output(options), options.resume);
    const std::optional<Message> note = beyond_transformers(request.settings.model);
    if (note && !options.quiet) write_to_stderr(fmt::format("poslab: note: {}\n", *note));
    note_without_effect(fmt::format("on --scheme {}", request.settings.model.scheme->id),
                        options_without_effect(request.settings.model), options.quiet);
    TrainingResult result;
    {
        TerminalJob terminal(options.quiet);
        result = train(
            request, [&](const TrainingProgress& progress) { terminal.say_line(progress_line(progress)); },
            terminal.silent_job());
    }
    if (!options.quiet) say(result_text(request, result));
}

/// Lists all faults of a lesson. Returns 1 if there are any.
int run_lesson_check(const Options& options, const Engines& engines) {
    const Language language = language_of(options.language);
    CheckedLesson checked;
    {
        TerminalJob terminal(options.quiet);
        checked = checked_lesson(options.lesson.check, {options.engine, engines}, terminal.job());
    }
    say(check_text(checked, language));
    return checked.problems.empty() ? 0 : 1;
}

void run_lesson_output(const Options& options, const Engines& engines) {
    LessonOutput output{needed_output(options), language_of(options.language)};
    output.fixed_language = !options.language.empty();
    if (!options.theme.empty()) output.theme = theme_of(options.theme);
    const FontLibrary fonts;
    note_missing_fonts(fonts, options.quiet);
    std::vector<Message> notes;
    {
        TerminalJob terminal(options.quiet);
        notes = write_lesson(options.lesson, output, {options.engine, engines}, fonts, terminal.job());
    }
    if (options.quiet) return;
    for (const Message& note : notes)
        write_to_stderr(fmt::format("poslab: note: {}\n", one_line(note.in(output.language))));
}

/// Returns 1 if the files disagree with the definition.
int run_check(const Options& options, const Engines& engines) {
    if (options.output.empty() && !options.language.empty())
        throw UsageError("--lang: applies only to a page, -o"_tr);
    if (!options.check.against.empty()) {
        if (!options.output.empty()) throw UsageError("--against has no report page; omit -o"_tr);
        const DefinitionDifference difference = compare_definitions(options.check, options.values);
        options.json ? print(difference_json(difference)) : say(difference_text(difference));
        return difference.none() ? 0 : 1;
    }
    refuse_inputs(options.check, options.values, options.output);
    ConformanceReport report;
    {
        TerminalJob terminal(options.quiet);
        report = check(options.check, options.values, terminal.job());
        if (!options.output.empty()) {
            PictureRequest page = check_report(options.check, options.values, report, options.output);
            page.selection.engine = {options.engine, engines};
            page.language = language_of(options.language);
            const FontLibrary fonts;
            note_missing_fonts(fonts, options.quiet);
            export_picture(page, fonts, terminal.job());
        }
    }
    options.json ? print(check_json(report)) : say(check_text(report));
    return report.agrees ? 0 : 1;
}

void run_vectors(const Options& options) {
    interruption::watch();
    const auto note = write_test_vectors(needed_output(options), options.vectors, options.values);
    if (note && !options.quiet) write_to_stderr(fmt::format("poslab: note: {}\n", one_line(note->english())));
}

/// Returns the values of each --versus.
std::vector<Values> pins_of(const Options& options) {
    std::vector<Values> pins;
    if (options.versus.size() > WindowOptions::max_pins)
        throw UsageError(fmt::format("--versus: the window compares at most {}, not {}",
                                     WindowOptions::max_pins, options.versus.size()));
    ParameterSet named;
    for (const std::string& versus : options.versus)
        pins.push_back(options.view->checked(changed(*options.view, options.values, versus, named)));
    return pins;
}

/// Sets the window's lesson and step. Throws UsageError for an unknown lesson or step, InputError for a
/// broken lesson.
void take_lesson(const LessonOptions& options, WindowOptions& window) {
    const Lesson lesson = find_lesson(options.name, options.folder);
    window.lesson = lesson.id;
    window.lesson_step = options.step;
    const auto& steps = lesson.steps;
    if (!options.step.empty() && std::none_of(steps.begin(), steps.end(), [&](const LessonStep& step) {
            return step.id == options.step;
        }))
        throw UsageError(fmt::format("--step {}: lesson {} has no such step", options.step, lesson.id));
}

/// Checks that the picture of the window replaces no file that it shows.
void refuse_inputs_of_window(const Options& options) {
    InputFiles inputs;
    if (options.view != nullptr) inputs = inputs_of({options.view, options.values, options.versus});
    inputs.add("the window"_tr, options.file);
    inputs.add("--replay", options.replay);
    inputs.refuse(options.capture);
}

int run_window_command(const Options& options, const Engines& engines,
                       const std::shared_ptr<gpu::OfferedContext>& opengl,
                       const std::function<int(const WindowOptions&)>& open_window) {
    WindowOptions window;
    if (options.view_named || options.parameters_given || !options.versus.empty() || !options.figure.empty())
        window.view = options.view;
    if (options.parameters_given || !options.versus.empty()) window.values = options.values;
    window.figure = options.figure;
    window.pins = pins_of(options);
    std::transform(options.versus.begin(), options.versus.end(), std::back_inserter(window.pin_names),
                   name_in);
    window.comparison = comparison_of(options);
    window.file = options.file;
    window.lessons_folder = options.lesson.folder;
    window.presents = options.present;
    if (!options.lesson.name.empty()) take_lesson(options.lesson, window);
    if (!options.figure.empty()) static_cast<void>(offered_figure(*options.view, options.figure));
    window.engine = {options.engine, engines};
    window.opengl = opengl;
    // Reports an unknown or unavailable engine before anything opens; opengl may be available only on the
    // window's device.
    if (options.engine != "opengl") static_cast<void>(window.engine.engine());
    if (!options.theme.empty()) window.theme = theme_of(options.theme);
    if (!options.language.empty()) window.language = language_of(options.language);
    window.size_given = !options.window_size.empty();
    if (window.size_given)
        std::tie(window.width, window.height) =
            read_size("window-size", options.window_size,
                      {WindowOptions::min_width, WindowOptions::min_height}, WindowOptions::max_pixels);
    if (options.captures && !options.capture.ends_with(".png"))
        throw UsageError(fmt::format("--capture {}: must end in .png", options.capture));
    window.capture = options.capture;
    if (options.captures) refuse_inputs_of_window(options);
    if (options.captures) interruption::watch();
    if (options.replays && !options.captures) throw UsageError("--replay needs --capture FILE.png");
    window.replay = options.replay;
    note_missing_fonts(FontLibrary(), options.quiet);
    return open_window(window);
}

/// Returns the given options that only a window has.
std::vector<std::string_view> options_of_window(const Options& options) {
    std::vector<std::string_view> given;
    if (!options.capture.empty()) given.push_back("--capture");
    if (!options.replay.empty()) given.push_back("--replay");
    if (!options.window_size.empty()) given.push_back("--window-size");
    if (options.present) given.push_back("--present");
    return given;
}

int run(const std::vector<std::string>& arguments,
        const std::function<int(const WindowOptions&)>& open_window) {
    memory_ledger::set_limit(memory_ceiling());  // reports an invalid POSLAB_MEMORY before any work
    const Options options = read_options(arguments);
    if (options.command == "lesson")
        check_lesson_options(options.lesson, !options.output.empty(), options_of_window(options),
                             !options.theme.empty());
    const auto opengl = std::make_shared<gpu::OfferedContext>();
    const Engines engines = gpu::program_engines(opengl);
    int code = 0;
    if (options.print.empty()) note_unused_engine(options);
    if (!options.print.empty())
        say(options.print);
    else if (options.command == "plot")
        run_plot(options, engines);
    else if (options.command == "compute")
        run_compute(options, engines);
    else if (options.command == "sweep")
        run_sweep(options, engines);
    else if (options.command == "page")
        run_page(options, engines);
    else if (options.command == "views")
        options.json ? print(views_json(options.view)) : say(views_text(options.view));
    else if (options.command == "gallery")
        run_gallery(options, engines);
    else if (options.command == "bench")
        run_bench(options, *engines);
    else if (options.command == "train")
        run_train(options);
    else if (options.command == "lesson" && !options.lesson.check.empty())
        code = run_lesson_check(options, engines);
    else if (options.command == "lesson" && !options.output.empty())
        run_lesson_output(options, engines);
    else if (options.command == "lesson" && is_lesson_list(options.lesson, !options.output.empty()))
        say(lesson_list(options.lesson.folder, language_of(options.language)));
    else if (options.command == "check")
        code = run_check(options, engines);
    else if (options.command == "vectors")
        run_vectors(options);
    else if (options.command == "completion")
        say(completion(options.shell));
    else if (options.command == "manual")
        say(manual());
    else if (options.command == "doctor")
        options.json ? print(doctor_json(*engines)) : say(doctor_text(*engines));
    else
        return run_window_command(options, engines, opengl, open_window);
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0)
        throw OutputError("standard output: not all of it could be written");
    return code;
}

int complain(int code, std::string_view sentence) {
    interruption::write_last(sentence);
    return code;
}

/// Prints the error on one line, or unchanged if there is no memory to shorten it.
int complain_of(int code, const std::exception& error, const std::vector<std::string>& arguments,
                std::string_view before = {}) {
    try {
        return complain(code, complaint(std::string(before) + error.what(), arguments));
    } catch (const std::bad_alloc&) {
        return complain(code, error.what());
    }
}

constexpr std::string_view no_memory = "too large: not enough memory";

/// Says how much was refused, if the ledger of memory refused it. Allocates nothing.
int complain_of_memory(const std::bad_alloc& error) {
    const bool refused = dynamic_cast<const LedgerExceeded*>(&error) != nullptr;
    return complain(5, refused ? std::string_view(error.what()) : no_memory);
}

/// Ends the program without destroying objects: some libraries, such as nlohmann/json in its destructors,
/// allocate where throwing is not allowed.
[[noreturn]] void end_without_memory() {
    try {
        if (const auto error = std::current_exception()) std::rethrow_exception(error);
    } catch (const std::bad_alloc& error) {
        UnfinishedFile::remove_all();
        std::_Exit(complain_of_memory(error));
    } catch (...) {  // a bug of ours: the core file shows where
    }
    std::abort();
}

/// Opens /dev/null for closed standard streams. Otherwise the next opened file would become standard output
/// or error and receive what is printed there. The streams are opened read-only, so that writing to them
/// still fails.
void hold_standard_streams() {
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        // open() returns the lowest free descriptor, which is this one
        if (fcntl(stream, F_GETFD) < 0) static_cast<void>(!open("/dev/null", O_RDONLY));
}

/// Sets what libraries read when they are loaded, which may be on any thread: a change of the environment
/// then could free what another thread reads.
void set_library_environment() {
    OpenBlas::set_environment();
    gpu::silence_egl();
}

template <class Work>
int guarded(const std::vector<std::string>& arguments, const Work& work) {
    std::set_terminate(end_without_memory);
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN);  // a file size limit becomes an error of write(), like a full disk
    try {
        return work();
    } catch (const Error& error) {
        return complain_of(error.exit_code(), error, arguments);
    } catch (const Cancelled&) {
        return complain(130, "interrupted");
    } catch (const std::bad_alloc& error) {
        return complain_of_memory(error);
    } catch (const std::system_error& error) {
        const bool thread = error.code() == std::errc::resource_unavailable_try_again;
        return complain_of(
            6, error, arguments,
            thread ? "the system cannot start another thread: " : "the system refused a required resource: ");
    } catch (const std::exception& error) {
        return complain_of(1, error, arguments, "internal: ");
    }
}

}  // namespace

int run_command_line(const std::vector<std::string>& arguments,
                     const std::function<int(const WindowOptions&)>& open_window) {
    return guarded(arguments, [&] { return run(arguments, open_window); });
}

int run_command_line(int count, char** words, const std::function<int(const WindowOptions&)>& open_window) {
    hold_standard_streams();
    set_library_environment();
    std::vector<std::string> arguments;
    return guarded(arguments, [&] {
        arguments.assign(words + std::min(1, count), words + count);
        return run(arguments, open_window);
    });
}

}  // namespace poslab
