#include "app/cli/requests.hpp"
#include "app/cli/every_figure.hpp"
#include "app/cli/omissions.hpp"

#include "app/cli/sweep_sheet.hpp"
#include "core/base/errors.hpp"
#include "core/base/nearest_name.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <tuple>

namespace poslab {

namespace {

Page page_of(const Options& options) {
    if (!options.size.empty() && !options.preset_size.empty())
        throw UsageError("--size and --preset-size cannot be combined"_tr);
    Page page;
    if (!options.size.empty()) page = read_page("size", options.size);
    if (!options.preset_size.empty()) page = page_preset("preset-size", options.preset_size).page();
    if (!options.font_size) return page;
    if (!(*options.font_size >= min_font_points && *options.font_size <= max_font_points))
        throw UsageError(fmt::format("--font-size {}: must be in [{:g}, {:g}] points", *options.font_size,
                                     min_font_points, max_font_points));
    page.font_points = *options.font_size;
    return page;
}

/// Returns the preset's dpi, unless the font size was changed, which makes it an ordinary page.
double dpi_of(const Options& options, const Page& page) {
    if (options.preset_size.empty()) return default_dpi(page);
    const PagePreset& preset = page_preset("preset-size", options.preset_size);
    return preset.unit == "px" || preset.page() == page ? preset.dpi() : default_dpi(page);
}

}  // namespace

Theme theme_of(const std::string& text) {
    for (const Theme theme : {Theme::light, Theme::dark})
        if (text == theme_id(theme)) return theme;
    if (text.empty()) return Theme::light;
    throw UsageError(fmt::format("--theme {}: must be light or dark", text));
}

Language language_of(const std::string& text) {
    if (text.empty()) return Language::english;
    if (const auto language = language_with(text)) return *language;
    throw UsageError(tr("--{} {}: must be {}", "lang", text, language_ids()));
}

std::string needed_output(const Options& options) {
    if (options.output.empty())
        throw UsageError(fmt::format("{} needs -o {}", options.command,
                                     options.command == "gallery" ? "DIR"
                                     : options.command == "train" ? "FOLDER"
                                                                  : "FILE"));
    return options.output;
}

std::size_t place_among(std::string_view option, const std::string& text,
                        std::span<const std::string_view> ids) {
    if (text.empty()) return 0;
    for (std::size_t i = 0; i < ids.size(); ++i)
        if (ids[i] == text) return i;
    throw unknown_choice(option, text, ids);
}

Comparison comparison_of(const Options& options) {
    using How = Comparison::How;
    if (!options.difference && !options.wipe) return {};
    const std::string_view flag = options.difference ? "difference" : "wipe";
    if (options.difference && options.wipe) throw UsageError("--difference and --wipe cannot be combined"_tr);
    if (options.versus.size() != 1)
        throw UsageError(
            tr("--{}: compares two variants, so it needs one --versus, not {}", flag, options.versus.size()));
    if (options.difference) return {How::difference};
    if (!(*options.wipe >= 0 && *options.wipe <= 1))
        throw UsageError(fmt::format("--wipe {}: must be from 0 to 1", *options.wipe));
    return {How::wipe, *options.wipe};
}

Selection selection_of(const Options& options, const Engines& engines) {
    return {options.view, options.values, options.versus, {options.engine, engines}, comparison_of(options)};
}

PictureRequest picture_of(const Options& options, const Engines& engines) {
    PictureRequest request{selection_of(options, engines), options.figure};
    request.path = needed_output(options);
    request.page = page_of(options);
    request.typeface = static_cast<Typeface>(place_among("font", options.font, typeface_ids));
    request.proof = static_cast<Proof>(place_among("proof", options.proof, proof_ids));
    request.digits = read_digits("digits", options.digits);
    request.title = options.title;
    request.caption = options.caption;
    request.dpi = options.dpi.value_or(dpi_of(options, request.page));
    if (!(request.dpi >= 10 && request.dpi <= 2400))
        throw UsageError(fmt::format("--dpi {}: must be in [10, 2400]", request.dpi));
    request.bare = options.bare;
    request.transparent = options.transparent;
    request.theme = theme_of(options.theme);
    request.language = language_of(options.language);
    return request;
}

PictureRequest plot_of(const Options& options, const Engines& engines) {
    PictureRequest request = picture_of(options, engines);
    request.format = picture_format(request.path);
    request.notes_settings = request.figure != every_figure;
    return request;
}

LivePageRequest live_page_of(const Options& options, const Engines& engines) {
    LivePageRequest request{picture_of(options, engines), options.controls, !options.language.empty()};
    if (!request.picture.path.ends_with(".html"))
        throw UsageError(tr("-o {}: a page must end in .html", request.picture.path));
    return request;
}

NumbersRequest numbers_of(const Options& options, const Engines& engines) {
    NumbersRequest request{selection_of(options, engines), options.array};
    request.path = needed_output(options);
    request.format = number_format(request.path);
    return request;
}

SweepRequest sweep_of(const Options& options, const Engines& engines) {
    SweepRequest request{picture_of(options, engines),
                         options.over,
                         options.together,
                         options.value_names,
                         options.fps.value_or(default_fps),
                         {}};
    request.picture.notes_settings = true;
    const SweepOutput output = sweep_output(request.picture.path);
    request.picture.format = output == SweepOutput::sheet ? "pdf" : "png";
    if (output == SweepOutput::sheet && options.size.empty() && options.preset_size.empty())
        std::tie(request.picture.page.width, request.picture.page.height) =
            std::pair(sheet_width, sheet_height);
    if (!options.dpi) request.picture.dpi = film_dpi(request.picture.page, request.picture.dpi);
    if (!options.shard.empty()) request.shard = read_shard(options.shard);
    request.limits = static_cast<SweepLimits>(place_among("limits", options.limits, sweep_limits_ids));
    request.merge = options.merge;
    request.fresh = options.fresh;
    if (options.fresh && options.resume) throw UsageError("--fresh and --resume cannot be combined"_tr);
    return request;
}

}  // namespace poslab
