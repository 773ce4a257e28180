#pragma once

#include "core/base/message.hpp"
#include "core/files/printable_text.hpp"

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace poslab {

/// The range of allowed numbers.
struct Range {
    double from = 0, to = 0;
    bool from_excluded = false;
};

/// Reads the values of one object of a config file and records which keys were read. Each refusal has file,
/// path, value and the allowed values; null is the same as missing. The object must outlive the reader.
class ConfigValues {
  public:
    /// `path`: of the object inside the file; empty: the outermost object.
    ConfigValues(const nlohmann::json& object, std::string path, std::string_view file);

    [[nodiscard]] bool has(std::string_view key) const;
    /// True if the key exists and its value is null.
    [[nodiscard]] bool is_null(std::string_view key) const;
    [[nodiscard]] bool is_list(std::string_view key) const;
    [[nodiscard]] bool is_text(std::string_view key) const;
    [[nodiscard]] bool is_object(std::string_view key) const;
    /// Returns the strings of a list; empty if it is not a list.
    [[nodiscard]] std::vector<std::string> texts(std::string_view key);
    /// Returns a value as in the JSON, a string without its quotes; unset if the key is missing. "a.b" is the
    /// key b of the object a.
    [[nodiscard]] std::optional<std::string> plain(std::string_view path);
    [[nodiscard]] std::optional<double> number(std::string_view key, Range range);
    [[nodiscard]] std::optional<std::int64_t> integer(std::string_view key, std::int64_t from,
                                                      std::int64_t to);
    [[nodiscard]] std::optional<bool> truth(std::string_view key);
    [[nodiscard]] std::optional<std::string> text(std::string_view key);
    [[nodiscard]] std::optional<std::vector<double>> numbers(std::string_view key, Range range);
    [[nodiscard]] std::optional<std::vector<std::int64_t>> integers(std::string_view key, std::int64_t from,
                                                                    std::int64_t to);
    [[nodiscard]] const nlohmann::json* object(std::string_view key);

    /// Returns the first of several keys that exists; empty if none does.
    [[nodiscard]] std::string_view first_of(std::span<const std::string_view> keys) const;
    /// Returns the keys that were not read, in alphabetical order, without null values and keys that begin
    /// with '_'.
    [[nodiscard]] std::vector<std::string> unused() const;
    void use(std::string_view key) { used_.emplace(key); }
    [[nodiscard]] bool is_used(std::string_view key) const { return used_.contains(key); }
    [[nodiscard]] std::vector<std::string> used() const { return {used_.begin(), used_.end()}; }

    [[nodiscard]] const nlohmann::json& object_read() const { return *object_; }
    /// Returns the key with the object's path: "rope_scaling.factor".
    [[nodiscard]] std::string path_of(std::string_view key) const;
    [[nodiscard]] const std::string& file() const { return file_; }
    /// Throws InputError "FILE: PATH is VALUE; it must be ALLOWED".
    [[noreturn]] void refuse(std::string_view key, const Message& allowed) const;
    /// Throws InputError "FILE: SENTENCE".
    [[noreturn]] void fail(const Message& message) const;

  private:
    [[nodiscard]] const nlohmann::json* find(std::string_view key);

    const nlohmann::json* object_;
    std::string path_, file_;
    std::set<std::string, std::less<>> used_;
};

}  // namespace poslab
