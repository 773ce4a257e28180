#include "core/tokens/normalizer.hpp"

#include "core/base/errors.hpp"
#include "core/tokens/json_pattern.hpp"

#include <utf8proc.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <memory>
#include <new>

namespace poslab {
namespace {

struct FreeText {
    void operator()(utf8proc_uint8_t* text) const {
        std::free(text);
    }  // NOLINT(cppcoreguidelines-no-malloc): as its library says
};

bool is_ascii(std::string_view text) {
    return std::all_of(text.begin(), text.end(),
                       [](char c) { return static_cast<unsigned char>(c) < 0x80U; });
}

std::string in_normal_form(std::string text, int form) {
    if (is_ascii(text)) return text;
    utf8proc_uint8_t* made = nullptr;
    const utf8proc_ssize_t size = utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                                               static_cast<utf8proc_ssize_t>(text.size()), &made,
                                               static_cast<utf8proc_option_t>(UTF8PROC_STABLE | form));
    const std::unique_ptr<utf8proc_uint8_t, FreeText> owned(made);
    if (size == UTF8PROC_ERROR_NOMEM) throw std::bad_alloc();
    if (size < 0) {
        const std::string why = utf8proc_errmsg(size);
        throw InputError(tr("the text cannot be normalized: {}", why));
    }
    return {reinterpret_cast<const char*>(owned.get()), static_cast<std::size_t>(size)};
}

std::string replaced(const std::string& text, const Pattern& pattern, const std::string& content,
                     const Job& job) {
    std::vector<TextRange> matches;
    PatternSearch(pattern).find_all(text, matches, job);
    std::string out;
    std::size_t at = 0;
    for (const TextRange& match : matches) {
        out.append(text, at, match.begin - at) += content;
        at = match.end;
    }
    return out.append(text, at);
}

}  // namespace

Normalizer::Normalizer(const JsonPart& part) { add(part); }

std::string Normalizer::operator()(std::string_view utf8, const Job& job) const {
    std::string text(utf8);
    for (const Step& step : steps_) text = step(std::move(text), job);
    return text;
}

void Normalizer::add(const JsonPart& part) {
    static const std::map<std::string, int> forms{{"NFC", UTF8PROC_COMPOSE},
                                                  {"NFD", UTF8PROC_DECOMPOSE},
                                                  {"NFKC", UTF8PROC_COMPOSE | UTF8PROC_COMPAT},
                                                  {"NFKD", UTF8PROC_DECOMPOSE | UTF8PROC_COMPAT}};
    const std::string type = part.type();
    if (type == "Sequence") {
        for (const JsonPart& item : part.at("normalizers").items()) add(item);
    } else if (const auto form = forms.find(type); form != forms.end()) {
        steps_.emplace_back([bits = form->second](std::string text, const Job&) {
            return in_normal_form(std::move(text), bits);
        });
    } else if (type == "Prepend") {
        steps_.emplace_back([before = part.at("prepend").text()](const std::string& text, const Job&) {
            return text.empty() ? text : before + text;
        });
    } else if (type == "Replace") {
        steps_.emplace_back(
            [pattern = pattern_of(part.at("pattern")), content = part.at("content").text()](
                const std::string& text, const Job& job) { return replaced(text, pattern, content, job); });
    } else {
        part.at("type").refuse_unknown();
    }
}

}  // namespace poslab
