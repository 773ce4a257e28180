#include "app/cli/export.hpp"

#include "core/base/errors.hpp"
#include "core/base/free_memory.hpp"
#include "core/base/nearest_name.hpp"
#include "core/documents/document_files.hpp"
#include "core/documents/result.hpp"
#include "core/documents/shown_state.hpp"
#include "core/documents/versus.hpp"
#include "core/engine/engine.hpp"
#include "core/figure/palette.hpp"
#include "core/figure/print_layout.hpp"
#include "core/files/atomic_file.hpp"
#include "core/files/atomic_files.hpp"
#include "core/views/axes.hpp"
#include "core/views/figure_pixels.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace poslab {

namespace {

/// Returns the figure with this id; an empty id selects the first.
const FigureInfo& figure_info(const View& view, std::string_view id, bool offered_only = false) {
    const FigureInfo* const named = find_figure(view, id);
    if (named != nullptr && (named->offered || !offered_only)) return *named;
    std::vector<std::string_view> known;
    for (const FigureInfo& figure : view.info().figures)
        if (figure.offered || !offered_only) known.push_back(figure.id);
    throw unknown_choice("figure", id, known);
}

void add_notice(const Message& notice, std::vector<Message>& notices) {
    if (std::find(notices.begin(), notices.end(), notice) == notices.end()) notices.push_back(notice);
}

/// Computes the numbers of all variants and adds the engines' notices. With `spelling`, the notices and the
/// notes on pooled arrays are also added to the data's warnings.
void sample_all(const Selection& selection, const SampleRequest& request, const Job& job, FigureData& figure,
                std::optional<Spelling> spelling = std::nullopt) {
    const View& view = *selection.view;
    figure.sample(view, request, selection.engine, job,
                  [&](const Variant& variant, const Engine& engine, Data& data) {
                      std::vector<Message> notices = engine.notices();
                      if (spelling)
                          for (Message& note : pooling_notes(view, variant.values, data, *spelling))
                              notices.push_back(std::move(note));
                      for (const Message& notice : notices) {
                          add_notice(notice, figure.notices);
                          if (spelling) data.warnings.push_back(notice);
                      }
                  });
}

void check_array(const View& view, const std::string& name) {
    const auto names = collect_names(view.info().arrays, [](const ArrayInfo& array) { return array.name; });
    if (std::find(names.begin(), names.end(), name) == names.end())
        throw unknown_choice("array", name, names);
}

void write_to_stdout(std::string_view bytes, const Job& job) {
    constexpr std::size_t max_bytes = std::size_t{4} << 20U;  // no signal interrupts the writing of a file
    for (; !bytes.empty(); bytes.remove_prefix(std::min(bytes.size(), max_bytes))) {
        job.check();
        const std::string_view part = bytes.substr(0, max_bytes);
        if (std::fwrite(part.data(), 1, part.size(), stdout) != part.size())
            throw OutputError(fmt::format("standard output: {}", std::strerror(errno)));
    }
    if (std::fflush(stdout) != 0) throw OutputError(fmt::format("standard output: {}", std::strerror(errno)));
}

/// Returns the formats' endings, such as ".png, .svg or .pdf".
template <class Format>
Message endings_of() {
    std::vector<std::string> endings;
    for (const Format* format : Format::all()) endings.push_back("." + std::string(format->id));
    return alternatives(endings);
}

template <class Format>
const Format* format_of(const std::string& path) {
    for (const Format* format : Format::all())
        if (path.ends_with("." + std::string(format->id))) return format;
    return nullptr;
}

/// Returns the endings of the formats that hold the numbers of each --versus, such as ".csv, .json, .npz".
std::string variant_endings() {
    std::string text;
    for (const NumberFormat* format : NumberFormat::all())
        if (format->holds_variants) text += fmt::format("{}.{}", text.empty() ? "" : ", ", format->id);
    return text;
}

LayoutOptions layout_options(const PictureRequest& request) {
    // A figure is laid out again and again to find the page on which all of it fits.
    constexpr std::size_t max_caption = 4096;
    if (request.caption.size() > max_caption)
        throw UsageError(
            tr("--caption: has {} bytes; at most {} are allowed", request.caption.size(), max_caption));
    LayoutOptions options;
    options.width = request.page.width;
    options.height = request.page.height;
    options.theme = request.theme;
    options.legend = !request.bare;
    options.titles = options.legend && request.titles;
    options.own_title = request.title;
    options.caption = request.caption;
    options.digits = request.digits;
    return options;
}

}  // namespace

