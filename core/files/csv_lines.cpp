#include "core/files/csv_lines.hpp"

#include "core/base/utf8.hpp"
#include "core/files/byte_order_mark.hpp"
#include "core/files/input_file.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <string>

namespace poslab {
namespace {

constexpr std::uint64_t text_piece_bytes = std::uint64_t{1} << 18U;
constexpr std::string_view blank_letters = " \t\r";

/// The zeros of all scripts (Unicode 14, category Nd); the digits 1 to 9 follow each.
constexpr char32_t zeros[] = {
    '0',     0x660,   0x6F0,   0x7C0,   0x966,   0x9E6,   0xA66,   0xAE6,   0xB66,   0xBE6,   0xC66,
    0xCE6,   0xD66,   0xDE6,   0xE50,   0xED0,   0xF20,   0x1040,  0x1090,  0x17E0,  0x1810,  0x1946,
    0x19D0,  0x1A80,  0x1A90,  0x1B50,  0x1BB0,  0x1C40,  0x1C50,  0xA620,  0xA8D0,  0xA900,  0xA9D0,
    0xA9F0,  0xAA50,  0xABF0,  0xFF10,  0x104A0, 0x10D30, 0x11066, 0x110F0, 0x11136, 0x111D0, 0x112F0,
    0x11450, 0x114D0, 0x11650, 0x116C0, 0x11730, 0x118E0, 0x11950, 0x11C50, 0x11D50, 0x11DA0, 0x16A60,
    0x16AC0, 0x16B50, 0x1D7CE, 0x1D7D8, 0x1D7E2, 0x1D7EC, 0x1D7F6, 0x1E140, 0x1E2F0, 0x1E950, 0x1FBF0};

struct AsciiForms {
    char ascii;
    std::u32string_view forms;
};

/// Other forms of the ASCII characters around and within numbers.
constexpr AsciiForms ascii_forms[] = {
    {'+', U"\uFF0B\uFE62"},
    {'-', U"\u2010\u2011\u2012\u2013\u2014\u2015\u207B\u2212\uFE58\uFE63\uFF0D"},
    {'.', U",\u066B\uFF0C\uFF0E"},
    {'e', U"E\uFF25\uFF45"},
    {' ', U"\t\r\u00A0\u2007\u2009\u200A\u200E\u200F\u202F\u3000\uFEFF"},
    {'"', U"\u00AB\u00BB\u201C\u201D\u201E\uFF02"},
    {'\'', U"`\u00B4\u2018\u2019\u201A\uFF07"},
    {'(', U"\uFF08"},
    {')', U"\uFF09"},
    {'[', U"\u3010\uFF3B"},
    {']', U"\u3011\uFF3D"},
};

/// Returns the field with digits of one script, signs, points, quotes, brackets and blanks in ASCII; empty if
/// digits of several scripts or non-ASCII characters of other kinds remain.
std::string in_ascii(std::string_view field) {
    std::string ascii;
    char32_t script = 0;
    while (!field.empty()) {
        const char32_t c = next_code_point(field);
        const char32_t* const zero = std::find_if(
            std::begin(zeros), std::end(zeros), [c](char32_t first) { return c >= first && c < first + 10; });
        const auto* const form = std::find_if(
            std::begin(ascii_forms), std::end(ascii_forms),
            [c](const auto& candidate) { return candidate.forms.find(c) != std::u32string_view::npos; });
        if (zero != std::end(zeros)) {
            if (script != 0 && script != *zero) return {};
            script = *zero;
            ascii.push_back(static_cast<char>('0' + static_cast<int>(c - script)));
        } else if (form != std::end(ascii_forms)) {
            ascii.push_back(form->ascii);
        } else if (c < 0x80) {
            ascii.push_back(static_cast<char>(c));
        } else {
            return {};
        }
    }
    return ascii;
}

/// True for a number in digits of any script, also after signs, and in quotes or brackets.
bool resembles_number(std::string_view field) {
    const std::string ascii = in_ascii(field);
    const auto is_enclosed = [](std::string_view text) {
        constexpr std::string_view opening = "\"'([{", closing = "\"')]}";
        const std::size_t kind = text.size() < 2 ? std::string_view::npos : opening.find(text.front());
        return kind != std::string_view::npos && text.back() == closing[kind];
    };
    std::string_view rest = trimmed_field(ascii);
    for (double number = 0; read_csv_number(rest, number) == CsvNumberError::no_number;) {
        const bool enclosed = is_enclosed(rest);
        if (!enclosed && !rest.starts_with('+') && !rest.starts_with('-')) return false;
        rest = trimmed_field(rest.substr(1, rest.size() - (enclosed ? 2 : 1)));
    }
    return true;
}

}  // namespace

bool CsvLines::next(std::string_view& line) {
    std::size_t looked_at = at_, end = buffer_.find('\n', looked_at);
    while (end == std::string::npos && read_to_ < file_.bytes()) {
        looked_at = buffer_.size() - at_;
        refill();
        end = buffer_.find('\n', looked_at);
    }
    const bool ended = end != std::string::npos;
    if (!ended) end = buffer_.size();
    if (!ended && at_ == end) return false;
    place_ = next_;
    line = std::string_view(buffer_).substr(at_, end - at_);
    if (place_.offset == 0) line = without_byte_order_mark(line);
    const std::size_t size = end - at_ + (ended ? 1 : 0);
    at_ += size;
    next_ = {place_.offset + size, place_.number + 1};
    return true;
}

void CsvLines::refill() {
    buffer_.erase(0, at_);
    at_ = 0;
    if (buffer_.size() > max_bytes_) {
        refuse_file(file_.path(), tr("line {} is longer than {} bytes", next_.number, max_bytes_));
    }
    const std::uint64_t size = std::min(text_piece_bytes, file_.bytes() - read_to_);
    buffer_ += file_.read_text(read_to_, size);
    read_to_ += size;
}

bool is_blank_line(std::string_view line) {
    return line.find_first_not_of(blank_letters) == std::string_view::npos;
}

std::string_view trimmed_field(std::string_view field) {
    const std::size_t begin = field.find_first_not_of(blank_letters);
    if (begin == std::string_view::npos) return {};
    return field.substr(begin, field.find_last_not_of(blank_letters) - begin + 1);
}

std::vector<std::string_view> csv_fields(std::string_view line, char separator) {
    std::vector<std::string_view> fields;
    for (std::size_t begin = 0;;) {
        const std::size_t end = line.find(separator, begin);
        fields.push_back(trimmed_field(line.substr(begin, end - begin)));
        if (end == std::string_view::npos) return fields;
        begin = end + 1;
    }
}

char csv_separator(std::string_view line) {
    for (const char separator : {',', ';'}) {
        if (line.find(separator) != std::string_view::npos) return separator;
    }
    return '\t';
}

CsvNumberError read_csv_number(std::string_view field, double& number) {
    // from_chars() does not accept a plus sign.
    if (field.size() > 1 && field[0] == '+' && field[1] != '-') field.remove_prefix(1);
    const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), number);
    const bool whole = end == field.data() + field.size();
    if (error == std::errc::result_out_of_range && whole) return CsvNumberError::too_large;
    if (error != std::errc{} || !whole) return CsvNumberError::no_number;
    return std::isfinite(number) ? CsvNumberError::none : CsvNumberError::not_finite;
}

bool names_columns(std::string_view line, char separator) {
    const auto is_name = [](std::string_view field) {
        const bool begins_as_number =
            !field.empty() && std::string_view("+-.0123456789").find(field[0]) != std::string_view::npos;
        return !begins_as_number && !resembles_number(field);
    };
    const auto fields = csv_fields(line, separator);
    return !is_blank_line(line) && std::all_of(fields.begin(), fields.end(), is_name);
}

}  // namespace poslab
