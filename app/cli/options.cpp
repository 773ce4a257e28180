#include "app/cli/options.hpp"

#include "app/cli/check_options.hpp"
#include "app/cli/program_options.hpp"
#include "core/base/errors.hpp"
#include "core/base/nearest_name.hpp"
#include "core/documents/versus.hpp"
#include "core/files/home_folder.hpp"
#include "core/files/input_file.hpp"
#include "core/models/model_config.hpp"
#include "core/params/filling.hpp"
#include "core/params/number_text.hpp"
#include "core/params/pair_text.hpp"
#include "core/views/registry.hpp"
#include "gpu/engines.hpp"

#include <fmt/format.h>
#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace poslab {

namespace {

/// The texts given for the parameters' options, by parameter index; a toggle without a value reads "true".
struct ParameterOptions {
    std::vector<std::string> text;
    std::vector<CLI::Option*> options;  // null if the command has no option for the parameter

    [[nodiscard]] bool has(std::size_t index) const {
        return options[index] != nullptr && options[index]->count() > 0;
    }
};

bool has_definition(std::string_view command) { return command == "check" || command == "vectors"; }

/// Adds all parameters of a view, or only the definition's parameters if the command takes a definition.
void add_parameters(CLI::App& app, std::string_view command, const View& view, ParameterOptions& typed) {
    const std::string group(has_definition(command) ? definition_group : "Parameters");
    const auto list = view.parameters();
    typed.text.resize(list.size());
    for (std::size_t i = 0; i < list.size(); ++i) {
        const Descriptor& descriptor = list[i];
        if (has_definition(command) && !is_of_definition(descriptor.id)) {
            typed.options.push_back(nullptr);
            continue;
        }
        std::string help = std::string(descriptor.help.en) + " " + range_text(descriptor) + "; default " +
                           to_string(descriptor, view.defaults()[i]);
        CLI::Option* option = app.add_option("--" + std::string(descriptor.id), typed.text[i], help);
        if (descriptor.kind == Kind::toggle) option->expected(0, 1);
        option->take_last()
            ->type_name(descriptor.kind == Kind::toggle ? "[true|false]" : "VALUE")
            ->group(group);
        typed.options.push_back(option);
    }
}

/// Applies the given parameters. An option takes precedence over --config, which takes precedence over
/// --preset.
void apply_parameters(const View& view, const ParameterOptions& typed, Values& values) {
    std::vector<std::pair<std::size_t, Value>> named;
    for (std::size_t i = 0; i < typed.options.size(); ++i) {
        if (!typed.has(i)) continue;
        const Descriptor& descriptor = view.parameters()[i];
        const bool bare = descriptor.kind == Kind::toggle && typed.text[i].empty();
        for (auto& one : parse_values(view.parameters(), i, bare ? "true" : typed.text[i]))
            named.push_back(std::move(one));
    }
    set_all_and_fill(view.parameters(), named, values);
}

/// Returns the text as typed, or the path of a file; empty if the parameter was not given, or for the file
/// "none".
std::string typed_text(const View& view, const ParameterOptions& typed, std::string_view id) {
    for (std::size_t i = 0; i < typed.options.size(); ++i)
        if (view.parameters()[i].id == id && typed.has(i)) {
            if (view.parameters()[i].kind != Kind::file) return typed.text[i];
            return typed.text[i] == "none" ? std::string() : in_home_folder(typed.text[i]);
        }
    return {};
}

/// Reads the config's facts on biases, and the base of sinusoids; neither requires a rotary embedding.
void take_without_definition(const View& view, const ParameterOptions& typed, CheckOptions& options) {
    options.config = typed_text(view, typed, "config");
    if (const std::string base = typed_text(view, typed, "base"); !base.empty())
        options.base = std::get<double>(
            parse_value(view.parameters()[static_cast<std::size_t>(parameter_index(view, "base"))], base));
}

/// Replaces a config's layer type without rotary embedding by a rotary one with the same sizes. Stores both
/// in `options`.
void read_unrotated_layers(const View& view, ParameterOptions& typed, CheckOptions& options) {
    const std::string config = typed_text(view, typed, "config");
    if (config.empty() || !has_unrotated_subject(options)) return;
    const std::vector<LayersOfFile> layers = read_layer_kinds(config);
    const auto read =
        std::find_if(layers.begin(), layers.end(), [](const LayersOfFile& layer) { return layer.is_read; });
    const auto rotating =
        std::find_if(layers.begin(), layers.end(), [](const LayersOfFile& layer) { return layer.rotates; });
    if (read == layers.end() || read->rotates || !read->has_queries_and_keys || rotating == layers.end())
        return;
    options.unrotated = read->name;
    options.config = config;
    typed.text[static_cast<std::size_t>(parameter_index(view, "config"))] =
        split_config_path(config).file + "#" + rotating->selector;
}

/// True if the pairing of dimensions is neither given nor in a config or preset, so that the default applies.
bool assumes_pairing(const View& view, const ParameterOptions& typed) {
    return typed_text(view, typed, "pairing").empty() && typed_text(view, typed, "config").empty() &&
           typed_text(view, typed, "preset").empty();
}

std::string overview() {
    std::string text =
        "PosLab: a microscope for position encodings\n\n"
        "  poslab [VIEW] [--PARAM VALUE]…                    open the window\n"
        "  poslab [VIEW] … --capture FILE.png                save the window as a picture; needs no display\n"
        "         [--window-size WxH] [--replay FILE]        its size; user input to replay before it\n"
        "         [--figure NAME] [--versus PARAM=VALUE]     the figure; pins next to it (also for plot)\n"
        "         [--theme light|dark] [--lang ID]           its look and language\n"
        "  poslab FILE                                       open a file of any kind: a config, vectors, a "
        "signal, a session,\n"
        "                                                    a picture or a result of this program\n"
        "  poslab plot VIEW [--PARAM VALUE]… -o FILE         .png, .svg, .pdf, .tex or .csv\n"
        "  poslab compute VIEW [--PARAM VALUE]… -o FILE      .json, .csv, .npy, .npz or - (JSON)\n"
        "  poslab sweep VIEW [--PARAM VALUE]… --over PARAM=FROM:TO:COUNT -o FILE\n"
        "                                                    at each step: .gif, .mp4, DIR/, .pdf (a sheet) "
        "or .csv\n"
        "  poslab page VIEW [--PARAM VALUE]… [--controls w,length] -o FILE.html\n"
        "                                                    a live page for any browser; --all -o DIR: all "
        "of them\n"
        "  poslab views [VIEW] [--json]                      views and their parameters\n"
        "  poslab gallery -o DIR                             every view at its defaults\n"
        "  poslab doctor [--json]                            what this machine supports\n"
        "  poslab bench [NAME]… [--json]                     this machine's speed, next to the hardware "
        "limit\n"
        "  poslab train --text FILE -o FOLDER                train a small language model that Transformers "
        "loads\n"
        "  poslab lesson [NAME] [--list] [--check FOLDER] [--live] [-o FILE]\n"
        "                                                    open lessons, or write them as .pdf or .html "
        "handouts\n"
        "  poslab check [--config FILE] --inverse-frequency FILE | --cos FILE --sin FILE | --before FILE "
        "--after FILE | …\n"
        "                                                    check an implementation and name its known "
        "mistake\n"
        "  poslab vectors [--config FILE] -o FILE            test vectors: .npz or a C header\n"
        "  poslab completion bash|zsh|fish                   completion script of a shell\n"
        "  poslab manual                                     manual page for man\n\n"
        "Add --help to a command for its options, or to a command and view for the parameters, "
        "too.\nViews:\n";
    for (const View* view : all_views())
        text += fmt::format("  {:18} {}\n", view->info().id, view->info().summary.en);
    return text;
}

std::string known_views() {
    std::string known;
    for (const View* view : all_views()) known += (known.empty() ? "" : ", ") + std::string(view->info().id);
    return known;
}

std::string known_commands() {
    std::string known;
    for (const Command& command : commands())
        known += (known.empty() ? "" : ", ") + std::string(command.name);
    return known;
}

/// "poslab 0.1.0 (commit 1d371c2, 2026-11-24)".
std::string version_text() {
    const Build build = this_build();
    if (build.commit.empty()) return fmt::format("poslab {} (commit unknown)\n", build.version);
    return fmt::format("poslab {} (commit {}, {})\n", build.version, build.commit, build.date);
}

std::vector<std::string_view> commands_and_views() {
    std::vector<std::string_view> names =
        collect_names(commands(), [](const Command& command) { return command.name; });
    for (const View* view : all_views()) names.push_back(view->info().id);
    return names;
}

bool is_view(std::string_view word) {
    return std::ranges::any_of(all_views(), [&](const View* view) { return view->info().id == word; });
}

/// Removes command and view from the front of `words` and stores them in `options`.
void read_head(std::vector<std::string>& words, Options& options) {
    options.command = "window";
    if (!words.empty() && is_command(words.front())) {
        options.command = words.front();
        words.erase(words.begin());
    }
    if (options.command == "views")  // its flags take no value, so the view may follow them
        std::rotate(
            words.begin(),
            std::find_if(words.begin(), words.end(),
                         [](const std::string& word) { return word != "--json" && word != "--quiet"; }),
            words.end());
    const bool has_word = !words.empty() && !words.front().starts_with('-');
    if (takes_view(options.command) && has_word) {
        const std::string word = in_home_folder(words.front());
        if (options.command == "window" && !is_view(word)) {
            if (!file_exists(word) && word.find_first_of("/.") == std::string::npos)
                throw UsageError(tr("unknown command, view or file '{}'{}; commands: {}; views: {}", word,
                                    suggestion_for(word, commands_and_views()), known_commands(),
                                    known_views()));
            expect_regular_file(word);
            options.file = word;
            words.erase(words.begin());
            return;
        }
        options.view = &find_view(words.front());
        options.view_named = true;
        words.erase(words.begin());
    }
}

/// Describes the command, or the view with its figures.
std::string about(const Options& options) {
    if (has_definition(options.command)) return std::string(check_help(options.command));
    const View* view = options.view;
    if (view == nullptr) return {};
    std::string figures;
    for (const FigureInfo& figure : view->info().figures)
        figures += (figures.empty() ? "" : ", ") + std::string(figure.id);
    return fmt::format("{}\nFigures: {}", view->info().summary.en, figures);
}

/// "poslab plot attention".
std::string called(const Options& options) {
    std::string name = options.command == "window" ? "poslab" : "poslab " + options.command;
    if (options.view != nullptr && !has_definition(options.command))
        name += " " + std::string(options.view->info().id);
    return name;
}

bool wants_help(const std::vector<std::string>& words) {
    return std::any_of(words.begin(), words.end(),
                       [](const std::string& word) { return word == "--help" || word == "-h"; });
}

/// Returns a number, written as for parameters, in the digits that CLI11 reads. In a length, "4k" is 4096.
std::string whole_digits(const std::string& option, const std::string& text) {
    const std::optional<double> number = read_number(text, option.ends_with("length") ? 1024 : 1000);
    if (!number || *number != std::floor(*number))
        throw UsageError(tr("{} {}: must be a whole number", option, text));
    if (std::abs(*number) >= 0x1p53)  // the next number may be another one than the text
        throw UsageError(tr("{} {}: must be a whole number up to 2^53", option, text));
    return fmt::format("{:.0f}", *number);
}

std::string real_digits(const std::string& option, const std::string& text) {
    const std::optional<double> number = read_number(text);
    if (!number) throw UsageError(tr("{} {}: must be a number", option, text));
    return fmt::format("{}", *number);
}

/// Makes options understand values as parameters do: a path with a leading "~/", and numbers.
void read_as_parameters(CLI::App& app) {
    for (CLI::Option* option : app.get_options()) {
        const std::string type = option->get_type_name(), name = option->get_name();
        const bool whole = type == "INT" || type == "UINT";
        if (takes_path(*option)) option->transform(in_home_folder);
        if (!whole && type != "FLOAT") continue;
        option->transform([name, whole](const std::string& text) {
            if (text.empty()) return text;  // refuse_empty() names it
            return whole ? whole_digits(name, text) : real_digits(name, text);
        });
    }
}

/// Returns the suggestion for an unknown "--name" among the options of the command and the parameters of its
/// view.
Message suggested_option(const CLI::App& app, const std::string& unknown) {
    std::vector<std::string> known;
    for (const CLI::Option* option : app.get_options())
        for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
    return suggestion_for(
        unknown, collect_names(known, [](const std::string& name) { return std::string_view(name); }));
}

/// Returns the option that the word names, such as "--title" or "--title=A"; null if none.
const CLI::Option* option_of(const CLI::App& app, const std::string& word) {
    return word.starts_with('-') ? app.get_option_no_throw(word.substr(0, word.find('='))) : nullptr;
}

/// Makes an empty value a word: the parser would read the word after `--title=` as the value.
void separate_empty_values(const CLI::App& app, std::vector<std::string>& words) {
    for (std::size_t n = 0; n < words.size(); ++n)
        if (words[n].starts_with("--") && words[n].find('=') == words[n].size() - 1 &&
            option_of(app, words[n]) != nullptr) {
            words[n].pop_back();
            words.insert(words.begin() + static_cast<std::ptrdiff_t>(n) + 1, "");
        }
}

/// Refuses an option without a value before another option, which the parser would read as the value.
void refuse_missing_values(const CLI::App& app, const std::vector<std::string>& words) {
    for (std::size_t n = 0; n + 1 < words.size(); ++n) {
        const CLI::Option* const option = option_of(app, words[n]);
        if (option != nullptr && words[n].find('=') == std::string::npos &&
            option->get_items_expected_min() > 0 && option_of(app, words[n + 1]) != nullptr)
            throw UsageError(tr("--{}: value missing", option->get_lnames().front()));
    }
}

/// Refuses an option whose value is empty, except texts, which may be, and parameters.
void refuse_empty(const CLI::App& app, const ParameterOptions& typed) {
    constexpr std::array<std::string_view, 2> may_be_empty{"caption", "controls"};
    for (const CLI::Option* option : app.get_options()) {
        if (option->get_lnames().empty() || option->get_items_expected_min() == 0 ||
            std::ranges::find(typed.options, option) != typed.options.end())
            continue;
        const std::string& name = option->get_lnames().front();
        if (std::ranges::find(may_be_empty, name) == may_be_empty.end() &&
            std::ranges::find(option->results(), "") != option->results().end())
            throw UsageError(tr("--{}: value missing", name));
    }
}

/// Refuses flags with another value than true or false; the parser reads numbers and more.
void refuse_flag_values(const CLI::App& app, const std::vector<std::string>& words) {
    for (const CLI::Option* option : app.get_options()) {
        if (option->get_lnames().empty() || option->get_items_expected_max() > 0) continue;
        const std::string name = option->get_lnames().front(), begin = "--" + name + "=";
        for (const std::string& word : words) {
            const std::string value = word.starts_with(begin) ? word.substr(begin.size()) : "true";
            if (value.empty()) throw UsageError(tr("--{}: value missing", name));
            if (value != "true" && value != "false")
                throw UsageError(tr("--{} {}: must be {}", name, value, "true or false"_tr));
        }
    }
}

/// Refuses repeated options of one value; a repeated flag with the same value is allowed.
void refuse_repeated(const CLI::App& app) {
    for (const CLI::Option* option : app.get_options()) {
        const std::vector<std::string>& values = option->results();
        const bool is_flag = option->get_items_expected_max() == 0;
        if (option->get_multi_option_policy() != CLI::MultiOptionPolicy::TakeLast || values.size() < 2 ||
            (is_flag && std::ranges::count(values, values.front()) == std::ssize(values)))
            continue;
        const std::string name = option->get_name(), shown = name == "--output" ? "-o" : name;
        const std::string_view advice = name == "--array" ? "; without it all arrays are written" : "";
        throw UsageError(tr("{} is given {} times: at most one is allowed{}", shown, values.size(), advice));
    }
}

/// Refuses parameters with an empty value: the parser does not distinguish `--causal ''` from `--causal`.
void refuse_empty_parameters(const std::vector<std::string>& words, const View& view) {
    for (const Descriptor& descriptor : view.parameters()) {
        const std::string name = "--" + std::string(descriptor.id);
        for (std::size_t n = 0; n < words.size(); ++n)
            if (words[n] == name + "=" || (words[n] == name && n + 1 < words.size() && words[n + 1].empty()))
                refuse_empty_value(descriptor);
    }
}

/// Refuses empty values in --versus.
void refuse_empty_variants(const Options& options) {
    if (options.view == nullptr) return;
    for (const std::string& versus : options.versus) refuse_empty_values(*options.view, versus);
}

/// Returns the ids of the parameters that were given.
std::vector<std::string> given_parameters(const View* view, const ParameterOptions& typed) {
    std::vector<std::string> ids;
    for (std::size_t i = 0; i < typed.options.size(); ++i)
        if (typed.has(i)) ids.emplace_back(view->parameters()[i].id);
    return ids;
}

void refuse_extras(const CLI::App& app, const Options& options) {
    for (const std::string& extra : app.remaining()) {
        const bool flag = extra.starts_with('-') && extra.size() > 1;
        const std::string name = extra.substr(0, extra.find('='));
        if (flag && options.view_named && takes_parameters(options.command))
            throw UsageError(tr("{} has no parameter or option '{}'{}; `poslab views {}` lists them",
                                options.view->info().id, name, suggested_option(app, name),
                                options.view->info().id));
        const std::string command = options.command == "window" ? "poslab" : options.command;
        const bool has_head = options.command != "window" || options.view_named || !options.file.empty();
        if (!has_head && (is_command(extra) || is_view(extra)))
            throw UsageError(tr("poslab: '{}' must precede all options", extra));
        if (!flag) throw UsageError(tr("{}: unexpected argument '{}'", command, extra));
        throw UsageError(tr("{} has no option '{}'{}", command, extra, suggested_option(app, name)));
    }
}

}  // namespace

