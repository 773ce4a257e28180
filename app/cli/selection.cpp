// Selections: what --versus changes, and the command line that a selection comes from.

#include "app/cli/export.hpp"

#include "core/base/errors.hpp"
#include "core/params/filling.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <filesystem>
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

struct Assignment {
    std::size_t index = 0;
    std::string text;
};

/// "PARAM=VALUE[,PARAM=VALUE]…". Lists and names of files hold commas: a part without '=' that follows one of them belongs to it.
std::vector<Assignment> assignments(const View& view, const std::string& versus) {
    std::vector<Assignment> list;
    for (const std::string& part : split(versus, ',')) {
        const auto equals = part.find('=');
        const Kind before = list.empty() ? Kind::real : view.parameters()[list.back().index].kind;
        if (equals == std::string::npos && (before == Kind::list || before == Kind::choice_list || before == Kind::file)) {
            list.back().text += "," + part;
            continue;
        }
        if (equals == std::string::npos)
            throw UsageError(fmt::format("--versus {}: must be PARAM=VALUE, several separated by commas", versus));
        const std::string id = part.substr(0, equals);
        const int index = parameter_index(view, id);
        if (index < 0) throw UsageError(fmt::format("--versus {}: {} has no parameter '{}'", versus, view.info().id, id));
        list.push_back({static_cast<std::size_t>(index), part.substr(equals + 1)});
    }
    return list;
}

/// Applies one --versus; the places of the parameters that it names go into `named`.
Values changed(const View& view, Values values, const std::string& versus, std::set<std::size_t>& named) {
    std::vector<std::pair<std::size_t, Value>> given;
    for (const Assignment& assignment : assignments(view, versus)) {
        given.emplace_back(assignment.index, parse_value(view.parameters()[assignment.index], assignment.text));
        named.insert(assignment.index);
    }
    set_all_and_fill(view.parameters(), given, values);
    return values;
}

/// What a label says of a value: short, a few numbers of a list, a file without its folder.
std::string label_value(const Descriptor& descriptor, const Value& value) {
    constexpr std::size_t most_numbers_shown = 4;
    if (const auto* list = std::get_if<NumberList>(&value); list != nullptr && list->numbers.size() > most_numbers_shown)
        return to_string(descriptor, NumberList{{list->numbers.front()}}) + ",…," +
               to_string(descriptor, NumberList{{list->numbers.back()}});
    const std::string text = to_string(descriptor, value);
    return descriptor.kind == Kind::file ? std::filesystem::path(text).filename().string() : text;
}

/// "ALiBi + T5": in a label, commas stand between parameters.
std::string label_choices(const Descriptor& descriptor, const ChoiceList& list, Language language) {
    std::string text;
    for (const std::int32_t index : list.indices)
        text += (text.empty() ? "" : " + ") + std::string(in(language, descriptor.choices[static_cast<std::size_t>(index)].label));
    return text.empty() ? std::string(in(language, "none"_tr)) : text;
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
            const auto* list = std::get_if<ChoiceList>(&values[at]);
            label +=
                fmt::format("{} = {}", name,
                            list != nullptr ? label_choices(descriptor, *list, language) : label_value(descriptor, values[at]));
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

/// " --id value"; a name that begins with a minus is not to be taken for a flag.
std::string flag_words(const Descriptor& descriptor, const Value& value) {
    const std::string text = to_string(descriptor, value);
    const bool like_a_flag = descriptor.kind == Kind::file && text.starts_with('-');
    return fmt::format(" --{}{}{}", descriptor.id, like_a_flag ? "=" : " ", quoted(text));
}

/// The view, what fills, and all values that are not what that gives.
std::string selection_words(std::string_view command, const Selection& selection) {
    const View& view = *selection.view;
    std::string words = fmt::format("poslab {} {}", command, view.info().id);
    const auto list = view.parameters();
    const Values defaults = view.defaults();
    const ReadableBaseline base = readable_baseline(list, defaults, selection.values);
    const auto& gone = base.unreadable;
    for (std::size_t i = 0; i < list.size(); ++i) {
        const bool fills = list[i].fills != nullptr;
        if (fills && std::find(gone.begin(), gone.end(), i) != gone.end()) continue;
        if (selection.values[i] != (fills ? defaults[i] : base.values[i])) words += flag_words(list[i], selection.values[i]);
    }
    for (const std::string& versus : selection.versus) words += " --versus " + quoted(versus);
    if (selection.engine.name != "auto") words += " --engine " + quoted(selection.engine.name);
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
    if (request.format->in_pixels && request.dpi != 96) words += fmt::format(" --dpi {:g}", request.dpi);
    if (request.theme == Theme::dark) words += " --theme dark";
    if (request.language != Language::english) words += fmt::format(" --lang {}", request.language.id());
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
