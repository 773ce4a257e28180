#include "core/files/csv_lines.hpp"

#include "core/base/half_width.hpp"
#include "core/files/byte_order_mark.hpp"
#include "core/files/input_file.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>

namespace poslab {
namespace {

constexpr std::uint64_t text_piece_bytes = std::uint64_t{1} << 18U;
constexpr std::string_view blank_letters = " \t\r";

/// True for a number, also in quotes or with the minus sign U+2212.
bool resembles_number(std::string_view field) {
    const bool quoted = field.size() > 1 && field.front() == '"' && field.back() == '"';
    std::string_view digits = trimmed_field(quoted ? field.substr(1, field.size() - 2) : field);
    constexpr std::string_view minus = "−";
    if (digits.starts_with(minus)) digits.remove_prefix(minus.size());
    double number = 0;
    return read_csv_number(digits, number) != CsvNumberError::no_number;
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
    if (place_.offset == 0 && is_utf_16_or_32(line))
        refuse_file(file_.path(), "is UTF-16 or UTF-32; it must be UTF-8"_tr);
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
        const std::string half = half_width(field);
        const bool begins_as_number =
            !half.empty() && std::string_view("+-.0123456789").find(half[0]) != std::string_view::npos;
        return !begins_as_number && !resembles_number(half);
    };
    const auto fields = csv_fields(line, separator);
    return !is_blank_line(line) && std::all_of(fields.begin(), fields.end(), is_name);
}

}  // namespace poslab
