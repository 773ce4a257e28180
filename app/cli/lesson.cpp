#include "app/cli/lesson.hpp"

#include "app/cli/complaint.hpp"
#include "app/cli/live_lesson.hpp"
#include "app/cli/program_options.hpp"
#include "app/handout/handout_format.hpp"
#include "core/base/errors.hpp"
#include "core/base/nearest_name.hpp"
#include "core/documents/document_files.hpp"
#include "core/files/atomic_file.hpp"
#include "core/files/input_file.hpp"
#include "core/files/printable_text.hpp"
#include "core/lessons/lesson_check.hpp"
#include "core/lessons/lesson_state.hpp"
#include "core/lessons/lessons.hpp"
#include "core/views/registry.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace poslab {

void add_lesson_options(CLI::App& app, LessonOptions& options) {
    app.add_option("name", options.name, "name of the lesson");
    app.add_flag("--list", options.list, "list names, minutes and titles, one lesson per line");
    app.add_option("--check", options.check,
                   "folder of a lesson: list all faults with file and line (exit 1)")
        ->take_last()
        ->type_name(std::string(path_type));
    app.add_option("--lessons", options.folder,
                   "additional folder of lessons, besides those of the program and the data folder")
        ->take_last()
        ->type_name(std::string(path_type));
    app.add_option("--step", options.step, "open the lesson at this step in the window")->take_last();
    app.add_option("--paper", options.paper, "a4 or letter (default a4)")->take_last();
    app.add_flag("--answers", options.answers, "add the answers, drawn curves and solutions");
    app.add_flag("--slides", options.slides, "PDF only: slides instead of pages");
    app.add_flag("--live", options.live, "HTML only: a page with live figures instead of printed ones");
}

namespace {

/// Returns the option that selects what `lesson` does; empty: the window, or the list without a name.
std::string_view mode_of(const LessonOptions& options, bool writes) {
    if (options.list) return "--list";
    if (!options.check.empty()) return "--check";
    return writes ? "-o" : "";
}

/// Returns the given options that only a file has.
std::vector<std::string_view> options_of_file(const LessonOptions& options) {
    std::vector<std::string_view> given;
    if (options.answers) given.emplace_back("--answers");
    if (options.slides) given.emplace_back("--slides");
    if (options.live) given.emplace_back("--live");
    if (!options.paper.empty()) given.emplace_back("--paper");
    return given;
}

}  // namespace

bool is_lesson_list(const LessonOptions& options, bool writes) {
    return options.list || (mode_of(options, writes).empty() && options.name.empty());
}

void check_lesson_options(const LessonOptions& options, bool writes,
                          const std::vector<std::string_view>& of_window, bool has_theme) {
    if (options.list && !options.check.empty()) throw UsageError("--list and --check cannot be combined");
    const std::string_view mode = mode_of(options, writes);
    const auto refuse = [&](std::string_view option, std::string_view why = {}) {
        if (mode.empty()) throw UsageError(tr("{}: requires the name of a lesson", option));
        throw UsageError(fmt::format("{} and {} cannot be combined{}", option, mode, why));
    };
    const std::vector<std::string_view> of_file = options_of_file(options);
    if (mode.empty() && !of_file.empty()) throw UsageError(tr("{}: requires -o", of_file.front()));
    if (mode.empty() && !options.name.empty()) return;
    for (const std::string_view option : of_window) refuse(option);
    if (!options.step.empty()) refuse("--step", writes ? ": a file has all steps of a lesson" : "");
    if (mode == "-o") return;
    if (writes) refuse("-o");
    for (const std::string_view option : of_file) refuse(option);
    if (has_theme) refuse("--theme");
    if (mode == "--check" && !options.folder.empty()) refuse("--lessons");
    if (!options.name.empty())
        throw UsageError(fmt::format("lesson {}: '{}' is ignored; omit it", mode, options.name));
}

void check_lessons_folder(const std::string& folder) {
    std::error_code error;
    const std::filesystem::directory_iterator lessons(folder, error);
    if (error == std::errc::no_such_file_or_directory || error == std::errc::not_a_directory)
        throw InputError(tr("--lessons {}: no folder has this name", folder));
    if (error) throw InputError(tr("--lessons {}: cannot be read: {}", folder, error.message()));
}

std::string lesson_list(const std::string& folder, Language language) {
    std::string list;
    for (const LessonReading& reading : all_lessons(folder)) {
        const Lesson& lesson = reading.lesson;
        const std::string about = reading.problems.empty()
                                      ? fmt::format("{:3} min  {}", lesson.minutes,
                                                    printable_text(lesson.plain_in(language, lesson.title)))
                                      : fmt::format("broken: {}", reading.problems.front().message());
        list += one_line(fmt::format("{:22} {}", lesson.id, about)) + "\n";
    }
    return list;
}

Lesson find_lesson(const std::string& name, const std::string& folder) {
    std::vector<LessonReading> readings = all_lessons(folder);
    for (LessonReading& reading : readings) {
        if (reading.lesson.id != name) continue;
        if (!reading.problems.empty()) throw InputError(reading.problems.front().message());
        return std::move(reading.lesson);
    }
    const auto known = collect_names(
        readings, [](const LessonReading& reading) { return std::string_view(reading.lesson.id); });
    throw UsageError(tr("lesson {}: unknown name; lessons: {}", name, names_for(name, known)));
}

