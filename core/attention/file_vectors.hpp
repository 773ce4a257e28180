#pragma once

#include "core/attention/sources.hpp"
#include "core/base/message.hpp"
#include "core/encoding/frequencies.hpp"
#include "core/encoding/rotation.hpp"
#include "core/files/tensor_file.hpp"

#include <memory>
#include <string>
#include <vector>

namespace poslab {

/// An open tensor of a file: [L, d], [H, L, d] or [N, H, L, d] (layers, heads, tokens, dimensions).
class HeadTensor {
  public:
    /// `text` is FILE or FILE#NAME. If the file has several tensors and no name is given, the first of
    /// `names` that exists is used. Throws InputError, also if that one cannot be read.
    HeadTensor(std::string_view text, std::span<const std::string_view> names);

    [[nodiscard]] const TensorInfo& info() const { return *info_; }
    [[nodiscard]] std::string label() const;  // FILE or FILE#NAME
    [[nodiscard]] std::int64_t layers() const;
    [[nodiscard]] std::int64_t heads() const;
    [[nodiscard]] std::int64_t rows() const;
    [[nodiscard]] std::int64_t columns() const;

    [[nodiscard]] std::vector<float> floats(std::int64_t layer, std::int64_t head, const IndexRange& rows,
                                            const Job& job) const;
    [[nodiscard]] std::vector<double> doubles(std::int64_t layer, std::int64_t head, const IndexRange& rows,
                                              const Job& job) const;

  private:
    [[nodiscard]] std::vector<std::int64_t> leading(std::int64_t layer, std::int64_t head) const;

    std::shared_ptr<const TensorFile> file_;
    const TensorInfo* info_;
};

/// True if the file has a tensor with this name, readable or not.
[[nodiscard]] bool has_tensor(const TensorFile& file, std::string_view name);

/// Accepted names of tensors of each kind.
inline constexpr std::array<std::string_view, 4> query_names{"queries", "query", "q", "Q"};
inline constexpr std::array<std::string_view, 4> key_names{"keys", "key", "k", "K"};
inline constexpr std::array<std::string_view, 4> value_names{"values", "value", "v", "V"};
inline constexpr std::array<std::string_view, 7> matrix_names{"weights", "attention", "attentions", "attn",
                                                              "logits",  "scores",    "map"};

/// Queries, keys and optionally values of a model, from files. Keys and values may have fewer heads than
/// queries (grouped-query attention); the number of query heads must be a multiple of theirs.
class VectorFiles {
  public:
    /// FILE or FILE#NAME each; empty `values`: none. Throws InputError naming both shapes if they do not
    /// match.
    VectorFiles(std::string_view queries, std::string_view keys, std::string_view values);

    [[nodiscard]] std::int64_t layers() const { return queries_.layers(); }
    [[nodiscard]] std::int64_t heads() const { return queries_.heads(); }
    [[nodiscard]] std::int64_t tokens() const { return queries_.rows(); }
    [[nodiscard]] std::int64_t dim() const { return queries_.columns(); }

    /// Reads the first `tokens` of one head. Numbers that are not finite stay unchanged and are reported in
    /// `notes`. Throws InputError if the layer or head does not exist; InputError, TooLarge and Cancelled as
    /// reading does.
    [[nodiscard]] HeadVectors head(std::int64_t layer, std::int64_t head, std::int64_t tokens,
                                   Precision precision, const Job& job, std::vector<Message>& notes) const;

  private:
    HeadTensor queries_, keys_;
    std::vector<HeadTensor> values_;  // at most one
};

/// Throws InputError if only one of the two is given.
void check_both_given(const std::string& queries, const std::string& keys);

/// Undoes the rotation that a model has already applied to queries and keys (docs/formulas.md §4.5): R^(-t) x
/// / f for token t, where f is the attention factor, which does not apply to dimensions that pass through.
/// Values stay unchanged.
[[nodiscard]] HeadVectors unrotated(const HeadVectors& vectors, const RotaryFrequencies& rotary,
                                    Pairing pairing, RotaryDims dims, Precision precision);

/// Reads a vector [dim] (or row `head` of [heads, dim] or [N, heads, dim]); heads 0: any number of heads.
/// Throws InputError.
[[nodiscard]] std::vector<double> vector_from_file(std::string_view text, std::int64_t layer,
                                                   std::int64_t head, std::int64_t heads, std::int64_t dim);

/// Returns the number of heads for which such a file has a vector; 1 for [dim]. Throws InputError.
[[nodiscard]] std::int64_t heads_in_vector_file(std::string_view text);

/// Returns at most `most` lines of a text file, with the escapes of scripts/dump_qk.py; each becomes one line
/// of valid UTF-8. Throws InputError, also for a line that is not UTF-8.
[[nodiscard]] std::vector<std::string> token_labels(const std::string& path, std::int64_t most);

}  // namespace poslab
