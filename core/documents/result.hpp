#pragma once

#include "core/documents/number_file.hpp"
#include "core/params/descriptor.hpp"
#include "core/views/data.hpp"
#include "core/views/view.hpp"

#include <span>
#include <string>

namespace poslab {

/// The values that the data are of: those that were asked for, but for what files have otherwise (Data::used).
[[nodiscard]] Values used_values(const View& view, Values asked, const Data& data);

/// The answer of `compute` as JSON (docs/file-formats.md): view, version, engine, parameters, values, warnings, arrays. null in
/// `data` is masked, NaN or infinite; `nan` lists the flat indices of those that are NaN or infinite. `variants` is a list of the
/// same with a name each, absent if there are none.
[[nodiscard]] std::string result_json(const View& view, const Values& asked, const Data& data,
                                      std::span<const NumbersOfVariant> variants = {});

/// One array as CSV, under a heading of names and units: a line for each value after its index along each axis
/// ("row,column,positions (tokens)"; of a pooled array, the first cell that it covers); a curve together with the other curves that
/// share its axis, one column each, after the index unless one of them is named as the axis. Masked is nan. The arrays of variants
/// are further columns, NAME@VARIANT; throws UsageError if they have other indices.
[[nodiscard]] std::string result_csv(const Data& data, const Array& array, std::span<const NumbersOfVariant> variants = {});

/// NumPy's .npy, version 1.0, little-endian float64 in C order; masked is NaN.
[[nodiscard]] std::string npy_bytes(const Array& array);

/// All arrays as .npz: a zip of NAME.npy, uncompressed as numpy.savez writes it; and the texts, if any, as `warnings`.
[[nodiscard]] std::string npz_bytes(std::span<const Array> arrays, std::span<const std::string> warnings = {});

/// The arrays of the data, and those of variants as NAME@VARIANT.
[[nodiscard]] std::string result_npz(const Data& data, std::span<const NumbersOfVariant> variants);

}  // namespace poslab
