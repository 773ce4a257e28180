#pragma once

#include "core/base/index_range.hpp"
#include "core/base/job.hpp"
#include "core/files/number_type.hpp"
#include "core/files/open_file.hpp"
#include "core/files/tensor_info.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace poslab {

/// A file of tensors that is open: its directory is read, no numbers yet.
///
/// NumPy's .npy (versions 1 to 3) and .npz (members stored or deflated, zip64), and .safetensors, told apart by their first
/// bytes; float16, bfloat16 (in .npy as ml_dtypes writes it: void of two bytes), float32 and float64, C and Fortran order,
/// little- and big-endian. Only the bytes of what is asked for are read (of a deflated member all before them, too), in pieces
/// of at most 1 MiB. Reading is const and may go on in several threads. All errors are InputError, "PATH: why" or
/// "PATH#NAME: why".
class TensorFile {
  public:
    explicit TensorFile(const std::string& path);

    [[nodiscard]] const std::string& path() const { return file_.path(); }
    /// Of the file as it was when it was opened.
    [[nodiscard]] const FileIdentity& identity() const { return file_.identity(); }
    /// All that this program can read, in the order of the file. A tensor of integers, say, is not among them.
    [[nodiscard]] std::span<const TensorInfo> tensors() const { return contents_.tensors; }
    /// By name; "" is the only one that can be read. Throws InputError that says what there is otherwise, or why that tensor cannot
    /// be read.
    [[nodiscard]] const TensorInfo& tensor(std::string_view name) const;

    /// One matrix of the last two dimensions, row-major [rows.size(), info.columns()]; `leading` are the indices in the others
    /// (info.leading().size() of them). A tensor of one dimension is a matrix of one row. Numbers are as in the file; NaN and
    /// infinity pass through. Reports progress. `leading` and `rows` must lie within the shape (std::out_of_range).
    /// Throws InputError if the tensor is empty, or if the file was changed, replaced or removed since it was opened;
    /// TooLarge if the answer needs more memory than the machine has; Cancelled.
    [[nodiscard]] std::vector<float> read_floats(const TensorInfo& info, std::span<const std::int64_t> leading,
                                                 const IndexRange& rows, const Job& job = {}) const;
    [[nodiscard]] std::vector<double> read_doubles(const TensorInfo& info, std::span<const std::int64_t> leading,
                                                   const IndexRange& rows, const Job& job = {}) const;

  private:
    template <class Real>
    std::vector<Real> read_matrix(const TensorInfo& info, std::span<const std::int64_t> leading, const IndexRange& rows,
                                  const Job& job) const;

    OpenFile file_;
    TensorContents contents_;
};

struct TensorName {
    std::string path;
    std::string name;  // empty: the only one
    bool operator==(const TensorName&) const = default;
};

/// "FILE#NAME" or "FILE"; a file whose name holds a '#' is found, too.
[[nodiscard]] TensorName split_tensor_name(std::string_view text);

}  // namespace poslab
