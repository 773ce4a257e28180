#pragma once

#include "core/figure/draw_list.hpp"
#include "core/figure/text_metrics.hpp"

#include <string_view>

namespace poslab {

/// The letters of a whole figure: Inter with JetBrains Mono for numbers, as on the screen; or STIX, as papers are set in.
enum class Typeface { inter, stix };

/// The font of that typeface that does what `font` does.
[[nodiscard]] Font in_typeface(Font font, Typeface typeface);

/// Measures what will be drawn in another typeface. Keeps a reference.
class TypefaceMetrics final : public TextMetrics {
  public:
    TypefaceMetrics(const TextMetrics& metrics, Typeface typeface) : metrics_(metrics), typeface_(typeface) {}
    [[nodiscard]] double width(std::string_view text, Font font, double size) const override {
        return metrics_.width(text, in_typeface(font, typeface_), size);
    }

  private:
    const TextMetrics& metrics_;
    Typeface typeface_;
};

/// The same drawing in that typeface, with every colour as that proof shows it.
[[nodiscard]] DrawList with_appearance(DrawList list, Typeface typeface, Proof proof);

}  // namespace poslab
