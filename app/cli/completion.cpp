#include "app/cli/completion.hpp"

#include "app/cli/option_facts.hpp"
#include "app/cli/program_options.hpp"
#include "core/base/errors.hpp"
#include "core/views/registry.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <algorithm>
#include <array>

namespace poslab {

namespace {

constexpr std::array<std::string_view, 3> shell_names{"bash", "zsh", "fish"};

std::string names_in(const std::vector<OptionFacts>& facts) {
    std::string words;
    for (const OptionFacts& fact : facts)
        words += fmt::format("{}{}", words.empty() ? "" : " ", fmt::join(fact.names, " "));
    return words;
}

std::string command_names() {
    std::string words;
    for (const Command& command : commands()) words += (words.empty() ? "" : " ") + std::string(command.name);
    return words;
}

std::string view_names() {
    std::string words;
    for (const View* view : all_views()) words += (words.empty() ? "" : " ") + std::string(view->info().id);
    return words;
}

std::string commands_that(bool (*does)(std::string_view)) {
    std::string names;
    for (const Command& command : commands())
        if (does(command.name)) names += (names.empty() ? "" : "|") + std::string(command.name);
    return names;
}

/// Returns a line per option that takes a value: its words, @file for a path, @any for anything else, or
/// @bare if the value is optional.
std::string value_lines(std::string_view owner, const std::vector<OptionFacts>& facts) {
    std::string lines;
    for (const OptionFacts& fact : facts) {
        if (!fact.takes_value) continue;
        const std::string value = fact.may_be_bare        ? "@bare"
                                  : !fact.choices.empty() ? fmt::format("{}", fmt::join(fact.choices, " "))
                                  : fact.takes_path       ? "@file"
                                                          : "@any";
        for (const std::string& name : fact.names)
            lines += fmt::format("        '{} {}') echo '{}';;\n", owner, name, value);
    }
    return lines;
}

/// The owner of a definition's parameters in the tables; no view has this name.
constexpr std::string_view definition_owner = "@definition";

/// Returns the tables that bash and zsh share: the options of each command and view, and the values of each
/// option.
std::string tables() {
    std::string own = "_poslab_options() {\n    case $1 in\n",
                values = "_poslab_value() {\n    case \"$1 $2\" in\n";
    const auto add = [&](std::string_view owner, const std::vector<OptionFacts>& facts) {
        own += fmt::format("        '{}') echo '{}';;\n", owner, names_in(facts));
        values += value_lines(owner, facts);
    };
    add("window", program_option_facts("window"));
    for (const Command& command : commands()) add(command.name, program_option_facts(command.name));
    for (const View* view : all_views()) add(view->info().id, parameter_facts(*view));
    add(definition_owner, definition_facts());
    return own + "    esac\n}\n" + values + "    esac\n}\n";
}

/// Returns the shell function that prints candidates (words, or @file) for a command, a view, the previous
/// word and the current word.
std::string choosing() {
    return fmt::format(R"(_poslab_candidates() {{
    local first=$1 second=$2 position=$3 before=$4 present=$5
    local command=window view= value= takes_view=yes takes_parameters=
    case " {commands} " in *" $first "*) [ "$position" -gt 1 ] && command=$first;; esac
    if [ "$command" = window ]; then view=$first; else view=$second; fi
    case $command in window|{viewing}) ;; *) takes_view=;; esac
    case $command in check|vectors) view={definition};; esac
    case $command in window|{parametric}) takes_parameters=yes;; esac
    case $before in
        -*) value=$(_poslab_value "$view" "$before")
            [ -z "$takes_parameters" ] && value=
            case $value in @any|'') value=$(_poslab_value "$command" "$before");; esac;;
    esac
    case $value in
        @bare|'') ;;
        @any) return;;
        *) echo "$value"; return;;
    esac
    case $present in
        -*) echo "$(_poslab_options "$command") $([ -n "$takes_parameters" ] && _poslab_options "$view") --help"; return;;
    esac
    if [ "$position" = 1 ]; then echo '{commands} {views} @file'; return; fi
    if [ "$command" = completion ]; then echo '{shells}'; return; fi
    if [ "$position" = 2 ] && [ "$command" != window ] && [ -n "$takes_view" ]; then echo '{views}'; fi
}}
)",
                       fmt::arg("commands", command_names()), fmt::arg("views", view_names()),
                       fmt::arg("viewing", commands_that(takes_view)),
                       fmt::arg("parametric", commands_that(takes_parameters)),
                       fmt::arg("definition", definition_owner),
                       fmt::arg("shells", fmt::join(shell_names, " ")));
}