std::vector<std::string_view> reserved_options() {
    return {"engine",   "quiet",       "help",    "version",     "theme",   "lang",        "output",
            "size",     "preset-size", "digits",  "font-size",   "font",    "proof",       "title",
            "caption",  "dpi",         "bare",    "transparent", "figure",  "versus",      "difference",
            "wipe",     "array",       "json",    "capture",     "replay",  "window-size", "over",
            "together", "rounds",      "quick",   "markdown",    "fps",     "value",       "shard",
            "merge",    "fresh",       "resume",  "limits",      "list",    "check",       "lessons",
            "lesson",   "paper",       "answers", "slides",      "present", "step",        "controls",
            "live",     "all"};
}

Message language_ids() {
    std::vector<std::string> ids;
    for (const Language language : languages()) ids.emplace_back(language.id());
    return alternatives(ids);
}

std::pair<int, int> read_size(std::string_view option, const std::string& text, std::pair<int, int> least,
                              int most) {
    const auto fail = [&]() {
        throw UsageError(fmt::format("--{} {}: must be WxH, at least {}x{} and at most {}x{}", option, text,
                                     least.first, least.second, most, most));
    };
    const auto x = text.find('x');
    if (x == std::string::npos) fail();
    const auto side = [&](std::string_view digits, int smallest) {
        int number = 0;
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
        if (error != std::errc{} || end != digits.data() + digits.size() || number < smallest ||
            number > most)
            fail();
        return number;
    };
    return {side(std::string_view(text).substr(0, x), least.first),
            side(std::string_view(text).substr(x + 1), least.second)};
}

