#include "app/cli/page.hpp"

#include "app/cli/options.hpp"
#include "core/base/errors.hpp"
#include "core/base/nearest_name.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

namespace poslab {

namespace {

// Widths: NeurIPS and ICLR set one column of 5.5 in; ICML two of 3.25 in within 6.75 in; ACL two of 7.7 cm
// within 16 cm. Heights are ours: a figure's usual share of a page. Slides in pixels use the font size of
// slide-16-9: 18 pt of 540 pt.
constexpr std::array<PagePreset, 12> presets{
    {{"neurips-column", "NeurIPS text width"_tr, 5.5, 3.3, "in", 8},
     {"iclr-column", "ICLR text width"_tr, 5.5, 3.3, "in", 8},
     {"icml-column", "ICML column"_tr, 3.25, 2.5, "in", 8},
     {"icml-text", "ICML text width"_tr, 6.75, 3.6, "in", 8},
     {"acl-column", "ACL column"_tr, 7.7, 6, "cm", 8},
     {"acl-text", "ACL text width"_tr, 16, 9, "cm", 8},
     {"a4", "A4 page"_tr, 21, 29.7, "cm", 10},
     {"slide-16-9", "Slide 16:9"_tr, 13.333, 7.5, "in", 18},
     {"slide-4-3", "Slide 4:3"_tr, 10, 7.5, "in", 18},
     {"slide-720p", "Slide 1280 × 720"_tr, 1280, 720, "px", 18, 96},
     {"slide-1080p", "Slide 1920 × 1080"_tr, 1920, 1080, "px", 27, 96},
     {"slide-2160p", "Slide 3840 × 2160"_tr, 3840, 2160, "px", 54, 96}}};

/// Formats a size to a hundredth of a point at most.
std::string plain(double value) { return fmt::format("{:.5g}", value); }

/// Formats a length in pixels with the fewest digits that read_page() reads as the same length.
std::string exact(double pixels, const LengthUnit& unit) {
    const double value = pixels / unit.pixels;
    std::string text = plain(value);
    for (int digits = 6; digits <= std::numeric_limits<double>::max_digits10; ++digits) {
        double read = 0;
        std::from_chars(text.data(), text.data() + text.size(), read);
        if (read * unit.pixels == pixels) break;
        text = fmt::format("{:.{}g}", value, digits);
    }
    return text;
}

struct TypedSize {
    double width = 0, height = 0;
    const LengthUnit* unit = nullptr;
};

std::optional<TypedSize> typed_size(const std::string& text) {
    const char* const end = text.data() + text.size();
    TypedSize size;
    const auto first = std::from_chars(text.data(), end, size.width, std::chars_format::fixed);
    if (first.ec != std::errc{} || first.ptr == end || (*first.ptr != 'x' && *first.ptr != 'X'))
        return std::nullopt;
    const auto second = std::from_chars(first.ptr + 1, end, size.height, std::chars_format::fixed);
    if (second.ec != std::errc{}) return std::nullopt;
    const std::string_view unit(second.ptr, static_cast<std::size_t>(end - second.ptr));
    size.unit = find_unit(unit.empty() ? "px" : unit);
    if (size.unit == nullptr || !std::isfinite(size.width) || !std::isfinite(size.height))
        return std::nullopt;
    return size;
}

}  // namespace

const LengthUnit* find_unit(std::string_view id) {
    const auto found = std::find_if(length_units.begin(), length_units.end(),
                                    [&](const LengthUnit& unit) { return unit.id == id; });
    return found == length_units.end() ? nullptr : &*found;
}

double film_dpi(const Page& page, double dpi) {
    if (!page.for_print()) return dpi;
    const double most = 96 * std::min(max_film_width / page.width, max_film_height / page.height);
    return std::min(dpi, std::floor(100 * most) / 100);  // a number that a command can name
}

Page PagePreset::page() const {
    const double pixels = find_unit(unit)->pixels;
    return {width * pixels, height * pixels, unit, font_points};
}

double PagePreset::dpi() const { return own_dpi > 0 ? own_dpi : default_dpi(page()); }

std::span<const PagePreset> page_presets() { return presets; }

Page read_page(std::string_view option, const std::string& text) {
    const auto size = typed_size(text);
    if (!size)
        throw UsageError(fmt::format(
            "--{} {}: must be WxH in pixels, or followed by in, cm or pt, e.g. 3.3x2.5in", option, text));
    Page page{size->width * size->unit->pixels, size->height * size->unit->pixels, size->unit->id, 0};
    const bool pixels = size->unit->id == "px";
    if (pixels && (page.width != std::floor(page.width) || page.height != std::floor(page.height)))
        throw UsageError(fmt::format("--{} {}: pixels must be whole numbers", option, text));
    const auto [min_width, min_height] = min_picture;
    if (page.width < min_width || page.height < min_height || page.width > max_picture ||
        page.height > max_picture) {
        const double each = size->unit->pixels;
        throw UsageError(fmt::format("--{} {}: must be at least {}x{}{} and at most {}x{}{}", option, text,
                                     plain(min_width / each), plain(min_height / each),
                                     pixels ? "" : size->unit->id, plain(max_picture / each),
                                     plain(max_picture / each), pixels ? "" : size->unit->id));
    }
    if (!pixels) page.font_points = paper_font_points;
    return page;
}

const PagePreset& page_preset(std::string_view option, std::string_view id) {
    for (const PagePreset& preset : presets)
        if (preset.id == id) return preset;
    throw unknown_choice(option, id,
                         collect_names(presets, [](const PagePreset& preset) { return preset.id; }));
}

std::string page_size_text(const Page& page) {
    const LengthUnit& unit = *find_unit(page.unit);
    const std::string id = unit.id == "px" ? "" : std::string(unit.id);
    return exact(page.width, unit) + "x" + exact(page.height, unit) + id;
}

std::string shown_page_size(const Page& page) {
    const LengthUnit& unit = *find_unit(page.unit);
    return fmt::format("{} × {} {}", plain(page.width / unit.pixels), plain(page.height / unit.pixels),
                       unit.id);
}

}  // namespace poslab
