#include "core/files/tensor_file.hpp"

#include "core/base/errors.hpp"
#include "core/base/free_memory.hpp"
#include "core/files/byte_source.hpp"
#include "core/files/input_file.hpp"
#include "core/files/npy_header.hpp"
#include "core/files/placeholder_file.hpp"
#include "core/files/printable_text.hpp"
#include "core/files/safetensors_header.hpp"
#include "core/files/zip_directory.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <stdexcept>
#include <utility>

namespace poslab {
namespace {

constexpr std::size_t tensor_piece_bytes = std::size_t{1} << 20U;
/// Numbers further apart than this are read individually, closer ones together with the bytes between them.
constexpr std::uint64_t far_apart_bytes = 1024;
constexpr std::string_view npy_suffix = ".npy";

std::string place_of(const OpenFile& file, std::string_view name) {
    return name.empty() ? file.path() : file.path() + "#" + printable_text(name);
}

TensorContents npy_contents(const OpenFile& file) {
    const auto bytes = stored_bytes(file, 0, file.bytes());
    return {{read_npy_header(*bytes, file.path())}, {}};
}

TensorInfo member_info(const OpenFile& file, const ZipDirectory& directory, const ZipMember& member,
                       const std::string& location) {
    const MemberData data = locate_member(file, directory, member, location);
    if (!data.deflated) {
        const auto bytes = stored_bytes(file, data.packed.offset, data.packed.bytes);
        TensorInfo info = read_npy_header(*bytes, location);
        info.offset += data.packed.offset;
        info.stored = data.packed;
        return info;
    }
    const Job job;
    const auto bytes = inflated_bytes(file, data.packed, location, job);
    TensorInfo info = read_npy_header(*bytes, location);
    info.deflated = data.packed;
    return info;
}

/// Reads the tensors of an .npz; a member that is damaged or of another type does not affect the others.
TensorContents npz_contents(const OpenFile& file) {
    const ZipDirectory directory = read_zip_directory(file);
    TensorContents contents;
    for (const ZipMember& member : directory.members) {
        if (!member.name.ends_with(npy_suffix)) continue;
        const std::string name = member.name.substr(0, member.name.size() - npy_suffix.size());
        try {
            TensorInfo info = member_info(file, directory, member, place_of(file, name));
            info.name = name;
            contents.tensors.push_back(std::move(info));
        } catch (const InputError& error) {
            contents.unreadable.push_back({name, error.message()});
        }
    }
    return contents;
}

TensorContents contents_of(const OpenFile& file) {
    if (file.bytes() == 0) refuse_file(file.path(), "is empty"_tr);
    const std::string start = file.read_text(0, std::min<std::uint64_t>(placeholder_bytes, file.bytes()));
    refuse_placeholder(file.path(), start);
    if (start.starts_with("\x93NUMPY")) return npy_contents(file);
    if (start.starts_with("PK\3\4") || start.starts_with("PK\5\6")) return npz_contents(file);
    if (looks_like_safetensors(start)) return read_safetensors_header(file);
    refuse_file(file.path(), "unknown format: its contents must be .npy, .npz or .safetensors"_tr);
}

/// Returns "queries [2, 8, 64], keys [2, 8, 64]".
std::string list_of(std::span<const TensorInfo> tensors) {
    constexpr std::size_t max_named = 8;
    std::string list;
    for (const TensorInfo& info : tensors.first(std::min(tensors.size(), max_named))) {
        list += fmt::format("{}{} {}", list.empty() ? "" : ", ", printable_text(info.name),
                            shape_text(info.shape));
    }
    return tensors.size() > max_named ? fmt::format("{}, … ({})", list, tensors.size()) : list;
}

/// A sequence of numbers that are `stride` bytes apart.
struct Run {
    std::uint64_t offset = 0, stride = 0, count = 0;
};

/// Fills a matrix run by run, in pieces.
template <class Real>
class MatrixReading {
  public:
    MatrixReading(ByteSource& bytes, const NumberLayout& layout, std::span<Real> matrix, const Job& job)
        : bytes_(bytes), layout_(layout), matrix_(matrix), job_(job) {}

