// Selections, and their command lines.

#include "app/cli/export.hpp"
#include "core/documents/document_files.hpp"
#include "core/documents/shell_words.hpp"
#include "core/documents/versus.hpp"

#include "core/base/errors.hpp"

#include <fmt/format.h>

namespace poslab {

namespace {

/// Returns the view with its preset or config, all values that differ from these, and the comparison.
std::string shown_words(const Selection& selection) {
    const View& view = *selection.view;
    std::string words = std::string(view.info().id) + parameter_words(view, selection.values);
    for (const std::string& versus : selection.versus) words += option_words("versus", versus);
    using How = Comparison::How;
    if (!selection.versus.empty() && selection.comparison.how == How::difference) words += " --difference";
    if (!selection.versus.empty() && selection.comparison.how == How::wipe)
        words += fmt::format(" --wipe {}", selection.comparison.wipe);
    return words;
}

std::string selection_words(std::string_view command, const Selection& selection) {
    std::string words = fmt::format("poslab {} ", command) + shown_words(selection);
    if (selection.engine.name != "auto") words += option_words("engine", selection.engine.name);
    return words;
}

}  // namespace

std::vector<Variant> variants_of(const Selection& selection, Language language) {
    const View& view = *selection.view;
    ParameterSet named;
    std::vector<Variant> variants{{view.checked(selection.values), nullptr, ""}};
    for (const std::string& versus : selection.versus)
        variants.push_back({view.checked(changed(view, selection.values, versus, named)), nullptr, ""});
    if (variants.size() > 1)
        for (Variant& variant : variants)
            variant.label = variant_label(view, variant.values, named, language);
    for (std::size_t n = 0; n < selection.versus.size(); ++n)
        if (const std::string name = name_in(selection.versus[n]); !name.empty())
            variants[n + 1].label = name;
    return variants;
}

InputFiles inputs_of(const Selection& selection) {
    InputFiles inputs;
    add_inputs(selection.view->parameters(), selection.values, inputs);
    for (const std::string& versus : selection.versus) add_inputs(*selection.view, versus, inputs);
    return inputs;
}

namespace {

std::string figure_words(const PictureRequest& request) {
    const bool first = request.figure == request.selection.view->info().figures.front().id;
    return request.figure.empty() || first ? "" : option_words("figure", request.figure);
}

}  // namespace

std::string state_words(const PictureRequest& request) {
    return shown_words(request.selection) + figure_words(request);
}

std::string picture_words(std::string_view command, const PictureRequest& request) {
    std::string words = selection_words(command, request.selection) + figure_words(request);
    const Page usual;
    if (request.page.width != usual.width || request.page.height != usual.height ||
        request.page.unit != usual.unit)
        words += " --size " + page_size_text(request.page);
    if (request.page.for_print() &&
        (request.page.unit == "px" || request.page.font_points != paper_font_points))
        words += fmt::format(" --font-size {}", request.page.font_points);
    if (request.typeface != Typeface::inter)
        words += fmt::format(" --font {}", typeface_ids.at(static_cast<std::size_t>(request.typeface)));
    if (request.proof != Proof::none)
        words += fmt::format(" --proof {}", proof_ids.at(static_cast<std::size_t>(request.proof)));
    if (request.digits != CellDigits{}) words += " --digits " + digits_text(request.digits);
    if (!request.title.empty()) words += option_words("title", request.title);
    if (!request.caption.empty()) words += option_words("caption", request.caption);
    const double usual_dpi =
        command == "sweep" ? film_dpi(request.page, default_dpi(request.page)) : default_dpi(request.page);
    if (request.format->in_pixels && request.dpi != usual_dpi) words += fmt::format(" --dpi {}", request.dpi);
    if (request.theme == Theme::dark) words += " --theme dark";
    if (request.language != Language::english) words += fmt::format(" --lang {}", request.language.id());
    if (request.bare) words += " --bare";
    if (request.transparent) words += " --transparent";
    return words;
}

std::string command_line(const PictureRequest& request) {
    return picture_words("plot", request) + " -o " + shell_quoted(request.path);
}

std::string command_in_file(std::string command, const Selection& selection, const std::string& path) {
    ParameterSet ignored;
    std::vector<Values> named{selection.values};
    for (const std::string& versus : selection.versus)
        named.push_back(changed(*selection.view, selection.values, versus, ignored));
    return with_portable_paths(std::move(command), named, path);
}

std::string command_line(const NumbersRequest& request) {
    std::string words = selection_words("compute", request.selection);
    if (!request.array.empty()) words += option_words("array", request.array);
    return words + " -o " + shell_quoted(request.path);
}

}  // namespace poslab
