#pragma once

#include "core/base/index_range.hpp"
#include "core/base/job.hpp"
#include "core/files/input_file.hpp"
#include "core/files/number_type.hpp"
#include "core/files/open_file.hpp"
#include "core/files/tensor_info.hpp"

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace poslab {

/// An open file of tensors, whose directory has been read, but no numbers.
///
/// Reads NumPy's .npy (versions 1 to 3) and .npz (members stored or deflated, zip64), and .safetensors,
/// identified by their first bytes; float16, bfloat16 (in .npy as ml_dtypes writes it: void of two bytes),
/// float32 and float64, in C and Fortran order, little- and big-endian. Only the requested bytes are read (in
/// a deflated member also all before them), in pieces of at most 1 MiB. Reading is const and thread-safe.
///
/// All errors are InputError, "PATH: why" or "PATH#NAME: why".
class TensorFile {
  public:
    explicit TensorFile(const std::string& path);

    [[nodiscard]] const std::string& path() const { return file_.path(); }
    /// Returns the identity of the file when it was opened.
    [[nodiscard]] const FileIdentity& identity() const { return file_.identity(); }
    /// Returns all readable tensors in the order of the file. Tensors of integers, for example, are not
    /// included.
    [[nodiscard]] std::span<const TensorInfo> tensors() const { return contents_.tensors; }
    /// Returns the tensors that cannot be read, with the reasons.
    [[nodiscard]] std::span<const UnreadableTensor> unreadable() const { return contents_.unreadable; }
    /// Returns the number of tensors, readable or not.
    [[nodiscard]] std::size_t count() const { return contents_.tensors.size() + contents_.unreadable.size(); }
    /// Returns the tensor with this name; "" selects the only readable one. Throws InputError that lists the
    /// tensors of the file, or says why this one cannot be read.
    [[nodiscard]] const TensorInfo& tensor(std::string_view name) const;

    /// Returns one matrix of the last two dimensions, row-major [rows.size(), info.columns()]; `leading` are
    /// the indices in the other dimensions (info.leading().size() of them). A one-dimensional tensor is a
    /// matrix of one row. Numbers are unchanged, including NaN and infinity; progress is reported.
    ///
    /// `leading` and `rows` must be within the shape (std::out_of_range). Throws InputError if the tensor is
    /// empty, or if the file was changed, replaced or removed after opening; TooLarge if the result needs
    /// more memory than available; Cancelled.
    [[nodiscard]] std::vector<float> read_floats(const TensorInfo& info,
                                                 std::span<const std::int64_t> leading,
                                                 const IndexRange& rows, const Job& job = {}) const;
    [[nodiscard]] std::vector<double> read_doubles(const TensorInfo& info,
                                                   std::span<const std::int64_t> leading,
                                                   const IndexRange& rows, const Job& job = {}) const;

  private:
    template <class Real>
    std::vector<Real> read_matrix(const TensorInfo& info, std::span<const std::int64_t> leading,
                                  const IndexRange& rows, const Job& job) const;

    OpenFile file_;
    TensorContents contents_;
};

struct TensorName {
    std::string path;
    std::string name;  // empty: the only one
    bool operator==(const TensorName&) const = default;
};

/// Splits "FILE#NAME" or "FILE"; FILE may be a folder. Also finds a file whose name contains a '#': `exists`
/// is then called.
[[nodiscard]] TensorName split_tensor_name(
    std::string_view text, const std::function<bool(const std::string&)>& exists = file_exists);

}  // namespace poslab
