#include "core/files/stored_numbers.hpp"

#include "core/base/free_memory.hpp"
#include "core/files/byte_source.hpp"
#include "core/files/input_file.hpp"

#include <algorithm>

namespace poslab {
namespace {

constexpr std::size_t stored_piece_bytes = std::size_t{1} << 20U;

/// True if the items are in row-major order, ignoring dimensions of size 1, whose strides are irrelevant.
bool is_row_major(const StoredNumbers& numbers) {
    const auto dense = dense_strides(numbers.shape);
    for (std::size_t n = 0; n < numbers.shape.size(); ++n) {
        if (numbers.shape[n] > 1 && numbers.strides[n] != dense[n]) return false;
    }
    return true;
}

/// Returns the number of items from the first to the last.
std::uint64_t spanned_items(const StoredNumbers& numbers) {
    std::uint64_t items = 1;
    for (std::size_t n = 0; n < numbers.shape.size(); ++n) {
        items +=
            static_cast<std::uint64_t>(numbers.shape[n] - 1) * static_cast<std::uint64_t>(numbers.strides[n]);
    }
    return items;
}

class StoredReading {
  public:
    StoredReading(const OpenFile& file, const StoredNumbers& numbers, const std::string& location,
                  const Job& job)
        : file_(file),
          numbers_(numbers),
          place_(location),
          job_(job),
          size_(element_bytes(numbers.layout)),
          bytes_(numbers.deflated ? inflated_bytes(file, *numbers.deflated, location, job)
                                  : stored_bytes(file, 0, file.bytes())) {}

    std::vector<double> read() {
        const std::uint64_t items = *checked_items(numbers_.shape, sizeof(double)),
                            spanned = items == 0 ? 0 : spanned_items(numbers_);
        const bool row_major = is_row_major(numbers_);
        const double buffer_bytes = row_major ? 0 : static_cast<double>(spanned * size_);
        check_memory(static_cast<double>(items) * sizeof(double) + buffer_bytes,
                     tr("{}: its numbers", place_));
        std::vector<double> out(items);
        if (items == 0) return out;
        if (numbers_.stored) check_stored(file_, *numbers_.stored, place_, job_);
        if (row_major) {
            read_in_order(out);
        } else {
            gather(spanned, out);
        }
        return out;
    }

  private:
    [[nodiscard]] std::uint64_t begin() const { return numbers_.offset + numbers_.first * size_; }

    void read_in_order(std::vector<double>& out) {
        const std::size_t most = stored_piece_bytes / size_;
        std::vector<unsigned char> piece(std::min(most, out.size()) * size_);
        for (std::size_t done = 0; done < out.size(); done += most) {
            job_.check();
            const std::size_t count = std::min(most, out.size() - done);
            const auto bytes = std::span(piece).first(count * size_);
            bytes_->read(begin() + done * size_, bytes);
            convert(bytes, size_, std::span(out).subspan(done, count), done);
            job_.progress(static_cast<double>(done + count) / static_cast<double>(out.size()));
        }
    }

    std::vector<unsigned char> read_span(std::uint64_t items) {
        std::vector<unsigned char> bytes(items * size_);
        for (std::size_t done = 0; done < bytes.size(); done += stored_piece_bytes) {
            job_.check();
            const std::size_t count = std::min(stored_piece_bytes, bytes.size() - done);
            bytes_->read(begin() + done, std::span(bytes).subspan(done, count));
            job_.progress(static_cast<double>(done + count) / static_cast<double>(bytes.size()));
        }
        return bytes;
    }

    /// Reads row by row along the last dimension, for any strides.
    void gather(std::uint64_t spanned, std::vector<double>& out) {
        const std::vector<unsigned char> bytes = read_span(spanned);
        const auto columns = static_cast<std::size_t>(numbers_.shape.back());
        const std::size_t apart = static_cast<std::size_t>(numbers_.strides.back()) * size_;
        std::vector<std::int64_t> index(numbers_.shape.size() - 1);
        std::uint64_t at = 0;
        for (std::size_t done = 0; done < out.size(); done += columns) {
            if (done % stored_piece_bytes < columns) job_.check();
            convert(std::span(bytes).subspan(at * size_), apart, std::span(out).subspan(done, columns), done);
            at = next_row(index, at);
        }
    }

    /// Increments `index` and returns the start of its row, in items.
    std::uint64_t next_row(std::vector<std::int64_t>& index, std::uint64_t at) const {
        for (std::size_t n = index.size(); n-- > 0;) {
            at += static_cast<std::uint64_t>(numbers_.strides[n]);
            if (++index[n] < numbers_.shape[n]) return at;
            at -= static_cast<std::uint64_t>(numbers_.shape[n]) *
                  static_cast<std::uint64_t>(numbers_.strides[n]);
            index[n] = 0;
        }
        return at;
    }

    void convert(std::span<const unsigned char> bytes, std::size_t stride, std::span<double> out,
                 std::uint64_t number) const {
        const std::size_t converted = convert_elements(numbers_.layout, bytes, stride, out);
        if (converted < out.size()) refuse_integer(number + converted, bytes.subspan(converted * stride));
    }

    [[noreturn]] void refuse_integer(std::uint64_t number, std::span<const unsigned char> bytes) const {
        std::vector<std::int64_t> index(numbers_.shape.size());
        for (std::size_t n = index.size(); n-- > 0;) {
            const auto size = static_cast<std::uint64_t>(numbers_.shape[n]);
            index[n] = static_cast<std::int64_t>(number % size);
            number /= size;
        }
        const std::string at = shape_text(index),
                          integer = integer_text(std::get<IntegerLayout>(numbers_.layout), bytes);
        refuse_file(place_, tr("its number {} is {}, which float64 cannot represent", at, integer));
    }

    const OpenFile& file_;
    const StoredNumbers& numbers_;
    const std::string& place_;
    const Job& job_;
    std::size_t size_;
    std::unique_ptr<ByteSource> bytes_;
};

}  // namespace

std::vector<std::int64_t> dense_strides(std::span<const std::int64_t> shape, bool fortran_order) {
    std::vector<std::int64_t> strides(shape.size());
    std::int64_t stride = 1;
    for (std::size_t n = 0; n < shape.size(); ++n) {
        const std::size_t axis = fortran_order ? n : shape.size() - 1 - n;
        strides[axis] = stride;
        stride *= std::max<std::int64_t>(1, shape[axis]);
    }
    return strides;
}

std::vector<double> read_stored_numbers(const OpenFile& file, const StoredNumbers& numbers,
                                        const std::string& location, const Job& job) {
    return StoredReading(file, numbers, location, job).read();
}

}  // namespace poslab
