#pragma once

#include "core/base/job.hpp"
#include "core/decoder/decoder_files.hpp"
#include "core/decoder/decoder_shape.hpp"
#include "core/files/tensor_file.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

namespace poslab {

/// The weights of one layer in float32, named as in layer_tensors(); empty if the shape does not have them.
struct DecoderLayer {
    std::vector<float> attention_norm, mlp_norm;   // g1, g2 [width]
    std::vector<float> query, key, value, output;  // [out, in]
    std::vector<float> query_bias, key_bias, value_bias, output_bias;
    std::vector<float> query_norm, key_norm;  // [head_dim]
    std::vector<float> gate, up, down;        // [out, in]
    std::vector<float> gate_bias, up_bias, down_bias;
};

/// A folder with config.json and model.safetensors, or its shards with model.safetensors.index.json, in
/// Hugging Face's format. Weights are read on demand, one layer at a time; those of a small decoder are
/// cached. Reading is const and thread-safe.
class Decoder {
  public:
    /// Reads config.json and the tensor lists of the files, and checks that every tensor exists with its
    /// shape, without reading weights. Throws InputError, "PATH: why".
    explicit Decoder(DecoderFiles files);
    explicit Decoder(const std::string& folder) : Decoder(DecoderFiles(folder)) {}

    [[nodiscard]] const DecoderShape& shape() const { return shape_; }

    /// Returns the weights of layer `at`. Throws InputError for numbers that are NaN or infinite, naming
    /// tensor and position, and for files that changed after opening; TooLarge; Cancelled.
    [[nodiscard]] std::shared_ptr<const DecoderLayer> layer(std::int64_t at, const Job& job = {}) const;
    [[nodiscard]] std::shared_ptr<const std::vector<float>> final_norm(const Job& job = {}) const;
    /// Return rows [vocabulary, width] of the embedding table, and of the output matrix.
    [[nodiscard]] std::vector<float> embeddings(std::span<const std::int32_t> tokens,
                                                const Job& job = {}) const;
    [[nodiscard]] std::shared_ptr<const std::vector<float>> output_rows(const IndexRange& rows,
                                                                        const Job& job = {}) const;

  private:
    struct Place {
        std::size_t file;
        TensorInfo info;
    };
    void open_files();
    void find_tensors();
    void find(const TensorSpec& requested);
    [[nodiscard]] std::shared_ptr<const std::vector<float>> tensor(const std::string& name,
                                                                   const Job& job) const;
    [[nodiscard]] std::vector<float> read(const std::string& name, const IndexRange& rows,
                                          const Job& job) const;

    DecoderFiles files_;
    DecoderShape shape_;
    std::vector<TensorFile> opened_;
    // from the index: the file that contains each tensor
    std::map<std::string, std::size_t, std::less<>> shards_;
    std::map<std::string, Place, std::less<>> places_;
    bool caches_ = false;
    mutable std::mutex mutex_;
    mutable std::map<std::string, std::shared_ptr<const std::vector<float>>, std::less<>> cached_;
    mutable std::map<std::int64_t, std::shared_ptr<const DecoderLayer>> layers_;
};

}  // namespace poslab
