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
    double pixels;  // CSS pixels, of which an inch has 96
    int decimals;   // that a length in it is shown with
};
inline constexpr std::array<LengthUnit, 4> length_units{{{"px", 1, 0}, {"in", 96, 2}, {"cm", 96 / 2.54, 2}, {"pt", 96.0 / 72, 1}}};

/// The unit with that id; null: there is none.
[[nodiscard]] const LengthUnit* find_unit(std::string_view id);

/// How large a picture is, and whether it is laid out for print.
struct Page {
    double width = default_width, height = default_height;  // CSS pixels
    std::string_view unit = "px";                           // of length_units: what the size was given in
    double font_points = 0;                                 // of running text; 0: laid out as on a screen

    [[nodiscard]] bool for_print() const { return font_points > 0; }
    bool operator==(const Page&) const = default;
};

inline constexpr double paper_font_points = 8;
/// Of a PNG, where none is asked for: a CSS pixel each on screens, what printers want for print.
[[nodiscard]] inline double default_dpi(const Page& page) { return page.for_print() ? 300 : 96; }
inline constexpr double least_font_points = 5, most_font_points = 72;

/// A size that one wants again and again. The widths of columns and text blocks are those of the venues' own styles.
struct PagePreset {
    std::string_view id;
    Text label;
    double width, height;  // in `unit`
    std::string_view unit;
    double font_points;
    double own_dpi = 0;  // of a PNG, if it is not default_dpi()

    [[nodiscard]] Page page() const;
    [[nodiscard]] double dpi() const;
};
[[nodiscard]] std::span<const PagePreset> page_presets();

/// "3.3x2.5in", "8x6cm", "240x180pt", "800x500" (pixels, as on a screen); any of the others is for print. Throws UsageError
/// naming `option`, also for what is too small or too large to be drawn.
[[nodiscard]] Page read_page(std::string_view option, const std::string& text);
/// The preset with that id. Throws UsageError with those that there are.
[[nodiscard]] const PagePreset& page_preset(std::string_view option, const std::string& id);
/// As read_page takes it.
[[nodiscard]] std::string page_size_text(const Page& page);
/// "3.3 × 2.5 in"
[[nodiscard]] std::string shown_page_size(const Page& page);

}  // namespace poslab
