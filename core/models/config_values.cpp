#include "core/models/config_values.hpp"

#include "core/files/input_file.hpp"

#include <fmt/format.h>

#include <cmath>

namespace poslab {
namespace {

using Json = nlohmann::json;

std::string value_text(const Json& value) {
    if (value.is_object()) return "an object";
    if (value.is_array()) return fmt::format("a list of {}", value.size());
    return printable_text(value.dump(-1, ' ', false, Json::error_handler_t::replace));
}

std::string chinese_value(const Json& value) {
    if (value.is_object()) return "对象";
    if (value.is_array()) return fmt::format("含 {} 项的列表", value.size());
    return value_text(value);
}

Sentence allowed_number(Range range, bool integer) {
    const std::string from = number_text(range.from), to = number_text(range.to);
    const char* kind = integer ? "an integer" : "a number";
    const char* chinese = integer ? "整数" : "数";
    if (range.from_excluded) {
        return {fmt::format("{} above {}, at most {}", kind, from, to), fmt::format("大于 {} 且不超过 {} 的{}", from, to, chinese)};
    }
    return {fmt::format("{} from {} to {}", kind, from, to), fmt::format("{} 到 {} 的{}", from, to, chinese)};
}

bool inside(double v, Range range) { return v <= range.to && (range.from_excluded ? v > range.from : v >= range.from); }

/// A JSON number in range, an integral one if asked for; true and false are no numbers here.
std::optional<double> number_in(const Json& value, Range range, bool integer) {
    if (!value.is_number()) return std::nullopt;
    const auto v = value.get<double>();
    if (!inside(v, range) || (integer && v != std::floor(v))) return std::nullopt;
    return v;
}

}  // namespace

ConfigValues::ConfigValues(const Json& object, std::string path, std::string_view file)
    : object_(&object), path_(std::move(path)), file_(file) {}

const Json* ConfigValues::find(std::string_view key) {
    use(key);
    const auto found = object_->find(key);
    return found == object_->end() || found->is_null() ? nullptr : &*found;
}

bool ConfigValues::has(std::string_view key) const {
    const auto found = object_->find(key);
    return found != object_->end() && !found->is_null();
}

std::optional<double> ConfigValues::number(std::string_view key, Range range) {
    const Json* value = find(key);
    if (value == nullptr) return std::nullopt;
    const auto v = number_in(*value, range, false);
    if (!v) refuse(key, allowed_number(range, false));
    return v;
}

std::optional<std::int64_t> ConfigValues::integer(std::string_view key, std::int64_t from, std::int64_t to) {
    const Json* value = find(key);
    if (value == nullptr) return std::nullopt;
    const Range range{static_cast<double>(from), static_cast<double>(to)};
    const auto v = number_in(*value, range, true);
    if (!v) refuse(key, allowed_number(range, true));
    return static_cast<std::int64_t>(*v);
}

std::optional<bool> ConfigValues::truth(std::string_view key) {
    const Json* value = find(key);
    if (value == nullptr) return std::nullopt;
    if (!value->is_boolean()) refuse(key, {"true or false", "true 或 false"});
    return value->get<bool>();
}

std::optional<std::string> ConfigValues::text(std::string_view key) {
    const Json* value = find(key);
    if (value == nullptr) return std::nullopt;
    if (!value->is_string()) refuse(key, {"a text", "字符串"});
    return value->get<std::string>();
}

std::optional<std::vector<double>> ConfigValues::numbers(std::string_view key, Range range) {
    const Json* value = find(key);
    if (value == nullptr) return std::nullopt;
    if (!value->is_array()) refuse(key, {"a list of numbers", "数的列表"});
    std::vector<double> list;
    for (const Json& item : *value) {
        const auto v = number_in(item, range, false);
        if (!v) {
            const Sentence allowed = allowed_number(range, false);
            const std::string path = fmt::format("{}[{}]", path_of(key), list.size());
            fail({fmt::format("{} is {}; it must be {}", path, value_text(item), allowed.en),
                  fmt::format("{} 为 {}，应为{}", path, chinese_value(item), allowed.zh)});
        }
        list.push_back(*v);
    }
    return list;
}

std::optional<std::vector<std::int64_t>> ConfigValues::integers(std::string_view key, std::int64_t from, std::int64_t to) {
    const auto list = numbers(key, {static_cast<double>(from), static_cast<double>(to)});
    if (!list) return std::nullopt;
    std::vector<std::int64_t> whole;
    for (const double v : *list) {
        if (v != std::floor(v)) refuse(key, {"a list of integers", "整数的列表"});
        whole.push_back(static_cast<std::int64_t>(v));
    }
    return whole;
}

const Json* ConfigValues::object(std::string_view key) {
    const Json* value = find(key);
    if (value != nullptr && !value->is_object()) refuse(key, {"an object or null", "对象或 null"});
    return value;
}

std::string_view ConfigValues::first_of(std::initializer_list<std::string_view> keys) const {
    for (const std::string_view key : keys) {
        if (has(key)) return key;
    }
    return {};
}

std::vector<std::string> ConfigValues::unused() const {
    std::vector<std::string> keys;
    for (const auto& [key, value] : object_->items()) {
        if (!value.is_null() && !used_.contains(key) && !key.starts_with('_')) keys.push_back(key);
    }
    return keys;
}

std::string ConfigValues::path_of(std::string_view key) const {
    return path_.empty() ? std::string(key) : fmt::format("{}.{}", path_, key);
}

void ConfigValues::refuse(std::string_view key, const Sentence& allowed) const {
    const Json& value = object_->at(std::string(key));
    fail({fmt::format("{} is {}; it must be {}", path_of(key), value_text(value), allowed.en),
          fmt::format("{} 为 {}，应为{}", path_of(key), chinese_value(value), allowed.zh)});
}

void ConfigValues::fail(const Sentence& sentence) const { refuse_file(file_, sentence.en, sentence.zh); }

}  // namespace poslab
