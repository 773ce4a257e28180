#pragma once

#include "core/base/job.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace poslab {

/// A whole numeric array from a file, for comparison.
struct NumberArray {
    std::string place;                // "PATH" or "PATH#NAME", for messages
    std::vector<std::int64_t> shape;  // empty: a scalar
    std::string type;            // as stored: "float32", "bfloat16", "int64", "bool"; "text": decimal numbers
    std::vector<double> values;  // exact, row-major; NaN and infinity unchanged
};

/// An array in a file, for the user to choose.
struct ArrayChoice {
    std::string name;  // "": the file's only array
    std::vector<std::int64_t> shape;
    std::string type;
};

/// Reads "FILE" or "FILE#NAME" of .npy, .npz, .safetensors, PyTorch's .pt, CSV (rows of numbers; a single row
/// or column is one-dimensional) or JSON (nested lists of numbers, or an object that contains such lists).
/// The content determines the format, except for the endings .csv, .tsv, .json and .safetensors. Nothing in a
/// .pt is executed (docs/file-formats.md).
///
/// Time and memory are linear in the size of the file. Throws InputError, "PATH: why" or "PATH#NAME: why",
/// for a file that is unreadable, of another type, ragged or empty, or that contains an integer that float64
/// cannot represent; with several arrays and no name, the message lists them. Throws TooLarge before
/// allocating if memory is insufficient; Cancelled.
[[nodiscard]] NumberArray read_number_array(const std::string& path, const Job& job = {});

/// Returns all readable arrays of FILE in its order. Throws the same errors for the file as a whole.
[[nodiscard]] std::vector<ArrayChoice> arrays_in_file(const std::string& path, const Job& job = {});

}  // namespace poslab
