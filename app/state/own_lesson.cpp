#include "app/state/own_lesson.hpp"

#include "core/base/errors.hpp"
#include "core/documents/document_files.hpp"
#include "core/files/atomic_file.hpp"
#include "core/files/folder_lock.hpp"
#include "core/files/input_file.hpp"
#include "core/files/new_folder.hpp"
#include "core/lessons/lessons.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace poslab {

namespace {

constexpr std::string_view beginning =
    "lesson: 1\n"
    "title: My lesson\n"
    "summary: One sentence on what it teaches.\n"
    "minutes: 5\n";

/// Returns the first "step-N" that the lesson does not have.
std::string free_id(const Lesson& lesson) {
    for (std::size_t n = lesson.steps.size() + 1;; ++n) {
        std::string id = fmt::format("step-{}", n);
        if (std::none_of(lesson.steps.begin(), lesson.steps.end(),
                         [&](const LessonStep& step) { return step.id == id; }))
            return id;
    }
}

/// Throws InputError if the values name a file outside of the lesson's folder.
void expect_in_folder(const Values& values, const std::string& lesson) {
    DocumentFiles files(lesson, DocumentFiles::Foreign::refused);
    for (const Value& value : values)
        if (const auto* named = std::get_if<FileName>(&value)) static_cast<void>(files.found(named->path));
}

}  // namespace

ShownState shown_state_of(const Store& store) {
    ShownState shown;
    shown.view = &store.view();
    shown.values = store.values();
    shown.figure = store.figure().id;
    for (const Pin& pin : store.pins()) {
        // The window does not show it twice, either.
        if (!pin.shown || pin.values == store.values()) continue;
        shown.pins.push_back(pin.values);
        shown.pin_names.push_back(pin.name);
    }
    if (shown.pins.size() == 1) shown.comparison = store.current().comparison;
    return shown;
}

std::string add_own_step(const ShownState& shown, const std::string& folder) {
    if (folder.empty()) throw OutputError("no home folder for lessons"_tr);
    const std::filesystem::path place = std::filesystem::path(folder) / "mine";
    std::string file = (place / "lesson.txt").string();
    std::string text(beginning), id = "step-1";
    const NewFolder made(place.string());
    const FolderTurn turn(place.string());  // another window may add a step now
    if (file_exists(file)) {
        text = read_whole_file(file, max_lesson_bytes);
        const LessonReading reading = read_lesson("mine", file, text);
        if (!reading.problems.empty()) throw InputError(reading.problems.front().message());
        id = free_id(reading.lesson);
    }
    expect_in_folder(shown.values, file);
    for (const Values& pin : shown.pins) expect_in_folder(pin, file);
    text += fmt::format("\nstep: {}\ntitle: {}\ntext: Describe here what the figure shows.\nshow: {}\n", id,
                        shown.view->info().id, stored_state_words(shown, file));
    if (text.size() > max_lesson_bytes)
        throw OutputError(tr("Cannot write '{}': it would be larger than 1 MiB.", file));
    write_file_atomically(file, text);
    return file;
}

}  // namespace poslab
