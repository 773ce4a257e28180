#pragma once

#include "core/files/open_file.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// The common part of the CSV readers: lines, fields and numbers.
namespace poslab {

struct LineLocation {
    std::uint64_t offset = 0;
    std::int64_t number = 1;
};

/// The lines of a file from a given one, read in pieces.
class CsvLines {
  public:
    static constexpr std::size_t max_line_bytes = std::size_t{1} << 20U;

    /// Lines longer than `max_bytes` are rejected. `file` must outlive the object.
    CsvLines(const OpenFile& file, LineLocation next, std::size_t max_bytes = max_line_bytes)
        : file_(file), next_(next), read_to_(next.offset), max_bytes_(max_bytes) {}

    /// Reads the next line, without line ending and byte order mark; it is valid until the next call. Returns
    /// false after the last line. Throws InputError, "PATH: why".
    bool next(std::string_view& line);
    /// Returns the position of the last line read.
    [[nodiscard]] const LineLocation& place() const { return place_; }

  private:
    void refill();

    const OpenFile& file_;
    LineLocation next_, place_;
    std::uint64_t read_to_;
    std::size_t max_bytes_;
    std::string buffer_;
    std::size_t at_ = 0;
};

[[nodiscard]] bool is_blank_line(std::string_view line);
[[nodiscard]] std::string_view trimmed_field(std::string_view field);
[[nodiscard]] std::vector<std::string_view> csv_fields(std::string_view line, char separator);

/// Returns the separator of the line: a comma if it has one, otherwise a semicolon if it has one, otherwise a
/// tab.
[[nodiscard]] char csv_separator(std::string_view line);

enum class CsvNumberError { none, no_number, too_large, not_finite };

/// Reads the whole `field` as a number, including "+1". "nan" and "-inf" are reported as not finite, but
/// still stored.
[[nodiscard]] CsvNumberError read_csv_number(std::string_view field, double& number);

/// True if no field of the line is a number or begins with +, -, a point or an ASCII digit. −0.5 with U+2212,
/// full-width ones and "0.5" in quotes are numbers; _1, #1 and "1st" in quotes are names.
[[nodiscard]] bool names_columns(std::string_view line, char separator);

}  // namespace poslab
