#pragma once

#include "core/figure/formula.hpp"

#include <string>
#include <string_view>

// The first half of the formula parser. Internal.

namespace poslab::formula_detail {

[[nodiscard]] constexpr bool is_letter(char32_t c) {
    return (c >= U'a' && c <= U'z') || (c >= U'A' && c <= U'Z');
}
[[nodiscard]] constexpr bool is_digit(char32_t c) { return c >= U'0' && c <= U'9'; }

struct Token {
    enum class Kind { end, open, close, align, line, command, sub, super, prime, character } kind = Kind::end;
    std::string_view text;  // of a command, without backslash
    char32_t character = 0;
    std::size_t at = 0;  // byte
};

/// Splits markup into tokens; white space only ends commands. Throws FormulaError; holds a reference to the
/// markup.
class Lexer {
  public:
    explicit Lexer(std::string_view markup) : markup_(markup) { read(); }

    [[nodiscard]] const Token& peek() const { return token_; }
    Token take();
    /// Returns the verbatim text between the braces that begin with the next token.
    std::string_view words();
    /// Returns the number that begins with the next token, a digit. Inside a number "," and LaTeX's "{,}" are
    /// equivalent.
    std::string number();

  private:
    [[nodiscard]] std::size_t digits_end(std::size_t from) const;
    void read();
    void read_command(std::string_view rest);

    std::string_view markup_;
    std::size_t next_ = 0;
    Token token_;
};

}  // namespace poslab::formula_detail
