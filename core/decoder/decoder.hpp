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

/// The weights of one layer in float32, each as layer_tensors() has it; empty where the shape has none.
struct DecoderLayer {
    std::vector<float> attention_norm, mlp_norm;   // g1, g2 [width]
    std::vector<float> query, key, value, output;  // [out, in]
    std::vector<float> query_bias, key_bias, value_bias, output_bias;
    std::vector<float> query_norm, key_norm;  // [head_dim]
    std::vector<float> gate, up, down;        // [out, in]
    std::vector<float> gate_bias, up_bias, down_bias;
};

/// A folder with config.json and model.safetensors, or its shards with model.safetensors.index.json, as Hugging Face writes them.
/// Numbers are read when they are wanted, a layer at a time; a small decoder keeps them. Reading is const and may go on in several
/// threads.
class Decoder {
  public:
    /// Reads config.json and the directories of the files, and finds every tensor in its shape; no numbers yet. Throws InputError,
    /// "PATH: why".
    explicit Decoder(DecoderFiles files);
    explicit Decoder(const std::string& folder) : Decoder(DecoderFiles(folder)) {}

    [[nodiscard]] const DecoderShape& shape() const { return shape_; }

    /// Throws InputError for numbers that are NaN or infinite, naming tensor and place, and for files that have changed since they
    /// were opened; TooLarge; Cancelled.
    [[nodiscard]] std::shared_ptr<const DecoderLayer> layer(std::int64_t at, const Job& job = {}) const;
    [[nodiscard]] std::shared_ptr<const std::vector<float>> final_norm(const Job& job = {}) const;
    /// Rows [vocabulary, width] of the table of embeddings, and of the output matrix.
    [[nodiscard]] std::vector<float> embeddings(std::span<const std::int32_t> tokens, const Job& job = {}) const;
    [[nodiscard]] std::shared_ptr<const std::vector<float>> output_rows(const IndexRange& rows, const Job& job = {}) const;

  private:
    struct Place {
        std::size_t file;
        TensorInfo info;
    };
    void open_files();
    void find_tensors();
    void find(const TensorSpec& wanted);
    [[nodiscard]] std::shared_ptr<const std::vector<float>> tensor(const std::string& name, const Job& job) const;
    [[nodiscard]] std::vector<float> read(const std::string& name, const IndexRange& rows, const Job& job) const;

    DecoderFiles files_;
    DecoderShape shape_;
    std::vector<TensorFile> opened_;
    std::map<std::string, std::size_t, std::less<>> shards_;  // of the index: which file has a tensor
    std::map<std::string, Place, std::less<>> places_;
    bool keeps_ = false;
    mutable std::mutex mutex_;
    mutable std::map<std::string, std::shared_ptr<const std::vector<float>>, std::less<>> kept_;
    mutable std::map<std::int64_t, std::shared_ptr<const DecoderLayer>> layers_;
};

}  // namespace poslab
