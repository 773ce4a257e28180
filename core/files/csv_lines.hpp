#pragma once

#include "core/files/open_file.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// What readers of CSV share: lines, fields and numbers.
namespace poslab {

struct LinePlace {
    std::uint64_t offset = 0;
    std::int64_t number = 1;
};

/// The lines of a file from one on, read in pieces.
class CsvLines {
  public:
    static constexpr std::size_t most_line_bytes = std::size_t{1} << 20U;

    /// Lines of more than `most_bytes` are refused. `file` must outlive it.
    CsvLines(const OpenFile& file, LinePlace next, std::size_t most_bytes = most_line_bytes)
        : file_(file), next_(next), read_to_(next.offset), most_bytes_(most_bytes) {}

    /// The next one, without its end and without a mark of byte order; valid until the one after. False behind the last.
    /// Throws InputError, "PATH: why".
    bool next(std::string_view& line);
    /// Of the line that was given last.
    [[nodiscard]] const LinePlace& place() const { return place_; }

  private:
    void refill();

    const OpenFile& file_;
    LinePlace next_, place_;
    std::uint64_t read_to_;
    std::size_t most_bytes_;
    std::string buffer_;
    std::size_t at_ = 0;
};

[[nodiscard]] bool is_blank_line(std::string_view line);
[[nodiscard]] std::string_view trimmed_field(std::string_view field);
[[nodiscard]] std::vector<std::string_view> csv_fields(std::string_view line, char separator);

/// A comma where the line has one, else a semicolon where it has one, else a tab.
[[nodiscard]] char csv_separator(std::string_view line);

enum class CsvNumberError { none, no_number, too_large, not_finite };

/// All of `field` as a number: also "+1", "nan", "-inf", which are not finite and given all the same.
[[nodiscard]] CsvNumberError read_csv_number(std::string_view field, double& number);

/// Whether nothing in the line is a number, or like one.
[[nodiscard]] bool names_columns(std::string_view line, char separator);

}  // namespace poslab
