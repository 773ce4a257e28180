#include "app/handout/print_text.hpp"

#include "core/figure/draw_move.hpp"
#include "core/figure/formula.hpp"
#include "core/figure/text_fit.hpp"

#include <algorithm>
#include <utility>

namespace poslab {

namespace {

FlowPiece piece_of(const LessonSpan& span, const TextStyle& style, Color accent) {
    using Kind = LessonSpan::Kind;
    const bool bold = style.font == Font::semibold;
    const Font font = span.kind == Kind::emphasis          ? Font::semibold
                      : span.kind == Kind::number && !bold ? Font::medium
                                                           : style.font;
    return {span.text, font, style.color, span.kind == Kind::formula, accent};
}

}  // namespace

std::vector<FlowLine> PrintText::lines(const RichText& text, const TextStyle& style,
                                       const std::string& label) const {
    std::vector<FlowPiece> pieces;
    if (!label.empty()) pieces.push_back({label + "\u2002", Font::semibold, colors_.accent, false, {}});
    for (const LessonSpan& span : text) pieces.push_back(piece_of(span, style, colors_.accent));
    return flow_text(pieces, metrics_, {style.size, style.pitch, style.width});
}

Printed PrintText::block(const RichText& text, const TextStyle& style, const std::string& label) const {
    const std::vector<FlowLine> set = lines(text, style, label);
    Printed printed{commands_at(set, {}), 0};
    for (const FlowLine& line : set) {
        printed.tops.push_back(printed.height);
        printed.height += line.height;
    }
    return printed;
}

Printed PrintText::formula(const std::string& markup, double size, double width) const {
    const FormulaBox box =
        layout_formula(parse_formula(markup), metrics_, {size, colors_.text, colors_.accent, width});
    return {box.commands, box.height};
}

Printed PrintText::command(const std::string& command, double size, double width) const {
    Printed printed;
    const double pitch = 1.45 * size;
    for (std::string& line : wrapped_text(command, metrics_, Font::mono, size, width)) {
        printed.commands.push_back(run(std::move(line),
                                       {0, printed.height + pitch / 2 + baseline_shift * size}, size,
                                       Font::mono, colors_.text2));
        printed.tops.push_back(printed.height);
        printed.height += pitch;
    }
    return printed;
}

TextRun PrintText::run(std::string text, Point baseline, double size, Font font, Color color,
                       Align align) const {
    return {std::move(text), baseline, font, size, color, align};
}

Printed PrintText::legend(const std::vector<DocumentMark>& marks, const TextStyle& style) const {
    Printed all;
    const double chip = 0.74 * style.size, indent = 2 * chip + 0.5 * style.size;
    for (std::size_t n = 0; n < marks.size(); ++n) {
        TextStyle narrow = style;
        narrow.width -= indent;
        Printed row = block(marks[n].label, narrow);
        for (DrawCommand& command : row.commands) move_by(command, {indent, 0});
        const Point middle{chip, style.pitch / 2};
        if (marks[n].number > 0) {
            row.commands.push_back(FillCircle{middle, chip, colors_.accent});
            const double size = style.size;
            row.commands.push_back(run(std::to_string(marks[n].number),
                                       {middle.x, middle.y + baseline_shift * size}, size, Font::semibold,
                                       colors_.on_accent, Align::center));
        } else {
            row.commands.push_back(StrokeRect{
                {0.3 * chip, middle.y - 0.7 * chip, 1.4 * chip, 1.4 * chip}, colors_.accent, 2, 3});
        }
        add_below(all, std::move(row), n == 0 ? 0 : 1);
    }
    return all;
}

Printed PrintText::choices(const DocumentQuestion& question, const TextStyle& style, bool answered) const {
    Printed all;
    const double box = 0.86 * style.size, indent = box + 0.7 * style.size, gap = 0.3 * style.size;
    for (std::size_t n = 0; n < question.choices.size(); ++n) {
        const bool right = answered && n == question.right;
        TextStyle own = style;
        own.width -= indent;
        if (right) own.font = Font::semibold;
        Printed row = block(question.choices[n], own, choice_letter(n));
        for (DrawCommand& command : row.commands) move_by(command, {indent, 0});
        const Rect area{0, style.pitch / 2 - box / 2, box, box};
        if (right) row.commands.push_back(FillRect{area, colors_.accent, 2});
        row.commands.push_back(StrokeRect{area, right ? colors_.accent : colors_.text2, 1.1, 2});
        if (right)
            row.commands.push_back(Polyline{{{area.x + 0.22 * box, area.y + 0.52 * box},
                                             {area.x + 0.43 * box, area.y + 0.74 * box},
                                             {area.x + 0.8 * box, area.y + 0.27 * box}},
                                            colors_.on_accent,
                                            0.13 * box,
                                            {},
                                            false});
        add_below(all, std::move(row), n == 0 ? 0 : gap);
    }
    return all;
}

void add_below(Printed& to, Printed from, double gap, double indent) {
    const double top = to.height + gap;
    for (DrawCommand& command : from.commands) {
        move_by(command, {indent, top});
        to.commands.push_back(std::move(command));
    }
    to.tops.push_back(top);
    for (const double line : from.tops) to.tops.push_back(top + line);
    to.height = top + from.height;
}

void draw_at(const Printed& printed, Point origin, std::vector<DrawCommand>& to) {
    for (DrawCommand command : printed.commands) {
        move_by(command, origin);
        to.push_back(std::move(command));
    }
}

RichText watched_text(const std::vector<DocumentWatch>& watches, const HandoutTranslator& translate) {
    RichText all;
    const auto add_plain = [&](std::string text) {
        all.push_back({LessonSpan::Kind::plain, std::move(text), {}});
    };
    // The mark is where the sentence takes the numbers; formulas among them stay formulas.
    constexpr std::string_view mark = "\x01";
    const std::string message = translate.watched(std::string(mark));
    const std::size_t at = message.find(mark);
    add_plain(message.substr(0, at));
    for (std::size_t n = 0; n < watches.size(); ++n) {
        if (n > 0) add_plain("; ");
        for (const LessonSpan& span : watches[n].label)
            all.push_back(span.kind == LessonSpan::Kind::formula
                              ? span
                              : LessonSpan{LessonSpan::Kind::plain, span.text, {}});
        add_plain("\u00a0= " + watches[n].number);
    }
    add_plain(message.substr(at + mark.size()));
    return all;
}

RichText rich_text_of(std::string text) { return {{LessonSpan::Kind::plain, std::move(text), {}}}; }

}  // namespace poslab
