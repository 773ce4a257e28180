#include "core/figure/formula_lexer.hpp"

#include "core/base/utf8.hpp"

#include <algorithm>
#include <array>

namespace poslab::formula_detail {

namespace {

void check(std::string_view text, std::size_t at) {
    for (const std::size_t size = text.size(); !text.empty();) {
        const std::size_t index = at + size - text.size();
        const char32_t c = next_code_point(text);
        if (c == replacement_character || is_control(c)) throw FormulaError(index, "invalid UTF-8");
    }
}

Token::Kind kind_of(char32_t c) {
    constexpr std::string_view special = "{}&_^'";
    constexpr std::array kinds{Token::Kind::open, Token::Kind::close, Token::Kind::align,
                               Token::Kind::sub,  Token::Kind::super, Token::Kind::prime};
    const std::size_t found = c < 0x80 ? special.find(static_cast<char>(c)) : std::string_view::npos;
    return found == std::string_view::npos ? Token::Kind::character : kinds.at(found);
}

}  // namespace

Token Lexer::take() {
    const Token taken = token_;
    read();
    return taken;
}

std::string_view Lexer::words() {
    if (token_.kind != Token::Kind::open) throw FormulaError(token_.at, "'{' expected");
    const std::size_t from = token_.at + 1;
    const std::size_t to = markup_.find_first_of("{}\\", from);
    if (to == std::string_view::npos || markup_[to] != '}') throw FormulaError(from, "text and '}' expected");
    check(markup_.substr(from, to - from), from);
    next_ = to + 1;
    read();
    return markup_.substr(from, to - from);
}

std::string Lexer::number() {
    const std::size_t from = token_.at;
    std::size_t to = digits_end(from);
    std::string text(markup_.substr(from, to - from));
    for (const bool grouped = text.size() <= 3; grouped;) {
        const std::string_view rest = markup_.substr(to);
        const std::size_t comma = rest.starts_with("{,}") ? 3 : rest.starts_with(',') ? 1 : 0;
        if (comma == 0 || digits_end(to + comma) != to + comma + 3) break;
        text += "," + std::string(rest.substr(comma, 3));
        to += comma + 3;
    }
    const std::size_t end = to < markup_.size() && markup_[to] == '.' ? digits_end(to + 1) : to;
    const bool fraction = end > to + 1;
    if (fraction) text += markup_.substr(to, end - to);
    next_ = fraction ? end : to;
    read();
    return text;
}

std::size_t Lexer::digits_end(std::size_t from) const {
    while (from < markup_.size() && is_digit(static_cast<unsigned char>(markup_[from]))) ++from;
    return from;
}

void Lexer::read() {
    while (next_ < markup_.size() &&
           (markup_[next_] == ' ' || markup_[next_] == '\n' || markup_[next_] == '\t'))
        ++next_;
    token_ = {Token::Kind::end, {}, 0, next_};
    if (next_ == markup_.size()) return;
    std::string_view rest = markup_.substr(next_);
    if (rest.front() == '\\') return read_command(rest.substr(1));
    const char32_t c = next_code_point(rest);
    token_.text = markup_.substr(next_, markup_.size() - next_ - rest.size());
    check(token_.text, next_);
    token_.character = c;
    token_.kind = kind_of(c);
    next_ = markup_.size() - rest.size();
}

void Lexer::read_command(std::string_view rest) {
    if (rest.empty() || static_cast<unsigned char>(rest.front()) >= 0x80U)
        throw FormulaError(next_, "command expected after '\\'");
    const auto letter = [](char c) { return is_letter(static_cast<unsigned char>(c)); };
    const auto letters = static_cast<std::size_t>(std::ranges::find_if_not(rest, letter) - rest.begin());
    token_.text = rest.substr(0, std::max<std::size_t>(letters, 1));
    token_.kind = token_.text == "\\" ? Token::Kind::line : Token::Kind::command;
    next_ += 1 + token_.text.size();
}

}  // namespace poslab::formula_detail
