#pragma once

#include "core/base/text.hpp"
#include "core/figure/layout.hpp"

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace poslab {

/// A unit of lengths on a page.
struct LengthUnit {
    std::string_view id;
    double pixels;  // CSS pixels; 96 per inch
    int decimals;   // decimals shown for a length in this unit
};
inline constexpr std::array<LengthUnit, 4> length_units{
    {{"px", 1, 0}, {"in", 96, 2}, {"cm", 96 / 2.54, 2}, {"pt", 96.0 / 72, 1}}};

/// Returns the unit with that id; null if there is none.
[[nodiscard]] const LengthUnit* find_unit(std::string_view id);

/// The size of a picture and its layout for screens or print.
struct Page {
    double width = default_width, height = default_height;  // CSS pixels
    std::string_view unit = "px";  // one of length_units, in which the size was given
    double font_points = 0;        // size of running text; 0: screen layout

    [[nodiscard]] bool for_print() const { return font_points > 0; }
    bool operator==(const Page&) const = default;
};

inline constexpr double paper_font_points = 8;
/// Returns the default resolution of a PNG: one pixel per CSS pixel on screens, 300 dpi for print.
[[nodiscard]] inline double default_dpi(const Page& page) { return page.for_print() ? 300 : 96; }
/// The largest film, in pixels, that presets and default resolutions make; many players show no larger one.
inline constexpr double max_film_width = 3840, max_film_height = 2160;
/// Returns the resolution of a film or its frames: `dpi` or, for print, less if the film would be too large.
[[nodiscard]] double film_dpi(const Page& page, double dpi);
inline constexpr double min_font_points = 5, max_font_points = 72;

/// A frequently used page size. Column and text widths are those of the venues' styles.
struct PagePreset {
    std::string_view id;
    Text label;
    double width, height;  // in `unit`
    std::string_view unit;
    double font_points;
    double own_dpi = 0;  // for a PNG, unless it is default_dpi()

    [[nodiscard]] Page page() const;
    [[nodiscard]] double dpi() const;
};
[[nodiscard]] std::span<const PagePreset> page_presets();

/// Reads "3.3x2.5in", "8x6cm", "240x180pt" (for print) or "800x500" (CSS pixels, for screens). Throws
/// UsageError that names `option`, also for sizes outside the allowed range.
[[nodiscard]] Page read_page(std::string_view option, const std::string& text);
/// Returns the preset with that id. Throws UsageError that lists the known presets.
[[nodiscard]] const PagePreset& page_preset(std::string_view option, std::string_view id);
/// Returns the size as read_page() accepts it.
[[nodiscard]] std::string page_size_text(const Page& page);
/// Returns the size as displayed: "3.3 × 2.5 in".
[[nodiscard]] std::string shown_page_size(const Page& page);

}  // namespace poslab