    /// Reads the numbers of a run into elements first, first + apart, … of the matrix.
    void read(const Run& run, std::size_t first, std::size_t apart) {
        const std::uint64_t size = number_bytes(layout_.type);
        const std::uint64_t most =
            run.stride > far_apart_bytes ? 1 : (tensor_piece_bytes - size) / run.stride + 1;
        for (std::uint64_t begin = 0; begin < run.count; begin += most) {
            job_.check();
            const std::uint64_t count = std::min(most, run.count - begin);
            buffer_.resize((count - 1) * run.stride + size);
            bytes_.read(run.offset + begin * run.stride, buffer_);
            put(run.stride, first + begin * apart, apart, count);
            done_ += count;
            if (count > 1) report();  // numbers that are read individually report no progress
        }
    }
    void report() const { job_.progress(static_cast<double>(done_) / static_cast<double>(matrix_.size())); }

  private:
    void put(std::uint64_t stride, std::size_t first, std::size_t apart, std::size_t count) {
        if (apart == 1) return convert_numbers(layout_, buffer_, stride, matrix_.subspan(first, count));
        numbers_.resize(count);
        convert_numbers(layout_, buffer_, stride, std::span<Real>(numbers_));
        for (std::size_t n = 0; n < count; ++n) matrix_[first + n * apart] = numbers_[n];
    }

