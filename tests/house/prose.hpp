#pragma once

#include <algorithm>
#include <array>
#include <cctype>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace poslab::test {

/// A piece of prose in a source file: a paragraph of comments, a string literal with spaces, or a paragraph
/// of a document.
struct Prose {
    int line = 0;
    std::string text;
    bool quoted = false;  // a string literal
};

/// Splits C++ (also CUDA and GLSL) into comments and string literals. Comment lines that follow each other
/// are one paragraph.
class CodeProse {
  public:
    explicit CodeProse(std::string_view code) : code_(code) {}

    [[nodiscard]] std::vector<Prose> read() {
        while (at_ < code_.size()) step();
        return std::move(found_);
    }

  private:
    void step() {
        if (code_.compare(at_, 2, "//") == 0) return comment();
        if (code_.compare(at_, 3, "R\"(") == 0) return skip(code_.find(")\"", at_));
        if (code_[at_] == '"') return literal();
        if (code_[at_] == '\'' && at_ > 0 && std::isalnum(static_cast<unsigned char>(code_[at_ - 1])) == 0)
            return skip(code_.find('\'', at_ + (code_[at_ + 1] == '\\' ? 3 : 1)));
        if (code_[at_] == '\n') ++line_;
        ++at_;
    }
    void skip(std::size_t to) {
        const std::size_t end = std::min(to == std::string_view::npos ? to : to + 1, code_.size());
        line_ += static_cast<int>(
            std::count(code_.begin() + std::ptrdiff_t(at_), code_.begin() + std::ptrdiff_t(end), '\n'));
        at_ = end;
    }
    [[nodiscard]] bool is_whole_line() const {
        const std::size_t begin = at_ == 0 ? 0 : code_.rfind('\n', at_ - 1) + 1;
        return code_.substr(begin, at_ - begin).find_first_not_of(" \t") == std::string_view::npos;
    }
    void comment() {
        const std::size_t end = std::min(code_.find('\n', at_), code_.size());
        std::string_view text = code_.substr(at_, end - at_);
        text.remove_prefix(std::min(text.find_first_not_of("/!<"), text.size()));
        const bool whole = is_whole_line(),
                   goes_on = whole && whole_line_ == line_ - 1 && !text.starts_with("  ");
        if (!text.empty() && text.front() == ' ') text.remove_prefix(1);
        if (goes_on && !text.empty() && !found_.empty())
            found_.back().text.append(" ").append(text);
        else if (!text.empty() && !text.starts_with("NOLINT"))
            found_.push_back({line_, std::string(text)});
        whole_line_ = whole && !text.empty() ? line_ : -1;
        at_ = end;
    }
    void literal() {
        std::string text;
        for (++at_; at_ < code_.size() && code_[at_] != '"' && code_[at_] != '\n'; ++at_) {
            if (code_[at_] == '\\') ++at_;
            text += at_ < code_.size() && code_[at_] != '\n' ? code_[at_] : ' ';
        }
        ++at_;
        if (text.find(' ') != std::string::npos) found_.push_back({line_, std::move(text), true});
    }

    std::string_view code_;
    std::size_t at_ = 0;
    int line_ = 1, whole_line_ = -1;
    std::vector<Prose> found_;
};

/// The comments of Python, shell and CMake; lines that follow each other are one paragraph.
inline std::vector<Prose> script_prose(std::string_view text) {
    std::vector<Prose> found;
    int number = 0, last = -1;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        std::string_view line = text.substr(at, end - at);
        at = end + 1;
        ++number;
        const std::size_t begin = line.find_first_not_of(" \t");
        if (begin == std::string_view::npos || line.substr(begin, 2) != "# ") continue;
        line.remove_prefix(begin + 2);
        if (last == number - 1)
            found.back().text.append(" ").append(line);
        else
            found.push_back({number, std::string(line)});
        last = number;
    }
    return found;
}

/// Paragraphs of Markdown and of lessons: fenced and indented code is left out, lines of one paragraph are
/// joined.
inline std::vector<Prose> document_prose(std::string_view text) {
    std::vector<Prose> found;
    bool fenced = false, open = false;
    int number = 0;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const std::string_view line = text.substr(at, end - at);
        at = end + 1;
        ++number;
        if (line.starts_with("```")) fenced = !fenced;
        const bool code = fenced || line.starts_with("```") || line.starts_with("    ");
        const bool starts = !open || line.starts_with("#") || line.starts_with("- ") || line.starts_with("|");
        open = !code && !line.empty();
        if (!open) continue;
        if (starts)
            found.push_back({number, std::string(line)});
        else
            found.back().text.append(" ").append(line);
    }
    return found;
}

/// A word of a text. Code in backticks, paths, options and placeholders are no words.
struct Word {
    std::string text, lower;
    bool opens = false;     // a sentence
    bool question = false;  // its sentence ends with a question mark
};

inline std::vector<Word> words_of(std::string_view text) {
    std::vector<Word> words;
    bool opens = true;
    std::size_t sentence = 0;
    const auto letter = [](char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '\''; };
    for (std::size_t at = 0; at < text.size();) {
        const char c = text[at];
        if (c == '`' || c == '{' || c == '<') {
            const std::size_t end = text.find(c == '`' ? '`' : c == '{' ? '}' : '>', at + 1);
            at = end == std::string_view::npos ? at + 1 : end + 1;
            if (end != std::string_view::npos) opens = false;
            continue;
        }
        if (letter(c)) {
            std::size_t end = at;
            while (end < text.size() && letter(text[end])) ++end;
            const bool part =
                (at > 0 && std::string_view("_-/.$\\").find(text[at - 1]) != std::string_view::npos &&
                 text[at - 1] != ' ') ||
                (end < text.size() && (text[end] == '_' || text[end] == '(' || text[end] == '=' ||
                                       (text[end] == '-' && end + 1 < text.size() && letter(text[end + 1]))));
            std::string word(text.substr(at, end - at)), lower = word;
            for (char& one : lower) one = static_cast<char>(std::tolower(static_cast<unsigned char>(one)));
            if (!part) words.push_back({std::move(word), std::move(lower), opens, false});
            opens = false;
            at = end;
            continue;
        }
        if ((c == '.' || c == '?' || c == '!') &&
            (at + 1 == text.size() || std::isalnum(static_cast<unsigned char>(text[at + 1])) == 0)) {
            if (c == '?')
                for (std::size_t n = sentence; n < words.size(); ++n) words[n].question = true;
            sentence = words.size();
            opens = true;
        } else if (std::isdigit(static_cast<unsigned char>(c)) != 0) {
            opens = false;
        }
        ++at;
    }
    return words;
}

}  // namespace poslab::test
