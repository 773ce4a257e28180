#include "app/handout/sentences.hpp"

#include "core/base/utf8.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace poslab {

namespace {

constexpr std::array<std::string_view, 9> abbreviations{"e.g", "i.e", "cf", "vs", "etc",
                                                        "al",  "Fig", "Eq", "No"};

/// True if the full stop after this word does not end a sentence: an abbreviation, or a single letter ("A.
/// Turing").
bool is_abbreviated(std::string_view before) {
    const std::size_t space = before.find_last_of(" (");
    const std::string_view word = space == std::string_view::npos ? before : before.substr(space + 1);
    const bool initial = word.size() == 1 && word.front() >= 'A' && word.front() <= 'Z';
    return initial || std::find(abbreviations.begin(), abbreviations.end(), word) != abbreviations.end();
}

bool is_stop(char32_t c) { return c == U'.' || c == U'!' || c == U'?'; }
bool is_chinese_stop(char32_t c) { return c == U'\u3002' || c == U'\uff01' || c == U'\uff1f'; }
bool opens(char32_t c) { return c == U'(' || c == U'\uff08'; }
bool closes(char32_t c) { return c == U')' || c == U'\uff09'; }
bool is_quote(char32_t c) { return c == 0x22 || c == 0x27 || c == U'\u201d' || c == U'\u2019'; }

/// Finds the ends of sentences in one pass through a paragraph.
class SentenceReader {
  public:
    std::vector<RichText> read(const RichText& text) {
        for (const LessonSpan& span : text) {
            if (span.kind == LessonSpan::Kind::plain || span.kind == LessonSpan::Kind::emphasis)
                add_words(span);
            else
                add_whole(span);
        }
        end_sentence();
        return std::move(all_);
    }

  private:
    void add_whole(const LessonSpan& span) {
        if (ended_) end_sentence();
        stopped_ = false;
        current_.push_back(span);
    }

    void add_words(const LessonSpan& span) {
        std::string_view rest = span.text;
        std::string part;
        const auto take_part = [&] {
            if (!part.empty()) current_.push_back({span.kind, std::exchange(part, {}), {}});
        };
        while (!rest.empty()) {
            const std::string_view from = rest;
            const char32_t c = next_code_point(rest);
            if (ended_ && c != U' ' && !(is_quote(c) || closes(c))) {
                take_part();
                end_sentence();
            }
            notice(c, part);
            part += from.substr(0, from.size() - rest.size());
        }
        take_part();
    }

    void notice(char32_t c, std::string_view before) {
        if (opens(c)) ++depth_;
        if (closes(c)) depth_ = std::max(0, depth_ - 1);
        if (is_chinese_stop(c) && depth_ == 0) ended_ = true;
        if (c == U' ' && stopped_ && depth_ == 0) ended_ = true;
        if (is_stop(c))
            stopped_ = !(c == U'.' && is_abbreviated(before));
        else if (!is_quote(c) && !closes(c))
            stopped_ = false;
    }

    void end_sentence() {
        if (!current_.empty()) all_.push_back(std::exchange(current_, {}));
        ended_ = stopped_ = false;
        depth_ = 0;
    }

    std::vector<RichText> all_;
    RichText current_;
    bool stopped_ = false;  // after a full stop; a space then ends the sentence
    bool ended_ = false;    // the next character begins a sentence
    int depth_ = 0;         // nesting depth of brackets
};

}  // namespace

std::vector<RichText> sentences(const RichText& text) { return SentenceReader().read(text); }

}  // namespace poslab
