#include "core/tokens/pattern.hpp"

#include "core/base/utf8.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace poslab {
namespace {

// Unicode's White_Space; PCRE2's own \s also includes U+180E.
constexpr std::string_view white_space =
    R"(\x09-\x0d\x20\x{85}\x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000})";

/// Letters that Oniguruma takes for one character, and the other way round, if case is ignored.
struct Fold {
    std::string_view letters, characters;
};
constexpr std::array<Fold, 7> folds{
    {{"ffi", "ﬃ"}, {"ffl", "ﬄ"}, {"ff", "ﬀ"}, {"fi", "ﬁ"}, {"fl", "ﬂ"}, {"ss", "ß|ẞ"}, {"st", "ﬅ|ﬆ"}}};
/// Characters that it takes for several letters, or as parts of such ones.
constexpr std::array<std::string_view, 12> folded{"ß", "ẞ", "ﬀ", "ﬁ", "ﬂ", "ﬃ", "ﬄ", "ﬅ", "ﬆ", "ſ", "ʼ", "ʾ"};

[[noreturn]] void refuse_ambiguous(std::string_view part) {
    throw Pattern::UnsupportedPattern{tr("{} is ambiguous here", std::string(part))};
}

bool is_among(std::string_view letters, char c) { return letters.find(c) != std::string_view::npos; }

/// Returns the size of "{n}", "{n,}" or "{n,m}" at the beginning; 0 if there is none.
std::size_t interval_size(std::string_view text) {
    constexpr std::string_view digits = "0123456789";
    const std::size_t first = text.find_first_not_of(digits, 1);
    if (!text.starts_with('{') || first == 1 || first == std::string_view::npos) return 0;
    const std::size_t end = text[first] == ',' ? text.find_first_not_of(digits, first + 1) : first;
    return end != std::string_view::npos && text[end] == '}' ? end + 1 : 0;
}

/// Walks over an expression and tracks whether it is inside a class.
class SyntaxReader {
  public:
    SyntaxReader(std::string_view expression, const std::function<bool(const std::string&)>& is_script)
        : rest_(expression), is_script_(is_script) {}

    std::string read() {
        while (!rest_.empty()) {
            if (groups_.back().ignores_case) refuse_folded();
            if (rest_.front() == '\\') {
                read_escape();
            } else if (in_class_) {
                read_in_class();
            } else {
                read_outside_class();
            }
        }
        return std::move(out_);
    }

  private:
    void take(std::size_t bytes) {
        out_ += rest_.substr(0, bytes);
        rest_.remove_prefix(std::min(bytes, rest_.size()));
    }

    void read_outside_class() {
        // PCRE2's verbs change limits, newlines and backtracking; Oniguruma's callouts differ.
        if (rest_.starts_with("(*")) refuse_ambiguous("(*");
        if (rest_.front() == '(') return open_group();
        if (rest_.front() == ')' && groups_.size() > 1) groups_.pop_back();
        if (rest_.front() == '{') return read_interval();
        if (groups_.back().ignores_case && read_letters_of_fold()) return;
        in_class_ = rest_.front() == '[';
        take(1);
        if (in_class_ && rest_.starts_with('^')) take(1);
    }

    /// In Oniguruma, option m lets a dot match line ends; in PCRE2, ^ and $.
    void open_group() {
        const bool is_special = rest_.starts_with("(?");
        const std::size_t end = std::min(rest_.find_first_not_of("imxs-", is_special ? 2 : 1), rest_.size());
        const bool has_options = is_special && end > 2 && end < rest_.size() && is_among(":)", rest_[end]);
        const std::string_view options = has_options ? rest_.substr(0, end) : "";
        if (is_among(options, 'm')) refuse_ambiguous(options);
        Group group = groups_.back();
        if (is_among(options, 'i')) group.ignores_case = options.find('i') < options.find('-');
        if (rest_.starts_with("(?<=") || rest_.starts_with("(?<!")) group.looks_back = true;
        if (group.ignores_case && is_special && !has_options) refuse_name();
        if (has_options && rest_[end] == ')')
            groups_.back() = group;  // to the end of the group
        else
            groups_.push_back(group);
        take(has_options ? end + 1 : 1);
    }

    /// Refuses the name of a group, or a comment, whose letters are not matched.
    void refuse_name() const {
        const bool is_plain = rest_.size() > 2 && is_among(":=!>", rest_[2]);
        if (!is_plain && !rest_.starts_with("(?<=") && !rest_.starts_with("(?<!"))
            refuse_ambiguous(rest_.substr(0, 3));
    }

