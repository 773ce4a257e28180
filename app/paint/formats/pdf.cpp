#include "app/paint/pdf_pages.hpp"
#include "app/paint/picture.hpp"
#include "core/base/utf8.hpp"

#include <charconv>
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
    for (std::size_t at = 4; at + 4 <= hex.size(); at += 4) {  // behind the mark of the byte order
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
    for (const char32_t c : text) append_utf8(out, c < 0x110000 && (c < 0xD800 || c > 0xDFFF) ? c : replacement_character);
    return out;
}

/// "(text \\( with escapes)", up to its closing bracket.
std::string literal_string(std::string_view bytes) {
    std::string text;
    int depth = 0;
    for (std::size_t at = 1; at < bytes.size(); ++at) {
        const char c = bytes[at];
        if (c == '\\' && at + 1 < bytes.size()) {
            text += bytes[++at];
            continue;
        }
        if (c == ')' && depth-- == 0) return text;
        if (c == '(') ++depth;
        text += c;
    }
    return {};
}

/// The string that follows the name, in either of the two ways in which Cairo writes one.
std::string pdf_string(std::string_view info, std::string_view name) {
    const auto found = info.find(name);
    if (found == std::string_view::npos) return {};
    const auto begin = info.find_first_not_of(' ', found + name.size());
    if (begin == std::string_view::npos) return {};
    const std::string_view rest = info.substr(begin);
    if (rest.starts_with('(')) return literal_string(rest);
    if (!rest.starts_with("<FEFF")) return {};
    return utf8_of_utf16(rest.substr(1, rest.find('>') - 1));
}

/// Cairo writes the dictionary with the metadata near the end, and uncompressed.
std::optional<PictureMetadata> pdf_metadata(std::string_view bytes) {
    if (!bytes.starts_with("%PDF-")) return std::nullopt;
    PictureMetadata metadata;
    const auto info = bytes.rfind("/Producer");
    if (info == std::string_view::npos) return metadata;
    const std::string_view dictionary = bytes.substr(info, bytes.find("endobj", info) - info);
    for (const auto& [key, name] : {std::pair{"Title", "/Title"}, {"Description", "/Subject"}, {"Software", "/Creator "}})
        if (std::string text = pdf_string(dictionary, name); !text.empty()) metadata[key] = std::move(text);
    return metadata;
}

}  // namespace

const PictureFormat& pdf_format();
const PictureFormat& pdf_format() {
    static const PictureFormat format{
        .id = "pdf", .label = untranslated("PDF"), .about = "text stays text"_tr, .render = render_pdf, .metadata = pdf_metadata};
    return format;
}

}  // namespace poslab
