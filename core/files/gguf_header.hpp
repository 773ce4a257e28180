#pragma once

#include "core/files/open_file.hpp"

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace poslab {

/// What a GGUF says before its tensors (https://github.com/ggml-org/ggml/blob/master/docs/gguf.md): versions 2 and 3, little
/// endian.
struct GgufHeader {
    struct Tensor {
        std::string name;
        std::vector<std::uint64_t> shape;  // the dimension that changes fastest first
        std::uint32_t type = 0;            // of ggml; 0: float32
        std::uint64_t offset = 0;          // in the file
    };
    /// {key: number, text, truth value or list of numbers}; lists of anything else, and long lists, are null. A float32 has the
    /// shortest decimals that give it.
    nlohmann::json values = nlohmann::json::object();
    std::vector<Tensor> tensors;

    [[nodiscard]] const Tensor* find(std::string_view name) const;
};

[[nodiscard]] bool is_gguf(std::string_view first_bytes);

/// Reads no tensor. Time is linear in the metadata. Throws InputError, "PATH: why", for another version or byte order, a key that
/// is there twice, counts and lengths beyond the file or beyond what a model has.
[[nodiscard]] GgufHeader read_gguf_header(const OpenFile& file);

/// The numbers of a tensor of float32 with one dimension. Throws InputError, "PATH#NAME: why", where it is another or lies outside.
[[nodiscard]] std::vector<double> read_gguf_list(const OpenFile& file, const GgufHeader::Tensor& tensor);

}  // namespace poslab
