#include "core/base/plural_forms.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <stdexcept>
#include <utility>

namespace poslab {
namespace {

/// Evaluates the C expression of a Plural-Forms header: n, numbers, ( ), !, * / % + -, comparisons, && || and
/// ?:. Descends by precedence; the operators of one level are tried in order, longer ones first.
class PluralExpression {
  public:
    PluralExpression(std::string_view text, std::uint64_t n) : text_(text), n_(n) {}

    std::uint64_t value() {
        const std::uint64_t result = conditional();
        if (peek() != '\0') refuse();
        return result;
    }

  private:
    static constexpr std::size_t levels = 6;
    static constexpr std::array<std::array<std::string_view, 4>, levels> operators{
        {{"||"}, {"&&"}, {"==", "!="}, {"<=", ">=", "<", ">"}, {"+", "-"}, {"*", "/", "%"}}};
    static constexpr int max_depth = 50;  // of brackets, !, and ?:; no language needs ten

    [[noreturn]] static void refuse() { throw std::invalid_argument("Plural-Forms: not an expression in n"); }

    char peek() {
        while (at_ < text_.size() && text_[at_] == ' ') ++at_;
        return at_ < text_.size() ? text_[at_] : '\0';
    }
    bool take(std::string_view token) {
        peek();
        if (token.empty() || text_.compare(at_, token.size(), token) != 0) return false;
        at_ += token.size();
        return true;
    }
    std::uint64_t conditional() {
        if (++depth_ > max_depth) refuse();
        std::uint64_t result = binary(0);
        if (take("?")) {
            const std::uint64_t yes = conditional();
            if (!take(":")) refuse();
            const std::uint64_t no = conditional();
            result = result != 0 ? yes : no;
        }
        --depth_;
        return result;
    }
    std::uint64_t binary(std::size_t level) {
        if (level == levels) return unary();
        std::uint64_t left = binary(level + 1);
        while (true) {
            const auto& list = operators.at(level);
            const auto found =
                std::find_if(list.begin(), list.end(), [this](std::string_view one) { return take(one); });
            if (found == list.end()) return left;
            left = combined(*found, left, binary(level + 1));
        }
    }
    static std::uint64_t combined(std::string_view symbol, std::uint64_t a, std::uint64_t b) {
        if (symbol == "||") return static_cast<std::uint64_t>(a != 0 || b != 0);
        if (symbol == "&&") return static_cast<std::uint64_t>(a != 0 && b != 0);
        if (symbol == "==") return static_cast<std::uint64_t>(a == b);
        if (symbol == "!=") return static_cast<std::uint64_t>(a != b);
        if (symbol == "<=") return static_cast<std::uint64_t>(a <= b);
        if (symbol == ">=") return static_cast<std::uint64_t>(a >= b);
        if (symbol == "<") return static_cast<std::uint64_t>(a < b);
        if (symbol == ">") return static_cast<std::uint64_t>(a > b);
        if (symbol == "+") return a + b;
        if (symbol == "-") return a - b;
        if (symbol == "*") return a * b;
        if (b == 0) refuse();
        return symbol == "/" ? a / b : a % b;
    }
    std::uint64_t unary() {
        if (++depth_ > max_depth) refuse();
        const std::uint64_t result = primary();
        --depth_;
        return result;
    }
    std::uint64_t primary() {
        if (take("!")) return static_cast<std::uint64_t>(unary() == 0);
        if (take("n")) return n_;
        if (take("(")) {
            const std::uint64_t inside = conditional();
            if (!take(")")) refuse();
            return inside;
        }
        peek();
        std::uint64_t number = 0;
        const char* const begin = text_.data() + at_;
        const auto [end, error] = std::from_chars(begin, text_.data() + text_.size(), number);
        if (error != std::errc{}) refuse();
        at_ += static_cast<std::size_t>(end - begin);
        return number;
    }

    std::string_view text_;
    std::uint64_t n_;
    std::size_t at_ = 0;
    int depth_ = 0;
};

/// Returns the text after `name=`, up to the next semicolon.
std::string_view setting(std::string_view header, std::string_view name) {
    const std::size_t found = header.find(name);
    if (found == std::string_view::npos) throw std::invalid_argument("Plural-Forms: no " + std::string(name));
    header.remove_prefix(found + name.size());
    return header.substr(0, header.find(';'));
}

}  // namespace

PluralForms::PluralForms(std::string_view header) : count_(0), expression_(setting(header, "plural=")) {
    const std::string_view count = setting(header, "nplurals=");
    std::from_chars(count.data(), count.data() + count.size(), count_);
    if (count_ == 0) throw std::invalid_argument("Plural-Forms: nplurals must be at least 1");
    static_cast<void>(form(1));
}

std::size_t PluralForms::form(std::uint64_t n) const {
    return static_cast<std::size_t>(
        std::min<std::uint64_t>(PluralExpression(expression_, n).value(), count_ - 1));
}

}  // namespace poslab
