#pragma once

#include "core/figure/draw_list.hpp"
#include "core/figure/text_metrics.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace poslab {

/// Typeface of a whole figure: Inter with JetBrains Mono for numbers, as on screen; or STIX, as in papers.
enum class Typeface { inter, stix };

/// Returns the font of that typeface with the role of `font`.
[[nodiscard]] Font in_typeface(Font font, Typeface typeface);

/// A part of a text. STIX has no glyphs for most superscripts and subscripts, nor for the thin space; they
/// are composed of its other glyphs, smaller and shifted.
struct ScriptPart {
    std::string text;
    double scale = 1;  // relative to the text's size
    double rise = 0;   // of the baseline, upwards, in em of the text's size
    double space = 0;  // after the part, in em of the text's size
};

/// Splits the text into the parts that the typeface sets: "10⁻⁴" is "10" and a raised "−4".
[[nodiscard]] std::vector<ScriptPart> script_parts(std::string_view text, Typeface typeface);

/// Measures text that will be drawn in another typeface. Holds a reference.
class TypefaceMetrics final : public TextMetrics {
  public:
    TypefaceMetrics(const TextMetrics& metrics, Typeface typeface) : metrics_(metrics), typeface_(typeface) {}
    [[nodiscard]] double width(std::string_view text, Font font, double size) const override;

  private:
    const TextMetrics& metrics_;
    Typeface typeface_;
};

/// Returns the drawing in that typeface, with every colour as `proof` shows it. `metrics` are those of the
/// fonts themselves.
[[nodiscard]] DrawList with_appearance(DrawList list, Typeface typeface, Proof proof,
                                       const TextMetrics& metrics);

}  // namespace poslab
