// The README is run: every command in its ```sh blocks that starts the program and opens no window, and every --flag that
// it names must be one.
#include "app/cli/options.hpp"
#include "core/views/view.hpp"
#include "tests/support/run_program.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <regex>
#include <set>
#include <sstream>

namespace poslab::test {
namespace {

const std::vector<std::string> names{"build/default/poslab ", "./build/default/poslab ", "poslab "};

std::string program_name(const std::string& line) {
    for (const std::string& name : names)
        if (line.starts_with(name)) return name;
    return {};
}

/// Lines inside ```sh fences, those that end in a backslash joined with the next.
std::vector<std::string> shell_lines(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream input(text);
    bool shell = false, joins = false;
    for (std::string line; std::getline(input, line);) {
        if (line.starts_with("```")) {
            shell = !shell && (line == "```sh" || line == "```bash");
            joins = false;
            continue;
        }
        if (!shell) continue;
        if (joins)
            lines.back() += line;
        else
            lines.push_back(line);
        joins = lines.back().ends_with('\\');
        if (joins) lines.back().pop_back();
    }
    return lines;
}

bool opens_a_window(const std::string& arguments) {
    std::istringstream words(arguments);
    std::string first;
    words >> first;
    const std::vector<std::string> quiet{"plot", "compute", "views", "gallery", "doctor", "--help", "--version"};
    return std::count(quiet.begin(), quiet.end(), first) == 0;
}

TEST(Readme, ExamplesAreFound) {
    EXPECT_EQ(shell_lines("a\n```sh\nx \\\n  y\nz\n```\nb\n```text\nw\n```\n"), (std::vector<std::string>{"x   y", "z"}));
    EXPECT_TRUE(opens_a_window("position-matrix --w 5"));
    EXPECT_FALSE(opens_a_window("plot position-matrix"));
}

TEST(Readme, EveryCommandRuns) {
    const std::string text = read_file(POSLAB_README);
    ASSERT_FALSE(text.empty()) << POSLAB_README << " cannot be read";
    const TemporaryFolder folder;  // what the commands write
    int ran = 0;
    for (const std::string& line : shell_lines(text)) {
        const std::string name = program_name(line);
        if (name.empty() || opens_a_window(line.substr(name.size()))) continue;
        const Ran result =
            run_program({"sh", "-c", std::string("'" POSLAB_BINARY "' ") + line.substr(name.size())}, {.folder = folder.path()});
        EXPECT_EQ(result.code, 0) << line << "\n" << result.err;
        ++ran;
    }
    EXPECT_GE(ran, 3) << "a README shows how the program is used";
}

TEST(Readme, EveryFlagIsOne) {
    const std::string text = read_file(POSLAB_README);
    std::set<std::string> known;
    for (const std::string_view option : reserved_options()) known.emplace(option);
    for (const View* view : all_views())
        for (const Descriptor& d : view->parameters()) known.emplace(d.id);
    // Commands of the program, and code in running text that starts with a flag or with the program's name.
    std::vector<std::string> places = shell_lines(text);
    std::erase_if(places, [](const std::string& line) { return program_name(line).empty(); });
    const std::regex code("`((--|poslab |build/default/poslab )[^`\n]*)`");
    for (std::sregex_iterator it(text.begin(), text.end(), code), end; it != end; ++it) places.push_back((*it)[1]);
    const std::regex flag("(^|[ \\[(])--([a-z][a-z0-9-]*)");
    for (const std::string& place : places)
        for (std::sregex_iterator it(place.begin(), place.end(), flag), end; it != end; ++it)
            EXPECT_TRUE(known.contains((*it)[2].str())) << "--" << (*it)[2] << " in: " << place;
}

}  // namespace
}  // namespace poslab::test
