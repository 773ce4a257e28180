#pragma once

#include "core/models/model_types.hpp"

#include <cstddef>
#include <nlohmann/json.hpp>
#include <set>
#include <span>
#include <string>
#include <string_view>

namespace poslab {

// Internals of the embedded tables: reading of their rows.

/// One object of a table. finish() reports keys that were not read, so that misspelt ones are found. Each
/// error is a std::runtime_error "NAME reason".
class TableRow {
  public:
    TableRow(const nlohmann::json& object, std::string name);

    template <class T>
    void read(const char* key, T& value) {
        if (const nlohmann::json* found = find(key)) take(key, *found, value);
    }
    template <class T>
    void read_needed(const char* key, T& value) {
        need(key);
        read(key, value);
    }
    /// Reads a word as its index in `words`; if the key is missing, the value is unchanged.
    template <class Enum>
    void read_word(const char* key, std::span<const std::string_view> words, Enum& value) {
        std::string word;
        read(key, word);
        if (!word.empty()) value = static_cast<Enum>(index_of(key, word, words));
    }
    /// Returns the value of a key; null if the key is missing.
    const nlohmann::json* find(const char* key);
    /// Throws if a key was not read.
    void finish() const;
    /// Returns the index of a word in a list of choices; throws if it is not among them.
    [[nodiscard]] std::size_t index_of(const char* key, const std::string& word,
                                       std::span<const std::string_view> words) const;
    [[noreturn]] void fail(const std::string& what) const;
    [[nodiscard]] const std::string& name() const { return name_; }

  private:
    void need(const char* key) const;
    [[noreturn]] void fail_value(const char* key, const nlohmann::json& json) const;

    template <class T>
    void take(const char* key, const nlohmann::json& json, T& value) const {
        try {
            value = json.get<T>();
        } catch (const nlohmann::json::exception&) {
            fail_value(key, json);
        }
    }

    const nlohmann::json& object_;
    std::string name_;
    std::set<std::string, std::less<>> read_;  // keys that the object has
};

/// Reads a kind of layers of the rule with this name.
[[nodiscard]] LayerKind layer_kind_of(const nlohmann::json& json, const std::string& rule);

/// Reads {"constant": 1}, {"key": "attention_multiplier"}, {"inverse_sqrt_of": "query_pre_attn_scalar",
/// "default": 256}, {"times": 1.4} or {"times_key": "key_multiplier"}.
[[nodiscard]] SoftmaxScale softmax_scale_of(const nlohmann::json& json, const std::string& name);

}  // namespace poslab
