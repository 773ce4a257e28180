#include "app/gui/lesson_writer.hpp"

#include "core/base/utf8.hpp"
#include "core/figure/formula.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <variant>

namespace poslab {
namespace {

bool has_wide(std::string_view text) {
    while (!text.empty())
        if (is_wide(next_code_point(text))) return true;
    return false;
}

/// Chinese stands further apart.
double pitch_of(std::string_view text, double size) { return std::round(size * (has_wide(text) ? 1.62 : 1.48)); }

std::vector<FlowPiece> pieces_of(const std::vector<LessonSpan>& spans, const LessonWriter::Look& look, Color accent,
                                 const LessonTerm& lit) {
    std::vector<FlowPiece> pieces;
    for (const LessonSpan& span : spans) {
        FlowPiece piece{span.text, look.font, look.color, span.kind == LessonSpan::Kind::formula, accent};
        if (span.kind == LessonSpan::Kind::emphasis) piece.font = Font::semibold;
        if (span.kind == LessonSpan::Kind::number) piece.font = Font::medium;
        if (piece.is_formula) piece.text = lesson_formula(span.text, lit);
        pieces.push_back(std::move(piece));
    }
    return pieces;
}

/// What a text covers, and a little around it.
Rect around(const TextRun& run, const TextMetrics& metrics) {
    constexpr double margin = 3;
    const double width = metrics.width(run.text, run.font, run.size);
    const double left = run.anchor.x - (run.align == Align::right ? width : run.align == Align::center ? width / 2 : 0);
    return {left - margin, run.anchor.y - run.size, width + 2 * margin, 1.3 * run.size};
}

}  // namespace

std::vector<LessonSpan> spans_with(std::string_view paragraph, const LessonNumbers* numbers) {
    try {
        if (numbers != nullptr) return told(paragraph, *numbers);
    } catch (const LessonError&) {  // not with what is shown now
    }
    std::vector<LessonSpan> spans = lesson_spans(paragraph);
    for (LessonSpan& span : spans)
        if (span.kind == LessonSpan::Kind::number) span.text = "–";
    return spans;
}

std::vector<FlowLine> LessonWriter::lines(const LessonText& text, const Look& look, double width, const LessonTerm& lit,
                                          std::string_view after) const {
    const std::string_view words = lesson_ == nullptr ? std::string_view(text.text) : lesson_->in(language_, text);
    try {
        std::vector<FlowPiece> pieces = pieces_of(spans_with(words, numbers_), look, ui_.colors().accent, lit);
        if (!after.empty()) pieces.push_back({std::string(after), look.font, look.color});
        return flow_text(pieces, ui_.metrics(), {look.size, pitch_of(words, look.size), width});
    } catch (const std::exception&) {  // of a text that lesson --check complains of
        const std::vector<FlowPiece> plain{{std::string(words), look.font, look.color}};
        return flow_text(plain, ui_.metrics(), {look.size, pitch_of(words, look.size), width});
    }
}

void LessonWriter::draw(const std::vector<FlowLine>& lines) {
    for (const DrawCommand& command : commands_at(lines, {std::round(x_), std::round(y_)})) ui_.draw(command);
    y_ += poslab::height_of(lines);
}

void LessonWriter::write(const LessonText& text, const Look& look, std::string_view after) {
    const double top = y_;
    draw(lines(text, look, width_, lit_, after));
    const std::string_view words = lesson_ == nullptr ? std::string_view(text.text) : lesson_->in(language_, text);
    look_for_pointer(words, top, [&](const LessonTerm& lit) {
        return commands_at(lines(text, look, width_, lit), {std::round(x_), std::round(top)});
    });
}

/// A term is where its colour is, when it alone is lit.
void LessonWriter::look_for_pointer(std::string_view markup, double top,
                                    const std::function<std::vector<DrawCommand>(const LessonTerm&)>& drawn) {
    if (markup.find("\\curve{") == std::string_view::npos || !ui_.over({x_, top, width_, y_ - top})) return;
    std::vector<LessonTerm> terms;
    try {
        static_cast<void>(lesson_formula(markup, {}, &terms));
    } catch (const LessonError&) {  // lesson --check tells of it
        return;
    }
    const Color accent = ui_.colors().accent;
    for (const LessonTerm& term : terms) {
        if (!term.curve) continue;
        for (const DrawCommand& command : drawn(term)) {
            const auto* run = std::get_if<TextRun>(&command);
            if (run != nullptr && run->color == accent && ui_.over(around(*run, ui_.metrics()))) pointed_ = term.curve;
        }
    }
}

void LessonWriter::write_words(std::string_view words, const Look& look) {
    const std::vector<FlowPiece> pieces{{std::string(words), look.font, look.color}};
    draw(flow_text(pieces, ui_.metrics(), {look.size, pitch_of(words, look.size), width_}));
}

FormulaBox LessonWriter::formula_box(std::string_view markup, const LessonTerm& lit) const {
    const Palette& colors = ui_.colors();
    return layout_formula(parse_formula(lesson_formula(markup, lit)), ui_.metrics(),
                          {type_.formula, colors.text, colors.accent, width_});
}

void LessonWriter::formula(const LessonText& text) {
    const std::string_view markup = lesson_ == nullptr ? std::string_view(text.text) : lesson_->in(language_, text);
    try {
        const FormulaBox box = formula_box(markup, lit_);
        const Point at{std::round(x_), std::round(y_)};
        for (const DrawCommand& command : commands_at(box, at)) ui_.draw(command);
        y_ += box.height;
        too_narrow_ = too_narrow_ || box.width > width_ + 0.5;
        look_for_pointer(markup, at.y, [&](const LessonTerm& lit) { return commands_at(formula_box(markup, lit), at); });
    } catch (const std::exception&) {  // lesson --check tells of it
        write_words(markup, quiet());
    }
}

double LessonWriter::height_of(const LessonText& text, const Look& look, double width, std::string_view after) const {
    return poslab::height_of(lines(text, look, width, lit_, after));
}

}  // namespace poslab
