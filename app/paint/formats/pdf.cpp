#include "app/paint/pdf_pages.hpp"
#include "app/paint/picture.hpp"
#include "core/base/utf8.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <system_error>
#include <utility>

namespace poslab {

namespace {

std::string render_pdf(const DrawList& list, const FontLibrary& fonts, const PictureOptions& options) {
    const PdfPage page{list};
    return pdf_of_pages({&page, 1}, fonts, options);
}

std::string utf8_of_utf16(std::string_view hex) {
    std::u32string text;
    char32_t high = 0;
    for (std::size_t at = 4; at + 4 <= hex.size(); at += 4) {  // after the byte order mark
        unsigned unit = 0;
        const auto [end, error] = std::from_chars(hex.data() + at, hex.data() + at + 4, unit, 16);
        if (error != std::errc{} || end != hex.data() + at + 4) return {};
        if (unit >= 0xD800 && unit < 0xDC00) {
            high = unit;
            continue;
        }
        const bool pair = unit >= 0xDC00 && unit < 0xE000;
        text += pair ? 0x10000 + ((high - 0xD800) << 10U) + (unit - 0xDC00) : static_cast<char32_t>(unit);
    }
    std::string out;
    for (const char32_t c : text)
        append_utf8(out, c < 0x110000 && (c < 0xD800 || c > 0xDFFF) ? c : replacement_character);
    return out;
}

/// Removes "(text \\( with escapes)" up to its closing bracket and returns the text.
std::string take_literal_string(std::string_view& bytes) {
    std::string text;
    int depth = 0;
    for (std::size_t at = 1; at < bytes.size(); ++at) {
        const char c = bytes[at];
        if (c == '\\' && at + 1 < bytes.size()) {
            text += bytes[++at];
            continue;
        }
        if (c == ')' && depth-- == 0) {
            bytes.remove_prefix(at + 1);
            return text;
        }
        if (c == '(') ++depth;
        text += c;
    }
    bytes = {};
    return {};
}

/// Removes and returns the next string, in either of the two notations that Cairo writes; empty for any other
/// value.
std::string take_string(std::string_view& bytes) {
    if (bytes.starts_with('(')) return take_literal_string(bytes);
    const std::string_view value = bytes.substr(0, bytes.find_first_of(bytes.starts_with('<') ? ">" : "/>"));
    bytes.remove_prefix(std::min(value.size() + (bytes.starts_with('<') ? 1U : 0U), bytes.size()));
    return value.starts_with("<FEFF") ? utf8_of_utf16(value.substr(1)) : std::string();
}

/// Returns what follows "<<" of the object that the file's trailer names, so that no text in it is mistaken
/// for file structure.
std::string_view info_dictionary(std::string_view bytes) {
    static constexpr std::string_view name = "/Info ";
    const auto named = bytes.rfind(name);
    if (named == std::string_view::npos) return {};
    const std::string_view number =
        bytes.substr(named + name.size(), bytes.find(' ', named + name.size()) - named - name.size());
    const auto object = bytes.rfind("\n" + std::string(number.substr(0, 10)) + " 0 obj", named);
    const auto begin = object == std::string_view::npos ? object : bytes.find("<<", object);
    return begin == std::string_view::npos ? std::string_view() : bytes.substr(begin + 2);
}

/// Reads the metadata dictionary, which Cairo writes uncompressed.
std::optional<PictureMetadata> pdf_metadata(std::string_view bytes) {
    if (!bytes.starts_with("%PDF-")) return std::nullopt;
    static const std::map<std::string_view, std::string> keys{
        {"Title", "Title"}, {"Subject", "Description"}, {"Creator", "Software"}};
    PictureMetadata metadata;
    std::string_view rest = info_dictionary(bytes);
    for (;;) {
        rest.remove_prefix(std::min(rest.find_first_not_of(" \r\n\t"), rest.size()));
        if (!rest.starts_with('/')) return metadata;
        const std::string_view name =
            rest.substr(1, std::min(rest.find_first_of(" \r\n\t(<", 1), rest.size()) - 1);
        rest.remove_prefix(name.size() + 1);
        rest.remove_prefix(std::min(rest.find_first_not_of(" \r\n\t"), rest.size()));
        std::string text = take_string(rest);
        if (const auto key = keys.find(name); key != keys.end() && !text.empty())
            metadata.emplace(key->second, std::move(text));
    }
}

}  // namespace

const PictureFormat& pdf_format() {
    static const PictureFormat format{.id = "pdf",
                                      .label = untranslated("PDF"),
                                      .about = "searchable text"_tr,
                                      .render = render_pdf,
                                      .metadata = pdf_metadata};
    return format;
}

}  // namespace poslab
