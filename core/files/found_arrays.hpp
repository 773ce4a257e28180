#pragma once

#include "core/files/open_file.hpp"
#include "core/files/stored_numbers.hpp"
#include "core/files/tensor_info.hpp"
#include "core/files/zip_directory.hpp"

#include <string>
#include <string_view>
#include <variant>
#include <vector>

/// What each format has for array_file.hpp. All throw InputError, "PATH: why", Cancelled, and TooLarge before more is allocated
/// than there is.
namespace poslab {

/// An array of a file: of a text its numbers themselves, else where they lie.
struct FoundArray {
    std::string name;  // "": the file has but this one
    std::string type;
    std::vector<std::int64_t> shape;
    std::variant<StoredNumbers, std::vector<double>> numbers;
};

struct FoundArrays {
    std::vector<FoundArray> arrays;
    std::vector<UnreadableTensor> unreadable;
};

/// More arrays than that are refused where a file could have one in every few bytes.
inline constexpr std::size_t most_named_arrays = 100'000;
/// Of a name, with those of the objects, dictionaries and lists around it.
inline constexpr std::size_t most_name_bytes = 512;

/// "PATH#NAME", or "PATH" of what has no name.
[[nodiscard]] std::string array_place(const OpenFile& file, const std::string& name);

/// An array of complex numbers, whose shape and strides count complex items: its two parts become a last axis of 2.
[[nodiscard]] FoundArray complex_array(StoredNumbers numbers, std::string name);

[[nodiscard]] FoundArrays npy_arrays(const OpenFile& file);
[[nodiscard]] FoundArrays npz_arrays(const OpenFile& file, const ZipDirectory& directory);
[[nodiscard]] FoundArrays safetensors_arrays(const OpenFile& file);
[[nodiscard]] FoundArrays csv_arrays(const OpenFile& file, const Job& job);
[[nodiscard]] FoundArrays json_arrays(const OpenFile& file, const Job& job);

/// Whether torch.save wrote this zip, which then has a data.pkl in its folder.
[[nodiscard]] bool is_torch_archive(const ZipDirectory& directory);
/// The tensors of such a file. Throws for a file that names anything but what makes tensors.
[[nodiscard]] FoundArrays torch_arrays(const OpenFile& file, const ZipDirectory& directory, const Job& job);
/// Throws for a file that begins as a pickle, in which everything could be.
void refuse_pickle(const OpenFile& file, std::string_view start);

}  // namespace poslab
