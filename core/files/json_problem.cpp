#include "core/files/json_problem.hpp"

#include "core/base/utf8.hpp"
#include "core/base/utf8_parts.hpp"
#include "core/files/printable_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace poslab {
namespace {

struct Location {
    std::size_t line = 1, column = 1;
};

Location location_of(std::string_view text, std::size_t at) {
    Location location;
    for (const char c : text.substr(0, at)) {
        if (c == '\n')
            location = {location.line + 1, 1};
        else if (!continues_character(c))
            ++location.column;
    }
    return location;
}

struct Problem {
    std::size_t at = 0;
    Message reason{};
};

/// Returns the number of bytes of the first character; 0 if it is not UTF-8.
std::size_t character_bytes(std::string_view rest) {
    const std::size_t before = rest.size();
    const bool is_replaced = next_code_point(rest) == replacement_character;
    // U+FFFD itself takes three bytes
    return is_replaced && before - rest.size() == 1 ? 0 : before - rest.size();
}

/// True if the whole word is a JSON number (RFC 8259 §6).
bool is_json_number(std::string_view word) {
    std::size_t at = 0;
    const auto digits = [&] {
        const std::size_t begin = at;
        while (at < word.size() && std::isdigit(static_cast<unsigned char>(word[at])) != 0) ++at;
        return at > begin;
    };
    const auto accept = [&](std::string_view any) {
        const bool exists = at < word.size() && any.find(word[at]) != std::string_view::npos;
        at += exists ? 1 : 0;
        return exists;
    };
    accept("-");
    if (!accept("0") && !digits()) return false;
    if (accept(".") && !digits()) return false;
    if (accept("eE")) {
        accept("+-");
        if (!digits()) return false;
    }
    return at == word.size();
}

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

/// True for 01, .5, +1, 0x10, nan, inf and similar words.
bool means_number(std::string_view word) {
    std::string lower(word.substr(std::min(word.find_first_not_of("+-"), word.size())));
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return lower.starts_with("nan") || lower.starts_with("inf") ||
           (!lower.empty() && (lower[0] == '.' || is_digit(lower[0])));
}

/// Reads a text up to the first error.
class JsonScanner {
  public:
    JsonScanner(std::string_view text, JsonConstants constants) : text_(text), constants_(constants) {}

    std::optional<Problem> find() {
        constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
        if (text_.starts_with(byte_order_mark)) at_ = byte_order_mark.size();
        while (!problem_) {
            at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size());
            if (at_ == text_.size()) {
                if (expected_ != Expected::end) end_too_early();
                break;
            }
            step();
        }
        return std::move(problem_);
    }

  private:
    enum class Expected { value, value_or_close, key, key_or_close, colon, comma_or_close, end };

    void stop(std::size_t at, Message reason) { problem_ = Problem{at, std::move(reason)}; }
    [[nodiscard]] bool in_object() const { return text_[open_.back()] == '{'; }
    [[nodiscard]] char closing() const { return in_object() ? '}' : ']'; }

    void step() {
        const char c = text_[at_];
        if (c == '#' ||
            (c == '/' && at_ + 1 < text_.size() && (text_[at_ + 1] == '/' || text_[at_ + 1] == '*')))
            return stop(at_, "JSON does not allow comments"_tr);
        if (c == '\'' && expected_ != Expected::end)
            return stop(at_, "strings and keys need double quotes"_tr);
        switch (expected_) {
            case Expected::value:
            case Expected::value_or_close:
                return value(c);
            case Expected::key:
            case Expected::key_or_close:
                return key(c);
            case Expected::colon:
                if (c != ':') return stop(at_, "expected ':' after the key"_tr);
                ++at_;
                expected_ = Expected::value;
                return;
            case Expected::comma_or_close:
                return comma_or_close(c);
            case Expected::end:
                return stop(at_, "text after the end of the value"_tr);
        }
    }

    void value(char c) {
        if (c == '{' || c == '[') return open(c);
        if (c == '"') return string(Expected::comma_or_close);
        if (c == ']' && expected_ == Expected::value_or_close) return close();
        if (std::string_view(",]}:").find(c) != std::string_view::npos) return no_value();
        word();
    }
    void no_value() {
        if (after_comma_) return stop(*after_comma_, "no value after the comma"_tr);
        stop(at_, "a value is missing"_tr);
    }
    void key(char c) {
        if (c == '"') return string(Expected::colon);
        if (c == '}' && expected_ == Expected::key_or_close) return close();
        if (after_comma_ && (c == '}' || c == ',')) return no_value();
        stop(at_, "a key must be a string in double quotes"_tr);
    }
    void comma_or_close(char c) {
        if (c == closing()) return close();
        if (c != ',') {
            const std::string end(1, closing());
            return stop(at_, tr("expected ',' or '{}'", end));
        }
        after_comma_ = at_++;
        expected_ = in_object() ? Expected::key : Expected::value;
    }