    ByteSource& bytes_;
    NumberLayout layout_;
    std::span<Real> matrix_;
    const Job& job_;
    std::vector<unsigned char> buffer_;
    std::vector<Real> numbers_;
    std::size_t done_ = 0;
};

/// The requested rows as runs: a single run, or in Fortran order one per column.
struct MatrixLocation {
    Run first;
    std::uint64_t columns_apart = 0;  // bytes; 0: one run, row-major
};

MatrixLocation place_matrix(const TensorInfo& info, std::span<const std::int64_t> leading,
                            const IndexRange& rows) {
    const std::uint64_t size = number_bytes(info.type());
    const auto columns = static_cast<std::uint64_t>(info.columns()),
               first_row = static_cast<std::uint64_t>(rows.begin);
    std::uint64_t matrix = 0, matrices = 1;  // index of the matrix, number of matrices
    for (std::size_t n = 0; n < leading.size(); ++n) {
        const std::size_t axis = info.fortran_order ? leading.size() - 1 - n : n;
        const auto index = static_cast<std::uint64_t>(leading[axis]),
                   extent = static_cast<std::uint64_t>(info.shape[axis]);
        matrix = matrix * extent + index;
        matrices *= extent;
    }
    const auto all_rows = static_cast<std::uint64_t>(info.rows()),
               row_count = static_cast<std::uint64_t>(rows.size());
    if (!info.fortran_order || info.shape.size() < 2) {
        return {{info.offset + size * ((matrix * all_rows + first_row) * columns), size, row_count * columns},
                0};
    }
    return {{info.offset + size * (matrix + matrices * first_row), size * matrices, row_count},
            size * matrices * all_rows};
}

void check_wanted(const TensorInfo& info, std::span<const std::int64_t> leading, const IndexRange& rows) {
    const auto extents = info.leading();
    bool inside = leading.size() == extents.size() && rows.begin >= 0 && rows.begin <= rows.end &&
                  rows.end <= info.rows();
    for (std::size_t n = 0; inside && n < leading.size(); ++n)
        inside = leading[n] >= 0 && leading[n] < extents[n];
    if (!inside) throw std::out_of_range("matrix or rows outside " + shape_text(info.shape));
}

/// Allocates memory after checking that it is available: exhausting the machine's memory would stop programs
/// instead of failing.
template <class Real>
std::vector<Real> room_for(std::uint64_t count, const std::string& location) {
    check_memory(static_cast<double>(count) * sizeof(Real), tr("{}: its numbers", location));
    return std::vector<Real>(count);
}

}  // namespace

TensorFile::TensorFile(const std::string& path) : file_(path), contents_(contents_of(file_)) {
    file_.check_unchanged();
}

const TensorInfo& TensorFile::tensor(std::string_view name) const {
    const auto& [tensors, unreadable] = contents_;
    const auto by_name = [&](const auto& tensor) { return tensor.name == name; };
    const auto found = std::find_if(tensors.begin(), tensors.end(), by_name);
    const TensorInfo* const chosen = found != tensors.end()                ? &*found
                                     : name.empty() && tensors.size() == 1 ? &tensors.front()
                                                                           : nullptr;
    if (chosen != nullptr && chosen->stored)
        check_stored(file_, *chosen->stored, place_of(file_, chosen->name), Job{});
    if (chosen != nullptr) return *chosen;
    const auto other = std::find_if(unreadable.begin(), unreadable.end(), by_name);
    const bool only_other = name.empty() && tensors.empty() && !unreadable.empty();
    if (other != unreadable.end() || only_other) {
        throw InputError((only_other ? unreadable.begin() : other)->why);
    }
    if (tensors.empty()) refuse_file(path(), "holds no readable tensor"_tr);
    const std::string list = list_of(tensors), name_text = printable_text(name);
    if (name.empty()) {
        refuse_file(path(), tr("holds several tensors, {}; name one as FILE#NAME", list));
    }
    refuse_file(path(), tr("holds no tensor '{}'; it holds {}", name_text, list));
}

template <class Real>
std::vector<Real> TensorFile::read_matrix(const TensorInfo& info, std::span<const std::int64_t> leading,
                                          const IndexRange& rows, const Job& job) const {
    const std::string location = place_of(file_, info.name);
    if (std::find(info.shape.begin(), info.shape.end(), 0) != info.shape.end()) {
        const std::string shape = shape_text(info.shape);
        refuse_file(location, tr("holds no numbers: its shape is {}", shape));
    }
    check_wanted(info, leading, rows);
    file_.check_unchanged();
    const auto columns = static_cast<std::size_t>(info.columns());
    auto matrix = room_for<Real>(static_cast<std::uint64_t>(rows.size()) * columns, location);
    const auto bytes = info.deflated ? inflated_bytes(file_, *info.deflated, location, job)
                                     : stored_bytes(file_, 0, file_.bytes());
    auto [run, columns_apart] = place_matrix(info, leading, rows);
    MatrixReading<Real> reading(*bytes, info.layout, matrix, job);
    if (columns_apart == 0) {
        reading.read(run, 0, 1);
    } else {
        for (std::size_t column = 0; column < columns && rows.size() > 0;
             ++column, run.offset += columns_apart) {
            reading.read(run, column, columns);
            reading.report();
        }
    }
    file_.check_unchanged();
    return matrix;
}

std::vector<float> TensorFile::read_floats(const TensorInfo& info, std::span<const std::int64_t> leading,
                                           const IndexRange& rows, const Job& job) const {
    return read_matrix<float>(info, leading, rows, job);
}

std::vector<double> TensorFile::read_doubles(const TensorInfo& info, std::span<const std::int64_t> leading,
                                             const IndexRange& rows, const Job& job) const {
    return read_matrix<double>(info, leading, rows, job);
}

TensorName split_tensor_name(std::string_view text, const std::function<bool(const std::string&)>& exists) {
    const std::string whole(text);
    if (text.find('#') == std::string_view::npos || exists(whole)) return {whole, {}};
    for (std::size_t mark = whole.find('#'); mark != std::string::npos; mark = whole.find('#', mark + 1)) {
        if (exists(whole.substr(0, mark))) return {whole.substr(0, mark), whole.substr(mark + 1)};
    }
    const std::size_t mark = whole.rfind('#');
    return {whole.substr(0, mark), whole.substr(mark + 1)};
}

}  // namespace poslab