namespace {

/// The files that a valid lesson reads: its own, and those that its steps show.
InputFiles inputs_of(const Lesson& lesson) {
    InputFiles inputs;
    for (const std::string& file : lesson_paths(lesson)) inputs.add("the lesson"_tr, file);
    for (const LessonStep& step : lesson.steps) {
        const ShownState shown = shown_by(lesson, step, all_views());
        const auto parameters = shown.view->parameters();
        add_inputs(parameters, shown.values, inputs);
        for (const Values& pin : shown.pins) add_inputs(parameters, pin, inputs);
    }
    return inputs;
}

/// Checks one of the user's lessons, and that the output replaces none of its files. The program's own
/// lessons are tested. Throws InputError, OutputError.
void check_own_lesson(const Lesson& lesson, const std::string& output, const EngineChoice& engine,
                      const Job& job) {
    if (!is_in_folder(lesson)) return;
    if (const auto problems = check_lesson(lesson, all_views(), engine, job); !problems.empty())
        throw InputError(problems.front().message());
    inputs_of(lesson).refuse(output);
}

}  // namespace

std::vector<Message> write_lesson(const LessonOptions& options, const LessonOutput& output,
                                  const EngineChoice& engine, const FontLibrary& fonts, const Job& job) {
    if (options.name.empty())
        throw UsageError("lesson -o needs a lesson name; `poslab lesson --list` lists them");
    const OneOf<HandoutFormat> format = handout_format(output.path, options.slides);
    const Paper paper = paper_named(options.paper.empty() ? "a4" : options.paper);
    if (!options.paper.empty() && format->id != "pages")
        throw UsageError(tr("--paper {}: only a PDF with pages has a paper size", options.paper));
    if (options.live && format->id != "html")
        throw UsageError(tr("-o {}: a live lesson must end in .html", output.path));
    std::optional<PageEngineFiles> page_engine;
    if (options.live) page_engine = PageEngineFiles::load();
    const Lesson lesson = find_lesson(options.name, options.folder);
    check_own_lesson(lesson, output.path, engine, job);
    AtomicFile file(output.path);  // opened first, so that an unwritable path fails before the work
    const bool ignored = output.theme && !format->theme_note.empty();
    std::vector<Message> notes;
    if (page_engine) {
        const PageContents contents =
            live_lesson(lesson, {output.language, output.fixed_language}, engine, fonts, job);
        file.write(page_engine->page(contents), job);
        notes = contents.notes;
    } else {
        // Computing the states takes most of the time; figures are computed again only for their pixels.
        const LessonDocument document =
            lesson_document(lesson, output.language, all_views(), engine, job.step(0, 2));
        const Theme theme = ignored ? Theme::light : output.theme.value_or(Theme::light);
        file.write(format->render({document, fonts, engine, paper, options.answers, theme}, job.step(1, 2)),
                   job);
    }
    file.commit(job);
    if (output.language != Language::english && !lesson.catalogues.contains(output.language.id()))
        notes.push_back(tr("--lang {}: the lesson is not translated; its texts are English",
                           std::string(output.language.id())));
    if (ignored)
        notes.push_back(
            tr("--theme {} is ignored: {}", std::string(theme_id(*output.theme)), format->theme_note));
    return notes;
}

CheckedLesson checked_lesson(const std::string& location, const EngineChoice& engine, const Job& job) {
    namespace fs = std::filesystem;
    std::error_code unknown;
    const bool is_folder = fs::is_directory(location, unknown),
               is_file = !is_folder && fs::exists(location, unknown);
    std::vector<LessonReading> own = built_in_lessons();
    const auto named =
        std::find_if(own.begin(), own.end(), [&](const auto& one) { return one.lesson.id == location; });
    if (!is_folder && !is_file && named == own.end())
        throw InputError(tr("--check {}: no folder or lesson has this name", location));
    const std::string folder = is_file ? fs::absolute(location, unknown).parent_path().string() : location;
    if ((is_folder || is_file) && !fs::exists(fs::path(folder) / "lesson.txt", unknown))
        throw InputError(tr("--check {}: the folder has no lesson.txt", location));
    LessonReading reading = is_folder || is_file ? read_lesson_folder(folder) : std::move(*named);
    CheckedLesson checked{std::move(reading.problems), reading.lesson.steps.size()};
    for (LessonProblem& problem : check_lesson(reading.lesson, all_views(), engine, job))
        checked.problems.push_back(std::move(problem));
    return checked;
}

std::string check_text(const CheckedLesson& lesson, Language language) {
    std::string text;
    for (const LessonProblem& problem : lesson.problems)
        text += one_line(problem.message().in(language)) + "\n";
    if (!text.empty()) return text;
    const Translator translate(language);
    return translate.plural("{} step, no faults", "{} steps, no faults", lesson.steps) + "\n";
}

}  // namespace poslab
