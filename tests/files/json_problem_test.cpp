#include "core/files/json_problem.hpp"

#include "core/files/strict_json.hpp"

#include <gtest/gtest.h>

#include <array>
#include <random>
#include <string>
#include <utility>

namespace poslab {
namespace {

std::string problem_of(const std::string& text, JsonConstants constants = JsonConstants::refused) {
    const std::string message = json_problem(text, 1, constants).english();
    const std::string begin = "is not JSON at line ";
    EXPECT_TRUE(message.starts_with(begin)) << message;
    return message.substr(std::min(begin.size(), message.size()));
}

TEST(JsonProblems, AreLocatedAndHaveAReason) {
    const std::string missing = "no value after the comma";
    for (const auto& [text, expected] : std::array<std::pair<std::string, std::string>, 32>{{
             {"{\n  \"a\": 1,\n  \"rope_theta\": 1,\n}", "3, column 18: " + missing},
             {"[1, 2, ]", "1, column 6: " + missing},
             {"[1,, 2]", "1, column 3: " + missing},
             {"[, 1]", "1, column 2: a value is missing"},
             {"{\"a\": }", "1, column 7: a value is missing"},
             {"{\"a\": 1, \"b\": }", "1, column 15: a value is missing"},
             {"{\"a\" 1}", "1, column 6: expected ':' after the key"},
             {"{\"a\"= 1}", "1, column 5: expected ':' after the key"},
             {"{\"a\": 1 \"b\": 2}", "1, column 9: expected ',' or '}'"},
             {"[1 2]", "1, column 4: expected ',' or ']'"},
             {"[1}", "1, column 3: expected ',' or ']'"},
             {"{\"a\": \"x\n}", "1, column 7: unterminated string"},
             {"{\"a\": \"x", "1, column 7: unterminated string"},
             {"{'a': 1}", "1, column 2: strings and keys need double quotes"},
             {"{\"a\": 'x'}", "1, column 7: strings and keys need double quotes"},
             {"{a: 1}", "1, column 2: a key must be a string in double quotes"},
             {"{1: 1}", "1, column 2: a key must be a string in double quotes"},
             {"{\"a\": 1 // one\n}", "1, column 9: JSON does not allow comments"},
             {"/* config */ {}", "1, column 1: JSON does not allow comments"},
             {"{\"a\": True}", "1, column 7: 'True' is not a JSON value"},
             {"{\"a\": NaN}", "1, column 7: NaN is not a JSON number"},
             {"[-inf]", "1, column 2: -inf is not a JSON number"},
             {"[01]", "1, column 2: 01 is not a JSON number"},
             {"[1., 2]", "1, column 2: 1. is not a JSON number"},
             {"[.5]", "1, column 2: .5 is not a JSON number"},
             {"[+1]", "1, column 2: +1 is not a JSON number"},
             {"[\"\xE8\xAF\x8D\xE5\x85\x83\tx\"]",
              "1, column 5: a string contains the control character U+0009"},
             {"[\"\\x\"]", "1, column 3: '\\x' is not a JSON escape"},
             {"[\"\\ud800\"]", "1, column 3: '\\ud800' is not a JSON escape"},
             {"[\"\xC0\xAF\"]", "1, column 3: the text is not UTF-8"},
             {"{} {}", "1, column 4: text after the end of the value"},
             {"{\"a\": [1,\n2", "2, column 2: the text ends, but '[' of line 1, column 7 is not closed"},
         }})
        EXPECT_EQ(problem_of(text), expected) << text;
    EXPECT_EQ(problem_of("[NaN, -Infinity, nan]", JsonConstants::allowed),
              "1, column 18: nan is not a JSON number");
}

// The parser refuses a damaged text if and only if the scanner finds a reason.
TEST(JsonProblems, AreThoseOfTheParser) {
    const std::string whole =
        "{\"a\": [1, -2.5e3, true, null], \"b\": {\"\\u00e4\\n\": \"\xC3\xA4\"}, \"c\": []}";
    std::mt19937 random(11);
    const std::string letters = "{}[],:\"\\'#/ \n\t01.eE+-tfnNIu\xC3";
    int refused = 0;
    for (int n = 0; n < 20'000; ++n) {
        std::string text = whole;
        for (unsigned times = random() % 2; times < 2; ++times)
            text[random() % text.size()] = letters[random() % letters.size()];
        const bool is_json = nlohmann::json::accept(text);
        const bool has_reason = json_problem(text, 1).english().find(": ") != std::string::npos;
        EXPECT_EQ(is_json, !has_reason) << text;
        refused += is_json ? 0 : 1;
    }
    EXPECT_GT(refused, 5000);
}

}  // namespace
}  // namespace poslab
