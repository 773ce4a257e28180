#include "app/cli/option_facts.hpp"

#include "app/cli/check_options.hpp"
#include "app/cli/export.hpp"
#include "app/cli/page.hpp"
#include "app/cli/program_options.hpp"
#include "app/cli/sweep.hpp"
#include "core/base/text.hpp"
#include "core/figure/palette.hpp"
#include "gpu/engines.hpp"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>

namespace poslab {

namespace {

/// Returns the choices of one of the program's own options; empty if it takes any value.
std::vector<std::string> choices_of(std::string_view option) {
    std::vector<std::string> choices;
    if (option == "--engine") {
        choices.emplace_back("auto");
        // lists names without starting an engine
        for (const auto& name : gpu::program_engines()->names()) choices.emplace_back(name);
    } else if (option == "--theme") {
        for (const Theme theme : {Theme::light, Theme::dark}) choices.emplace_back(theme_id(theme));
    } else if (option == "--lang") {
        for (const Language language : languages()) choices.emplace_back(language.id());
    } else if (option == "--font") {
        choices.assign(typeface_ids.begin(), typeface_ids.end());
    } else if (option == "--proof") {
        choices.assign(proof_ids.begin(), proof_ids.end());
    } else if (option == "--digits") {
        for (int digits = 0; digits <= max_cell_digits; ++digits)
            choices.push_back(digits_text({.decimals = digits}));
        choices.emplace_back(fractions_id);
    } else if (option == "--limits") {
        choices.assign(sweep_limits_ids.begin(), sweep_limits_ids.end());
    } else if (option == "--preset-size") {
        for (const PagePreset& preset : page_presets()) choices.emplace_back(preset.id);
    }
    return choices;
}

std::vector<std::string> names_of(const CLI::Option& option) {
    std::vector<std::string> names;
    for (const std::string& name : option.get_lnames()) names.push_back("--" + name);
    for (const std::string& name : option.get_snames()) names.push_back("-" + name);
    return names;
}

}  // namespace

std::vector<OptionFacts> program_option_facts(std::string_view command) {
    Options options;
    options.command = command;
    CLI::App app;
    add_program_options(app, options);
    std::vector<OptionFacts> facts;
    for (const CLI::Option* option : app.get_options()) {
        OptionFacts option_facts{.names = names_of(*option), .help = option->get_description()};
        if (option_facts.names.empty() || option_facts.names.front() == "--help") continue;
        option_facts.takes_value = option->get_items_expected_max() > 0;
        option_facts.choices = choices_of(option_facts.names.front());
        option_facts.takes_path = takes_path(*option);
        facts.push_back(std::move(option_facts));
    }
    return facts;
}

std::vector<OptionFacts> parameter_facts(const View& view) {
    std::vector<OptionFacts> facts;
    for (const Descriptor& descriptor : view.parameters()) {
        OptionFacts option_facts{.names = {"--" + std::string(descriptor.id)},
                                 .help = std::string(descriptor.help.en),
                                 .takes_value = true};
        option_facts.may_be_bare = descriptor.kind == Kind::toggle;
        option_facts.takes_path = descriptor.kind == Kind::file;
        if (option_facts.may_be_bare) option_facts.choices = {"true", "false"};
        for (const Choice& choice : descriptor.domain.choices) option_facts.choices.emplace_back(choice.id);
        facts.push_back(std::move(option_facts));
    }
    OptionFacts figure{.names = {"--figure"}, .help = "figure of the view", .takes_value = true};
    for (const FigureInfo& info : view.info().figures) figure.choices.emplace_back(info.id);
    facts.push_back(std::move(figure));
    return facts;
}

std::vector<OptionFacts> definition_facts() {
    std::vector<OptionFacts> facts = parameter_facts(definition_view());
    std::erase_if(facts, [](const OptionFacts& fact) {
        const std::string& name = fact.names.front();
        return name == "--figure" || !is_of_definition(std::string_view(name).substr(2));
    });
    return facts;
}

}  // namespace poslab
