#include "app/cli/manual.hpp"

#include "app/cli/option_facts.hpp"
#include "app/cli/program_options.hpp"
#include "core/views/registry.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <array>

namespace poslab {

namespace {

/// Escapes text for roff: no escape sequences, hyphens that can be copied, no request at the start of a line.
std::string roff(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (c == '\\')
            out += "\\e";
        else if (c == '-')
            out += "\\-";
        else if (c == '\n')
            out += ' ';
        else
            out += c;
    }
    return out.starts_with('.') || out.starts_with('\'') ? "\\&" + out : out;
}

std::string entry(std::string_view term, std::string_view text) {
    return fmt::format(".TP\n.B {}\n{}\n", roff(term), roff(text));
}

std::string options_of(std::string_view command) {
    std::string text;
    for (const OptionFacts& fact : program_option_facts(command))
        text += entry(fmt::format("{}{}", fmt::join(fact.names, ", "), fact.takes_value ? " VALUE" : ""),
                      fact.help);
    return text;
}

std::string commands_part() {
    std::string text =
        ".SH COMMANDS\nWithout a command the window opens with the given view or file. Its options:\n" +
        options_of("window");
    for (const Command& command : commands())
        text +=
            fmt::format(".SS {}\n{}.\n{}", roff(command.name), roff(command.help), options_of(command.name));
    return text;
}

std::string views_part() {
    std::string text = ".SH VIEWS\n";
    for (const View* view : all_views()) text += entry(view->info().id, view->info().summary.en);
    return text + ".PP\n.B poslab views VIEW\nlists the parameters, figures and arrays of a view.\n";
}

constexpr std::array code_list{ExitCode{0, "fine"},
                               ExitCode{1, "a check disagrees"},
                               ExitCode{2, "usage"},
                               ExitCode{3, "an input file"},
                               ExitCode{4, "an output"},
                               ExitCode{5, "too large"},
                               ExitCode{6, "the machine lacks something"},
                               ExitCode{130, "interrupted"}};

std::string codes_part() {
    std::string text = ".SH EXIT STATUS\n";
    for (const ExitCode& code : code_list) text += entry(std::to_string(code.code), code.meaning);
    return text;
}

std::string environment_part() {
    return ".SH ENVIRONMENT\n" + entry("POSLAB_MEMORY", "maximum memory to use: 8G, 75%") +
           entry(
               "POSLAB_STATE",
               "folder of the window's session and of new user lessons, instead of $XDG_STATE_HOME/poslab") +
           entry("POSLAB_FONTS",
                 "folder of fonts, named like Debian's files, for fonts that are not installed") +
           entry("POSLAB_FILE_DIALOG", "own: use the window's file picker instead of the desktop's dialog") +
           entry("POSLAB_PAGE_ENGINE", "folder with the engine of live pages, instead of the installed one") +
           entry("POSLAB_TRACE", "file into which the window writes one line of JSON per frame");
}

}  // namespace

std::span<const ExitCode> exit_codes() { return code_list; }

std::string manual() {
    const Build build = this_build();
    return fmt::format(".TH POSLAB 1 \"{}\" \"PosLab {}\" \"User Commands\"\n", build.date, build.version) +
           ".SH NAME\nposlab \\- a microscope for position encodings\n"
           ".SH SYNOPSIS\n.B poslab\n[\\fIVIEW\\fR] [\\fB\\-\\-PARAM\\fR \\fIVALUE\\fR]...\n.br\n.B "
           "poslab\n\\fIFILE\\fR\n.br\n"
           ".B poslab\n\\fICOMMAND\\fR [\\fIVIEW\\fR] [\\fIOPTION\\fR]...\n"
           ".SH DESCRIPTION\nPosLab shows the relative position of every pair of tokens under the position "
           "encodings of "
           "language models, in a window and as pictures and numbers.\n" +
           commands_part() + views_part() + environment_part() + codes_part() +
           ".SH EXAMPLES\n.nf\nposlab plot position\\-matrix \\-\\-length 1000000 \\-o matrix.png\n"
           "poslab compute frequencies \\-\\-preset llama\\-3.1\\-8b \\-o \\-\n.fi\n";
}

}  // namespace poslab
