#include "app/cli/check_options.hpp"

#include "app/cli/program_options.hpp"
#include "core/conformance/axes.hpp"
#include "core/conformance/config_facts.hpp"
#include "core/conformance/sinusoid.hpp"

#include <CLI/App.hpp>

#include <algorithm>
#include <array>
#include <set>

namespace poslab {

namespace {

constexpr const char *checked_group = "Input", *report_group = "Report", *output_group = "Output";

/// Adds an option that is given once.
template <class Target>
CLI::Option* add(CLI::App& app, const char* name, Target& target, const std::string& help,
                 std::string_view group) {
    return app.add_option(name, target, help)->take_last()->group(std::string(group));
}

void add_arrays(CLI::App& app, CheckOptions& options) {
    std::set<std::string> added;
    for (const CheckSubject* subject : CheckSubject::all())
        for (const CheckSubject::Part& part : subject->parts) {
            const std::string role(part.role);
            if (!added.insert(role).second) continue;  // several subjects have positions
            app.add_option_function<std::string>(
                   "--" + role, [&options, role](const std::string& path) { options.arrays[role] = path; },
                   std::string(part.help.en))
                ->take_last()
                ->type_name(std::string(array_type))
                ->group(checked_group);
        }
}

void add_definition(CLI::App& app, CheckOptions& options) {
    add(app, "--layout", options.layout,
        "dimensions of --before: tokens,heads,dim; heads,tokens,dim; batch,heads,tokens,dim …",
        definition_group);
    add(app, "--heads", options.heads, "ALiBi: expected number of slopes", definition_group);
    add(app, "--layout-2d", options.layout_2d, "pictures: how y and x share the pairs: " + layouts_2d(),
        definition_group);
    add(app, "--grid", options.grid,
        "HxW, rows and columns of patches in row-major order; or --positions of [tokens, 2]",
        definition_group);
    add(app, "--coordinates", options.coordinates,
        coordinate_kinds() + ": i (default), (i + ½)/n · 2 − 1, or the same times 2π", definition_group);
    add(app, "--mrope-layout", options.mrope_layout,
        "M-RoPE's sections (default: from the config): " + mrope_layouts(), definition_group);
    add(app, "--sinusoidal-layout", options.sinusoidal_layout,
        "sinusoidal positions: " + sinusoid_layouts() + " (default: any that a known model uses)",
        definition_group);
    add(app, "--sinusoidal-denominator", options.sinusoidal_denominator,
        "denominator of their exponents, 2k/d or 2k/(d − 2): " + sinusoid_denominators() +
            " (default: either, as known models use it)",
        definition_group);
    add(app, "--measure", options.measure, "HiPPO: the measure (default legs)", definition_group);
    add(app, "--discretisation", options.discretisation,
        "HiPPO: rule that gave Ā and B̄: " + discretisation_rules(), definition_group);
    add(app, "--step-size", options.step_size, "HiPPO: step size Δ of the discretisation (default 1)",
        definition_group);
    add(app, "--against", options.against,
        "compare with a second definition instead of arrays: a config.json, or PARAM=VALUE[,PARAM=VALUE]… as "
        "in --versus; reports "
        "the differences and the position from which they matter",
        definition_group);
}

}  // namespace

void add_check_options(CLI::App& app, Options& options) {
    add_arrays(app, options.check);
    add_definition(app, options.check);
    app.add_flag("--json", options.json, "print JSON")->group(report_group);
    add(app, "-o,--output", options.output, "also write the report as a page: .pdf, .tex, .svg or .png",
        report_group)
        ->type_name(std::string(path_type));
    add(app, "--lang", options.language, "language of the page: " + language_ids().english(), report_group);
    app.add_flag("--quiet", options.quiet, "hide progress on stderr")->group(report_group);
}

void add_vectors_options(CLI::App& app, Options& options) {
    add(app, "-o,--output", options.output, "FILE.npz or FILE.h", output_group)
        ->type_name(std::string(path_type));
    add(app, "--name", options.vectors.name,
        "prefix of the include guard and identifiers in FILE.h (default: the file's name)", output_group);
    app.add_flag("--quiet", options.quiet, "hide notes on stderr")->group(output_group);
}

bool is_of_definition(std::string_view parameter) {
    constexpr std::array<std::string_view, 5> of_the_view{"position", "precision", "colors", "signed-colors",
                                                          "axes"};
    return std::find(of_the_view.begin(), of_the_view.end(), parameter) == of_the_view.end();
}

std::string_view check_help(std::string_view command) {
    return command == "check" ? "Compares a program's results with the definition and names the known "
                                "mistake that explains a deviation.\n"
                                "Exit code 0: they agree; 1: they differ."
                              : "Writes positions, frequencies, tables, rotated vectors and logits of a "
                                "definition as test vectors for any "
                                "program.";
}

}  // namespace poslab
