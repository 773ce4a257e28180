#pragma once

#include "core/documents/number_file.hpp"
#include "core/params/descriptor.hpp"
#include "core/views/data.hpp"
#include "core/views/view.hpp"

#include <span>
#include <string>

namespace poslab {

/// Returns the values behind the data: `requested`, with those that files override (Data::used).
[[nodiscard]] Values used_values(const View& view, Values requested, const Data& data);

/// Returns the result of `compute` as JSON (docs/file-formats.md): view, version, engine, parameters, values,
/// warnings, arrays. In `data`, null is a masked, NaN or infinite value; `nan` lists the flat indices of NaN
/// and infinite values. `variants` lists the results of the variants with their names, and is absent if there
/// are none.
[[nodiscard]] std::string result_json(const View& view, const Values& requested, const Data& data,
                                      std::span<const NumbersOfVariant> variants = {});

/// Returns one array as CSV with a heading of names and units. Each value has a line after its index along
/// each axis ("row,column,positions (tokens)"; in a pooled array, the first cell that it covers). A curve has
/// one column next to the other curves of its axis, after the index unless a column is named like the axis.
///
/// Masked values are nan. The arrays of variants are further columns, NAME@VARIANT. Throws UsageError if they
/// have different indices.
[[nodiscard]] std::string result_csv(const Data& data, const Array& array,
                                     std::span<const NumbersOfVariant> variants = {});

/// Returns a NumPy .npy, version 1.0, of little-endian float64 in C order; masked values are NaN.
[[nodiscard]] std::string npy_bytes(const Array& array);

/// Returns all arrays as .npz: a zip of NAME.npy, uncompressed like numpy.savez; texts, if any, are
/// `warnings`.
[[nodiscard]] std::string npz_bytes(std::span<const Array> arrays,
                                    std::span<const std::string> warnings = {});

/// Returns the .npz of the data's arrays, and of the variants' as NAME@VARIANT.
[[nodiscard]] std::string result_npz(const Data& data, std::span<const NumbersOfVariant> variants);

}  // namespace poslab
