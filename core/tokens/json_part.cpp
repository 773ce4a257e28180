#include "core/tokens/json_part.hpp"

#include "core/files/input_file.hpp"
#include "core/files/printable_text.hpp"
#include "core/tokens/tokenizer.hpp"

#include <fmt/format.h>

namespace poslab {

JsonPart JsonPart::member(const nlohmann::json& value, const std::string& key) const {
    JsonPart part(value, file_);
    part.path_ = path_.empty() ? key : path_ + "." + key;
    return part;
}

JsonPart JsonPart::item(const nlohmann::json& value, std::size_t index) const {
    JsonPart part(value, file_);
    part.path_ = fmt::format("{}[{}]", path_, index);
    return part;
}

std::optional<JsonPart> JsonPart::find(const std::string& key) const {
    if (!value_->is_object()) refuse("an object"_tr);
    const auto found = value_->find(key);
    if (found == value_->end() || found->is_null()) return std::nullopt;
    return member(*found, key);
}

JsonPart JsonPart::at(const std::string& key) const {
    if (auto part = find(key)) return *part;
    const std::string missing = path_.empty() ? key : path_ + "." + key;
    refuse_file(file_, tr("{} is missing", missing));
}

std::vector<JsonPart> JsonPart::items() const {
    if (!value_->is_array()) refuse("a list"_tr);
    std::vector<JsonPart> parts;
    for (std::size_t n = 0; n < value_->size(); ++n) parts.push_back(item((*value_)[n], n));
    return parts;
}

const std::string& JsonPart::text() const {
    if (!value_->is_string()) refuse("a string"_tr);
    return value_->get_ref<const std::string&>();
}

std::string JsonPart::text(const std::string& key, const std::string& otherwise) const {
    const auto part = find(key);
    return part ? part->text() : otherwise;
}

bool JsonPart::flag(const std::string& key, bool otherwise) const {
    const auto part = find(key);
    if (!part) return otherwise;
    if (!part->value_->is_boolean()) part->refuse("true or false"_tr);
    return part->value_->get<bool>();
}

std::int32_t JsonPart::token() const {
    if (!value_->is_number_unsigned() ||
        value_->get<std::uint64_t>() >= static_cast<std::uint64_t>(max_vocabulary)) {
        refuse(tr("a whole number in [0, {}]", max_vocabulary - 1));
    }
    return value_->get<std::int32_t>();
}

void JsonPart::refuse(const Message& what_it_must_be) const {
    const std::string location = path(), value = value_text();
    refuse_file(file_, tr("{} is {}; it must be {}", location, value, what_it_must_be));
}

void JsonPart::refuse_unknown() const {
    const std::string location = path(), value = value_text();
    refuse_file(file_, tr("{} is {}, which is not supported; tokens can be given as numbers instead "
                          "(--tokens)",
                          location, value));
}

void JsonPart::refuse_unknown(const Message& why) const {
    const std::string location = path(), value = value_text();
    refuse_file(file_,
                tr("{} is {}, which is not supported: {}; tokens can be given as numbers instead (--tokens)",
                   location, value, why));
}

std::string JsonPart::path() const { return path_.empty() ? "JSON" : printable_text(path_); }

std::string JsonPart::value_text() const {
    if (value_->is_object()) return "{…}";
    if (value_->is_array()) return "[…]";
    return printable_text(value_->is_string() ? "\"" + value_->get_ref<const std::string&>() + "\""
                                              : value_->dump());
}

}  // namespace poslab
