// Selections: what --versus changes, and the command line that a selection comes from.

#include "app/cli/export.hpp"

#include "core/errors.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <set>

namespace poslab {

namespace {

std::vector<std::string> split(const std::string& text, char separator) {
    std::vector<std::string> parts;
    std::size_t begin = 0;
    while (true) {
        const auto end = text.find(separator, begin);
        parts.push_back(text.substr(begin, end - begin));
        if (end == std::string::npos) return parts;
        begin = end + 1;
    }
}

/// Applies one --versus; the places of the parameters that it names go into `named`.
Values changed(const View& view, Values values, const std::string& versus, std::set<std::size_t>& named) {
    for (const std::string& part : split(versus, ',')) {
        const auto equals = part.find('=');
        if (equals == std::string::npos)
            throw UsageError(fmt::format("--versus {}: must be PARAM=VALUE, several separated by commas", versus));
        const std::string id = part.substr(0, equals);
        const int index = parameter_index(view, id);
        if (index < 0) throw UsageError(fmt::format("--versus {}: {} has no parameter '{}'", versus, view.info().id, id));
        const auto at = static_cast<std::size_t>(index);
        values[at] = parse_value(view.parameters()[at], part.substr(equals + 1));
        named.insert(at);
    }
    return values;
}

std::string label_of(const View& view, const Values& values, const std::set<std::size_t>& named, Language language) {
    std::string label;
    const auto used = view.used(values);
    for (const std::size_t at : named) {
        if (!used[at]) continue;
        const Descriptor& descriptor = view.parameters()[at];
        if (!label.empty()) label += ", ";
        if (const auto* choice = std::get_if<ChoiceIndex>(&values[at])) {
            label += in(language, descriptor.choices[static_cast<std::size_t>(choice->index)].label);
        } else {
            const std::string_view name = descriptor.symbol.empty() ? in(language, descriptor.label) : descriptor.symbol;
            label += fmt::format("{} = {}", name, to_string(descriptor, values[at]));
        }
    }
    return label;
}

std::string quoted(const std::string& text) {
    const bool plain = !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               std::string_view("-_./=,:+@%").find(c) != std::string_view::npos;
    });
    if (plain) return text;
    std::string out = "'";
    for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return out + "'";
}

/// The view and all its values that are not defaults.
std::string selection_words(std::string_view command, const Selection& selection) {
    const View& view = *selection.view;
    std::string words = fmt::format("poslab {} {}", command, view.info().id);
    const Values defaults = view.defaults();
    const auto list = view.parameters();
    for (std::size_t i = 0; i < list.size(); ++i)
        if (selection.values[i] != defaults[i])
            words += fmt::format(" --{} {}", list[i].id, quoted(to_string(list[i], selection.values[i])));
    for (const std::string& versus : selection.versus) words += " --versus " + quoted(versus);
    if (selection.engine != "auto") words += " --engine " + quoted(selection.engine);
    return words;
}

}  // namespace

std::vector<Variant> variants_of(const Selection& selection, Language language) {
    const View& view = *selection.view;
    std::set<std::size_t> named;
    std::vector<Variant> variants{{view.checked(selection.values), nullptr, ""}};
    for (const std::string& versus : selection.versus)
        variants.push_back({view.checked(changed(view, selection.values, versus, named)), nullptr, ""});
    if (variants.size() > 1)
        for (Variant& variant : variants) variant.label = label_of(view, variant.values, named, language);
    return variants;
}

std::string command_line(const PictureRequest& request) {
    std::string words = selection_words("plot", request.selection);
    if (!request.figure.empty() && request.figure != request.selection.view->info().figures.front().id)
        words += " --figure " + quoted(request.figure);
    if (request.width != default_width || request.height != default_height)
        words += fmt::format(" --size {:g}x{:g}", request.width, request.height);
    if (request.format == PictureFormat::png && request.dpi != 96) words += fmt::format(" --dpi {:g}", request.dpi);
    if (request.theme == Theme::dark) words += " --theme dark";
    if (request.language == Language::chinese) words += " --lang zh";
    if (request.bare) words += " --bare";
    if (request.transparent) words += " --transparent";
    return words + " -o " + quoted(request.path);
}

std::string command_line(const NumbersRequest& request) {
    std::string words = selection_words("compute", request.selection);
    if (!request.array.empty()) words += " --array " + quoted(request.array);
    return words + " -o " + quoted(request.path);
}

}  // namespace poslab
