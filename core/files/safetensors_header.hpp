#pragma once

#include "core/files/element_type.hpp"
#include "core/files/open_file.hpp"
#include "core/files/tensor_info.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace poslab {

/// The tensors of a .safetensors in the order of their data: 8 bytes of header size, a JSON object, the data
/// (https://github.com/huggingface/safetensors#format). As that format demands, the data must fill the rest of the file
/// without gaps and overlaps. The format allows headers of 100 MB; this reads up to 16 MiB (some 100,000 tensors).
/// Throws InputError, "PATH: why".
[[nodiscard]] TensorContents read_safetensors_header(const OpenFile& file);

/// A tensor of numbers of any kind; of another kind, its layout is nothing.
struct SafetensorsEntry {
    std::string name, type;  // type: as it is spelt there, "BF16"
    std::vector<std::int64_t> shape;
    std::optional<ElementLayout> layout;  // of complex numbers: of each of the two parts
    std::uint64_t offset = 0;             // in the file
    bool is_complex = false;
};

/// The same for all types of numbers, integers and truth values, too.
[[nodiscard]] std::vector<SafetensorsEntry> read_safetensors_entries(const OpenFile& file);

/// Whether the first bytes of a file may be those of a .safetensors, which has no mark of its own: a '{' after 8 bytes.
[[nodiscard]] bool looks_like_safetensors(std::string_view first_bytes);

}  // namespace poslab
