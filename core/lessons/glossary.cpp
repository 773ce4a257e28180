#include "core/lessons/glossary.hpp"

#include "core/base/embedded_assets.hpp"

#include <algorithm>

namespace poslab {

namespace {

std::string small(std::string_view text) {
    std::string made(text);
    std::transform(made.begin(), made.end(), made.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return made;
}

bool has(std::string_view text, const std::string& letters) {
    return small(text).find(letters) != std::string::npos;
}

void take_line(std::string_view line, std::vector<GlossaryTerm>& terms) {
    constexpr std::string_view separator = ": ", meaning_of = "is ", sorted_by = "by ";
    const std::size_t colon = line.find(separator);
    if (line.starts_with('#') || colon == std::string_view::npos) return;
    const std::string_view key = line.substr(0, colon);
    const std::string text(line.substr(colon + separator.size()));
    if (key == "term") terms.push_back({text, {}});
    if (key == "term" || key.starts_with("but ") || terms.empty()) return;
    if (key == "is")
        terms.back().meaning = text;
    else if (key.starts_with(meaning_of))
        terms.back().meanings.emplace(key.substr(meaning_of.size()), text);
    else if (key.starts_with(sorted_by))
        terms.back().keys.emplace(key.substr(sorted_by.size()), text);
    else
        terms.back().names.emplace(key, text);
}

}  // namespace

std::string_view GlossaryTerm::name_in(Language language) const {
    const auto found = names.find(language.id());
    return found == names.end() ? std::string_view(name) : std::string_view(found->second);
}

std::string_view GlossaryTerm::meaning_in(Language language) const {
    const auto found = meanings.find(language.id());
    return found == meanings.end() ? std::string_view(meaning) : std::string_view(found->second);
}

std::string GlossaryTerm::key_in(Language language) const {
    const auto found = keys.find(language.id());
    return small(found == keys.end() ? name_in(language) : std::string_view(found->second));
}

std::vector<GlossaryTerm> read_glossary(std::string_view text) {
    std::vector<GlossaryTerm> terms;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        take_line(text.substr(0, end), terms);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return terms;
}

std::span<const GlossaryTerm> glossary() {
    static const std::vector<GlossaryTerm> terms = [] {
        std::vector<GlossaryTerm> read = read_glossary(embedded_glossary);
        std::stable_sort(read.begin(), read.end(),
                         [](const auto& a, const auto& b) { return small(a.name) < small(b.name); });
        return read;
    }();
    return terms;
}

std::vector<const GlossaryTerm*> terms_with(std::string_view letters, Language language) {
    const std::string requested = small(letters);
    std::vector<const GlossaryTerm*> found;
    for (const GlossaryTerm& term : glossary()) {
        const bool named = has(term.name, requested) ||
                           std::any_of(term.names.begin(), term.names.end(),
                                       [&](const auto& name) { return has(name.second, requested); });
        if (named || has(term.meaning_in(language), requested)) found.push_back(&term);
    }
    std::stable_sort(found.begin(), found.end(),
                     [&](const auto* a, const auto* b) { return a->key_in(language) < b->key_in(language); });
    return found;
}

}  // namespace poslab