std::string picture_software() { return std::string("PosLab ") + POSLAB_VERSION; }

std::string stored_command(PictureRequest request) {
    const std::string path =
        std::exchange(request.path, std::filesystem::path(request.path).filename().string());
    return command_in_file(command_line(request), request.selection, path);
}

std::pair<std::string, std::string> name_and_ending(const std::string& path) {
    const std::string name = std::filesystem::path(path).filename().string();
    const std::size_t dot = std::min(name.rfind('.'), name.size());
    return {name.substr(0, dot), name.substr(dot)};
}

const FigureInfo& offered_figure(const View& view, std::string_view id) {
    return figure_info(view, id, true);
}

void check_figure(const View& view, std::string_view id) { static_cast<void>(figure_info(view, id)); }

Layout laid_out(const PictureRequest& request, const Figure& figure, const TextMetrics& metrics) {
    const TypefaceMetrics own(metrics, request.typeface);
    const LayoutOptions options = layout_options(request);
    Layout placed = request.page.for_print() ? print_layout(figure, own, options, request.page.font_points)
                                             : layout(figure, own, options);
    placed.draw = with_appearance(std::move(placed.draw), request.typeface, request.proof, metrics);
    return placed;
}

std::vector<ReportedOmission> omissions_of(const PictureRequest& request, const Figure& figure,
                                           const TextMetrics& metrics, const Layout& placed) {
    return reported_omissions(placed.omitted, request.page, [&](const Page& page) {
        PictureRequest larger = request;
        larger.page = page;
        return laid_out(larger, figure, metrics);
    });
}

std::vector<Variant> figure_variants(const Selection& selection, const std::string& figure, Language language,
                                     const Job& job, bool every_point) {
    FigureData made{{variants_of(selection, language)}};
    SampleRequest sample = sample_for(figure_info(*selection.view, figure));
    if (every_point) sample.curve_points = SampleRequest{}.curve_points;
    sample_all(selection, sample, job, made);
    return std::move(made.variants);
}

namespace {

Figure automatic_figure(const PictureRequest& request, const std::vector<Variant>& variants) {
    const View& view = *request.selection.view;
    return compared_figure(view, figure_info(view, request.figure).id, variants,
                           {request.theme, request.language}, {}, request.selection.comparison);
}

/// Adds the axes of the limits to the values, so that opening the picture restores them.
PictureRequest with_axes_held(PictureRequest request, const std::vector<Variant>& variants) {
    const View& view = *request.selection.view;
    const int axes = parameter_index(view, "axes");
    if (request.limits == nullptr || axes < 0) return request;
    Value& value = request.selection.values[static_cast<std::size_t>(axes)];
    value = held_axes(limits_of(automatic_figure(request, variants)), *request.limits,
                      std::get<AxisSettings>(value), figure_info(view, request.figure).id);
    return request;
}

}  // namespace

double pixels_of(const PictureRequest& request) { return request.format->in_pixels ? request.dpi / 96 : 2; }

namespace {

void check_comparable(const PictureRequest& request, const std::vector<Variant>& variants) {
    const View& view = *request.selection.view;
    const std::string_view id = figure_info(view, request.figure).id;
    const Comparison::How how = request.selection.comparison.how;
    if (how == Comparison::How::side_by_side) return;
    if (can_be_compared(view.figure(id, variants, {request.theme, request.language}, {}), how)) return;
    throw UsageError(fmt::format("--{}: figure {} of {} has no matrix{} to compare",
                                 comparison_ids[static_cast<std::size_t>(how)], id, view.info().id,
                                 how == Comparison::How::difference ? " and no curve" : ""));
}

void check_picture(const PictureRequest& request, const std::vector<Variant>& variants) {
    const View& view = *request.selection.view;
    const FigureInfo& figure = figure_info(view, request.figure);
    static_cast<void>(layout_options(request));
    check_comparable(request, variants);
    check_figure(view, figure.id, request.selection.values);
    check_plots(view, figure.id, variants);
}

/// Checks the peak memory of the map's numbers and of the picture's pixels; measured on maps of 10^7 to 2 ·
/// 10^8 cells. For each pixel of a PDF, Cairo has a copy (4 bytes) and its RGB (3); the rest is the file.
void check_picture_memory(const PictureRequest& request, const SampleRequest& sample, std::size_t variants,
                          double pixels) {
    constexpr double number = 4, pixel = 4, pdf_pixel = 10;
    const double cells = static_cast<double>(sample.width) * static_cast<double>(sample.height) *
                         static_cast<double>(variants);
    const double width = request.page.width * pixels, height = request.page.height * pixels;
    const double surface_bytes = request.format->in_pixels     ? width * height * pixel
                                 : request.format->id == "pdf" ? cells * pdf_pixel
                                                               : cells * pixel;
    check_memory(cells * number + surface_bytes, tr("pictures of {:.0f} x {:.0f} pixels", width, height));
}

}  // namespace

