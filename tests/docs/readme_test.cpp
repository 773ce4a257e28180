// Executes the pages: every command in a ```sh block that starts the program and opens no window. Every
// --flag must exist, and the shown contents of a file must be in the file.
#include "app/cli/manual.hpp"
#include "app/cli/options.hpp"
#include "core/conformance/subject.hpp"
#include "core/views/registry.hpp"
#include "core/views/view.hpp"
#include "tests/docs/pages.hpp"

#include <gtest/gtest.h>

namespace poslab::test {
namespace {

const std::vector<std::string> names{"build/default/poslab ", "./build/default/poslab ", "poslab "};

std::string program_name(const std::string& line) {
    for (const std::string& name : names)
        if (line.starts_with(name)) return name;
    return {};
}

bool opens_a_window(const std::string& arguments) {
    std::istringstream words(arguments);
    std::string first;
    words >> first;
    const std::vector<std::string> quiet{"plot",  "compute", "sweep",      "views",  "gallery", "doctor",
                                         "bench", "train",   "completion", "manual", "--help",  "--version"};
    return std::count(quiet.begin(), quiet.end(), first) == 0;
}

/// The arguments of a command that can be run here; empty for commands of other programs and those that open
/// a window.
std::string arguments_of(const std::string& line) {
    const std::string name = program_name(line);
    if (name.empty() || opens_a_window(line.substr(name.size()))) return {};
    return line.substr(name.size());
}

Ran run_in_shell(const std::string& arguments, const std::string& folder) {
    return run_program({"sh", "-c", std::string("'" POSLAB_BINARY "' ") + arguments}, {.folder = folder});
}

/// "matrix.csv" of "… -o matrix.csv".
std::string output_of(const std::string& arguments) {
    static const std::regex output(R"( -o ([^ -][^ ]*))");
    std::smatch found;
    return std::regex_search(arguments, found, output) ? found[1].str() : std::string();
}

class Page : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Docs, Page, testing::ValuesIn(pages()), [](const auto& page) {
    std::string name = page.param;
    std::replace_if(
        name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
    return name;
});

TEST(Readme, ExamplesAreFound) {
    EXPECT_EQ(shell_lines("a\n```sh\nx \\\n  y\nz\n```\nb\n```text\nw\n```\n"),
              (std::vector<std::string>{"x   y", "z"}));
    EXPECT_TRUE(opens_a_window("position-matrix --w 5"));
    EXPECT_FALSE(opens_a_window("plot position-matrix"));
    EXPECT_EQ(output_of("compute memory -o a.json --quiet"), "a.json");
    EXPECT_EQ(output_of("compute memory -o -"), "");
}

TEST(Readme, ShowsHowTheProgramIsUsed) {
    int runnable = 0;
    for (const std::string& line : shell_lines(page_text("README.md")))
        if (!arguments_of(line).empty()) ++runnable;
    EXPECT_GE(runnable, 3);
}

TEST(Pages, ListTheExitCodesOfTheProgram) {
    const std::string formats = page_text("docs/file-formats.md"),
                      commands = page_text("docs/command-line.md");
    for (const ExitCode& code : exit_codes()) {
        const std::string row = "\n| " + std::to_string(code.code) + " | ";
        EXPECT_NE(formats.find(row), std::string::npos) << code.code;
        EXPECT_NE(commands.find(row + std::string(code.meaning) + " |"), std::string::npos)
            << code.code << " " << code.meaning;
    }
}

TEST_P(Page, EveryCommandRuns) {
    const std::string text = page_text(GetParam());
    ASSERT_FALSE(text.empty()) << GetParam() << " cannot be read";
    const TemporaryFolder folder;  // later commands read what earlier ones write
    std::string written;           // by the last command of the previous block
    for (const Block& block : blocks_of(text)) {
        if (block.directly && !written.empty() && commands_of(block).empty()) {
            std::string shown;
            for (const std::string& line : block.lines) shown += line + "\n";
            const std::string bytes = read_file(folder / written);
            EXPECT_NE(bytes.find(shown), std::string::npos) << written << " is\n"
                                                            << bytes << "and is shown as\n"
                                                            << shown;
        }
        written.clear();
        for (const std::string& line : commands_of(block)) {
            const std::string arguments = arguments_of(line);
            if (arguments.empty()) continue;
            const Ran result = run_in_shell(arguments, folder.path());
            // scripts/page-engine is optional
            const bool no_engine = result.err.find("no engine of pages") != std::string::npos;
            EXPECT_TRUE(result.code == 0 || no_engine) << line << "\n" << result.err;
            written = output_of(arguments);
        }
    }
}

TEST_P(Page, EveryFlagIsOne) {
    const std::string text = page_text(GetParam());
    std::set<std::string> known;
    for (const std::string_view option : reserved_options()) known.emplace(option);
    for (const View* view : all_views())
        for (const Descriptor& d : view->parameters()) known.emplace(d.id);
    for (const char* option : {"text", "task", "scheme", "untied", "dtype"})
        known.emplace(option);  // with the settings below: options of train
    for (const auto& row : integer_settings()) known.emplace(row.id);
    for (const auto& row : real_settings()) known.emplace(row.id);
    for (const char* option : {"heads", "measure", "against", "sinusoidal-layout", "sinusoidal-denominator",
                               "name", "layout-2d", "grid", "coordinates", "mrope-layout"})
        known.emplace(option);  // with the roles below: options of check
    for (const CheckSubject* subject : CheckSubject::all())
        for (const CheckSubject::Part& part : subject->parts) known.emplace(part.role);
    // Checks the program's commands, and inline code that starts with a flag or with the program's name.
    std::vector<std::string> places = shell_lines(text);
    std::erase_if(places, [](const std::string& line) { return program_name(line).empty(); });
    const std::regex code("`((--|poslab |build/default/poslab )[^`\n]*)`");
    for (std::sregex_iterator it(text.begin(), text.end(), code), end; it != end; ++it)
        places.push_back((*it)[1]);
    const std::regex flag("(^|[ \\[(])--([a-z][a-z0-9-]*)");
    for (const std::string& location : places)
        for (std::sregex_iterator it(location.begin(), location.end(), flag), end; it != end; ++it)
            EXPECT_TRUE(known.contains((*it)[2].str())) << "--" << (*it)[2] << " in: " << location;
}

}  // namespace
}  // namespace poslab::test
