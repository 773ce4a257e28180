#include "core/tokens/token_decoder.hpp"

#include "core/tokens/byte_letters.hpp"

#include <charconv>

namespace poslab {

TokenDecoder::TokenDecoder(const std::optional<JsonPart>& part, bool byte_level, const Job& job)
    : byte_level_(byte_level) {
    if (part) add(*part, job);
}

std::string TokenDecoder::bytes_of(const std::string& name, const Job& job) const {
    if (byte_level_) return bytes_of_letters(name).value_or(name);
    if (byte_fallback_)
        if (const auto byte = byte_of_name(name)) return {*byte};
    std::string bytes = name;
    for (const auto& [search, by] : replacements_) bytes = with_replaced(std::move(bytes), search, by, job);
    return bytes;
}

void TokenDecoder::add(const JsonPart& part, const Job& job) {
    job.check();
    const std::string type = part.type();
    if (type == "Sequence") {
        for (const JsonPart& item : part.at("decoders").items()) add(item, job);
    } else if (type == "ByteLevel") {
        if (!byte_level_) part.at("type").refuse_unknown("the pre-tokenizer has no ByteLevel"_tr);
    } else if (type == "Replace") {
        const auto what = part.at("pattern").find("String");
        if (!what || what->text().empty()) part.at("pattern").refuse("a non-empty {\"String\": …}"_tr);
        replacements_.push_back({TextSearch(what->text()), part.at("content").text()});
    } else if (type == "ByteFallback") {
        byte_fallback_ = true;
    } else if (type == "Strip") {
        add_strip(part);
    } else if (type == "Metaspace") {
        const JsonPart replacement = part.at("replacement");
        if (replacement.text().empty()) replacement.refuse("a non-empty text"_tr);
        replacements_.push_back({TextSearch(replacement.text()), " "});
        leading_space_ =
            part.text("prepend_scheme", part.flag("add_prefix_space", true) ? "always" : "never") != "never";
    } else if (type != "Fuse") {  // joins tokens, as decoding always does here
        part.at("type").refuse_unknown();
    }
}

void TokenDecoder::add_strip(const JsonPart& part) {
    const bool one_space =
        part.at("content").text() == " " && part.at("start").json() == 1 && part.at("stop").json() == 0;
    if (!one_space) part.refuse_unknown("it must strip exactly one space at the beginning"_tr);
    leading_space_ = true;
}

std::optional<char> byte_of_name(const std::string& name) {
    if (name.size() != 6 || !name.starts_with("<0x") || !name.ends_with('>')) return std::nullopt;
    unsigned value = 0;
    const char* const end = name.data() + 5;
    const auto [at, error] = std::from_chars(name.data() + 3, end, value, 16);
    if (error != std::errc{} || at != end) return std::nullopt;
    return static_cast<char>(value);
}

std::string with_replaced(std::string text, const TextSearch& search, const std::string& by, const Job& job) {
    std::size_t done = 0, at = search.find(text, 0, job);
    if (at == std::string::npos) return text;
    std::string out;
    for (; at != std::string::npos; at = search.find(text, done, job)) {
        out.append(text, done, at - done) += by;
        done = at + search.size();
    }
    return out.append(text, done);
}

namespace {

/// Sets the token before or after the text. Refuses `part` if it is already set.
void set_outer(std::optional<std::int32_t>& outer, std::int32_t token, bool before, const JsonPart& part) {
    if (outer)
        part.refuse_unknown(before ? "it puts several tokens before the text"_tr
                                   : "it puts several tokens after the text"_tr);
    outer = token;
}

OuterTokens outer_tokens_of_template(const JsonPart& part) {
    const JsonPart single = part.at("single");
    OuterTokens outer;
    bool has_text = false;
    for (const JsonPart& item : single.items()) {
        if (item.find("Sequence")) {
            if (has_text) single.refuse_unknown("it includes the text twice"_tr);
            has_text = true;
            continue;
        }
        const std::string name = item.at("SpecialToken").at("id").text();
        for (const JsonPart& id : part.at("special_tokens").at(name).at("ids").items())
            set_outer(has_text ? outer.end : outer.begin, id.token(), !has_text, single);
    }
    if (!has_text) single.refuse_unknown("it does not include the text"_tr);
    return outer;
}

}  // namespace

OuterTokens outer_tokens(const JsonPart& post_processor) {
    const std::string type = post_processor.type();
    if (type == "ByteLevel") return {};  // affects offsets only
    if (type == "TemplateProcessing") return outer_tokens_of_template(post_processor);
    if (type != "Sequence") post_processor.at("type").refuse_unknown();
    OuterTokens outer;
    for (const JsonPart& item : post_processor.at("processors").items()) {
        if (item.type() == "Sequence") item.at("type").refuse_unknown();
        const OuterTokens inner = outer_tokens(item);
        if (inner.begin) set_outer(outer.begin, *inner.begin, true, item);
        if (inner.end) set_outer(outer.end, *inner.end, false, item);
    }
    return outer;
}

}  // namespace poslab