void check_picture(const PictureRequest& request) {
    check_picture(request, variants_of(request.selection, request.language));
    if (request.format->every_point) return;  // it has no pixels
    constexpr std::size_t no_cells = 0;       // they are not known yet
    check_picture_memory(request, {}, no_cells, pixels_of(request));
}

FigureData figure_data(const PictureRequest& request, const TextMetrics& metrics, double pixels,
                       const Job& job) {
    FigureData made{{variants_of(request.selection, request.language)}};
    check_picture(request, made.variants);
    return fitted(request, std::move(made), metrics, pixels, job);
}

FigureData fitted(const PictureRequest& request, FigureData figure, const TextMetrics& metrics, double pixels,
                  const Job& job) {
    SampleRequest sample = sample_for(figure_info(*request.selection.view, request.figure));
    const bool sampled = figure.width > 0;
    if (sampled) sample.width = figure.width;
    if (sampled) sample.height = figure.height;
    figure.layout = sampled_layout([&] { return composed_figure(request, figure.variants, metrics); }, pixels,
                                   sample, sampled,
                                   [&] {
                                       check_picture_memory(request, sample, figure.variants.size(), pixels);
                                       sample_all(request.selection, sample, job, figure);
                                       figure.width = sample.width;
                                       figure.height = sample.height;
                                       return true;
                                   });
    return figure;
}

Figure drawn_figure(const PictureRequest& request, const std::vector<Variant>& variants) {
    if (request.limits == nullptr) return automatic_figure(request, variants);
    std::vector<Variant> held = variants;
    held.front().values = with_axes_held(request, variants).selection.values;
    Figure figure = automatic_figure(request, held);
    hold_colors(figure, *request.limits);
    return figure;
}

Layout composed_figure(const PictureRequest& request, const std::vector<Variant>& variants,
                       const TextMetrics& metrics) {
    return laid_out(request, drawn_figure(request, variants), metrics);
}

Layout composed_figure(const PictureRequest& request, const TextMetrics& metrics, double pixels,
                       const Job& job, std::vector<Message>* notices) {
    FigureData figure = figure_data(request, metrics, pixels, job);
    if (notices != nullptr) *notices = std::move(figure.notices);
    return figure.layout ? std::move(*figure.layout) : composed_figure(request, figure.variants, metrics);
}

std::vector<Message> settings_without_effect(const PictureRequest& request, const Figure& figure) {
    std::vector<Message> notes;
    if (!request.notes_settings) return notes;
    const View& view = *request.selection.view;
    const std::string_view id = figure_info(view, request.figure).id;
    const auto has_map = [](const Panel& panel) {
        return std::ranges::any_of(
            panel.marks, [](const Mark& mark) { return std::holds_alternative<HeatMapMark>(mark); });
    };
    if (request.digits != CellDigits{} && std::ranges::none_of(figure.main, has_map) &&
        std::ranges::none_of(figure.companions, has_map))
        notes.push_back(tr("--digits is ignored: figure {} has no cells", id));
    const int axes = parameter_index(view, "axes");
    if (axes < 0) return notes;
    for (const AxisSetting& setting :
         std::get<AxisSettings>(request.selection.values[static_cast<std::size_t>(axes)]).list) {
        const std::string text = to_string(AxisSettings{{setting}});
        if (!setting.figure.empty() && setting.figure != id)
            notes.push_back(tr("--axes {} is ignored: the picture shows figure {}", text, id));
        else if (setting.color && setting.plot > std::ssize(figure.bars))
            notes.push_back(tr_plural("--axes {1} is ignored: figure {2} has {0} colour bar",
                                      "--axes {1} is ignored: figure {2} has {0} colour bars",
                                      std::ssize(figure.bars), text, id));
    }
    return notes;
}

