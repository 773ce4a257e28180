// Paragraphs of lessons and their number formats.

#include "core/base/number_format.hpp"
#include "core/figure/formula.hpp"
#include "core/lessons/lesson_numbers.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace poslab {

namespace {

int digits_in(std::string_view text, std::string_view format) {
    int digits = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), digits);
    if (error != std::errc{} || end != text.data() + text.size() || digits < 0 || digits > 15)
        throw LessonError(
            tr("unknown format '{}': use 2 (decimals), %1 (percent), s4 (digits), i (no "
               "separators)",
               format));
    return digits;
}

/// Returns the number of decimals for this many digits.
int decimals_for(double number, int digits) {
    if (number == 0) return 0;
    return std::max(0, digits - 1 - static_cast<int>(std::floor(std::log10(std::abs(number)))));
}

std::string with_digits(double number, int digits) {
    const double size = std::abs(number);
    if (size != 0 && size < 1e-4) return format_number(number, digits - 1, digits);
    return format_number(number, decimals_for(number, digits));
}

/// Text up to the first unescaped `end`, without the backslashes before `{`, `$` and `*`.
struct Protected {
    std::string text;
    bool closed = false;
};

Protected take_until(std::string_view& rest, char end, bool keeps_backslashes) {
    Protected taken;
    while (!rest.empty()) {
        const char c = rest.front();
        rest.remove_prefix(1);
        if (c == end) {
            taken.closed = true;
            return taken;
        }
        const bool protects = c == '\\' && !rest.empty() &&
                              std::string_view("{}$*").find(rest.front()) != std::string_view::npos;
        if (protects && !keeps_backslashes) {
            taken.text += rest.front();
            rest.remove_prefix(1);
        } else {
            taken.text += c;
        }
    }
    return taken;
}

LessonSpan marked_span(char open, std::string_view& rest) {
    using Kind = LessonSpan::Kind;
    const Kind kind = open == '{' ? Kind::number : open == '$' ? Kind::formula : Kind::emphasis;
    const Protected inside = take_until(rest, open == '{' ? '}' : open, kind != Kind::emphasis);
    if (!inside.closed) throw LessonError(tr("'{}' is not closed", std::string(1, open)));
    if (inside.text.empty()) throw LessonError(tr("'{}' encloses nothing", std::string(1, open)));
    if (kind != Kind::number) return {kind, inside.text, {}};
    LessonExpression expression = read_lesson_expression(inside.text);
    return {kind, std::move(expression.expression), std::move(expression.format)};
}

}  // namespace

LessonExpression read_lesson_expression(std::string_view text) {
    // "||" is "or".
    std::size_t bar = text.rfind('|');
    if (bar != std::string_view::npos && bar > 0 && text[bar - 1] == '|') bar = std::string_view::npos;
    const auto trimmed = [](std::string_view part) {
        const std::size_t first = part.find_first_not_of(' ');
        return first == std::string_view::npos
                   ? std::string()
                   : std::string(part.substr(first, part.find_last_not_of(' ') - first + 1));
    };
    if (bar == std::string_view::npos) return {trimmed(text), {}};
    return {trimmed(text.substr(0, bar)), trimmed(text.substr(bar + 1))};
}

std::string lesson_number_text(double number, std::string_view format) {
    constexpr int usual_digits = 3;
    constexpr double nearly_whole = 1e-9;
    if (format.empty() || format == "i") {
        const double whole = std::nearbyint(number);
        if (number == 0 || (whole != 0 && std::abs(number - whole) <= nearly_whole * std::abs(number)))
            return format == "i" ? fmt::format("{:.0f}", whole) : format_number(whole, 0);
        return with_digits(number, usual_digits);
    }
    if (format.front() == '%')
        return format_number(100 * number, digits_in(format.substr(1), format)) + "\u00a0%";
    if (format.front() == 's') return with_digits(number, std::max(1, digits_in(format.substr(1), format)));
    return format_number(number, digits_in(format, format));
}

std::vector<LessonSpan> lesson_spans(std::string_view paragraph) {
    std::string spaced(paragraph);  // a line break in a translation, or a tab, has no glyph
    std::replace(spaced.begin(), spaced.end(), '\n', ' ');
    std::replace(spaced.begin(), spaced.end(), '\t', ' ');
    paragraph = spaced;
    std::vector<LessonSpan> spans;
    std::string plain;
    while (!paragraph.empty()) {
        const char c = paragraph.front();
        paragraph.remove_prefix(1);
        if (c == '\\' && !paragraph.empty() &&
            std::string_view("{}$*").find(paragraph.front()) != std::string_view::npos) {
            plain += paragraph.front();
            paragraph.remove_prefix(1);
        } else if (c == '{' || c == '$' || c == '*') {
            if (!plain.empty()) spans.push_back({LessonSpan::Kind::plain, std::exchange(plain, {}), {}});
            spans.push_back(marked_span(c, paragraph));
        } else if (c == '}') {
            throw LessonError("unmatched '}'"_tr);
        } else {
            plain += c;
        }
    }
    if (!plain.empty()) spans.push_back({LessonSpan::Kind::plain, std::move(plain), {}});
    return spans;
}

std::vector<LessonSpan> resolved_spans(std::string_view paragraph, const LessonNumbers& numbers) {
    std::vector<LessonSpan> spans = lesson_spans(paragraph);
    for (LessonSpan& span : spans)
        if (span.kind == LessonSpan::Kind::number)
            span.text = lesson_number_text(lesson_number(span.text, numbers), std::exchange(span.format, {}));
    return spans;
}

namespace {

/// Parses the braces after \param or \curve. Throws LessonError.
LessonTerm read_term(bool is_curve, std::string_view inside) {
    if (!is_curve) return {std::string(inside), std::nullopt};
    const auto curve = read_lesson_curve(inside);
    if (!curve)
        throw LessonError(
            tr("\\curve{{{}}}: must be \\curve{{N}}{{…}} or \\curve{{N in PANEL}}{{…}}", inside));
    return {{}, curve};
}

}  // namespace

std::string lesson_formula(std::string_view markup, const LessonTerm& lit, std::vector<LessonTerm>* terms) {
    constexpr std::string_view of_parameter = "\\param{", of_curve = "\\curve{";
    std::string formula;
    while (!markup.empty()) {
        const std::size_t at = std::min(markup.find('\\'), markup.size());
        formula += markup.substr(0, at);
        markup.remove_prefix(at);
        const bool is_curve = markup.starts_with(of_curve);
        if (!is_curve && !markup.starts_with(of_parameter)) {
            formula += markup.substr(0, 1);
            markup.remove_prefix(std::min<std::size_t>(1, markup.size()));
            continue;
        }
        markup.remove_prefix((is_curve ? of_curve : of_parameter).size());
        const std::size_t end = markup.find('}');
        if (end == std::string_view::npos || end + 1 == markup.size() || markup[end + 1] != '{')
            throw LessonError(is_curve ? "\\curve{N}{…} is incomplete"_tr
                                       : "\\param{ID}{…} is incomplete"_tr);
        LessonTerm term = read_term(is_curve, markup.substr(0, end));
        if (lit.has(term)) formula += "\\live";
        if (terms != nullptr) terms->push_back(std::move(term));
        markup.remove_prefix(end + 1);
    }
    return formula;
}

std::string plain_text(std::span<const LessonSpan> text) {
    std::string plain;
    for (const LessonSpan& span : text)
        plain += span.kind == LessonSpan::Kind::formula ? plain_text_of(span.text) : span.text;
    return plain;
}

}  // namespace poslab
