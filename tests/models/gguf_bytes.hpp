#pragma once

// GGUF files written byte by byte from the format's description (ggml-org/ggml docs/gguf.md), independently
// of PosLab's reader.

#include <bit>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace poslab::test {

class GgufBytes {
  public:
    explicit GgufBytes(std::uint32_t version = 3) : version_(version) {}

    static std::string little(std::uint64_t value, int bytes) {
        std::string text;
        for (int n = 0; n < bytes; ++n) text += static_cast<char>(value >> (8 * n) & 0xFFU);
        return text;
    }
    static std::string text_of(const std::string& text) { return little(text.size(), 8) + text; }
    static std::string float_of(float value) { return little(std::bit_cast<std::uint32_t>(value), 4); }

    GgufBytes& raw(const std::string& key, std::uint32_t kind, const std::string& bytes) {
        values_ += text_of(key) + little(kind, 4) + bytes;
        ++count_;
        return *this;
    }
    GgufBytes& text(const std::string& key, const std::string& value) { return raw(key, 8, text_of(value)); }
    GgufBytes& uint32(const std::string& key, std::uint32_t value) { return raw(key, 4, little(value, 4)); }
    GgufBytes& float32(const std::string& key, float value) { return raw(key, 6, float_of(value)); }
    GgufBytes& truth(const std::string& key, bool value) { return raw(key, 7, little(value ? 1 : 0, 1)); }
    GgufBytes& int32s(const std::string& key, const std::vector<std::int32_t>& list) {
        std::string bytes = little(5, 4) + little(list.size(), 8);
        for (const std::int32_t one : list) bytes += little(static_cast<std::uint32_t>(one), 4);
        return raw(key, 9, bytes);
    }
    GgufBytes& truths(const std::string& key, const std::vector<bool>& list) {
        std::string bytes = little(7, 4) + little(list.size(), 8);
        for (const bool one : list) bytes += little(one ? 1 : 0, 1);
        return raw(key, 9, bytes);
    }
    GgufBytes& texts(const std::string& key, const std::vector<std::string>& list) {
        std::string bytes = little(8, 4) + little(list.size(), 8);
        for (const std::string& text : list) bytes += text_of(text);
        return raw(key, 9, bytes);
    }
    /// A list of float32, or of another type of the same size.
    GgufBytes& tensor(const std::string& name, const std::vector<float>& list, std::uint32_t type = 0) {
        tensors_ +=
            text_of(name) + little(1, 4) + little(list.size(), 8) + little(type, 4) + little(data_.size(), 8);
        for (const float value : list) data_ += float_of(value);
        while (data_.size() % 32 != 0) data_ += '\0';
        ++tensor_count_;
        return *this;
    }

    [[nodiscard]] std::string bytes() const {
        std::string all =
            "GGUF" + little(version_, 4) + little(tensor_count_, 8) + little(count_, 8) + values_ + tensors_;
        while (all.size() % 32 != 0) all += '\0';
        return all + data_;
    }

  private:
    std::uint32_t version_;
    std::uint64_t count_ = 0, tensor_count_ = 0;
    std::string values_, tensors_, data_;
};

/// The usual keys of a model.
inline GgufBytes gguf_of(const std::string& architecture, std::uint32_t width, std::uint32_t heads,
                         std::uint32_t context, float base) {
    GgufBytes file;
    file.text("general.architecture", architecture);
    file.texts("tokenizer.ggml.tokens", {"<s>", "a", ""});
    file.uint32(architecture + ".context_length", context).uint32(architecture + ".embedding_length", width);
    file.uint32(architecture + ".attention.head_count", heads)
        .float32(architecture + ".rope.freq_base", base);
    return file;
}

}  // namespace poslab::test
