#include "core/models/config_values.hpp"

#include "core/files/input_file.hpp"
#include "core/files/json_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace poslab {
namespace {

using Json = nlohmann::json;

Message value_text(const Json& value) {
    if (value.is_object()) return "an object"_tr;
    if (value.is_array()) return tr("a list of {}", value.size());
    // JSON lacks NaN and the infinities: those of a text are strings of that name (parse_python_json).
    if (value.is_number_float() && !std::isfinite(value.get<double>()))
        return verbatim(number_text(value.get<double>()));
    for (const char* const constant : {"NaN", "Infinity", "-Infinity"})
        if (value == constant) return verbatim(constant);
    return verbatim(printable_text(json_text(value)));
}

enum class NumberKind { real, integer };

Message allowed_number(Range range, NumberKind kind) {
    const std::string from = number_text(range.from), to = number_text(range.to);
    const Text name = kind == NumberKind::integer ? "an integer"_tr : "a number"_tr;
    return range.from_excluded ? tr("{} above {}, at most {}", name, from, to)
                               : tr("{} from {} to {}", name, from, to);
}

bool inside(double v, Range range) {
    return v <= range.to && (range.from_excluded ? v > range.from : v >= range.from);
}

/// Returns a JSON number of this kind in range; booleans are not numbers.
std::optional<double> number_in(const Json& value, Range range, NumberKind kind) {
    if (!value.is_number()) return std::nullopt;
    const auto v = value.get<double>();
    if (!inside(v, range) || (kind == NumberKind::integer && v != std::floor(v))) return std::nullopt;
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

bool ConfigValues::is_null(std::string_view key) const {
    const auto found = object_->find(key);
    return found != object_->end() && found->is_null();
}

bool ConfigValues::is_list(std::string_view key) const {
    const auto found = object_->find(key);
    return found != object_->end() && found->is_array();
}

bool ConfigValues::is_object(std::string_view key) const {
    const auto found = object_->find(key);
    return found != object_->end() && found->is_object();
}

bool ConfigValues::is_text(std::string_view key) const {
    const auto found = object_->find(key);
    return found != object_->end() && found->is_string();
}

std::vector<std::string> ConfigValues::texts(std::string_view key) {
    use(key);
    std::vector<std::string> list;
    if (!is_list(key)) return list;
    for (const Json& item : object_->at(std::string(key)))
        list.push_back(item.is_string() ? item.get<std::string>() : std::string());
    return list;
}

std::optional<std::string> ConfigValues::plain(std::string_view path) {
    use(path.substr(0, path.find('.')));
    const Json* value = object_;
    for (std::size_t begin = 0; begin <= path.size();) {
        const std::size_t end = std::min(path.find('.', begin), path.size());
        const auto found = value->find(path.substr(begin, end - begin));
        if (!value->is_object() || found == value->end() || found->is_null()) return std::nullopt;
        value = &*found;
        begin = end + 1;
    }
    return value->is_string() ? value->get<std::string>() : json_text(*value);
}

std::optional<double> ConfigValues::number(std::string_view key, Range range) {
    const Json* value = find(key);
    if (value == nullptr) return std::nullopt;
    const auto v = number_in(*value, range, NumberKind::real);
    if (!v) refuse(key, allowed_number(range, NumberKind::real));
    return v;
}

std::optional<std::int64_t> ConfigValues::integer(std::string_view key, std::int64_t from, std::int64_t to) {
    const Json* value = find(key);
    if (value == nullptr) return std::nullopt;
    const Range range{static_cast<double>(from), static_cast<double>(to)};
    const auto v = number_in(*value, range, NumberKind::integer);
    if (!v) refuse(key, allowed_number(range, NumberKind::integer));
    return static_cast<std::int64_t>(*v);
}

std::optional<bool> ConfigValues::truth(std::string_view key) {
    const Json* value = find(key);
    if (value == nullptr) return std::nullopt;
    if (!value->is_boolean()) refuse(key, "true or false"_tr);
    return value->get<bool>();
}

std::optional<std::string> ConfigValues::text(std::string_view key) {
    const Json* value = find(key);
    if (value == nullptr) return std::nullopt;
    if (!value->is_string()) refuse(key, "a string"_tr);
    return value->get<std::string>();
}

std::optional<std::vector<double>> ConfigValues::numbers(std::string_view key, Range range) {
    const Json* value = find(key);
    if (value == nullptr) return std::nullopt;
    if (!value->is_array()) refuse(key, "a list of numbers"_tr);
    std::vector<double> list;
    for (const Json& item : *value) {
        const auto v = number_in(item, range, NumberKind::real);
        if (!v) {
            const Message allowed = allowed_number(range, NumberKind::real);
            const std::string path = fmt::format("{}[{}]", path_of(key), list.size());
            fail(tr("{} is {}; it must be {}", path, value_text(item), allowed));
        }
        list.push_back(*v);
    }
    return list;
}

std::optional<std::vector<std::int64_t>> ConfigValues::integers(std::string_view key, std::int64_t from,
                                                                std::int64_t to) {
    const auto list = numbers(key, {static_cast<double>(from), static_cast<double>(to)});
    if (!list) return std::nullopt;
    std::vector<std::int64_t> whole;
    for (const double v : *list) {
        if (v != std::floor(v)) refuse(key, "a list of integers"_tr);
        whole.push_back(static_cast<std::int64_t>(v));
    }
    return whole;
}

const Json* ConfigValues::object(std::string_view key) {
    const Json* value = find(key);
    if (value != nullptr && !value->is_object()) refuse(key, "an object or null"_tr);
    return value;
}

std::string_view ConfigValues::first_of(std::span<const std::string_view> keys) const {
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

void ConfigValues::refuse(std::string_view key, const Message& allowed) const {
    const Json& value = object_->at(std::string(key));
    fail(tr("{} is {}; it must be {}", path_of(key), value_text(value), allowed));
}

void ConfigValues::fail(const Message& message) const { refuse_file(file_, message); }

}  // namespace poslab
