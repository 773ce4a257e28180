#include "app/state/export_choice.hpp"

#include "app/cli/every_figure.hpp"
#include "app/state/store.hpp"
#include "core/files/file_status.hpp"
#include "core/files/home_folder.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>

namespace poslab {
namespace {

namespace fs = std::filesystem;

fs::path home() {
    const std::string folder = home_folder();
    return folder.empty() ? fs::path(".") : fs::path(folder);
}

}  // namespace

std::vector<ExportFormat> ExportChoice::formats() const {
    if (animates())
        return {{gif_ending, untranslated("GIF"), true},
                {mp4_ending, untranslated("MP4"), true},
                {frames_ending, "PNG frames"_tr, true}};
    if (is_live())
        return {
            {"html", untranslated("HTML"), false, false, "sliders, readout and formula in any browser"_tr}};
    std::vector<ExportFormat> list;
    if (numbers())
        for (const NumberFormat* format : NumberFormat::all())
            list.push_back({format->id, format->label, false, format->all_arrays});
    else
        for (const PictureFormat* format : PictureFormat::all())
            list.push_back({format->id, format->label, format->in_pixels, false, format->about});
    return list;
}

const FigureInfo& ExportChoice::figure_info() const {
    const FigureInfo* const named = find_figure(*view, figure);
    return named == nullptr ? view->info().figures.front() : *named;
}

bool ExportChoice::each_figure() const { return content == ExportContent::figure && figure == every_figure; }

std::vector<std::string> ExportChoice::paths() const {
    if (!each_figure()) return {path};
    std::vector<std::string> all;
    for (const FigureInfo* info : offered_figures(*view)) all.push_back(path_of_figure(path, info->id));
    return all;
}

void ExportChoice::set_content(ExportContent requested) {
    content = requested;
    if (requested != ExportContent::figure && figure == every_figure) figure = figure_info().id;
    set_format(format());
}

int ExportChoice::format() const {
    switch (content) {
        case ExportContent::figure:
            return picture_format;
        case ExportContent::numbers:
            return number_format;
        case ExportContent::animation:
            return animation.format;
        case ExportContent::page:
            return 0;
    }
    return 0;
}

void ExportChoice::set_format(int index) {
    if (content == ExportContent::figure) picture_format = index;
    if (numbers()) number_format = index;
    if (animates()) animation.format = index;
    if (animates()) animation.fps = std::min(animation.fps, max_fps(ending()));
    path = fs::path(path).replace_extension(std::string(ending())).string();
}

void ExportChoice::set_path(std::string requested) {
    path = std::move(requested);
    while (path.size() > 1 && path.ends_with('/')) path.pop_back();
    const std::vector<ExportFormat> all = formats();
    for (std::size_t i = 0; i < all.size(); ++i)
        if (path.ends_with("." + std::string(all[i].ending))) return set_format(static_cast<int>(i));
    path += "." + std::string(ending());
}

std::vector<int> ExportChoice::presets() const {
    std::vector<int> all{screen_preset};
    for (int index = screen_preset + 1; index < custom_preset(); ++index) {
        const bool in_pixels = page_presets()[static_cast<std::size_t>(index - 1)].unit == "px";
        if (!animates() || in_pixels || index == preset) all.push_back(index);
    }
    return all;
}

void ExportChoice::set_preset(int index, const CanvasSize& canvas) {
    preset = index;
    if (index == screen_preset) {
        page = {std::max(1.0, std::round(canvas.width)), std::max(1.0, std::round(canvas.height))};
        dpi = canvas.dpi;
    } else if (index > screen_preset && index < custom_preset()) {
        const PagePreset& chosen = page_presets()[static_cast<std::size_t>(index - 1)];
        page = chosen.page();
        dpi = chosen.dpi();
    }
}

void ExportChoice::set_unit(const LengthUnit& unit) {
    const bool print = unit.id != "px";
    const auto rounded = [&](double pixels) {
        const double step = std::pow(10, -unit.decimals) * unit.pixels;
        return std::round(pixels / step) * step;
    };
    page.width = rounded(page.width);
    page.height = rounded(page.height);
    page.unit = unit.id;
    preset = custom_preset();
    if (print == page.for_print()) return;
    set_font_points(print ? paper_font_points : 0);
    dpi = default_dpi(page);
}

void ExportChoice::set_font_points(double points) {
    const bool pixels = page.unit == "px";  // the size in pixels then stays, whatever the font size
    page.font_points = points;
    if (points == 0) page.unit = "px";
    preset = custom_preset();
    if (!pixels) dpi = default_dpi(page);
}

std::string default_export_folder() {
    const fs::path pictures = home() / "Pictures";
    const FileStatus status = prompt_file_status(pictures.string(), Patience::of_action);
    return (status.kind == FileKind::folder ? pictures : home()).string();
}

std::string shown_folder(Language language, const std::string& folder) {
    const fs::path inside = fs::path(folder).lexically_relative(home());
    if (inside == ".") return Translator(language)("the home folder"_tr);
    const bool within = !inside.empty() && *inside.begin() != "..";
    return within ? inside.string() : folder;
}

std::string expanded_path(const std::string& path) {
    if (path == "~") return home().string();
    return path.starts_with("~/") ? (home() / path.substr(2)).string() : path;
}

}  // namespace poslab
