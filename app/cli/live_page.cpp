#include "app/cli/live_page.hpp"

#include "core/base/errors.hpp"
#include "core/base/nearest_name.hpp"
#include "core/decoder/decoder_files.hpp"
#include "core/documents/shell_words.hpp"
#include "core/files/atomic_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>
#include <variant>

namespace poslab {

namespace {

void check_controls(const LivePageRequest& request) {
    const View& view = *request.picture.selection.view;
    const auto ids = collect_names(view.parameters(), [](const Descriptor& one) { return one.id; });
    for (const std::string& id : request.controls) {
        const int index = parameter_index(view, id);
        if (index < 0) throw unknown_choice("controls", id, ids);
        if (view.parameters()[static_cast<std::size_t>(index)].kind == Kind::file)
            throw UsageError(tr("--controls {}: a page opens no files", id));
    }
}

std::string exported_json(const LivePageRequest& request, const std::set<std::string>& models) {
    const PictureRequest& picture = request.picture;
    nlohmann::ordered_json exported{
        {"state", command_in_file(state_words(picture), picture.selection, picture.path)},
        {"controls", nullptr},
        {"language", nullptr},
        {"models", models}};
    if (!request.controls.empty()) exported["controls"] = request.controls;
    if (request.fixed_language) exported["language"] = picture.language.id();
    return json_in_page(exported);
}

}  // namespace

std::string figure_in_page(const PictureRequest& picture, const FigureData& data, const FontLibrary& fonts,
                           const std::string& prefix, DarkClasses& dark) {
    const FontMetrics metrics(fonts);
    const auto drawn = [&](Theme theme) {
        PictureRequest themed = picture;
        themed.theme = theme;
        themed.titles = false;
        return composed_figure(themed, data.variants, metrics).draw;
    };
    const View& view = *picture.selection.view;
    return svg_in_page(
        drawn(Theme::light), drawn(Theme::dark), palette(Theme::light).canvas,
        {prefix, "figure", std::string(in(picture.language, view.info().title)), dark, metrics});
}

std::string command_line(const LivePageRequest& request) {
    std::string words = "poslab page " + state_words(request.picture);
    if (!request.controls.empty())
        words += option_words("controls", fmt::format("{}", fmt::join(request.controls, ",")));
    if (request.fixed_language) words += fmt::format(" --lang {}", request.picture.language.id());
    return words + " -o " + shell_quoted(request.picture.path);
}

namespace {

/// Returns the built-in language model with which the view computes these values; empty: none.
std::string model_of(const View& view, std::string_view figure, const Values& values) {
    const int index = parameter_index(view, "built-in");
    if (index < 0) return {};
    const auto place = static_cast<std::size_t>(index);
    if (!used_in(view, *find_figure(view, figure), values)[place]) return {};
    std::string model = to_string(view.parameters()[place], values[place]);
    for (const BuiltInModel& known : built_in_models())
        if (known.id == model) return model;
    return {};
}

}  // namespace

std::set<std::string> models_of(const View& view, std::string_view figure,
                                std::span<const Variant> variants) {
    std::set<std::string> models;
    for (const Variant& variant : variants) models.insert(model_of(view, figure, variant.values));
    models.erase("");
    return models;
}

std::vector<Message> unopened_files(const View& view, std::string_view figure,
                                    std::span<const Variant> variants) {
    std::set<std::string_view> ids;
    const auto parameters = view.parameters();
    for (const Variant& variant : variants) {
        const std::vector<bool> used = used_in(view, *find_figure(view, figure), variant.values);
        for (std::size_t n = 0; n < parameters.size(); ++n)
            if (const auto* file = std::get_if<FileName>(&variant.values[n]);
                file != nullptr && !file->path.empty() && used[n])
                ids.insert(parameters[n].id);
    }
    std::vector<Message> notes;
    notes.reserve(ids.size());
    for (const std::string_view id : ids)
        notes.push_back(tr("--{}: a page opens no files, so the figure does not change", id));
    return notes;
}

PageContents live_page(const LivePageRequest& request, const FontLibrary& fonts, const Job& job,
                       std::vector<Message>& notices) {
    check_controls(request);
    PictureRequest picture = request.picture;
    picture.page = live_page_size;
    const FigureData data = figure_data(picture, FontMetrics(fonts), pixels_of_screen, job);
    const Figure figure = drawn_figure(picture, data.variants);
    DarkClasses dark;
    PageContents contents{picture.language, figure.title, figure.subtitle,
                          figure_in_page(picture, data, fonts, "f", dark)};
    contents.dark_rules = dark.rules();
    const View& view = *picture.selection.view;
    contents.models = models_of(view, picture.figure, data.variants);
    contents.exported = exported_json(request, contents.models);
    notices.insert(notices.end(), data.notices.begin(), data.notices.end());
    for (Message& note : unopened_files(view, picture.figure, data.variants))
        notices.push_back(std::move(note));
    return contents;
}

std::vector<Message> write_live_page(const LivePageRequest& request, const FontLibrary& fonts,
                                     const Job& job) {
    inputs_of(request.picture.selection).refuse(request.picture.path);
    const PageEngineFiles engine = PageEngineFiles::load();
    AtomicFile file(request.picture.path);  // opened first, so that an unwritable path fails before the work
    std::vector<Message> notices;
    file.write(engine.page(live_page(request, fonts, job, notices)), job);
    file.commit(job);
    return notices;
}

}  // namespace poslab
