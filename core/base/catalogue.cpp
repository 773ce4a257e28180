#include "core/base/catalogue.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <tuple>
#include <utility>

namespace poslab {
namespace {

[[noreturn]] void refuse(int line, std::string_view why) {
    throw std::invalid_argument(fmt::format("line {} of a catalogue: {}", line, why));
}

/// Returns the text between quotation marks, with \" \\ \n \t resolved.
std::string unquoted(std::string_view text, int line) {
    if (text.size() < 2 || text.front() != '"' || text.back() != '"')
        refuse(line, "a text in quotation marks is expected");
    if (text.find('\\') == std::string_view::npos) return std::string(text.substr(1, text.size() - 2));
    std::string out;
    for (std::size_t i = 1; i + 1 < text.size(); ++i) {
        if (text[i] != '\\') {
            out += text[i];
            continue;
        }
        if (++i + 1 >= text.size()) refuse(line, "a lone backslash");
        switch (text[i]) {
            case 'n':
                out += '\n';
                break;
            case 't':
                out += '\t';
                break;
            case '"':
            case '\\':
                out += text[i];
                break;
            default:
                refuse(line, "an unknown escape");
        }
    }
    return out;
}

std::string_view trimmed(std::string_view line) {
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ' || line.back() == '\t'))
        line.remove_suffix(1);
    while (!line.empty() && (line.front() == ' ' || line.front() == '\t')) line.remove_prefix(1);
    return line;
}

/// Splits a line into its keyword and its text.
std::pair<std::string_view, std::string_view> split(std::string_view line) {
    const std::size_t end = line.find_first_of(" \t");
    if (end == std::string_view::npos) return {line, {}};
    return {line.substr(0, end), trimmed(line.substr(end))};
}

}  // namespace

void Catalogue::add(std::string_view po) {
    entries_.reserve(entries_.size() + static_cast<std::size_t>(std::count(po.begin(), po.end(), '\n')) / 4);
    Entry entry;
    std::string* open = nullptr;  // the text that a line with only a string continues
    bool translated = false;
    const auto finish = [&] {
        if (translated && !entry.english.empty())
            entries_.push_back(std::move(entry));
        else if (translated)
            header_ += entry.translation;
        entry = {};
        translated = false;
        open = nullptr;
    };
    int number = 0;
    for (std::size_t at = 0; at < po.size();) {
        const std::size_t end = std::min(po.find('\n', at), po.size());
        const std::string_view line = trimmed(po.substr(at, end - at));
        at = end + 1;
        ++number;
        if (line.empty() || line.front() == '#') continue;
        if (line.front() == '"') {
            if (open == nullptr) refuse(number, "a string that follows no keyword");
            *open += unquoted(line, number);
            continue;
        }
        const auto [keyword, text] = split(line);
        if (keyword == "msgctxt" || (keyword == "msgid" && translated)) finish();
        if (translated && (keyword == "msgstr" || keyword == "msgstr[0]")) refuse(number, "a second msgstr");
        if (keyword == "msgctxt")
            open = &entry.sense;
        else if (keyword == "msgid")
            open = &entry.english, entry.line = number;
        else if (keyword == "msgstr" || keyword == "msgstr[0]")
            open = &entry.translation, translated = true;
        else if (keyword == "msgid_plural")
            open = &entry.plural;
        else if (translated && keyword == fmt::format("msgstr[{}]", entry.forms.size() + 1))
            open = &entry.forms.emplace_back();
        else
            refuse(number, "an unknown keyword");
        *open += unquoted(text, number);
    }
    finish();
    if (const std::string_view forms = property("Plural-Forms"); !forms.empty())
        plurals_ = PluralForms(forms);
    order_.clear();
    for (std::uint32_t n = 0; n < entries_.size(); ++n)
        if (!entries_[n].translation.empty()) order_.push_back(n);
    std::stable_sort(order_.begin(), order_.end(), [&](std::uint32_t a, std::uint32_t b) {
        return std::tie(entries_[a].english, entries_[a].sense) <
               std::tie(entries_[b].english, entries_[b].sense);
    });
}

const Catalogue::Entry* Catalogue::entry_of(std::string_view english, std::string_view sense) const {
    const auto key = std::tie(english, sense);
    const auto found =
        std::lower_bound(order_.begin(), order_.end(), key, [&](std::uint32_t n, const auto& requested) {
            const std::string_view entry_english = entries_[n].english, entry_sense = entries_[n].sense;
            return std::tie(entry_english, entry_sense) < requested;
        });
    if (found == order_.end() || entries_[*found].english != english || entries_[*found].sense != sense)
        return nullptr;
    return &entries_[*found];
}

const std::string* Catalogue::find(std::string_view english, std::string_view sense) const {
    const Entry* const entry = entry_of(english, sense);
    return entry == nullptr ? nullptr : &entry->translation;
}

const std::string* Catalogue::find_plural(std::string_view one, std::uint64_t n) const {
    const Entry* const entry = entry_of(one, {});
    if (entry == nullptr) return nullptr;
    const std::size_t form = std::min(plurals_.form(n), entry->forms.size());
    return form == 0 ? &entry->translation : &entry->forms[form - 1];
}

std::string_view Catalogue::property(std::string_view name) const {
    for (std::size_t at = 0; at < header_.size();) {
        const std::size_t end = std::min(header_.find('\n', at), header_.size());
        const std::string_view line = std::string_view(header_).substr(at, end - at);
        if (line.starts_with(name) && line.substr(name.size()).starts_with(':'))
            return trimmed(line.substr(name.size() + 1));
        at = end + 1;
    }
    return {};
}

}  // namespace poslab
