#include "core/lessons/lessons.hpp"

#include "core/base/errors.hpp"
#include "core/documents/document_files.hpp"
#include "core/documents/earlier_defaults.hpp"
#include "core/files/input_file.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

namespace poslab {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view steps_file = "lesson.txt", catalogue_ending = ".po";

LessonReading unreadable(const std::string& id, const std::string& file, Message why) {
    LessonReading reading;
    reading.lesson.id = id;
    reading.lesson.file = file;
    reading.problems.push_back({file, 1, std::move(why)});
    return reading;
}

fs::path catalogue_in(const fs::path& folder, Language language) {
    return folder / (std::string(language.id()) + std::string(catalogue_ending));
}

/// Refuses a link to a file elsewhere: a lesson may come from somebody else, and messages quote its lines.
void check_in_folder(const std::string& file, const fs::path& folder) {
    const std::string lesson = (folder / folder.filename()).string();
    static_cast<void>(DocumentFiles(lesson, DocumentFiles::Foreign::refused).found(file));
}

void add_catalogues_in(const fs::path& folder, LessonReading& reading) {
    for (const Language language : languages()) {
        const std::string file = catalogue_in(folder, language).string();
        if (language == Language::english || !file_exists(file)) continue;
        try {
            check_in_folder(file, folder);
            add_catalogue(reading, language.id(), file, read_beginning(file, max_lesson_bytes + 1));
        } catch (const Error& error) {
            reading.problems.push_back({file, 1, error.message()});
        }
    }
}

std::vector<LessonReading> read_files(std::span<const LessonFile> files) {
    std::vector<LessonReading> readings;
    for (const LessonFile& file : files) {
        const std::size_t slash = file.name.find('/');
        const std::string id(file.name.substr(0, slash));
        const std::string_view name = file.name.substr(slash + 1);
        if (name == steps_file)
            readings.push_back(read_lesson(id, std::string(file.name), file.text));
        else
            add_catalogue(readings.back(), name.substr(0, name.size() - catalogue_ending.size()),
                          std::string(file.name), file.text);
    }
    return readings;
}

}  // namespace

std::vector<LessonReading> built_in_lessons() { return read_files(lesson_files()); }

const LessonReading* explanation_of(std::string_view view_id) {
    static const std::vector<LessonReading> explanations = read_files(explanation_files());
    const auto found = std::find_if(explanations.begin(), explanations.end(), [&](const auto& explanation) {
        return explanation.lesson.id == view_id;
    });
    return found == explanations.end() ? nullptr : &*found;
}

LessonReading read_lesson_folder(const std::string& folder) {
    fs::path path(folder);
    if (!path.has_filename()) path = path.parent_path();
    const std::string id = path.filename().string(), file = (path / steps_file).string();
    try {
        check_in_folder(file, path);
        LessonReading reading = read_lesson(id, file, read_beginning(file, max_lesson_bytes + 1));
        add_catalogues_in(path, reading);
        for (LessonStep& step : reading.lesson.steps) step.show.text = with_earlier_defaults(step.show.text);
        return reading;
    } catch (const Error& error) {
        return unreadable(id, file, error.message());
    }
}

bool is_in_folder(const Lesson& lesson) {
    const auto files = lesson_files();
    return std::none_of(files.begin(), files.end(),
                        [&](const LessonFile& file) { return file.name == lesson.file; });
}

std::vector<std::string> lesson_paths(const Lesson& lesson) {
    std::vector<std::string> paths{lesson.file};
    const fs::path folder = fs::path(lesson.file).parent_path();
    for (const Language language : languages()) paths.push_back(catalogue_in(folder, language).string());
    return paths;
}

LessonFileStamps lesson_file_stamps(const Lesson& lesson) {
    LessonFileStamps stamps;
    for (const std::string& file : lesson_paths(lesson)) {
        std::error_code error;
        const auto time = fs::last_write_time(file, error);
        const std::uintmax_t size = error ? 0 : fs::file_size(file, error);
        stamps.emplace_back(error ? 0 : static_cast<std::int64_t>(time.time_since_epoch().count()),
                            error ? 0 : size);
    }
    return stamps;
}

std::vector<LessonReading> lessons_in(const std::string& folder) {
    std::vector<std::string> folders;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error))
        if (file_exists((entry->path() / steps_file).string())) folders.push_back(entry->path().string());
    std::sort(folders.begin(), folders.end());
    std::vector<LessonReading> readings;
    std::transform(folders.begin(), folders.end(), std::back_inserter(readings), read_lesson_folder);
    return readings;
}

namespace {

std::string variable(const char* name) {
    const char* value =
        std::getenv(name);  // NOLINT(concurrency-mt-unsafe): nothing of the program changes the environment
    return value == nullptr ? std::string() : value;
}

/// Returns the folder of lessons among the user's data, which POSLAB_STATE does not move; empty without a
/// home.
std::string data_lessons_folder() {
    if (const std::string data = variable("XDG_DATA_HOME"); data.starts_with('/'))
        return data + "/poslab/lessons";
    if (const std::string home = variable("HOME"); !home.empty())
        return home + "/.local/share/poslab/lessons";
    return {};
}

}  // namespace

std::string user_lessons_folder() {
    const std::string state = variable("POSLAB_STATE");
    if (state.empty()) return data_lessons_folder();
    std::error_code error;
    const fs::path absolute = fs::absolute(state, error);
    return ((error ? fs::path(state) : absolute) / "lessons").string();
}

std::vector<LessonReading> all_lessons(const std::string& folder) {
    std::vector<LessonReading> all = built_in_lessons();
    for (const std::string& location : {data_lessons_folder(), user_lessons_folder(), folder})
        for (LessonReading& own : location.empty() ? std::vector<LessonReading>() : lessons_in(location)) {
            const auto same = std::find_if(all.begin(), all.end(),
                                           [&](const auto& one) { return one.lesson.id == own.lesson.id; });
            if (same != all.end())
                *same = std::move(own);
            else
                all.push_back(std::move(own));
        }
    return all;
}

LessonList shared_lessons(std::vector<LessonReading> lessons) {
    LessonList shared;
    shared.reserve(lessons.size());
    for (LessonReading& lesson : lessons)
        shared.push_back(std::make_shared<const LessonReading>(std::move(lesson)));
    return shared;
}

}  // namespace poslab
