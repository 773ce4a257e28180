// Selections, and their command lines.

#include "app/cli/export.hpp"
#include "core/documents/shell_words.hpp"
#include "core/documents/versus.hpp"

#include "core/base/errors.hpp"

#include <fmt/format.h>

namespace poslab {

namespace {

/// Returns the command with the view, its preset or config, and all values that differ from these.
std::string selection_words(std::string_view command, const Selection& selection) {
    const View& view = *selection.view;
    std::string translate =
        fmt::format("poslab {} {}", command, view.info().id) + parameter_words(view, selection.values);
    for (const std::string& versus : selection.versus) translate += " --versus " + shell_quoted(versus);
    using How = Comparison::How;
    if (!selection.versus.empty() && selection.comparison.how == How::difference)
        translate += " --difference";
    if (!selection.versus.empty() && selection.comparison.how == How::wipe)
        translate += fmt::format(" --wipe {:.4g}", selection.comparison.wipe);
    if (selection.engine.name != "auto") translate += " --engine " + shell_quoted(selection.engine.name);
    return translate;
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

std::string picture_words(std::string_view command, const PictureRequest& request) {
    std::string translate = selection_words(command, request.selection);
    if (!request.figure.empty() && request.figure != request.selection.view->info().figures.front().id)
        translate += " --figure " + shell_quoted(request.figure);
    if (request.page.width != default_width || request.page.height != default_height)
        translate += " --size " + page_size_text(request.page);
    if (request.page.for_print() &&
        (request.page.unit == "px" || request.page.font_points != paper_font_points))
        translate += fmt::format(" --font-size {:g}", request.page.font_points);
    if (request.typeface != Typeface::inter)
        translate += fmt::format(" --font {}", typeface_ids.at(static_cast<std::size_t>(request.typeface)));
    if (request.proof != Proof::none)
        translate += fmt::format(" --proof {}", proof_ids.at(static_cast<std::size_t>(request.proof)));
    if (request.digits != CellDigits{}) translate += " --digits " + digits_text(request.digits);
    if (!request.title.empty()) translate += " --title " + shell_quoted(request.title);
    if (!request.caption.empty()) translate += " --caption " + shell_quoted(request.caption);
    if (request.format->in_pixels && request.dpi != default_dpi(request.page))
        translate += fmt::format(" --dpi {:g}", request.dpi);
    if (request.theme == Theme::dark) translate += " --theme dark";
    if (request.language != Language::english) translate += fmt::format(" --lang {}", request.language.id());
    if (request.bare) translate += " --bare";
    if (request.transparent) translate += " --transparent";
    return translate;
}

std::string command_line(const PictureRequest& request) {
    return picture_words("plot", request) + " -o " + shell_quoted(request.path);
}

std::string command_line(const NumbersRequest& request) {
    std::string translate = selection_words("compute", request.selection);
    if (!request.array.empty()) translate += " --array " + shell_quoted(request.array);
    return translate + " -o " + shell_quoted(request.path);
}

}  // namespace poslab
