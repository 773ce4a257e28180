#include "core/figure/appearance.hpp"

namespace poslab {

namespace {

struct Appearance {
    Typeface typeface;
    Proof proof;

    void color(Color& one) const { one = proofed(one, proof); }

    void operator()(FillRect& fill) const { color(fill.color); }
    void operator()(StrokeRect& stroke) const { color(stroke.color); }
    void operator()(Polyline& line) const { color(line.color); }
    void operator()(FillPolygon& polygon) const { color(polygon.color); }
    void operator()(FillCircle& circle) const { color(circle.color); }
    void operator()(TextRun& text) const {
        color(text.color);
        text.font = in_typeface(text.font, typeface);
    }
    void operator()(HeatMap& map) const {
        map.scale.proof = proof;
        color(map.nan_fill);
        color(map.nan_mark);
    }
    void operator()(PushClip& /*clip*/) const {}
    void operator()(PopClip& /*clip*/) const {}
};

}  // namespace

Font in_typeface(Font font, Typeface typeface) {
    if (typeface == Typeface::inter) return font;
    switch (font) {
        case Font::regular:
        case Font::mono:
            return Font::math_upright;
        case Font::medium:
        case Font::semibold:
        case Font::mono_medium:
            return Font::math_bold;
        case Font::math:
        case Font::math_upright:
        case Font::math_bold:
            break;
    }
    return font;
}

DrawList with_appearance(DrawList list, Typeface typeface, Proof proof) {
    if (typeface == Typeface::inter && proof == Proof::none) return list;
    for (DrawCommand& command : list.commands) std::visit(Appearance{typeface, proof}, command);
    return list;
}

}  // namespace poslab
