#include "core/files/csv_lines.hpp"

#include "core/base/utf8.hpp"
#include "core/files/byte_order_mark.hpp"
#include "core/files/input_file.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>

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

bool is_digit(char32_t c) {
    return std::any_of(std::begin(zeros), std::end(zeros),
                       [c](char32_t zero) { return c >= zero && c < zero + 10; });
}

/// True for signs, quotes, brackets, currencies and blanks, including those of the blocks of Unicode for
/// them.
bool is_sign(char32_t c) {
    const auto within = [c](char32_t first, char32_t last) { return c >= first && c <= last; };
    if (c < 0x80) return !(within('0', '9') || within('A', 'Z') || within('a', 'z'));
    return within(0x80, 0xBF) || within(0x2000, 0x20CF) || within(0x2200, 0x22FF) || within(0x3000, 0x303F) ||
           within(0xFE50, 0xFE6F) || within(0xFF01, 0xFF0F);
}

/// True if the first character of a field other than signs is a digit of any script, or the rest a number.
bool resembles_number(std::string_view field) {
    if (field.starts_with('#')) return false;
    for (double number = 0; !field.empty();) {
        if (read_csv_number(field, number) != CsvNumberError::no_number) return true;
        const char32_t c = next_code_point(field);
        if (is_digit(c)) return true;
        if (!is_sign(c)) return false;
    }
    return false;
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
        const bool has_sign =
            !field.empty() && std::string_view("+-.").find(field[0]) != std::string_view::npos;
        return !has_sign && !resembles_number(field);
    };
    const auto fields = csv_fields(line, separator);
    return !is_blank_line(line) && std::all_of(fields.begin(), fields.end(), is_name);
}

}  // namespace poslab
