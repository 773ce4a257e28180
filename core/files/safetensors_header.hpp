#pragma once

#include "core/files/element_type.hpp"
#include "core/files/open_file.hpp"
#include "core/files/tensor_info.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace poslab {

/// Reads the tensors of a .safetensors in the order of their data: 8 bytes of header size, a JSON object, the
/// data (https://github.com/huggingface/safetensors#format). As the format requires, the data must fill the
/// rest of the file without gaps and overlaps. The format allows headers of 100 MB; the limit here is 16 MiB
/// (about 100,000 tensors).
///
/// Throws InputError, "PATH: why".
[[nodiscard]] TensorContents read_safetensors_header(const OpenFile& file);

/// A tensor of any number type; empty layout: another type.
struct SafetensorsEntry {
    std::string name, type;  // type: as in the file, "BF16"
    std::vector<std::int64_t> shape;
    std::optional<ElementLayout> layout;  // for complex numbers: of each part
    std::uint64_t offset = 0;             // in the file
    bool is_complex = false;
};

/// Reads the tensors of all number types, including integers and booleans.
[[nodiscard]] std::vector<SafetensorsEntry> read_safetensors_entries(const OpenFile& file);

/// True if the first bytes of a file may belong to a .safetensors. The format has no magic bytes, only a '{'
/// after 8 bytes.
[[nodiscard]] bool looks_like_safetensors(std::string_view first_bytes);

}  // namespace poslab
