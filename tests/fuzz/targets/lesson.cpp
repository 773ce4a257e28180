// A lesson with a catalogue, its expressions and paragraphs, and the glossary: only complaints and
// LessonErrors.
#include "core/lessons/glossary.hpp"
#include "core/lessons/lesson_state.hpp"
#include "core/lessons/lessons.hpp"
#include "core/views/registry.hpp"
#include "tests/fuzz/targets/target.hpp"

#include <cmath>

using namespace poslab;

namespace {

const LessonState& state() {
    static const LessonState made =
        computed_state(read_shown_state("position-matrix --length 8 --versus w=2", all_views()),
                       {"positions"}, EngineChoice{"reference"}, Language::english, Job());
    return made;
}

template <class Read>
void complains(const Read& read) {
    try {
        static_cast<void>(test::accepts([&] {
            try {
                read();
            } catch (const LessonError& error) {
                test::require(
                    !error.message().english().empty() && !error.message().in(test::chinese()).empty(),
                    "a LessonError that says nothing");
            }
        }));
    } catch (const Cancelled&) {
        test::fail("cancelled by nobody");
    }
}

}  // namespace

std::vector<std::string> poslab::test::fuzz_seeds() {
    std::vector<std::string> seeds;
    for (const auto files : {lesson_files(), explanation_files()})
        for (const LessonFile& file : files) seeds.emplace_back(file.text.substr(0, 3000));
    for (const char* text :
         {"{value:max_position|2} of {param:w} *so*, $\\frac{1}{w}$",
          "item(\"positions\", 1, 2)@1 + sum_of(\"positions\")/param:k", "1+2*sin(3)^2",
          "param:map.rope ? 1 : 0", "term: rope\nis: a thing\nzh: 绳\nis zh: 物\nby zh: sheng\n"})
        seeds.emplace_back(text);
    return seeds;
}

std::vector<std::string> poslab::test::fuzz_words() {
    return {"lesson: 1\n",
            "lesson: 2\n",
            "\n",
            " ",
            "|",
            "{",
            "}",
            "$",
            "*",
            "#",
            ",",
            "(",
            ")",
            ":",
            "+",
            "/",
            "7",
            "-1",
            "词",
            "\xFF",
            "title: ",
            "summary: ",
            "minutes: ",
            "step: ",
            "text: ",
            "formula: ",
            "show: ",
            "look: ",
            "cell ",
            "region ",
            "curve ",
            " in ",
            "try: ",
            "done: ",
            "watch: ",
            "predict: ",
            "choice: ",
            "right: ",
            "because: ",
            "exercise: ",
            "solution: ",
            "draw: ",
            "hide: ",
            "term: ",
            "is: ",
            "is zh: ",
            "by zh: ",
            "value:max_position",
            "param:w",
            "param:map.rope",
            "@1",
            "item(",
            "\"positions\"",
            "sum_of(",
            "nan",
            "%1",
            "|s4",
            "\\param{w}{",
            "\\frac{",
            "\\curve{",
            "msgid ",
            "msgstr ",
            "position-matrix",
            " --versus w=4",
            "1e308",
            "&&",
            "||",
            "==",
            "!=",
            "?"};
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(test::input_text(data, size));
    complains([&] {
        LessonReading reading = read_lesson("x", "x/lesson.txt", text);
        add_catalogue(reading, "zh", "x/zh.po", text);
        for (const LessonProblem& problem : reading.problems)
            test::require(
                !problem.message().english().empty() && !problem.message().in(test::chinese()).empty(),
                "an empty problem");
        static_cast<void>(translated_texts(reading.lesson));
    });
    complains([&] { static_cast<void>(resolved_spans(text, state().numbers())); });
    complains([&] {
        test::require(std::isfinite(lesson_number(text, state().numbers())), "a number that is not finite");
    });
    complains([&] { static_cast<void>(lesson_arrays(text)); });
    complains([&] { static_cast<void>(lesson_formula(text, {"w"})); });
    complains([&] { static_cast<void>(read_glossary(text)); });
    return 0;
}
