#pragma once

#include "core/files/open_file.hpp"
#include "core/files/stored_numbers.hpp"
#include "core/files/tensor_info.hpp"
#include "core/files/zip_directory.hpp"

#include <string>
#include <string_view>
#include <variant>
#include <vector>

/// The format readers behind array_file.hpp. All throw InputError, "PATH: why", Cancelled, and TooLarge
/// before allocating more memory than available.
namespace poslab {

/// An array of a file: the numbers themselves if it is text, otherwise their location.
struct FoundArray {
    std::string name;  // "": the file's only array
    std::string type;
    std::vector<std::int64_t> shape;
    std::variant<StoredNumbers, std::vector<double>> numbers;
};

struct FoundArrays {
    std::vector<FoundArray> arrays;
    std::vector<UnreadableTensor> unreadable;
};

/// The maximum number of arrays in formats where a few bytes suffice for one.
inline constexpr std::size_t max_named_arrays = 100'000;
/// The maximum length of a name, including the enclosing objects, dictionaries and lists.
inline constexpr std::size_t max_name_bytes = 512;

/// Returns "PATH#NAME", or "PATH" if the array has no name.
[[nodiscard]] std::string array_place(const OpenFile& file, const std::string& name);

/// Returns an array of complex numbers, whose shape and strides count complex items; the two parts become a
/// last axis of size 2.
[[nodiscard]] FoundArray complex_array(StoredNumbers numbers, std::string name);

[[nodiscard]] FoundArrays npy_arrays(const OpenFile& file);
[[nodiscard]] FoundArrays npz_arrays(const OpenFile& file, const ZipDirectory& directory);
[[nodiscard]] FoundArrays safetensors_arrays(const OpenFile& file);
[[nodiscard]] FoundArrays csv_arrays(const OpenFile& file, const Job& job);
[[nodiscard]] FoundArrays json_arrays(const OpenFile& file, const Job& job);

/// True if torch.save wrote this zip, which then has a data.pkl in its folder.
[[nodiscard]] bool is_torch_archive(const ZipDirectory& directory);
/// Returns the tensors of such a file. Throws if the file names anything that is not needed to build tensors.
[[nodiscard]] FoundArrays torch_arrays(const OpenFile& file, const ZipDirectory& directory, const Job& job);
/// Throws if a file begins like a pickle, which may contain anything.
void refuse_pickle(const OpenFile& file, std::string_view start);

}  // namespace poslab