namespace {

/// Returns the page with the font size of a paper, unless another one was requested.
Page source_page(Page page) {
    if (page == Page{}) return page_preset("preset-size", "neurips-column").page();
    if (!page.for_print()) page.font_points = paper_font_points;
    return page;
}

/// Draws a figure as source files for another program.
PictureFiles source_files(PictureRequest request, const FontLibrary& fonts, const Job& job) {
    request.page = source_page(request.page);
    if (request.format->every_point) request.digits = {};  // reported with the other options of drawings
    const FontMetrics metrics(fonts);
    FigureData made;
    if (request.format->every_point)
        made.variants = figure_variants(request.selection, request.figure, request.language, job, true);
    else
        made = figure_data(request, metrics, pixels_of(request), job);
    const Figure figure = drawn_figure(request, made.variants);
    for (Message& note : settings_without_effect(request, figure)) made.notices.push_back(std::move(note));
    const std::filesystem::path folder = std::filesystem::path(request.path).parent_path();
    Layout placed;
    if (!request.format->every_point) {
        LayoutOptions options = layout_options(request);
        options.axes_apart = true;
        placed = print_layout(figure, metrics, options, request.page.font_points);
        placed.draw = with_appearance(std::move(placed.draw), Typeface::inter, request.proof, metrics);
        for (const ReportedOmission& report : omissions_of(request, figure, metrics, placed))
            made.notices.push_back(omission_sentence(report));
    }
    const SourcePage page{name_and_ending(request.path).first,
                          stored_command(request),
                          picture_software(),
                          std::move(placed),
                          request.page.font_points,
                          request.theme,
                          request.proof,
                          request.transparent,
                          metrics};
    PictureFiles sources{{}, std::move(made.notices)};
    for (NamedFile& file : request.format->files(figure, page))
        sources.files.push_back({(folder / file.name).string(), std::move(file.bytes)});
    return sources;
}

}  // namespace

PictureFiles picture_files(const PictureRequest& request, const FontLibrary& fonts, const Job& job) {
    if (request.format->files != nullptr) return source_files(request, fonts, job);
    PictureFiles picture;
    picture.files.push_back({request.path, picture_bytes(request, fonts, job, &picture.notices)});
    return picture;
}

std::vector<Message> export_picture(const PictureRequest& request, const FontLibrary& fonts, const Job& job) {
    PictureFiles picture = picture_files(request, fonts, job);
    write_files_atomically(picture.files, job);
    return std::move(picture.notices);
}

namespace {

std::string rendered(const PictureRequest& request, const FigureData& figure, const FontLibrary& fonts,
                     std::vector<Message>& notices) {
    const FontMetrics metrics(fonts);
    const Figure pictured = drawn_figure(request, figure.variants);
    std::optional<Layout> own;
    if (!figure.layout) own = laid_out(request, pictured, metrics);
    const Layout& composed = figure.layout ? *figure.layout : *own;
    notices = figure.notices;
    for (Message& note : settings_without_effect(request, pictured)) notices.push_back(std::move(note));
    for (const ReportedOmission& report : omissions_of(request, pictured, metrics, composed))
        notices.push_back(omission_sentence(report));
    const std::string_view title = in(request.language, request.selection.view->info().title);
    const PictureMetadata metadata{{"Title", std::string(title)},
                                   {"Software", picture_software()},
                                   {"Description", stored_command(with_axes_held(request, figure.variants))}};
    std::optional<Color> background;
    if (!request.transparent) background = proofed(palette(request.theme).canvas, request.proof);
    return render_picture(composed.draw, fonts, request.format, request.dpi, metadata, background);
}

}  // namespace

std::vector<Message> export_picture(const PictureRequest& request, const FigureData& figure,
                                    const FontLibrary& fonts, const Job& job) {
    std::vector<Message> notices;
    write_file_atomically(request.path, rendered(request, figure, fonts, notices), job);
    return notices;
}

std::string picture_bytes(const PictureRequest& request, const FontLibrary& fonts, const Job& job,
                          std::vector<Message>* notices) {
    std::vector<Message> found;
    std::string bytes =
        rendered(request, figure_data(request, FontMetrics(fonts), pixels_of(request), job), fonts, found);
    if (notices != nullptr) *notices = std::move(found);
    return bytes;
}

std::vector<std::string> variant_keys(const Selection& selection) {
    std::vector<std::string> keys;
    std::set<std::string> used;
    std::map<std::string, int> counts;
    for (const std::string& versus : selection.versus) {
        const std::string key = variant_key(*selection.view, versus);
        std::string unique = key;
        for (int& n = counts.emplace(key, 1).first->second; !used.insert(unique).second;)
            unique = fmt::format("{} ({})", key, ++n);
        keys.push_back(unique);
    }
    return keys;
}

