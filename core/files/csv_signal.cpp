#include "core/files/csv_lines.hpp"
#include "core/files/input_file.hpp"
#include "core/files/printable_text.hpp"
#include "core/files/signal_reader.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace poslab {
namespace {

/// True for fields that semicolons separate and of which each is a number and some have a decimal comma.
bool has_decimal_commas(std::string_view line) {
    if (line.find(';') == std::string_view::npos || line.find(',') == std::string_view::npos) return false;
    const auto fields = csv_fields(line, ';');
    return std::all_of(fields.begin(), fields.end(), [](std::string_view field) {
        std::string with_point(field);
        std::replace(with_point.begin(), with_point.end(), ',', '.');
        double number = 0;
        return read_csv_number(with_point, number) != CsvNumberError::no_number;
    });
}

class CsvSignal : public SignalReader {
  public:
    CsvSignal(OpenFile file, const Job& job) : SignalReader(std::move(file)) { find_lines(job); }

    void read(std::int64_t channel, std::int64_t first, std::span<double> out) override {
        CsvLines lines(file_, blocks_[static_cast<std::size_t>(first / signal_block_samples)]);
        std::string_view line;
        for (std::int64_t passed = first % signal_block_samples; passed > 0 && lines.next(line);) --passed;
        for (double& number : out) {
            if (!lines.next(line)) file_.check_unchanged();
            number = number_of(line, channel, lines.place().number);
        }
    }

  private:
    /// Counts the samples and stores the start of each block.
    void find_lines(const Job& job) {
        CsvLines lines(file_, {});
        std::int64_t first = 0, last = 0;  // line numbers of the first and last sample
        bool has_names = false;
        for (std::string_view line; lines.next(line);) {
            job.check();
            const LineLocation location = lines.place();
            if (location.number == 1) {
                separator_ = csv_separator(line);
                has_names = names_columns(line, separator_);
                if (has_names) continue;
            }
            if (first == 0) {
                first = location.number;
                shape_.channels = columns_of(line);
            }
            if (!is_blank_line(line)) last = location.number;
            if (!(has_names && separator_ == ',') && has_decimal_commas(line))
                refuse_file(file_.path(), tr("line {} separates numbers with decimal commas by semicolons; "
                                             "numbers need a decimal point",
                                             location.number));
            if ((location.number - first) % signal_block_samples != 0) continue;
            blocks_.push_back(location);
            job.progress(static_cast<double>(location.offset) / static_cast<double>(file_.bytes()));
        }
        if (last == 0) refuse_file(file_.path(), "holds no samples"_tr);
        shape_.samples = last - first + 1;
    }

    [[nodiscard]] std::int64_t columns_of(std::string_view line) const {
        return 1 + std::count(line.begin(), line.end(), separator_);
    }

    [[nodiscard]] double number_of(std::string_view line, std::int64_t channel,
                                   std::int64_t line_number) const {
        const std::string& path = file_.path();
        if (is_blank_line(line)) refuse_file(path, tr("line {} is empty", line_number));
        if (const std::int64_t columns = columns_of(line); columns != shape_.channels) {
            refuse_file(path, tr_plural("line {1} has {0} value instead of {2}",
                                        "line {1} has {0} values instead of {2}", columns, line_number,
                                        shape_.channels));
        }
        for (std::int64_t n = 0; n < channel; ++n) line.remove_prefix(line.find(separator_) + 1);
        const std::string_view field = trimmed_field(line.substr(0, line.find(separator_)));
        double number = 0;
        const CsvNumberError error = read_csv_number(field, number);
        if (error != CsvNumberError::none) refuse_field(field, error, channel, line_number);
        return number;
    }

    [[noreturn]] void refuse_field(std::string_view field, CsvNumberError error, std::int64_t channel,
                                   std::int64_t line_number) const {
        const std::string shown = printable_text(field);
        const bool beyond = error == CsvNumberError::too_large, nan = error == CsvNumberError::not_finite;
        const Text why = beyond ? "beyond the range of float64"_tr
                         : nan  ? "not finite"_tr
                                : "not a number"_tr.as("of a field");
        refuse_file(file_.path(), tr("line {}, channel {}: '{}' is {}", line_number, channel, shown, why));
    }

    char separator_ = ',';
    std::vector<LineLocation> blocks_;
};

}  // namespace

std::unique_ptr<SignalReader> open_csv_signal(OpenFile file, const Job& job) {
    return std::make_unique<CsvSignal>(std::move(file), job);
}

}  // namespace poslab
