#pragma once

#include "core/files/open_file.hpp"

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace poslab {

/// The metadata before the tensors of a GGUF (https://github.com/ggml-org/ggml/blob/master/docs/gguf.md):
/// versions 2 and 3, little-endian.
struct GgufHeader {
    struct Tensor {
        std::string name;
        std::vector<std::uint64_t> shape;  // fastest-varying dimension first
        std::uint32_t type = 0;            // ggml type; 0: float32
        std::uint64_t offset = 0;          // in the file
    };
    /// {key: number, text, boolean or list of numbers}; other lists and long lists are null. A float32 has
    /// its shortest exact decimal representation.
    nlohmann::json values = nlohmann::json::object();
    std::vector<Tensor> tensors;

    [[nodiscard]] const Tensor* find(std::string_view name) const;
};

[[nodiscard]] bool is_gguf(std::string_view first_bytes);

/// Reads the header without any tensor, in time linear in the metadata. Throws InputError, "PATH: why", for
/// another version or byte order, a duplicate key, and counts or lengths that exceed the file or any known
/// model.
[[nodiscard]] GgufHeader read_gguf_header(const OpenFile& file);

/// Returns the numbers of a one-dimensional float32 tensor. Throws InputError, "PATH#NAME: why", if it has
/// another type or shape or lies outside the file.
[[nodiscard]] std::vector<double> read_gguf_list(const OpenFile& file, const GgufHeader::Tensor& tensor);

}  // namespace poslab
