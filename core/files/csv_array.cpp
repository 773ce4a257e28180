#include "core/files/csv_lines.hpp"
#include "core/files/decimal_numbers.hpp"
#include "core/files/found_arrays.hpp"
#include "core/files/input_file.hpp"
#include "core/files/printable_text.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace poslab {
namespace {

constexpr std::size_t max_row_bytes = std::size_t{1} << 26U;
constexpr std::string_view between_words = " \t";

/// Returns the separator of a row: spaces if there is no other, as numpy.savetxt writes.
char separator_of_row(std::string_view line) {
    const char separator = csv_separator(line);
    const bool blanks = line.find(separator) == std::string_view::npos &&
                        trimmed_field(line).find(' ') != std::string_view::npos;
    return blanks ? ' ' : separator;
}

/// Returns the end of the first field.
std::size_t end_of_field(std::string_view line, char separator) {
    return std::min(separator == ' ' ? line.find_first_of(between_words) : line.find(separator), line.size());
}

class CsvArray {
  public:
    CsvArray(const OpenFile& file, const Job& job) : file_(file), job_(job) {}

    FoundArrays read() {
        CsvLines lines(file_, {}, max_row_bytes);
        std::int64_t empty = 0;  // number of the first empty line after rows
        for (std::string_view line; lines.next(line);) {
            job_.check();
            job_.progress(static_cast<double>(lines.place().offset) / static_cast<double>(file_.bytes()));
            line_ = lines.place().number;
            if (is_blank_line(line)) {
                empty = empty == 0 ? line_ : empty;
                continue;
            }
            if (rows_ == 0 && is_heading(line)) continue;
            if (empty != 0) refuse_file(file_.path(), tr("line {} is empty", empty));
            add_row(line);
        }
        if (rows_ == 0) refuse_file(file_.path(), "holds no numbers"_tr);
        return {{{{}, "text", shape(), std::move(values_)}}, {}};
    }

  private:
    /// True if the line names the columns, which only the first may do. Lines that begin with # are comments.
    bool is_heading(std::string_view line) {
        if (line.starts_with('#')) return true;
        const bool heading = !heading_ && names_columns(line, separator_of_row(line));
        heading_ = true;
        return heading;
    }

    void add_row(std::string_view line) {
        line = trimmed_row(line);
        if (rows_ == 0) separator_ = separator_of_row(line);
        std::int64_t columns = 0;
        for (bool more = true; more;) {
            const std::size_t end = end_of_field(line, separator_);
            add_field(trimmed_field(line.substr(0, end)), ++columns);
            more = end < line.size();
            if (more) line.remove_prefix(end + 1);
            if (separator_ == ' ')
                line.remove_prefix(std::min(line.find_first_not_of(between_words), line.size()));
        }
        if (rows_++ == 0) columns_ = columns;
        if (columns == columns_) return;
        refuse_file(file_.path(),
                    tr_plural("line {1} has {0} value instead of {2}",
                              "line {1} has {0} values instead of {2}", columns, line_, columns_));
    }

    /// Trims a row except for tabs at its end, which may separate an empty field.
    static std::string_view trimmed_row(std::string_view line) {
        const std::size_t end = line.find_last_not_of(" \r");
        line = line.substr(0, end + 1);
        return line.substr(std::min(line.find_first_not_of(' '), line.size()));
    }

    void add_field(std::string_view field, std::int64_t column) {
        double number = 0;
        const CsvNumberError error = read_csv_number(field, number);
        const bool rounded = error == CsvNumberError::none && is_rounded_integer(field, number);
        if (error == CsvNumberError::no_number || error == CsvNumberError::too_large || rounded) {
            const Text why = error == CsvNumberError::too_large ? "beyond the range of float64"_tr
                             : rounded ? "an integer that float64 cannot represent"_tr
                                       : "not a number"_tr.as("of a field");
            const std::string shown = printable_text(field);
            refuse_file(file_.path(), tr("line {}, column {}: '{}' is {}", line_, column, shown, why));
        }
        add_number(values_, number, file_.path());
    }

    /// Returns the shape; a single row or column is one-dimensional.
    [[nodiscard]] std::vector<std::int64_t> shape() const {
        if (rows_ == 1) return {columns_};
        if (columns_ == 1) return {rows_};
        return {rows_, columns_};
    }

    const OpenFile& file_;
    const Job& job_;
    std::vector<double> values_;
    std::int64_t rows_ = 0, columns_ = 0, line_ = 0;
    char separator_ = ',';
    bool heading_ = false;
};

}  // namespace

FoundArrays csv_arrays(const OpenFile& file, const Job& job) { return CsvArray(file, job).read(); }

}  // namespace poslab
