#pragma once

#include "core/files/array_file.hpp"

#include <string>
#include <string_view>

/// Files with several arrays, such as the tables of one attention layer. Every role asks for the arrays of
/// the same file, so the lists of the last files stay in memory until the files change.
namespace poslab {

/// Returns FILE#NAME if FILE has several arrays of which one is named like the option, or like programs name
/// it ("inv_freq", "cos_cached", "model.rotary_emb.inv_freq"). Returns `path` unchanged if it names an array,
/// or has only one, or none so named. Throws InputError for unreadable files.
[[nodiscard]] std::string dump_array_path(std::string_view role, const std::string& path,
                                          const Job& job = {});

/// Reads the array at dump_array_path() with read_number_array().
[[nodiscard]] NumberArray read_dump_array(std::string_view role, const std::string& path,
                                          const Job& job = {});

/// True if a file has an array of that name, or has only one array and the file itself has the name: cos.npy.
/// Throws Cancelled.
[[nodiscard]] bool holds_dump_array(std::string_view role, const std::string& path, const Job& job = {});

}  // namespace poslab
