#pragma once

#include "core/base/job.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace poslab {

/// A whole array of numbers from a file, for comparing.
struct NumberArray {
    std::string place;                // "PATH" or "PATH#NAME", for messages
    std::vector<std::int64_t> shape;  // empty: one number
    std::string type;                 // as it was stored: "float32", "bfloat16", "int64", "bool"; "text": decimal numbers
    std::vector<double> values;       // exact, row-major; NaN and infinity as they stand there
};

/// An array that a file has, so that the user can choose.
struct ArrayChoice {
    std::string name;  // "": the file has but this one
    std::vector<std::int64_t> shape;
    std::string type;
};

/// "FILE" or "FILE#NAME" of .npy, .npz, .safetensors, PyTorch's .pt, CSV (rows of numbers; one row or one column is a list) or JSON
/// (nested lists of numbers, or an object that has such lists), told apart by what is in them; .csv, .tsv, .json and
/// .safetensors are taken at their word. Nothing of a .pt is run (docs/file-formats.md).
///
/// Time and memory are linear in what the file has. Throws InputError, "PATH: why" or "PATH#NAME: why", for what cannot be read, is
/// of another type, ragged, without numbers, or holds an integer that float64 does not; where there are several arrays and no name,
/// it lists them. Throws TooLarge, before anything is allocated, where the memory is not there; Cancelled.
[[nodiscard]] NumberArray read_number_array(const std::string& path, const Job& job = {});

/// All arrays of FILE that can be read, in its order. Throws the same for the file as a whole.
[[nodiscard]] std::vector<ArrayChoice> arrays_in_file(const std::string& path, const Job& job = {});

}  // namespace poslab