    void open(char c) {
        open_.push_back(at_++);
        after_comma_.reset();
        expected_ = c == '{' ? Expected::key_or_close : Expected::value_or_close;
    }
    void close() {
        open_.pop_back();
        ++at_;
        value_ends();
    }
    void value_ends() {
        after_comma_.reset();
        expected_ = open_.empty() ? Expected::end : Expected::comma_or_close;
    }

    /// Reads true, false, null, a number, or an invalid word.
    void word() {
        const std::size_t end = std::min(text_.find_first_of(" \t\r\n,:[]{}\"'", at_), text_.size());
        const std::string_view word = text_.substr(at_, end - at_);
        const auto is_one_of = [&](const auto& words) {
            return std::find(words.begin(), words.end(), word) != words.end();
        };
        constexpr std::array<std::string_view, 3> names{"true", "false", "null"},
            constants{"NaN", "Infinity", "-Infinity"};
        const bool is_constant = constants_ == JsonConstants::allowed && is_one_of(constants);
        if (is_one_of(names) || is_constant || is_json_number(word)) {
            at_ = end;
            return value_ends();
        }
        constexpr std::size_t max_shown = 40;
        const std::string shown = printable_text(word.substr(0, max_shown));
        stop(at_, means_number(word) ? tr("{} is not a JSON number", shown)
                                     : tr("'{}' is not a JSON value", shown));
    }

    void string(Expected then) {
        const std::size_t begin = at_++;
        while (at_ < text_.size() && text_[at_] != '"' && !problem_) {
            const auto c = static_cast<unsigned char>(text_[at_]);
            if (c == '\n' || c == '\r') break;
            if (c < 0x20U)
                return stop(at_,
                            tr("a string contains the control character {}", fmt::format("U+{:04X}", c)));
            if (c == '\\') {
                escape();
                continue;
            }
            const std::size_t bytes = character_bytes(text_.substr(at_));
            if (bytes == 0) return stop(at_, "the text is not UTF-8"_tr);
            at_ += bytes;
        }
        if (problem_) return;
        if (at_ == text_.size() || text_[at_] != '"') return stop(begin, "unterminated string"_tr);
        ++at_;
        if (then != Expected::colon) return value_ends();
        after_comma_.reset();  // a key follows, not another element
        expected_ = then;
    }

    /// Returns the value of the four digits after \u; empty if they are invalid.
    [[nodiscard]] std::optional<unsigned> code_unit(std::size_t at) const {
        if (text_.substr(at, 2) != "\\u" || text_.size() < at + 6) return std::nullopt;
        unsigned unit = 0;
        for (const char digit : text_.substr(at + 2, 4)) {
            if (std::isxdigit(static_cast<unsigned char>(digit)) == 0) return std::nullopt;
            unit = 16 * unit +
                   static_cast<unsigned>(is_digit(digit) ? digit - '0' : std::tolower(digit) - 'a' + 10);
        }
        return unit;
    }
    void escape() {
        if (at_ + 1 < text_.size() &&
            std::string_view("\"\\/bfnrt").find(text_[at_ + 1]) != std::string_view::npos) {
            at_ += 2;
            return;
        }
        const auto first = code_unit(at_), second = code_unit(std::min(at_ + 6, text_.size()));
        const auto is_within = [](std::optional<unsigned> unit, unsigned low, unsigned high) {
            return unit && *unit >= low && *unit <= high;
        };
        const bool is_pair = is_within(first, 0xD800, 0xDBFF) && is_within(second, 0xDC00, 0xDFFF);
        if (first && (is_pair || !is_within(first, 0xD800, 0xDFFF))) {
            at_ += is_pair ? 12 : 6;
            return;
        }
        const std::size_t letters = text_.substr(at_ + 1).starts_with('u') ? 5 : 1;
        const std::string shown = "\\" + printable_text(text_.substr(at_ + 1, letters));
        stop(at_, tr("'{}' is not a JSON escape", shown));
    }

    void end_too_early() {
        if (open_.empty()) return stop(at_, "a value is missing"_tr);
        const Location opened = location_of(text_, open_.back());
        const std::string bracket(1, text_[open_.back()]);
        stop(at_, tr("the text ends, but '{}' of line {}, column {} is not closed", bracket, opened.line,
                     opened.column));
    }

    std::string_view text_;
    JsonConstants constants_;
    std::size_t at_ = 0;
    Expected expected_ = Expected::value;
    std::vector<std::size_t> open_;           // positions of unclosed brackets
    std::optional<std::size_t> after_comma_;  // position of a comma that requires a value or key
    std::optional<Problem> problem_;
};

}  // namespace

Message json_problem(std::string_view text, std::size_t byte, JsonConstants constants) {
    if (const auto problem = JsonScanner(text, constants).find()) {
        const Location at = location_of(text, problem->at);
        return tr("is not JSON at line {}, column {}: {}", at.line, at.column, problem->reason);
    }
    const Location at = location_of(text, std::min(byte == 0 ? 0 : byte - 1, text.size()));
    return tr("is not JSON at line {}, column {}", at.line, at.column);
}

}  // namespace poslab
