#pragma once

#include "core/files/array_file.hpp"

#include <string>
#include <string_view>

namespace poslab {

/// FILE#NAME where FILE has several arrays of which one is called as the part of a dump with that option, or as programs call it
/// ("inv_freq", "cos_cached", "model.rotary_emb.inv_freq"); `path` as it is where it names an array, has but one, or none so called.
/// Throws InputError for what cannot be read.
[[nodiscard]] std::string dump_array_path(std::string_view role, const std::string& path, const Job& job = {});

/// read_number_array() of that.
[[nodiscard]] NumberArray read_dump_array(std::string_view role, const std::string& path, const Job& job = {});

/// Whether a file has an array so called, or has but one and is itself called so: cos.npy.
[[nodiscard]] bool holds_dump_array(std::string_view role, const std::string& path);

}  // namespace poslab
