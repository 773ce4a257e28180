#pragma once

#include <string_view>

namespace poslab {

/// The program's fonts: Inter in three weights, JetBrains Mono in two, STIX italic for symbols and upright
/// for the digits, operators and words of formulas. Missing characters come from Noto Sans CJK SC; STIX faces
/// fall back to each other first.
enum class Font { regular, medium, semibold, mono, mono_medium, math, math_upright, math_bold };

/// From the middle of a line down to its baseline, relative to the font size; independent of glyph heights.
inline constexpr double baseline_shift = 0.363;

/// Text widths in CSS pixels, unhinted, from the font files that the painters use.
class TextMetrics {
  public:
    virtual ~TextMetrics() = default;
    /// Advance width of one line of UTF-8 text; an unpaired byte counts as one replacement character.
    [[nodiscard]] virtual double width(std::string_view text, Font font, double size) const = 0;
};

/// Every character is 0.6 em wide (CJK 1 em): for text goldens, which must not depend on installed fonts.
[[nodiscard]] const TextMetrics& fixed_width_metrics();

}  // namespace poslab