std::string bash_script() {
    return "# bash completion of poslab, made by `poslab completion bash`.\n" + tables() + choosing() +
           R"(_poslab() {
    local present=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} candidates
    candidates=$(_poslab_candidates "${COMP_WORDS[1]}" "${COMP_WORDS[2]}" "$COMP_CWORD" "$before" "$present")
    COMPREPLY=()
    mapfile -t COMPREPLY < <(compgen -W "${candidates//@file/}" -- "$present")
    case $candidates in *@file*)
        compopt -o filenames 2>/dev/null
        local path
        while IFS= read -r path; do COMPREPLY+=("$path"); done < <(compgen -f -- "$present");;
    esac
}
complete -F _poslab poslab
)";
}

std::string zsh_script() {
    return "#compdef poslab\n# zsh completion of poslab, made by `poslab completion zsh`.\n" + tables() +
           choosing() +
           R"zsh(_poslab() {
    local candidates
    candidates=$(_poslab_candidates "${words[2]}" "${words[3]}" "$((CURRENT - 1))" "${words[CURRENT-1]}" "${words[CURRENT]}")
    compadd -- ${=candidates//@file/}
    case $candidates in *@file*) _files;; esac
}
if [ "${funcstack[1]}" = _poslab ]; then _poslab "$@"; else compdef _poslab poslab; fi
)zsh";
}

std::string fish_quoted(std::string text) {
    for (std::size_t at = 0; (at = text.find_first_of("'\\", at)) != std::string::npos; at += 2)
        text.insert(at, "\\");
    return "'" + text + "'";
}

std::string fish_lines(const std::string& condition, const std::vector<OptionFacts>& facts) {
    std::string lines;
    for (const OptionFacts& fact : facts) {
        std::string line = "complete -c poslab -n " + fish_quoted(condition);
        for (const std::string& name : fact.names)
            line += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
        if (fact.takes_value && !fact.may_be_bare) line += fact.takes_path ? " -r -F" : " -x";
        if (!fact.choices.empty() && !fact.may_be_bare)
            line += " -a " + fish_quoted(fmt::format("{}", fmt::join(fact.choices, " ")));
        lines += line + " -d " + fish_quoted(fact.help) + "\n";
    }
    return lines;
}

std::string fish_script() {
    std::string text = "# fish completion of poslab, made by `poslab completion fish`.\n";
    const std::string any = "__fish_seen_subcommand_from " + command_names();
    for (const Command& command : commands())
        text += fmt::format("complete -c poslab -n '__fish_is_first_token' -a {} -d {}\n", command.name,
                            fish_quoted(std::string(command.help)));
    std::string viewing = commands_that(takes_view);
    std::replace(viewing.begin(), viewing.end(), '|', ' ');
    for (const View* view : all_views())
        text += fmt::format(
            "complete -c poslab -n '__fish_is_first_token; or __fish_seen_subcommand_from {}' -f -a {} -d "
            "{}\n",
            viewing, view->info().id, fish_quoted(std::string(view->info().title.en)));
    text += fmt::format("complete -c poslab -n '__fish_seen_subcommand_from completion' -f -a '{}'\n",
                        fmt::join(shell_names, " "));
    text += fish_lines("not " + any, program_option_facts("window"));
    for (const Command& command : commands())
        text += fish_lines("__fish_seen_subcommand_from " + std::string(command.name),
                           program_option_facts(command.name));
    text += fish_lines("__fish_seen_subcommand_from check vectors", definition_facts());
    for (const View* view : all_views())
        text +=
            fish_lines("__fish_seen_subcommand_from " + std::string(view->info().id), parameter_facts(*view));
    return text;
}

}  // namespace

std::span<const std::string_view> shells() { return shell_names; }

std::string completion(std::string_view shell) {
    if (shell == "bash") return bash_script();
    if (shell == "zsh") return zsh_script();
    if (shell == "fish") return fish_script();
    if (shell.empty())
        throw UsageError(tr("completion needs a shell: {}", fmt::format("{}", fmt::join(shell_names, ", "))));
    throw UsageError(fmt::format("completion {}: must be one of {}", shell, fmt::join(shell_names, ", ")));
}

}  // namespace poslab
