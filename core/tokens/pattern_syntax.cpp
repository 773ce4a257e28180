#include "core/tokens/pattern.hpp"

#include "core/base/utf8.hpp"

namespace poslab {
namespace {

// Unicode's White_Space; PCRE2's own \s also includes U+180E.
constexpr std::string_view white_space =
    R"(\x09-\x0d\x20\x{85}\x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000})";

/// Walks over an expression and tracks whether it is inside a class.
class SyntaxReader {
  public:
    explicit SyntaxReader(std::string_view expression) : rest_(expression) {}

    std::string read() {
        while (!rest_.empty()) {
            if (rest_.front() == '\\') {
                read_escape();
            } else if (in_class_) {
                read_in_class();
            } else {
                // PCRE2's verbs change limits, newlines and backtracking; Oniguruma's callouts differ.
                if (rest_.starts_with("(*")) {
                    throw Pattern::UnsupportedPattern{tr("{} is ambiguous here", "(*")};
                }
                in_class_ = rest_.front() == '[';
                take(1);
                if (in_class_ && rest_.starts_with('^')) take(1);
            }
        }
        return std::move(out_);
    }

  private:
    void take(std::size_t bytes) {
        out_ += rest_.substr(0, bytes);
        rest_.remove_prefix(bytes);
    }

    void read_escape() {
        if (rest_.size() < 2) throw Pattern::UnsupportedPattern{"it ends with a backslash"_tr};
        const char letter = rest_[1];
        // Oniguruma defines word characters and hexadecimal digits differently.
        if (std::string_view("wWbBhH").find(letter) != std::string_view::npos ||
            (letter == 'S' && in_class_)) {
            const std::string escape{'\\', letter};
            throw Pattern::UnsupportedPattern{tr("{} is ambiguous here", escape)};
        }
        if (letter != 's' && letter != 'S') return take(2);
        rest_.remove_prefix(2);
        if (in_class_) {
            out_ += white_space;
        } else {
            ((out_ += letter == 's' ? "[" : "[^") += white_space) += ']';
        }
    }

    /// Oniguruma supports nested classes and intersections.
    void read_in_class() {
        const bool named = rest_.starts_with("[:");
        if ((rest_.starts_with('[') && !named) || rest_.starts_with("&&")) {
            throw Pattern::UnsupportedPattern{
                "it has nested character classes, or an intersection of two"_tr};
        }
        if (named) {
            const std::size_t end = rest_.find(":]");
            if (end == std::string_view::npos)
                throw Pattern::UnsupportedPattern{"its character class is not closed"_tr};
            return take(end + 2);
        }
        in_class_ = rest_.front() != ']';
        take(1);
    }

    std::string_view rest_;
    std::string out_;
    bool in_class_ = false;
};

}  // namespace

std::string expression_for_pcre(std::string_view expression) { return SyntaxReader(expression).read(); }

}  // namespace poslab
