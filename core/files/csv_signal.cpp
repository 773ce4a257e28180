#include "core/files/input_file.hpp"
#include "core/files/printable_text.hpp"
#include "core/files/signal_reader.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>
#include <vector>

namespace poslab {
namespace {

constexpr std::uint64_t text_piece_bytes = std::uint64_t{1} << 18U;
constexpr std::size_t most_line_bytes = std::size_t{1} << 20U;
constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
constexpr std::string_view blanks = " \t\r";

struct LinePlace {
    std::uint64_t offset = 0;
    std::int64_t number = 1;
};

/// The lines of a file from one on, read in pieces.
class Lines {
  public:
    Lines(const OpenFile& file, LinePlace next) : file_(file), next_(next), read_to_(next.offset) {}

    /// The next one, without its end; valid until the one after. False behind the last.
    bool next(std::string_view& line) {
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
        if (place_.offset == 0 && line.starts_with(byte_order_mark)) line.remove_prefix(byte_order_mark.size());
        const std::size_t size = end - at_ + (ended ? 1 : 0);
        at_ += size;
        next_ = {place_.offset + size, place_.number + 1};
        return true;
    }
    /// Of the line that was given last.
    [[nodiscard]] const LinePlace& place() const { return place_; }

  private:
    void refill() {
        buffer_.erase(0, at_);
        at_ = 0;
        if (buffer_.size() > most_line_bytes) {
            refuse_file(file_.path(), tr("line {} is longer than {} bytes", next_.number, most_line_bytes));
        }
        const std::uint64_t size = std::min(text_piece_bytes, file_.bytes() - read_to_);
        buffer_ += file_.read_text(read_to_, size);
        read_to_ += size;
    }

    const OpenFile& file_;
    LinePlace next_, place_;
    std::uint64_t read_to_;
    std::string buffer_;
    std::size_t at_ = 0;
};

bool is_blank(std::string_view line) { return line.find_first_not_of(blanks) == std::string_view::npos; }

std::string_view trimmed(std::string_view field) {
    const std::size_t begin = field.find_first_not_of(blanks);
    if (begin == std::string_view::npos) return {};
    return field.substr(begin, field.find_last_not_of(blanks) - begin + 1);
}

std::vector<std::string_view> fields_of(std::string_view line, char separator) {
    std::vector<std::string_view> fields;
    for (std::size_t begin = 0;;) {
        const std::size_t end = line.find(separator, begin);
        fields.push_back(trimmed(line.substr(begin, end - begin)));
        if (end == std::string_view::npos) return fields;
        begin = end + 1;
    }
}

enum class NumberError { none, no_number, too_large, not_finite };

NumberError read_number(std::string_view field, double& number) {
    // from_chars() knows no plus.
    if (field.size() > 1 && field[0] == '+' && field[1] != '-') field.remove_prefix(1);
    const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), number);
    const bool whole = end == field.data() + field.size();
    if (error == std::errc::result_out_of_range && whole) return NumberError::too_large;
    if (error != std::errc{} || !whole) return NumberError::no_number;
    return std::isfinite(number) ? NumberError::none : NumberError::not_finite;
}

char separator_of(std::string_view line) {
    for (const char separator : {',', ';'}) {
        if (line.find(separator) != std::string_view::npos) return separator;
    }
    return '\t';
}

bool names_columns(std::string_view line, char separator) {
    const auto is_name = [](std::string_view field) {
        double number = 0;
        const bool like_a_number = !field.empty() && std::string_view("+-.0123456789").find(field[0]) != std::string_view::npos;
        return !like_a_number && read_number(field, number) == NumberError::no_number;
    };
    const auto fields = fields_of(line, separator);
    return !is_blank(line) && std::all_of(fields.begin(), fields.end(), is_name);
}

class CsvSignal : public SignalReader {
  public:
    CsvSignal(OpenFile file, const Job& job) : SignalReader(std::move(file)) { find_lines(job); }

    void read(std::int64_t channel, std::int64_t first, std::span<double> out) override {
        Lines lines(file_, blocks_[static_cast<std::size_t>(first / signal_block_samples)]);
        std::string_view line;
        for (std::int64_t passed = first % signal_block_samples; passed > 0 && lines.next(line);) --passed;
        for (double& number : out) {
            if (!lines.next(line)) file_.check_unchanged();
            number = number_of(line, channel, lines.place().number);
        }
    }

  private:
    /// Counts the samples, and notes where each block of them begins.
    void find_lines(const Job& job) {
        Lines lines(file_, {});
        std::int64_t first = 0, last = 0;  // numbers of the lines with samples
        for (std::string_view line; lines.next(line);) {
            job.check();
            const LinePlace place = lines.place();
            if (place.number == 1) {
                separator_ = separator_of(line);
                if (names_columns(line, separator_)) continue;
            }
            if (first == 0) {
                first = place.number;
                shape_.channels = columns_of(line);
            }
            if (!is_blank(line)) last = place.number;
            if ((place.number - first) % signal_block_samples != 0) continue;
            blocks_.push_back(place);
            job.progress(static_cast<double>(place.offset) / static_cast<double>(file_.bytes()));
        }
        if (last == 0) refuse_file(file_.path(), "holds no samples"_tr);
        shape_.samples = last - first + 1;
    }

    [[nodiscard]] std::int64_t columns_of(std::string_view line) const {
        return 1 + std::count(line.begin(), line.end(), separator_);
    }

    [[nodiscard]] double number_of(std::string_view line, std::int64_t channel, std::int64_t line_number) const {
        const std::string& path = file_.path();
        if (is_blank(line)) refuse_file(path, tr("line {} is empty", line_number));
        if (const std::int64_t columns = columns_of(line); columns != shape_.channels) {
            refuse_file(path, columns == 1 ? tr("line {} has 1 value instead of {}", line_number, shape_.channels)
                                           : tr("line {} has {} values instead of {}", line_number, columns, shape_.channels));
        }
        for (std::int64_t n = 0; n < channel; ++n) line.remove_prefix(line.find(separator_) + 1);
        const std::string_view field = trimmed(line.substr(0, line.find(separator_)));
        double number = 0;
        const NumberError error = read_number(field, number);
        if (error != NumberError::none) refuse_field(field, error, channel, line_number);
        return number;
    }

    [[noreturn]] void refuse_field(std::string_view field, NumberError error, std::int64_t channel,
                                   std::int64_t line_number) const {
        const std::string shown = printable_text(field);
        const bool beyond = error == NumberError::too_large, nan = error == NumberError::not_finite;
        const Text why = beyond ? "beyond the range of float64"_tr : nan ? "not finite"_tr : "not a number"_tr.as("of a field");
        refuse_file(file_.path(), tr("line {}, channel {}: '{}' is {}", line_number, channel, shown, why));
    }

    char separator_ = ',';
    std::vector<LinePlace> blocks_;
};

}  // namespace

std::unique_ptr<SignalReader> open_csv_signal(OpenFile file, const Job& job) {
    return std::make_unique<CsvSignal>(std::move(file), job);
}

}  // namespace poslab
