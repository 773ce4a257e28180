// fuzz_lesson [SEED [COUNT]]: random lessons, expressions and paragraphs. Each must be read, with complaints or without, or be
// refused by a LessonError; anything else fails the test.
#include "core/base/errors.hpp"
#include "core/lessons/glossary.hpp"
#include "core/lessons/lesson_state.hpp"
#include "core/lessons/lessons.hpp"
#include "core/views/registry.hpp"
#include "tests/fuzz/random_text.hpp"

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>

namespace {

using namespace poslab;

std::vector<std::string> vocabulary() {
    return {"lesson: 1\n",
            "lesson: 2\n",
            "title: ",
            "summary: ",
            "minutes: ",
            "step: ",
            "a",
            "text: ",
            "formula: ",
            "show: ",
            "look: ",
            "cell ",
            "region ",
            "curve ",
            "in ",
            "try: ",
            "done: ",
            "watch: ",
            "predict: ",
            "choice: ",
            "right: ",
            "because: ",
            "exercise: ",
            "solution: ",
            "\n",
            " ",
            "|",
            "{",
            "}",
            "$",
            "*",
            "\\",
            "#",
            "value:max_position",
            "param:w",
            "param:map.rope",
            "@1",
            "item(",
            "\"positions\"",
            ",",
            ")",
            "(",
            "sum_of(",
            "?",
            ":",
            "+",
            "/",
            "1e308",
            "0",
            "7",
            "-1",
            "nan",
            "%1",
            "s4",
            "\\param{w}{",
            "\\frac{",
            "position-matrix",
            " --w 8",
            " --versus w=4",
            "\xff",
            "词",
            "msgid ",
            "msgstr "};
}

const LessonState& state() {
    static const LessonState made = computed_state(read_shown_state("position-matrix --length 8 --versus w=2", all_views()),
                                                   {"positions"}, EngineChoice{"reference"}, Language::english, Job());
    return made;
}

template <class Read>
bool survives(const Read& read) {
    try {
        read();
    } catch (const LessonError&) {
    } catch (const Error&) {
    } catch (const std::exception& error) {
        std::printf("%s\n", error.what());
        return false;
    }
    return true;
}

bool reads(const std::string& text) {
    return survives([&] {
               LessonReading reading = read_lesson("x", "x/lesson.txt", text);
               add_catalogue(reading, "zh", "x/zh.po", text);
               for (const LessonProblem& problem : reading.problems) static_cast<void>(problem.sentence().english());
           }) &&
           survives([&] { static_cast<void>(told(text, state().numbers())); }) &&
           survives([&] { static_cast<void>(lesson_number(text, state().numbers())); }) &&
           survives([&] { static_cast<void>(lesson_formula(text, {"w"})); }) &&
           survives([&] { static_cast<void>(read_shown_state(text, all_views())); }) &&
           survives([&] { static_cast<void>(read_glossary(text)); });
}

}  // namespace

int main(int argc, char** argv) {
    const std::uint64_t seed = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1;
    const int count = argc > 2 ? std::atoi(argv[2]) : 20'000;
    std::printf("seed %llu, %d lessons\n", static_cast<unsigned long long>(seed), count);
    test::RandomText random(seed, vocabulary());
    const auto own = built_in_lessons();
    for (int n = 0; n < count; ++n) {
        std::string text;
        for (std::uint64_t words = 1 + random.below(30); words > 0; --words) text += random.text();
        if (!reads(text)) {
            std::printf("lesson %d: %s\n", n, text.c_str());
            return 1;
        }
    }
    return own.empty() ? 1 : 0;
}
