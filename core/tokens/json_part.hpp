#pragma once

#include "core/base/message.hpp"

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace poslab {

/// A value of a tokenizer.json with its path: every message names the file, the path and the value. The
/// file's JSON must outlive it.
class JsonPart {
  public:
    JsonPart(const nlohmann::json& value, std::string_view file) : value_(&value), file_(file) {}

    /// Returns a member of an object; empty if it is missing or null.
    [[nodiscard]] std::optional<JsonPart> find(const std::string& key) const;
    /// Throws InputError if the member is missing.
    [[nodiscard]] JsonPart at(const std::string& key) const;
    [[nodiscard]] std::vector<JsonPart> items() const;
    [[nodiscard]] std::string type() const { return at("type").text(); }
    [[nodiscard]] const std::string& text() const;
    [[nodiscard]] std::string text(const std::string& key, const std::string& otherwise) const;
    [[nodiscard]] bool flag(const std::string& key, bool otherwise) const;
    /// Returns a whole number in [0, most_vocabulary).
    [[nodiscard]] std::int32_t token() const;
    [[nodiscard]] const nlohmann::json& json() const { return *value_; }
    [[nodiscard]] const std::string& file() const { return file_; }
    [[nodiscard]] JsonPart member(const nlohmann::json& value, const std::string& key) const;
    [[nodiscard]] JsonPart item(const nlohmann::json& value, std::size_t index) const;

    /// "FILE: PATH is VALUE; it must be a string".
    [[noreturn]] void refuse(const Message& what_it_must_be) const;
    /// Throws "FILE: PATH is VALUE, which is not supported; tokens can be given as numbers instead
    /// (--tokens)".
    [[noreturn]] void refuse_unknown() const;
    /// Throws the same message with a reason.
    [[noreturn]] void refuse_unknown(const Message& why) const;

  private:
    [[nodiscard]] std::string path() const;
    [[nodiscard]] std::string value_text() const;

    const nlohmann::json* value_;
    std::string file_;
    std::string path_;  // "" is the whole file
};

}  // namespace poslab
