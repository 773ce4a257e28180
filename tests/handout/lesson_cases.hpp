#pragma once

#include "app/handout/handout_format.hpp"
#include "core/base/errors.hpp"
#include "core/lessons/lessons.hpp"
#include "core/views/registry.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace poslab::test {

/// The lesson of that name in tests/handout/lessons.
inline Lesson test_lesson(const std::string& name) {
    return read_lesson_folder(POSLAB_TEST_LESSONS "/" + name).lesson;
}

/// The test lesson and those of the program.
inline std::vector<Lesson> every_lesson() {
    std::vector<Lesson> lessons{test_lesson("windows")};
    for (LessonReading& reading : built_in_lessons()) lessons.push_back(std::move(reading.lesson));
    return lessons;
}

inline LessonDocument document_of(const Lesson& lesson, Language language = Language::english,
                                  const Job& job = {}) {
    return lesson_document(lesson, language, all_views(), {}, job);
}

}  // namespace poslab::test
