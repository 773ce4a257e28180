#include "core/tokens/normalizer.hpp"

#include "core/base/errors.hpp"
#include "core/base/free_memory.hpp"
#include "core/tokens/json_pattern.hpp"

#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <span>
#include <utility>

namespace poslab {
namespace {

bool is_ascii_byte(char byte) { return static_cast<unsigned char>(byte) < 0x80U; }

bool is_ascii(std::string_view text) { return std::all_of(text.begin(), text.end(), is_ascii_byte); }

using Points = std::vector<utf8proc_int32_t>;

int combining_class(utf8proc_int32_t point) { return utf8proc_get_property(point)->combining_class; }

/// Sorts each run of marks by combining class, without changing the order within a class: Unicode's canonical
/// ordering. The library's takes the square of the length of a run.
void order_marks(Points& points, const Job& job) {
    Points ordered;
    for (auto begin = points.begin(); begin != points.end();) {
        const auto is_mark = [](utf8proc_int32_t point) { return combining_class(point) != 0; };
        begin = std::find_if(begin, points.end(), is_mark);
        const auto end = std::find_if_not(begin, points.end(), is_mark);
        job.check();
        std::array<std::ptrdiff_t, 257> next{};  // index of the next mark of each class
        for (auto mark = begin; mark != end; ++mark)
            ++next[static_cast<std::size_t>(combining_class(*mark)) + 1];
        std::partial_sum(next.begin(), next.end(), next.begin());
        ordered.assign(begin, end);
        for (const utf8proc_int32_t mark : ordered)
            begin[next[static_cast<std::size_t>(combining_class(mark))]++] = mark;
        begin = end;
    }
}

void append_decomposition(utf8proc_int32_t point, utf8proc_option_t options, Points& points) {
    std::array<utf8proc_int32_t, 32> parts{};
    const auto room = static_cast<utf8proc_ssize_t>(parts.size());
    int boundary = 0;
    const utf8proc_ssize_t count = utf8proc_decompose_char(point, parts.data(), room, options, &boundary);
    if (count < 0 || count > room) {
        const std::string why = utf8proc_errmsg(count);
        throw InputError(tr("the text cannot be normalized: {}", why));
    }
    points.insert(points.end(), parts.begin(), parts.begin() + count);
}

Points decomposed(std::string_view text, utf8proc_option_t options, const Job& job) {
    Points points;
    for (std::size_t n = 0; !text.empty(); ++n) {
        constexpr std::size_t often = 4096;
        if (n % often == 0) job.check();
        utf8proc_int32_t point = -1;
        const auto* const bytes = reinterpret_cast<const utf8proc_uint8_t*>(text.data());
        const auto size = utf8proc_iterate(bytes, static_cast<utf8proc_ssize_t>(text.size()), &point);
        if (size <= 0) {
            const std::string why = utf8proc_errmsg(size);
            throw InputError(tr("the text cannot be normalized: {}", why));
        }
        append_decomposition(point, options, points);
        text.remove_prefix(static_cast<std::size_t>(size));
    }
    return points;
}

/// Returns the end of the first points that can be composed without the others: at least 65,536 of them, up
/// to a boundary of grapheme clusters, which no composition crosses.
std::size_t end_of_composition(std::span<const utf8proc_int32_t> points) {
    constexpr std::size_t least = 1U << 16U;
    std::size_t end = std::min(least, points.size());
    while (end < points.size() &&
           (combining_class(points[end]) != 0 || !utf8proc_grapheme_break(points[end - 1], points[end])))
        ++end;
    return end;
}

void append_in_normal_form(std::string_view text, utf8proc_option_t options, const Job& job,
                           std::string& out) {
    Points points = decomposed(text, options, job);
    order_marks(points, job);
    for (std::span<utf8proc_int32_t> rest = points; !rest.empty();) {
        job.check();
        const std::span<utf8proc_int32_t> part = rest.first(end_of_composition(rest));
        rest = rest.subspan(part.size());
        const auto count =
            utf8proc_normalize_utf32(part.data(), static_cast<utf8proc_ssize_t>(part.size()), options);
        for (const utf8proc_int32_t point : part.first(static_cast<std::size_t>(count))) {
            std::array<utf8proc_uint8_t, 4> bytes{};
            out.append(reinterpret_cast<const char*>(bytes.data()),
                       static_cast<std::size_t>(utf8proc_encode_char(point, bytes.data())));
        }
    }
}

/// Cuts the text before ASCII letters, which no normal form joins with the preceding text.
std::string in_normal_form(std::string text, int form, const Job& job) {
    if (is_ascii(text)) return text;
    constexpr std::size_t least = 1U << 16U;
    const auto options = static_cast<utf8proc_option_t>(UTF8PROC_STABLE | form);
    std::string out;
    for (std::string_view rest = text; !rest.empty();) {
        const auto* const from = rest.begin() + static_cast<std::ptrdiff_t>(std::min(least, rest.size()));
        const auto* const end = std::find_if(from, rest.end(), is_ascii_byte);
        const auto size = static_cast<std::size_t>(end - rest.begin());
        append_in_normal_form(rest.substr(0, size), options, job, out);
        rest.remove_prefix(size);
    }
    return out;
}

std::string replaced(const std::string& text, const Pattern& pattern, const std::string& content,
                     const Job& job) {
    std::vector<TextRange> matches;
    PatternSearch(pattern).find_all(text, matches, job);
    const double size = static_cast<double>(text.size()) +
                        static_cast<double>(matches.size()) * static_cast<double>(content.size());
    check_memory(size, "the text and its replacements by the tokenizer's normalizer"_tr);
    std::string out;
    std::size_t at = 0;
    for (const TextRange& match : matches) {
        job.check();
        out.append(text, at, match.begin - at) += content;
        at = match.end;
    }
    return out.append(text, at);
}

}  // namespace

Normalizer::Normalizer(const JsonPart& part, const Job& job) { add(part, job); }

std::string Normalizer::operator()(std::string_view utf8, const Job& job) const {
    std::string text(utf8);
    for (const Step& step : steps_) {
        job.check();
        text = step(std::move(text), job);
    }
    return text;
}

void Normalizer::add(const JsonPart& part, const Job& job) {
    job.check();
    static const std::map<std::string, int> forms{{"NFC", UTF8PROC_COMPOSE},
                                                  {"NFD", UTF8PROC_DECOMPOSE},
                                                  {"NFKC", UTF8PROC_COMPOSE | UTF8PROC_COMPAT},
                                                  {"NFKD", UTF8PROC_DECOMPOSE | UTF8PROC_COMPAT}};
    const std::string type = part.type();
    if (type == "Sequence") {
        for (const JsonPart& item : part.at("normalizers").items()) add(item, job);
    } else if (const auto form = forms.find(type); form != forms.end()) {
        steps_.emplace_back([bits = form->second](std::string text, const Job& encoding) {
            return in_normal_form(std::move(text), bits, encoding);
        });
    } else if (type == "Prepend") {
        steps_.emplace_back([before = part.at("prepend").text()](const std::string& text, const Job&) {
            return text.empty() ? text : before + text;
        });
    } else if (type == "Replace") {
        steps_.emplace_back([pattern = pattern_of(part.at("pattern")), content = part.at("content").text()](
                                const std::string& text, const Job& encoding) {
            return replaced(text, pattern, content, encoding);
        });
    } else {
        part.at("type").refuse_unknown();
    }
}

}  // namespace poslab