    /// The last of the letters must not be repeated, which applies to it alone. PCRE2 requires that
    /// expressions that look back have one length.
    bool read_letters_of_fold() {
        for (const auto& [letters, characters] : folds) {
            const std::string_view here = rest_.substr(0, letters.size());
            const bool found = std::equal(here.begin(), here.end(), letters.begin(), letters.end(),
                                          [](char a, char b) { return (a | ' ') == b; });
            if (!found || (rest_.size() > here.size() && is_among("?*+{", rest_[here.size()]))) continue;
            if (groups_.back().looks_back) refuse_ambiguous(here);
            out_ += fmt::format("(?:{}|{})", here, characters);
            rest_.remove_prefix(here.size());
            return true;
        }
        return false;
    }

    void refuse_folded() const {
        for (const std::string_view character : folded)
            if (rest_.starts_with(character)) refuse_ambiguous(character);
    }

    /// In Oniguruma, a + or, after an exact count, a ? repeats the interval, and {,n} is one.
    void read_interval() {
        const std::size_t size = interval_size(rest_);
        const std::string_view interval = rest_.substr(0, size);
        const char next = size < rest_.size() ? rest_[size] : '\0';
        const bool exact = interval.find(',') == std::string_view::npos;
        // (X{1,3})+ is X+.
        const char after = size + 1 < rest_.size() ? rest_[size + 1] : '\0';
        if (interval.starts_with("{1,") && next == '+' && !is_among("+?*{", after)) {
            out_ += '+';
            return rest_.remove_prefix(size + 1);
        }
        if (size > 0 && (next == '+' || (exact && next == '?'))) refuse_ambiguous(rest_.substr(0, size + 1));
        if (rest_.starts_with("{,")) refuse_ambiguous("{,");
        take(std::max<std::size_t>(size, 1));
    }

    void read_escape() {
        if (rest_.size() < 2) throw Pattern::UnsupportedPattern{"it ends with a backslash"_tr};
        const char letter = rest_[1];
        const bool has_braces = rest_.size() > 2 && rest_[2] == '{';
        // Oniguruma defines word characters, hexadecimal digits and vertical space differently, and does not
        // quote or refer to groups in this way.
        const bool is_ambiguous = is_among("wWbBhHvVQE", letter) || (letter == 'S' && in_class_) ||
                                  (is_among("pP", letter) && !has_braces) ||
                                  (groups_.back().ignores_case && is_among("kxo", letter)) ||
                                  (letter == 'g' && rest_.size() > 2 && !is_among("<'", rest_[2]));
        if (is_ambiguous) refuse_ambiguous(rest_.substr(0, 2));
        if (is_among("pP", letter)) return read_property();
        if (letter != 's' && letter != 'S') {
            const bool has_number = has_braces && is_among("xo", letter);  // not an interval
            return take(has_number ? std::min(rest_.find('}'), rest_.size() - 1) + 1 : 2);
        }
        rest_.remove_prefix(2);
        if (in_class_) {
            out_ += white_space;
        } else {
            ((out_ += letter == 's' ? "[" : "[^") += white_space) += ']';
        }
    }

    /// Reads \p{Han}. PCRE2 since 10.40 matches the characters that are also used in other scripts, too.
    void read_property() {
        const std::size_t end = std::min(rest_.find('}'), rest_.size());
        const bool negated = rest_.substr(3).starts_with('^');
        const std::size_t begin = negated ? 4 : 3;
        const std::string name(rest_.substr(begin, end - std::min(begin, end)));
        if (end == rest_.size() || !is_script_(name)) return take(end + 1);  // PCRE2 refuses an unclosed one
        out_ += fmt::format(R"(\{}{{sc:{}}})", (rest_[1] == 'P') != negated ? 'P' : 'p', name);
        rest_.remove_prefix(end + 1);
    }

    /// Oniguruma supports nested classes and intersections, and most of its named classes have other
    /// characters.
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
            const std::string_view whole = rest_.substr(0, end + 2);
            if (whole != "[:digit:]" && whole != "[:cntrl:]" && whole != "[:ascii:]") refuse_ambiguous(whole);
            return take(whole.size());
        }
        in_class_ = rest_.front() != ']';
        take(1);
    }

    std::string_view rest_;
    const std::function<bool(const std::string&)>& is_script_;
    std::string out_;
    bool in_class_ = false;
    struct Group {
        bool ignores_case = false, looks_back = false;
    };
    std::vector<Group> groups_{{}};  // that are open, and the expression
};

}  // namespace

std::string expression_for_pcre(std::string_view expression,
                                const std::function<bool(const std::string&)>& is_script) {
    return SyntaxReader(expression, is_script).read();
}

}  // namespace poslab