std::vector<std::vector<NamedValue>> computed_values(const Selection& selection, const Job& job,
                                                     std::vector<Message>* notices) {
    SampleRequest sample;  // all arrays: some values exist only with their array
    sample.width = sample.height = 1;
    FigureData made{{variants_of(selection, Language::english)}};
    sample_all(selection, sample, job, made);
    if (notices != nullptr) *notices = std::move(made.notices);
    std::vector<std::vector<NamedValue>> values;
    for (const Variant& variant : made.variants) values.push_back(variant.data->values);
    return values;
}

std::vector<std::string> written_arrays(const NumbersRequest& request) {
    const auto& infos = request.selection.view->info().arrays;
    std::string name = request.array;
    if (name.empty() && request.format->all_arrays) return {};
    if (name.empty()) name = infos.front().name;
    check_array(*request.selection.view, name);
    std::vector<std::string> names{name};
    const auto chosen =
        std::find_if(infos.begin(), infos.end(), [&](const ArrayInfo& info) { return info.name == name; });
    // further curves of this axis become further columns
    const bool one_dimension = chosen->axes.find(',') == std::string_view::npos;
    if (!request.format->shares_axis || !one_dimension) return names;
    const bool all = request.array.empty();  // otherwise the requested array and its axis
    for (const ArrayInfo& info : infos)
        if (info.name != name && info.axes == chosen->axes && (all || info.name == chosen->axes))
            names.emplace_back(info.name);
    return names;
}

void require_array(const View& view, const std::string& name, const Data& data) {
    if (data.find(name) != nullptr) return;
    for (const ArrayInfo& info : view.info().arrays)
        if (info.name == name)
            throw UsageError(
                fmt::format("--array {}: not available with these parameters ({})", name, info.help.en));
}

ComputedNumbers computed_numbers(const Selection& selection, const std::vector<std::string>& arrays,
                                 const Job& job, Spelling spelling) {
    for (const std::string& name : arrays) check_array(*selection.view, name);
    SampleRequest sample;
    sample.arrays = arrays;
    FigureData made{{variants_of(selection, Language::english)}};
    sample_all(selection, sample, job, made, spelling);
    ComputedNumbers numbers{made.variants.front().values, made.variants.front().data,
                            std::move(made.notices)};
    const std::vector<std::string> keys = variant_keys(selection);
    for (std::size_t n = 0; n < keys.size(); ++n)
        numbers.variants.push_back({keys[n], made.variants[n + 1].values, made.variants[n + 1].data});
    return numbers;
}

std::vector<Message> export_numbers(const NumbersRequest& request, const Job& job) {
    const std::vector<std::string> arrays = written_arrays(request);
    if (request.path != "-") inputs_of(request.selection).refuse(request.path);
    if (!request.selection.versus.empty() && !request.format->holds_variants)
        throw UsageError(
            tr("--versus and .{} cannot be combined: it holds one array; {} hold one per --versus",
               request.format->id, variant_endings()));
    ComputedNumbers made = computed_numbers(request.selection, arrays, job);
    const auto stored = [&](const Values& values) {
        return request.path == "-" ? values : with_portable_paths(values, request.path);
    };
    for (NumbersOfVariant& variant : made.variants) variant.values = stored(variant.values);
    const std::string first = arrays.empty() ? "" : arrays.front();
    if (!first.empty()) require_array(*request.selection.view, first, *made.data);
    if (request.format != "json")  // which holds them
        for (const Message& warning : made.data->warnings) add_notice(warning, made.notices);
    const std::string bytes =
        request.format->bytes({*request.selection.view, stored(made.values), *made.data,
                               first.empty() ? nullptr : made.data->find(first), made.variants});
    if (request.path == "-")
        write_to_stdout(bytes, job);
    else
        write_file_atomically(request.path, bytes, job);
    return made.notices;
}

OneOf<PictureFormat> picture_format(const std::string& path) {
    if (const PictureFormat* format = format_of<PictureFormat>(path)) return *format;
    throw UsageError(tr("-o {}: a picture must end in {}", path, endings_of<PictureFormat>()));
}

OneOf<NumberFormat> number_format(const std::string& path) {
    if (path == "-") return "json";
    if (const NumberFormat* format = format_of<NumberFormat>(path)) return *format;
    throw UsageError(tr("-o {}: numbers must end in {}, or be - for JSON on standard output", path,
                        endings_of<NumberFormat>()));
}

}  // namespace poslab
