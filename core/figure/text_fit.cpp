#include "core/figure/text_fit.hpp"

#include "core/base/utf8.hpp"

#include <algorithm>
#include <array>

namespace poslab {

bool closes_text(char32_t c) {
    constexpr std::u32string_view all = U"，。；：！？、）】》」』”’…";
    return all.find(c) != std::u32string_view::npos;
}

bool opens_text(char32_t c) {
    constexpr std::u32string_view all = U"（【《「『“‘";
    return all.find(c) != std::u32string_view::npos;
}

bool has_width(char32_t c, const TextMetrics& metrics, Font font, double size) {
    std::string text;
    append_utf8(text, c);
    return metrics.width(text, font, size) > 0;
}

namespace {

/// Fills lines with pieces between which a line may end.
class LineFiller {
  public:
    LineFiller(const TextMetrics& metrics, Font font, double size, double room)
        : metrics_(metrics), font_(font), size_(size), room_(room) {}

    void character(char32_t c) {
        if (c == U' ') {
            place();
            piece_ = " ";
        } else {
            const bool between = is_wide(c) || is_wide(last_);
            if (between && !closes_text(c) && !opens_text(last_)) place();
            append_utf8(piece_, c);
        }
        last_ = c;
    }

    void new_line() {
        place();
        lines_.emplace_back();
        last_ = 0;
    }

    [[nodiscard]] std::vector<std::string> take() {
        place();
        return std::move(lines_);
    }

  private:
    [[nodiscard]] bool fits(const std::string& text) const {
        return metrics_.width(text, font_, size_) <= room_;
    }

    void place() {
        if (piece_.empty()) return;
        if (lines_.back().empty() || fits(lines_.back() + piece_)) {
            lines_.back() += piece_;
        } else {
            while (!lines_.back().empty() && lines_.back().back() == ' ') lines_.back().pop_back();
            lines_.push_back(piece_.front() == ' ' ? piece_.substr(1) : piece_);
        }
        piece_.clear();
        if (!fits(lines_.back())) split();
    }

    /// Splits the last line, a single word that is too wide.
    void split() {
        std::string word = std::move(lines_.back());
        lines_.back().clear();
        std::string_view rest = word;
        while (!rest.empty()) {
            const char32_t c = next_code_point(rest);
            if (!has_width(c, metrics_, font_, size_)) {
                append_utf8(lines_.back(), c);
                continue;
            }
            std::string longer = lines_.back();
            append_utf8(longer, c);
            if (lines_.back().empty() || fits(longer)) {
                lines_.back() = std::move(longer);
            } else {
                lines_.push_back(longer.substr(lines_.back().size()));
            }
        }
    }

    const TextMetrics& metrics_;
    Font font_;
    double size_, room_;
    std::vector<std::string> lines_{1};
    std::string piece_;
    char32_t last_ = 0;
};

/// Returns where the last separator of parts begins, 0 if there is none.
std::size_t last_separator(std::string_view text) {
    constexpr std::array<std::string_view, 6> separators{"  ·  ", ", ", "，", "、", "; ", "；"};
    std::size_t last = 0;
    for (const std::string_view separator : separators)
        if (const std::size_t at = text.rfind(separator); at != std::string_view::npos)
            last = std::max(last, at);
    return last;
}

/// True if more brackets open than close; an interval may close with another kind, as [0, 1) does.
bool ends_in_brackets(std::string_view text) {
    int depth = 0;
    while (!text.empty()) {
        const char32_t c = next_code_point(text);
        if (c == U'(' || c == U'[' || c == U'（') ++depth;
        if (c == U')' || c == U']' || c == U'）') --depth;
    }
    return depth > 0;
}

}  // namespace

std::string fitted_text(std::string_view text, const TextMetrics& metrics, Font font, double size,
                        double room) {
    if (metrics.width(text, font, size) <= room) return std::string(text);
    std::string retained;
    while (!text.empty()) {
        const char32_t c = next_code_point(text);
        if (!has_width(c, metrics, font, size)) {
            append_utf8(retained, c);
            continue;
        }
        std::string longer = retained;
        append_utf8(longer, c);
        if (metrics.width(longer + "…", font, size) > room) break;
        retained = std::move(longer);
    }
    return retained + "…";
}

double fitting_size(std::string_view text, const TextMetrics& metrics, Font font, double size, double least,
                    double room) {
    while (size > least && metrics.width(text, font, size) > room) size = std::max(least, size - 0.5);
    return size;
}

std::string fitted_parts(std::string_view text, const TextMetrics& metrics, Font font, double size,
                         double room) {
    while (metrics.width(text, font, size) > room) {
        std::size_t end = last_separator(text);
        while (ends_in_brackets(text.substr(0, end))) end = last_separator(text.substr(0, end));
        if (end == 0) end = std::min(text.find(": "), text.find("："));  // "A: B" without B is still true
        if (end == 0 || end >= text.size()) return fitted_text(text, metrics, font, size, room);
        text = text.substr(0, end);
    }
    return std::string(text);
}

std::vector<std::string> wrapped_text(std::string_view text, const TextMetrics& metrics, Font font,
                                      double size, double room) {
    LineFiller filler(metrics, font, size, room);
    while (!text.empty()) {
        const char32_t c = next_code_point(text);
        if (c == U'\n') {
            filler.new_line();
        } else {
            filler.character(c);
        }
    }
    return filler.take();
}

}  // namespace poslab