Options read_options(const std::vector<std::string>& arguments) {
    Options options;
    std::vector<std::string> words = arguments;
    if (!words.empty() && (words.front() == "--version" || words.front() == "-V")) {
        options.print = version_text();
        return options;
    }
    read_head(words, options);
    if (has_definition(options.command)) options.view = &definition_view();
    const bool help = wants_help(words);
    if (help && options.command == "window" && options.view == nullptr) {
        options.print = overview();
        return options;
    }
    const bool whole_site = std::find(words.begin(), words.end(), "--all") != words.end();
    const bool needs_view =
        draws(options.command) || options.command == "compute" || (options.command == "page" && !whole_site);
    if (needs_view && options.view == nullptr && !help)
        throw UsageError(
            fmt::format("{} needs a view directly after it; views: {}", options.command, known_views()));

    CLI::App app{about(options), called(options)};
    app.allow_extras();
    add_program_options(app, options);
    read_as_parameters(app);
    ParameterOptions typed;
    if (options.view == nullptr && options.command == "window" && !words.empty())
        options.view = all_views().front();
    if (options.view != nullptr && takes_parameters(options.command)) {
        options.values = options.view->defaults();
        add_parameters(app, options.command, *options.view, typed);
    }
    if (help) {
        options.print = app.help();
        return options;
    }
    if (options.view != nullptr && takes_parameters(options.command))
        refuse_empty_parameters(words, *options.view);
    refuse_flag_values(app, words);
    separate_empty_values(app, words);
    refuse_missing_values(app, words);
    try {
        std::reverse(words.begin(), words.end());  // CLI11 reads the words from the back
        app.parse(words);
    } catch (const CLI::ParseError& error) {
        const std::string what = error.what();  // "--w: 1 required VALUE missing"
        if (what.starts_with("--") && what.ends_with(" missing"))
            throw UsageError(tr("--{}: value missing", what.substr(2, what.find(':') - 2)));
        throw UsageError(what);
    }
    const bool parameters = options.view != nullptr && takes_parameters(options.command);
    const std::vector<std::string> given = given_parameters(options.view, typed);
    options.parameters_given = !given.empty();
    options.given_parameters = given;
    if (options.command == "check") {
        options.check.parameters = given;
        read_unrotated_layers(*options.view, typed, options.check);
    }
    if (parameters && needs_definition(options.check))
        apply_parameters(*options.view, typed, options.values);
    else if (parameters)
        take_without_definition(*options.view, typed, options.check);
    if (options.command == "vectors") options.vectors.assumes_pairing = assumes_pairing(*options.view, typed);
    refuse_empty(app, typed);
    refuse_extras(app, options);
    refuse_empty_variants(options);
    refuse_repeated(app);
    gpu::program_engines()->check_name(options.engine);  // starts no engine
    if (!options.lesson.folder.empty()) check_lessons_folder(options.lesson.folder);
    options.captures = options.command == "window" && app.count("--capture") > 0;
    options.replays = options.command == "window" && app.count("--replay") > 0;
    // The start values of a sweep need not be valid, only its steps.
    if (parameters && options.command != "sweep") options.values = options.view->checked(options.values);
    return options;
}

}  // namespace poslab
