#include "app/cli/listing.hpp"

#include "core/params/json.hpp"
#include "core/views/registry.hpp"

#include <fmt/format.h>

#include <array>

namespace poslab {

namespace {

using nlohmann::ordered_json;

ordered_json text_json(Text text) {
    ordered_json json = ordered_json::object();
    for (const Language language : languages())
        if (language.is_complete()) json[std::string(language.id())] = in(language, text);
    return json;
}

const char* kind_name(Kind kind) {
    switch (kind) {
        case Kind::toggle:
            return "toggle";
        case Kind::integer:
            return "integer";
        case Kind::real:
            return "real";
        case Kind::choice:
            return "choice";
        case Kind::interval:
            return "interval";
        case Kind::resolution:
            return "resolution";
        case Kind::optional_real:
            return "optional_real";
        case Kind::list:
            return "list";
        case Kind::file:
            return "file";
        case Kind::choice_list:
            return "choice_list";
        case Kind::axes:
            return "axes";
    }
    return "";
}

const char* stage_name(Stage stage) {
    constexpr std::array names{"prepare", "sample", "window", "style"};
    return names.at(static_cast<std::size_t>(stage));
}

ordered_json parameter_json(const View& view, std::size_t i, const ordered_json& defaults,
                            const ordered_json& opening) {
    const Descriptor& descriptor = view.parameters()[i];
    const Domain& domain = descriptor.domain;
    ordered_json json{{"id", descriptor.id},
                      {"kind", kind_name(descriptor.kind)},
                      {"label", text_json(descriptor.label)},
                      {"symbol", descriptor.symbol},
                      {"default", defaults.at(std::string(descriptor.id))},
                      {"unit", text_json(descriptor.unit)},
                      {"stage", stage_name(descriptor.stage)},
                      {"help", text_json(descriptor.help)},
                      {"source", text_json(descriptor.source)}};
    const bool ranged = descriptor.kind == Kind::integer || descriptor.kind == Kind::real ||
                        descriptor.kind == Kind::interval || descriptor.kind == Kind::optional_real ||
                        descriptor.kind == Kind::list;
    if (ranged)
        json["range"] = {{"minimum", domain.minimum},
                         {"maximum", domain.maximum},
                         {"open_minimum", domain.open_minimum},
                         {"open_maximum", domain.open_maximum},
                         {"logarithmic", descriptor.control.spacing == Spacing::logarithmic}};
    if (const std::string id(descriptor.id); opening.at(id) != defaults.at(id))
        json["window_default"] = opening.at(id);
    if (descriptor.expand_preset != nullptr) json["fills"] = true;
    for (const Choice& choice : domain.choices) {
        json["choices"].push_back({{"id", choice.id}, {"label", text_json(choice.label)}});
        if (!choice.source.empty()) json["choices"].back()["source"] = text_json(choice.source);
    }
    return json;
}

ordered_json view_json(const View& view) {
    const ViewInfo& info = view.info();
    ordered_json json{{"id", info.id},
                      {"title", text_json(info.title)},
                      {"summary", text_json(info.summary)},
                      {"source", info.source}};
    const ordered_json defaults = to_json(view.parameters(), view.defaults());
    const ordered_json opening = to_json(view.parameters(), view.opening());
    json["parameters"] = ordered_json::array();
    for (std::size_t i = 0; i < view.parameters().size(); ++i)
        json["parameters"].push_back(parameter_json(view, i, defaults, opening));
    for (const FigureInfo& figure : info.figures)
        json["figures"].push_back({{"id", figure.id},
                                   {"title", text_json(figure.title)},
                                   {"arrays", figure.arrays},
                                   {"offered", figure.offered}});
    for (const ArrayInfo& array : info.arrays)
        json["arrays"].push_back({{"name", array.name},
                                  {"axes", array.axes},
                                  {"unit", array.unit},
                                  {"help", text_json(array.help)},
                                  {"when_named", array.when_named},
                                  {"conditional", array.conditional}});
    for (const ValueInfo& value : info.values)
        json["values"].push_back({{"name", value.name}, {"help", text_json(value.help)}});
    return json;
}

/// Returns the sources of a parameter and of its choices, one per line.
std::string sources_text(const Descriptor& descriptor) {
    std::string text;
    if (!descriptor.source.empty()) text += fmt::format("{:19}Source: {}\n", "", descriptor.source.en);
    for (const Choice& choice : descriptor.domain.choices)
        if (!choice.source.empty())
            text += fmt::format("{:19}Source of {}: {}\n", "", choice.id, choice.source.en);
    return text;
}

std::string view_text(const View& view) {
    const ViewInfo& info = view.info();
    std::string text = fmt::format("{}: {}\n{}\nSource: {}\n\nParameters\n", info.id, info.title.en,
                                   info.summary.en, info.source);
    const Values defaults = view.defaults(), opening = view.opening();
    for (std::size_t i = 0; i < view.parameters().size(); ++i) {
        const Descriptor& descriptor = view.parameters()[i];
        text += fmt::format("  --{:14} {}\n{:19}{}{}; default {}", descriptor.id, descriptor.help.en, "",
                            range_text(descriptor),
                            descriptor.unit.empty() ? "" : fmt::format(" {}", descriptor.unit.en),
                            to_string(descriptor, defaults[i]));
        if (!(opening[i] == defaults[i]))
            text += fmt::format(" (in the window {})", to_string(descriptor, opening[i]));
        text += '\n';
        text += sources_text(descriptor);
    }
    text += "\nFigures\n";
    for (const FigureInfo& figure : info.figures)
        text += fmt::format("  {:16} {}\n", figure.id, figure.title.en);
    text += "\nArrays\n";
    for (const ArrayInfo& array : info.arrays)
        text += fmt::format("  {:16} [{}] {}, {}\n", array.name, array.axes, array.unit, array.help.en);
    text += "\nValues\n";
    for (const ValueInfo& value : info.values) text += fmt::format("  {:26} {}\n", value.name, value.help.en);
    return text;
}

}  // namespace

std::string views_text(const View* view) {
    if (view != nullptr) return view_text(*view);
    std::string text;
    for (const View* each : all_views())
        text += fmt::format("{:18} {}\n", each->info().id, each->info().summary.en);
    return text + "\n`poslab views VIEW` lists a view's parameters, figures and arrays.\n";
}

std::string views_json(const View* view) {
    if (view != nullptr) return view_json(*view).dump(2) + "\n";
    ordered_json json = ordered_json::array();
    for (const View* each : all_views()) json.push_back(view_json(*each));
    return json.dump(2) + "\n";
}

}  // namespace poslab
