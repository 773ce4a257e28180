#include "core/figure/appearance.hpp"

#include "core/base/utf8.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace poslab {

namespace {

enum class Script { none, super, sub, thin_space };

struct ScriptCharacter {
    char32_t character, base;
    Script script;
};

constexpr std::array script_characters{ScriptCharacter{U'⁰', U'0', Script::super},
                                       ScriptCharacter{U'¹', U'1', Script::super},
                                       ScriptCharacter{U'²', U'2', Script::super},
                                       ScriptCharacter{U'³', U'3', Script::super},
                                       ScriptCharacter{U'⁴', U'4', Script::super},
                                       ScriptCharacter{U'⁵', U'5', Script::super},
                                       ScriptCharacter{U'⁶', U'6', Script::super},
                                       ScriptCharacter{U'⁷', U'7', Script::super},
                                       ScriptCharacter{U'⁸', U'8', Script::super},
                                       ScriptCharacter{U'⁹', U'9', Script::super},
                                       ScriptCharacter{U'⁺', U'+', Script::super},
                                       ScriptCharacter{U'⁻', U'−', Script::super},
                                       ScriptCharacter{U'ⁱ', U'i', Script::super},
                                       ScriptCharacter{U'ⁿ', U'n', Script::super},
                                       ScriptCharacter{U'ᵏ', U'k', Script::super},
                                       ScriptCharacter{U'ᵖ', U'p', Script::super},
                                       ScriptCharacter{U'ᵗ', U't', Script::super},
                                       ScriptCharacter{U'ᵀ', U'T', Script::super},
                                       ScriptCharacter{U'₀', U'0', Script::sub},
                                       ScriptCharacter{U'₁', U'1', Script::sub},
                                       ScriptCharacter{U'₂', U'2', Script::sub},
                                       ScriptCharacter{U'₃', U'3', Script::sub},
                                       ScriptCharacter{U'₄', U'4', Script::sub},
                                       ScriptCharacter{U'₅', U'5', Script::sub},
                                       ScriptCharacter{U'₆', U'6', Script::sub},
                                       ScriptCharacter{U'₇', U'7', Script::sub},
                                       ScriptCharacter{U'₈', U'8', Script::sub},
                                       ScriptCharacter{U'₉', U'9', Script::sub},
                                       ScriptCharacter{U'₊', U'+', Script::sub},
                                       ScriptCharacter{U'₋', U'−', Script::sub},
                                       ScriptCharacter{U'ᵢ', U'i', Script::sub},
                                       ScriptCharacter{U'ⱼ', U'j', Script::sub},
                                       ScriptCharacter{U'ₖ', U'k', Script::sub},
                                       ScriptCharacter{U'ₘ', U'm', Script::sub},
                                       ScriptCharacter{U'ₙ', U'n', Script::sub},
                                       ScriptCharacter{U'ₜ', U't', Script::sub},
                                       ScriptCharacter{U'\u2009', U' ', Script::thin_space}};

ScriptCharacter script_of(char32_t character) {
    const auto* const found = std::find_if(
        script_characters.begin(), script_characters.end(),
        [&](const ScriptCharacter& script_character) { return script_character.character == character; });
    return found == script_characters.end() ? ScriptCharacter{character, character, Script::none} : *found;
}

ScriptPart part_for(Script script) {
    constexpr double small = 0.65, raised = 0.33, lowered = -0.14;
    if (script == Script::super) return {"", small, raised, 0};
    if (script == Script::sub) return {"", small, lowered, 0};
    return {};
}

double part_width(const ScriptPart& part, const TextMetrics& metrics, Font font, double size) {
    return metrics.width(part.text, font, part.scale * size) + part.space * size;
}

/// Appends the run in parts that follow each other from its left end.
void append_parts(const TextRun& run, const std::vector<ScriptPart>& parts, const TextMetrics& metrics,
                  std::vector<DrawCommand>& commands) {
    double width = 0;
    for (const ScriptPart& part : parts) width += part_width(part, metrics, run.font, run.size);
    double x = run.anchor.x - (run.align == Align::left ? 0 : run.align == Align::center ? width / 2 : width);
    for (const ScriptPart& part : parts) {
        if (!part.text.empty())
            commands.emplace_back(TextRun{part.text,
                                          {x, run.anchor.y - part.rise * run.size},
                                          run.font,
                                          part.scale * run.size,
                                          run.color,
                                          Align::left});
        x += part_width(part, metrics, run.font, run.size);
    }
}

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

std::vector<ScriptPart> script_parts(std::string_view text, Typeface typeface) {
    if (typeface == Typeface::inter) return {{std::string(text)}};
    constexpr double thin = 1.0 / 6;
    std::vector<ScriptPart> parts;
    Script last = Script::thin_space;
    for (std::string_view rest = text; !rest.empty();) {
        const ScriptCharacter next = script_of(next_code_point(rest));
        if (next.script == Script::thin_space) {
            if (parts.empty()) parts.emplace_back();
            parts.back().space += thin;
        } else {
            if (next.script != last) parts.push_back(part_for(next.script));
            append_utf8(parts.back().text, next.base);
        }
        last = next.script;
    }
    return parts;
}

double TypefaceMetrics::width(std::string_view text, Font font, double size) const {
    const Font own = in_typeface(font, typeface_);
    if (typeface_ == Typeface::inter) return metrics_.width(text, own, size);
    double width = 0;
    for (const ScriptPart& part : script_parts(text, typeface_))
        width += part_width(part, metrics_, own, size);
    return width;
}

DrawList with_appearance(DrawList list, Typeface typeface, Proof proof, const TextMetrics& metrics) {
    if (typeface == Typeface::inter && proof == Proof::none) return list;
    std::vector<DrawCommand> commands;
    for (DrawCommand& command : list.commands) {
        std::visit(Appearance{typeface, proof}, command);
        const auto* run = std::get_if<TextRun>(&command);
        const std::vector<ScriptPart> parts =
            run == nullptr ? std::vector<ScriptPart>{} : script_parts(run->text, typeface);
        const bool whole =
            parts.empty() || (parts.size() == 1 && parts.front().scale == 1 && parts.front().space == 0);
        if (whole)
            commands.push_back(std::move(command));
        else
            append_parts(*run, parts, metrics, commands);
    }
    list.commands = std::move(commands);
    return list;
}

}  // namespace poslab
